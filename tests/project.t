#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the project's own rules: which folder may include which, which code may exit, tables that are up to date, and
# the output that the README shows. CC is the compiler, by default cc.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my @rules = qw(board referee profiles);
my %may = (
    base => [], input => ['base'], tiles => ['base'], notation => [qw(base input tiles)], formats => [qw(base input tiles notation profiles)],
    ledger => [qw(base tiles notation/record.h)],
    profiles => ['base'], board => [qw(base tiles ledger profiles)], referee => [qw(base tiles ledger notation/record.h board profiles)],
    expansions => [qw(base tiles ledger notation/record.h), @rules],
    recount => [qw(base tiles ledger notation/record.h profiles)],
    mutate => [qw(base tiles ledger notation input formats recount play expansions/recounts.h), @rules],
    whole => [qw(base input tiles ledger notation formats play), @rules],
    play => [qw(base tiles notation ledger), @rules], report => [qw(base tiles ledger input/json.h)], draw => [qw(base tiles ledger report)], page => [qw(base ledger report draw)],
    diff => [qw(base tiles ledger report notation input formats), @rules],
    causes => [qw(base tiles ledger notation/record.h play formats/format.h), @rules], gen => [qw(base tiles profiles draw/shape.h ledger notation/record.h cli/commands.def cli/keys.h cli/option_keys.h)], wasm => ['cli'],
    lib => [qw(base input tiles notation formats ledger play), @rules],
    cli => [qw(base input tiles notation formats ledger report draw page diff play mutate causes), @rules],
);
my @files = (sources('*', '[ch]'), map { glob source($_) } qw(tools/*/*.[ch] tools/*/*/*.[ch] tools/*/*/*/*.[ch]));
cmp_ok(scalar @files, '>', 50, 'there are sources');
my $folders = 0;
for my $file (@files) {
    my ($folder, $name) = $file =~ m{/(?:src|tools)/(\w+)/(.+)$};
    # The folder of an expansion (a room) has files of several layers. Readers of formats do not know the rules; files
    # that write or verify formats know the game.
    my $layer = $folder eq 'expansions' && $name =~ m{\b(mutate|report|recount|jcz)\w*\.[ch]$} ? $1 =~ s/jcz/whole/r
        : $folder eq 'formats' && $name !~ m{_(?:read|save|log|draws|moves|scenario|setup|says|fields|types|said|terms)\.[ch]$|^import\.[ch]$} ? 'whole' : $folder;
    my $text = slurp($file);
    my @wrong = grep {
        my $path = $_;
        my ($to) = $path =~ m{^(\w+)/};
        $to && $to ne $folder && $to ne $layer && $path ne 'rows.h' && !grep { $_ eq $to || $_ eq $path } @{ $may{$layer} };
    } $text =~ /^#include "([^"]+)"/mg;
    is("@wrong", '', "src/$folder/$name includes what it may");
    unlike($text, qr/\b(getenv|isatty)\s*\((?!\))/, "src/$folder/$name leaves the environment alone") unless $folder eq 'cli' || $folder eq 'gen';
    unlike($text, qr/\bexit\s*\((?!2\))/, "src/$folder/$name does not exit") unless $folder eq 'cli' || $folder eq 'gen';
    unlike($text, qr/\btypedef struct\b/, "src/$folder/$name has no typedef of a struct");
}
# Returns the files that call a file that calls them, directly or through others. Functions named in rows are passed as
# pointers, and do not count.
sub calling_back {
    my (%text) = @_;
    my (%of, %own, %calls);
    for my $file (keys %text) {
        $text{$file} =~ s{/\*.*?\*/}{}gs;
        $of{$1} = $file while $text{$file} =~ /^(?!static|#)(?:[a-z]\w*[ *]+)+?(\w+)\([^;{]*?\)\n\{/mg;
        $own{$file}{$1} = 1 while $text{$file} =~ /^(?:static|ALONG)\b[^;{]*?\b(\w+)\([^;{]*?\)\n\{/mg;
    }
    for my $file (keys %text) {
        for my $name ($text{$file} =~ /(?<![\w.>])(\w+)\(/g) {
            my $to = $of{$name};
            $calls{$file}{$to} = 1 if $to && $to ne $file && !$own{$file}{$name};
        }
    }
    my %left = map { $_ => 1 } keys %text;
    while (my @free = grep { !grep { $left{$_} } keys %{ $calls{$_} } } keys %left) { delete @left{@free} }
    while (my @free = grep { my $file = $_; !grep { $calls{$_}{$file} } keys %left } keys %left) { delete @left{@free} }
    return join ' ', sort keys %left;
}
# The library has its own memory functions (src/lib/session.c) in place of src/base/memory.c, so it is left out.
my %code = map { m{/src/(.*)$} ? ($1 => slurp($_)) : () } grep { m{/src/(?!lib/)} && !/_table\.c$/ } sources('*', 'c');
cmp_ok(scalar keys %code, '>', 150, 'there is code');
is(calling_back(%code), '', 'no file calls one that calls it');
is(calling_back(%code, map { $_->[0] => "void planted_$_->[0](void)\n{\n    planted_$_->[1]();\n}\n" } ['one', 'two'], ['two', 'one']), 'one two', 'two that do are seen');
# Foreign text is a struct str (base/str.h). Code that prints it with a careless "%s" does not compile.
my ($warnings) = slurp(built('Makefile')) =~ /^WARN_CFLAGS = (.*)$/m;
for (['sink_plain(sink, name)', 0], ['sink_printf(sink, "%s", name)', 1], ['arena_printf(arena, "%s", name)', 1], ['sink_cstr(sink, name)', 1]) {
    my ($call, $refused) = @$_;
    my $c = spurt(scratch('careless.c'), qq{#include "base/arena.h"\n#include "base/sink.h"\nvoid f(struct sink *sink, struct arena *arena, struct str name);\nvoid f(struct sink *sink, struct arena *arena, struct str name)\n{\n    (void)sink, (void)arena, (void)name;\n    $call;\n}\n});
    my ($status) = run($ENV{CC} ? split(' ', $ENV{CC}) : 'cc', '-std=gnu17', '-D_GNU_SOURCE', split(' ', $warnings), '-I' . source('src'), '-fsyntax-only', $c);
    is($status != 0 ? 1 : 0, $refused, "$call: " . ($refused ? 'does not compile' : 'compiles'));
}
# Code that compares an option with a value that the option does not have does not compile either.
for (['SHIELD, 2', 0], ['SHIELD, 3', 1], ['FAIRY, FOLLOWER', 0], ['FAIRY, FOLOWER', 1], ['SHIELD, FOLLOWER', 1], ['SHEILD, 2', 1]) {
    my ($words, $refused) = @$_;
    my $c = spurt(scratch('value.c'), qq{#include "profiles/profile.h"\nbool f(const struct profile *profile);\nbool f(const struct profile *profile)\n{\n    return profile_is(profile, $words);\n}\n});
    my ($status) = run($ENV{CC} ? split(' ', $ENV{CC}) : 'cc', '-std=gnu17', '-D_GNU_SOURCE', split(' ', $warnings), '-I' . source('src'), '-fsyntax-only', $c);
    is($status != 0 ? 1 : 0, $refused, "profile_is(profile, $words): " . ($refused ? 'does not compile' : 'compiles'));
}
for my $file (@files) {
    my $name = $file =~ s{.*/src/}{src/}r;
    unlike(slurp($file) =~ s{/\*.*?\*/}{}gsr, qr/%\.\*s/, "$name prints no text by its length");
}

# The layers below the expansions name no expansion and neither game: rules in play are rows (expansion.h).
for my $file (map { glob(source("src/$_/*.[ch]")) } qw(board referee)) {
    my $name = $file =~ s{.*/src/}{src/}r;
    my @named = slurp($file) =~ /\b\w*(?:fairy|dragon|volcano|portal|princess|bridge|castle|bazaar|\bwalls?\b|tower|the-city|carcassonne")\w*\b/gi;
    is("@named", '', "$name names no expansion");
}
# The core works without any expansion, with an empty list of rooms.
my @core = grep { !m{/src/(?:lib|expansions/\w+)/} } (glob(source('src/*.c')), sources('*', 'c'));
my $bare = scratch('bare');
my @libraries = map { split ' ', slurp(built('Makefile')) =~ /^${_}_LIBS = (.*)$/m ? $1 : '' } qw(YAML ZLIB MD EDIT);
my ($whole, undef, $missing) = run($ENV{CC} ? split(' ', $ENV{CC}) : 'cc', qw(-std=gnu17 -D_GNU_SOURCE -DBASTIDE_NO_ROOMS -DPACKAGE_VERSION="0" -w), '-I' . source('src'), '-o', $bare, @core, @libraries, '-lpthread', '-lm');
is($whole, 0, scalar(@core) . ' files are a program without rooms') or diag $missing;
for my $game (qw(friendly-1 friendly-2 japan-2015-final broken-followers broken-order broken-scores broken-text)) {
    my $path = source("replays/$game.crn");
    is_deeply([run($bare, 'audit', '--no-sandbox', '--format=json', '--events=all', $path)], [run(bastide(), 'audit', '--format=json', '--events=all', $path)], "$game: judged as with rooms");
}
# Code that raises a finding passes as many arguments as the wording has places. tests/cases.t covers findings that are
# passed through a variable.
my %places;
for my $rows (map { slurp($_) } source('src/base/finding.def'), glob(source('src/*/*/*.def'))) {
    my @rows = map { [/^(?:GAME_)?FINDING\(\d+, (\w+), "[^"]*", \w+, ("(?:[^"\\]|\\.)*")/ ? ("FINDING_$1", $2) : /^WORDING\((\w+), (\w+), ("(?:[^"\\]|\\.)*")\)/ ? ("FINDING_$1_$2", $3) : /^(NOTE|TAIL|PART)\((\w+), ("(?:[^"\\]|\\.)*")\)/ ? ("$1_$2", $3) : ()] } split /\n/, $rows;
    $places{ $_->[0] } = () = $_->[1] =~ /\{\}/g for grep { @$_ } @rows;
}
my $inside = qr/(?<inside>(?:[^()"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?&inside)\))*)/;
my $raised = 0;
for my $file (grep { /\.c$/ } @files) {
    my $text = slurp($file);
    while ($text =~ /\b((?:FINDING|NOTE|TAIL|PART)_[A-Z0-9_]+),\s*(?:[^;()"?]|\([^()]*\))*?\b(NO_ARGS|ARGS\($inside\))/g) {
        my ($id, $what, $list) = ($1, $2, $+{inside});
        next unless exists $places{$id};
        my $count = $what eq 'NO_ARGS' ? 0 : 1;
        1 while $list && $list =~ s/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\([^()]*\)|\{[^{}]*\}/x/g;
        $count += () = $list =~ /,/g if $list;
        $raised++;
        is($count, $places{$id}, "$id has its arguments") if $count != $places{$id};
    }
}
cmp_ok($raised, '>', 150, "$raised findings have the arguments of their wordings");
# Each file has a name of its own; only in the rooms of expansions it may have the name of a layer. Each struct is
# defined once.
my (%of_name, %of_tag);
for my $file (@files) {
    my $name = $file =~ s{.*/src/}{src/}r;
    push @{ $of_name{ $name =~ s{.*/}{}r } }, $name unless $name =~ m{^src/expansions/\w+/(?:jcz|mutate|recount|report)\.[ch]$};
    push @{ $of_tag{$_} }, $name for slurp($file) =~ /^struct (\w+) \{/mg;
}
is_deeply([map { "@{ $of_name{$_} }" } grep { @{ $of_name{$_} } > 1 } sort keys %of_name], [], 'each file has a name of its own');
is_deeply([map { "$_: @{ $of_tag{$_} }" } grep { @{ $of_tag{$_} } > 1 } sort keys %of_tag], [], 'each struct has a tag of its own');
# Each source names its licence, and COPYING is that licence.
like(slurp(source('COPYING')), qr/^MIT License\n\nCopyright \(c\) \d+ the bastide authors\n/, 'COPYING');
for my $file (map { glob(source($_)) } qw(src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tools/*/*.[ch] tools/*/*.pl tools/*/*/*.h src/*/*.def src/*/*/*.def src/*/*.yaml src/*/*/*.yaml examples/*.c examples/*.py tests/*.c tests/*.h tests/*.t tests/*.p[lm] man/*.[1357] Makefile.am configure.ac bootstrap)) {
    ok(substr(slurp($file), 0, 120) =~ /SPDX-License-Identifier: MIT\b/, $file =~ s{.*/(?=\w+/)}{}r . ' names its licence');
}
ok(-x $_, s{.*/}{}r . ' can be run') for sort glob source('tests/*.t');
my $hacking = slurp(source('HACKING'));
like($hacking, qr{^    (?:src|tools)/$_/ }m, "HACKING tells of $_") for grep { $_ ne 'whole' } keys %may;

# Committed tables equal those that the data give now. The tool is built from the sources that the Makefile names.
my $makefile = slurp(source('Makefile.am'));
my ($listed) = $makefile =~ /^TESTS = ((?:.*\\\n)*.*)/m;
for my $test (map { 'tests/' . s{.*/}{}r } glob source('tests/*.t')) {
    my ($name) = $test =~ m{(\w+)\.t$};
    ok(grep({ $_ eq $test } split ' ', $listed) || $makefile =~ /^LONG_TESTS = .*\b$name\b/m, "make check or check-long runs $test");
}
my ($parts) = $makefile =~ /^tables_maker_SOURCES = ((?:.*\\\n)*.*)$/m;
my ($objects) = $makefile =~ /^SCHEMA_OBJECTS = (.*)$/m;
my ($sets) = $makefile =~ /^SETS = ((?:.*\\\n)*.*)$/m;
my @parts = grep { /\.c$/ } split /[\s\\]+/, $parts;
my $maker = scratch('tables');
my ($status, undef, $why) = run($ENV{CC} // 'cc', '-std=gnu17', '-D_GNU_SOURCE', '-I' . source('src'), '-o', $maker, map({ source($_) } @parts), '-lyaml');
is($status, 0, 'the tool that makes the tables can be built') or diag $why;
my @sets = grep { /yaml/ } split /[\s\\]+/, $sets;
for (['sets', 'src/tiles/sets_table.c', @sets], ['shapes', 'src/draw/shapes_table.c', @sets], ['schema', 'src/schemas/audit.schema.json', 'src/schemas/audit.in', split ' ', $objects], ['schema', 'src/schemas/table.schema.json', 'src/schemas/table.in'], ['findings', 'man/bastide-findings.7'],
    ['rules', 'man/bastide-rules.7', 'man/bastide-rules.7'], ['options', 'man/bastide-options.7', 'man/bastide-options.7'], map { ['command', "man/bastide-$_.1", $_, "man/bastide-$_.1"] } qw(audit check convert deal diff fmt moves record replay select show stats tiles)) {
    my ($what, $made, @from) = @$_;
    my $text = $status ? '' : (run($maker, $what, map { /\W/ ? source($_) : $_ } @from))[1];
    ok($text eq slurp(source($made)), "$made is up to date");
}

for (['src/draw/style_table.c', 'draw/picture.h', 'picture_style=src/draw/picture.css'], ['src/page/page_table.c', 'page/parts.h', 'page_style=src/page/colours.css,src/page/page.css', 'page_script=src/page/page.js', 'paper_style=src/page/colours.css,src/page/paper.css']) {
    my ($made, $header, @texts) = @$_;
    my $text = (run($^X, source('tools/gen/texts.pl'), $header, map { s{(?<=[=,])}{source('')}egr } @texts))[1];
    ok($text eq slurp(source($made)), "$made is up to date");
}

# The README shows what the program prints.
my $readme = slurp(source('README.md'));
chdir source('.') or die;
while ($readme =~ /^\$ (bastide [^\n>]*)\n(.*?)(?=^\$|^```)/msg) {
    my ($words, $shown) = ($1, $2);
    my $out = (run(bastide(), (split ' ', $words)[1 .. ($words =~ tr/ //)]))[1];
    # '...' stands for lines that are left out. The lines between follow each other in the output.
    my ($at, @parts) = (0, split /^\.\.\.\n/m, $shown, -1);
    for my $i (0 .. $#parts) {
        my $found = index $out, $parts[$i], $at;
        ok($i ? $found >= $at : $found == 0, "the README shows what is printed by $words: part $i");
        $at = $found + length $parts[$i] if $found >= 0;
    }
}
like($readme, qr/`$_`/, "the README tells of $_") for qw(check audit show fmt tiles explain);
is(slurp(source('README')), $readme, 'README is the same file');
done_testing;

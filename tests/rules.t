#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests that rules and code match. Code implements every rule, and every rule that code cites exists. A file that raises
# a finding implements a rule of it. A function that asks for an option implements a rule that names the option. The
# figures name the rules that they show.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my (%text, @order);
my $rows = rows();
while ($rows =~ /^RULE\("([a-z.-]+)", ".*?", "(.*)"\)$/mg) {
    ok(!exists $text{$1}, "$1 stands once");
    $text{$1} = $2;
    push @order, $1;
}
is(scalar(@order), scalar(() = $rows =~ /^RULE\(/mg), 'all rows are read');
my @books = $rows =~ /^BOOK\("(\w+)"/mg;
my $books = join '|', @books;
my @rooms = glob source('src/expansions/*/room.def');
is(scalar(@books), 1 + @rooms, 'a book for the base game, and one for each room');
like($_, qr/^(?:$books)\.[a-z]+\.[a-z-]+$/, "$_ is of a book and a section") for @order;

my @files = (grep({ !m{/(?:mutate|report|recount|jcz)\w*\.c$} } map { sources($_, '[ch]') } qw(board referee expansions)), map { glob(source("src/$_")) } qw(report/stats.c notation/record.c tiles/tile.c tiles/*.yaml expansions/*/tiles.yaml ../testdata/figures/*.crn));
my (%cited, %cites, %code);
for my $file (@files) {
    my $name = $file =~ s{.*/src/(?:\.\./)?}{}r;
    $code{$name} = slurp($file);
    for my $list ($code{$name} =~ /\bRules?:((?:[\s*#,]+(?:$books)\.[a-z.-]*[a-z])+)\./g) {
        for my $id ($list =~ /(?:$books)\.[a-z.-]*[a-z]/g) {
            ok(exists $text{$id}, "$name: $id is a rule");
            $cited{$id} = 1 if $name !~ /^testdata/;
            $cites{$name}{$id} = 1;
        }
    }
    my @stray = grep { !$cites{$name}{$_} } $code{$name} =~ /\b(?:$books)\.[a-z]+\.[a-z-]+\b/g;
    is("@stray", '', "$name cites with 'Rule:' or 'Rules:'");
}
ok($cited{$_}, "$_ is done somewhere") for @order;

my @in_books = map { split /, / } $rows =~ /^BOOK\(.*"([^"]*)"\)$/mg;
is(join(' ', sort @in_books), join(' ', sort map { tr/_/-/r } $rows =~ /^EXPANSION\((\w+)\)$/mg), 'each expansion brings the rules of one book');

# A file that raises a finding of the game cites a rule of it. Files of the referee cite only rules of the base game.
my %rules_of = rows() =~ /^GAME_FINDING\(\d+, (\w+), .*\n\s*"([a-z. -]+)",$/mg;
is(scalar(keys %rules_of), scalar(() = rows() =~ /^GAME_FINDING\(/mg), 'all findings of the game are read');
my %raised;
for my $name (sort keys %code) {
    for my $finding (grep { $rules_of{$_} } $code{$name} =~ /\bFINDING_([A-Z_]+)\b/g) {
        my @ids = split ' ', $rules_of{$finding};
        @ids = grep { /^base\./ } @ids if $name =~ /^referee/;
        next if $raised{$name}{$finding}++ || !@ids;
        ok((grep { $cites{$name}{$_} } @ids), "$name raises $finding and does a rule of it");
    }
}
# Each reason that an audit gives for an award is explained.
my %reasons;
while ($rows =~ /^REASON\("([a-z-]+)", "(.*?)", "([a-z. -]*)"\)$/mg) {
    my ($word, $about, $ids) = ($1, $2, $3);
    is(join(' ', grep { !$text{$_} } split ' ', $ids), '', "reason $word names rules");
    $reasons{$word} .= $about;
}
is(scalar(keys %reasons), scalar(() = $rows =~ /^REASON\("[a-z-]+", "[A-Z]/mg), 'each reason says once what happened');
my $audits = (run(bastide(), 'audit', '--format=json', glob(source('testdata/cases/*.crn')), glob(source('testdata/figures/*.crn')), glob(source('replays/*.crn'))))[1];
my %given = map { $_ => 1 } $audits =~ /"rule":"([^"]+)"/g;
is(join(' ', grep { !$reasons{$_} } sort keys %given), '', 'every reason in an audit has a row');
is(join(' ', grep { !$given{$_} } sort keys %reasons), '', 'and every row is given in one');
like((run(bastide(), 'explain', $_))[1], qr/^$_, the reason of an award: [A-Z].*\.(?:\nRule |$)/m, "explain $_") for sort keys %given;

for my $finding (sort keys %rules_of) {
    my @unknown = grep { !$text{$_} } split ' ', $rules_of{$finding};
    is("@unknown", '', "$finding names rules");
}

# A profile chooses a value for all options of the base game, and for all or none of those of other rules.
my %of = $rows =~ /^OPTION\((\w+), "[^"]*", "[^"]*", "([^"]*)"/mg;
for my $profile ($rows =~ /^PROFILE\((\w+),/mg) {
    my @options = $rows =~ /\bCHOSEN\($profile, (\w+), /g;
    my %chooses = map { $_ => 1 } @options;
    is(scalar @options, scalar keys %chooses, "$profile chooses each option once");
    my %rules = map { $of{$_} => 1 } @options;
    my @left = grep { !$chooses{$_} && ($rules{ $of{$_} } || $of{$_} eq '') } sort keys %of;
    is("@left", '', "$profile leaves out no option of rules that it knows");
}

# Each option is named in a rule. A function that asks for an option cites such a rule.
my %option = rows() =~ /^OPTION\((\w+), "([a-z-]+)"/mg;
for my $id (sort keys %option) {
    my @naming = grep { $text{$_} =~ /\boptions? (?:[a-z-]+ and )?\Q$option{$id}\E\b(?!-)/i } @order;
    ok(@naming, "a rule names option $option{$id}");
    for my $name (grep { /^(?:board|referee|expansions)\/.*\.c$/ } sort keys %code) {
        while ($code{$name} =~ m{((?:^/\*(?:[^*]|\*(?!/))*\*/\n)?)^(?!static const struct|const struct)([a-z][^\n;]*\n(?:[^\n{};]*\n)*?)\{\n(.*?)^\}\n}msg) {
            my ($comment, $head, $body) = ($1, $2, $3);
            next if $body !~ /\bprofile_(?:is\([^;]*?, $id, |(?:number|text)\([^;]*?\bOPTION_$id\b)/;
            my ($function) = $head =~ /(\w+)\(/;
            ok((grep { $comment =~ /\b\Q$_\E\b(?!-)/ } @naming), "$name: $function() asks for option $option{$id} and does a rule that names it");
        }
    }
}
# Sentences of pages: each key is a field of their event, and a part that may be left out has one key, a seat.
my (%keys, %seats);
while ($rows =~ /^EVENT\((\w+), ([^\n]*(?:\n +[^\n]*)*)/mg) {
    my ($event, $fields) = ($1, $2);
    $keys{$event}{$_} = 1 for $fields =~ /FIELD\(\w+, [\w.\[\]]+, "(\w+)"/g;
    $seats{$event}{$_} = 1 for $fields =~ /FIELD\(SEAT, [\w.]+, "(\w+)"/g;
}
my @texts = $rows =~ /^TEXT\((\w+, [\w.]+, \w+, ".*")\)$/mg;
cmp_ok(scalar @texts, '>', 15, 'there are sentences');
for (@texts) {
    my ($event, $text) = /^(\w+), .*?"(.*)"$/;
    my @unknown = grep { $_ ne 'seat' && !$keys{$event}{$_} } $text =~ /\{(\w+)\}/g;
    is("@unknown", '', "$event: '$text' has keys of its fields");
    my @parts = $text =~ /\[([^\]]*)\]/g;
    ok(!(grep { !/^[^{]*\{(\w+)\}[^{]*$/ || !$seats{$event}{$1} } @parts), "$event: what may be left out has a seat") if @parts;
}
done_testing;

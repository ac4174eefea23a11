#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests for plain English, as far as a machine can: comments, messages, pages of the manual and other texts avoid the
# phrases listed here, which readers had to read twice. HACKING (Style) has the rules.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

# A phrase, and the words to use instead.
my @phrases = (
    [qr/\bbehind\b/, 'after'],
    [qr/\bbut for\b/, 'except'],
    [qr/(?<![Tt]here )\b(?:is|are|be|was|were) none\b/, 'is not a'],
    [qr/\bthat (?:is|are) none\b/, 'that is not a'],
    [qr/\bso many\b(?! that)/, 'this many, N at a time'],
    [qr/\bwant of\b/, 'shortage, failure'],
    [qr/\b(?:that|which) is no\b(?! longer)/, 'that is not a'],
    [qr/\bin thought\b/, 'automatically'],
    [qr/\bslips? of\b/, 'typo'],
    [qr/\bspoil(?:s|t|ed|ing)\b/, 'mutate'],
    [qr/\bhangs? on\b/, 'depends on'],
    [qr/\bnobody knows\b/, 'unknown'],
    [qr/\bis called so\b/, 'has this name'],
    [qr/\btold of\b/, 'reported'],
    [qr/\bwhat is said of\b/i, 'the text about'],
    [qr/(?:,|;) (?:or )?else\b(?=\W*\z|[.;,])/, 'otherwise'],
    [qr/\bgoes so\b/, 'has these steps'],
    [qr/; [^.;]*; [^.;]*\.\s/, 'no sentence with two semicolons', 'page'],
);
# A comment may not begin with these words, because they are not the noun that it is about.
my $openings = qr/\A(?:What|Who|Whose|Whom|All that|Of|By which|How many|How often|See \w+\.h)\b/;

# Returns the comments of a C file or of a script: pairs of line and text.
sub comments {
    my ($name, $text) = @_;
    my @found;
    if ($name =~ /\.(?:c|h|def|css|js|mjs|in)\z/) {
        while ($text =~ m{/\*(.*?)\*/}gs) {
            my ($words, $at) = ($1, $-[0]);
            $words = $words =~ s/^\s*\*? ?//gmr =~ s/\s+/ /gr =~ s/^ | $//gr;
            push @found, [1 + (() = substr($text, 0, $at) =~ /\n/g), $words];
        }
        return @found;
    }
    while ($text =~ /^[ \t]*#(?!!)[ \t]?(.*(?:\n[ \t]*#[ \t]?.*)*)/gm) {
        my ($words, $at) = ($1, $-[0]);
        $words = $words =~ s/^[ \t]*#[ \t]?//gmr =~ s/\s+/ /gr =~ s/^ | $//gr;
        push @found, [1 + (() = substr($text, 0, $at) =~ /\n/g), $words];
    }
    return @found;
}

# Returns the paragraphs of a page: pairs of line and text. Macros of mdoc and their arguments are words.
sub paragraphs {
    my ($text) = @_;
    $text =~ s{^\.Bd -literal.*?^\.Ed$}{ $& =~ s/[^\n]//gr }gmse;
    $text =~ s{^```.*?^```$}{ $& =~ s/[^\n]//gr }gmse;
    $text =~ s{^    .*}{}gm if $text !~ /^\.Sh/m;             # tables of a plain text
    $text =~ s{^ +(?:-|\d\.) }{\n}gm if $text !~ /^\.Sh/m; # items of its lists
    $text =~ s{"[^"\n]*"}{}g;                           # words that are quoted
    $text =~ s/^\.\\".*//gm;
    $text =~ s/^\.(?:It|Pp|Sh|Ss|El|Bl|Dl|Pq).*//gm;
    $text =~ s/^\.[A-Z][a-z] ?//gm;
    my @found;
    while ($text =~ /((?:^[^\n]*\S[^\n]*\n?)+)/gm) {
        my ($words, $begin) = ($1, $-[0]);
        push @found, [1 + (() = substr($text, 0, $begin) =~ /\n/g), $words =~ s/\s+/ /gr];
    }
    return @found;
}

sub odd {
    my ($kind, $file, $line, $words) = @_;
    return map { my ($phrase, $instead, $only) = @$_; (!$only || $only eq $kind) && $words =~ $phrase ? "$file:$line: '$&': $instead" : () } @phrases;
}

sub shown { my ($file) = @_; return $file =~ s{\A\Q${\source('')}\E/?}{}r }

my @sources = grep { !/_table\.c\z/ } map { glob source($_) } map({ my $depth = $_; map { "src/$depth*.$_" } qw(c h def css js in) } '', '*/', '*/*/'), 'tools/*/*.[ch]', 'tools/*/*/*.[ch]', 'tests/*.[ch]', 'tests/fuzz/*.[ch]',
    'examples/*.c', 'tests/*.t', 'tests/*.p[lm]', 'tests/said', 'tests/same', 'tests/coverage', 'tests/fuzz/run', 'tools/*/*.pl', 'tools/pgo', 'tools/tables', 'examples/judge-*', 'examples/*.py', '.ci/run', 'Makefile.am', 'configure.ac', 'bootstrap', 'completions/*', 'testdata/*/*.crn', 'replays/*.crn';
for my $file (grep { -f && !/english\.t\z/ } @sources) {
    my @odd;
    for (comments($file, slurp($file))) {
        my ($line, $words) = @$_;
        push @odd, shown($file) . ":$line: begins with '$&'" if $words =~ $openings;
        push @odd, odd('comment', shown($file), $line, $words);
    }
    is(join("\n", @odd), '', shown($file));
}
for my $file (map { glob source($_) } 'man/*.[1357]', 'HACKING', 'README.md', 'SECURITY.md', 'NEWS', 'replays/README') {
    my @odd = map { odd('page', shown($file), @$_) } paragraphs(slurp($file));
    is(join("\n", @odd), '', shown($file));
}
for my $file ('testdata/messages.txt', 'testdata/said.txt', map { my $rows = $_; map { shown($_) } glob source($rows) } 'src/*/*.def', 'src/*/*/*.def', 'src/schemas/*.json', 'src/expansions/*/schema.json') {
    my ($line, @odd) = 0;
    for (split /\n/, slurp(source($file))) {
        $line++;
        push @odd, odd('message', $file, $line, $_) if /^\d|^use |"/;
    }
    is(join("\n", @odd), '', "$file: messages");
}
my ($line, @long) = 0;
for (split /\n/, slurp(source('HACKING'))) {
    $line++;
    push @long, $line if length > 100;
}
is("@long", '', 'HACKING: lines of at most 100 columns');
done_testing;

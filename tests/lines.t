#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the two ways in which lines are read. A turn or step with nothing to report is read in one pass over its bytes,
# every other line in the careful way. Both must give the same output. A carriage return among the blanks at the end of
# a line makes the line go the careful way, and changes nothing else, not even a column. BASTIDE_STRIDE: fewer games.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $file = scratch('lines.crn');
sub carefully { return $_[0] =~ s/^(\d[^%\n]*)\n/$1 \r \n/mgr }
sub said { my ($text, @words) = @_; my ($status, $out, $err) = run(bastide(), @words, spurt($file, $text)); return "$status\n$out$err" }

# Tests that both ways give the same output, with the same columns of findings.
sub same {
    my ($text, $what) = @_;
    is(said(carefully($text), @$_), said($text, @$_), "$what: @$_") for ['check'], ['audit', '--format=csv'], ['fmt'];
}

# Removes, doubles or replaces one byte in about every third line, so that dealt games have all kinds of errors.
sub spoilt {
    my ($text, $seed) = @_;
    srand $seed;
    my @lines = split /\n/, $text;
    for my $line (@lines) {
        next if $line !~ /^\d/ || rand() > 0.3;
        my $at = int rand length $line;
        my $instead = ('', substr($line, $at, 1) x 2, ' ', '#', '-', '?', "\t", ',', 'S', 's', '0', '12', "\xC2\xA0", "\x01", "\xFF", ':', '@', '+a3:cN ')[rand 18];
        substr $line, $at, 1, $instead;
    }
    return join '', map { "$_\n" } @lines;
}

my %kinds = (
    'base' => 'base',
    'all sets' => every_set(),
    'The City' => 'the-city-r1',
);
for my $kind (sort keys %kinds) {
    my $games = deal(3, $ENV{BASTIDE_STRIDE} ? 4 : 12, 0, undef, $kinds{$kind});
    same($games, $kind);
    is(said($games =~ s/^(\d.*)$/$1 # what is said of it/mgr, 'audit', '--format=csv'), said($games, 'audit', '--format=csv'), "$kind: a comment behind each line changes nothing");
    same(spoilt($games, $_), "$kind, spoilt ($_)") for 1 .. ($ENV{BASTIDE_STRIDE} ? 1 : 3);
}

my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a E 0,1S -\n";
my $step = "1.1a adjust:1\n";
same($head . $step x 4000 . "end stopped\n", 'more than is taken at once');
same($head . $step x 700 . "# 100 %\n" . $step x 700 . "end stopped\n", "a '%' in the middle");
same($head . $step x $_, "$_ steps") for 19996, 19997, 19998, 20010;
like(said($head . $step x 20010, 'check'), qr/:20003:1: .*more than 20000 lines/, 'as many lines as a record may have');
same($head . "1.1a" . " adjust:1" x 10 . "\n" . $step x 20, 'many acts');
same($head . ('1.1a' . ' adjust:1' x 500 . "\n") x $_, "$_ times 500 acts") for $ENV{BASTIDE_STRIDE} ? (100, 101) : (99, 100, 101, 102);
like(said($head . ('1.1a' . ' adjust:1' x 500 . "\n") x 110, 'check'), qr/more than 50000 acts/, 'as many acts as a record may have');
same($head . $step x 3 . "1.1a adjust:1", 'no newline at the end');
same("$head$step$head${step}end stopped\n", 'two records');
same("$head$step${head}1.1a x-a:b%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n", "a record that begins in a line");

# A tile's name has the meaning of its own record, whatever tiles the records before it use or define. All cases are
# judged as one stream, in both orders, and one by one.
my @cases = grep { /^%CRN/ && /\n\z/ } map { slurp($_) } sort glob "$FindBin::Bin/../testdata/cases/*.crn";
cmp_ok(scalar @cases, '>', 100, 'there are cases') or BAIL_OUT('no cases');
sub summary { my (undef, @rows) = split /\n/, said($_[0], 'check', '--summary'); return map { s/(?:\t[^\t]*){3}\z//r } grep { /\t/ } @rows }
my @alone = map { [summary($_)] } @cases;
is_deeply([summary(join '', @cases)], [map { @$_ } @alone], 'records in a row are judged as each alone');
is_deeply([summary(join '', reverse @cases)], [map { @$_ } reverse @alone], 'and in the other order');

# One record defines a tile with the name of a tile in the next record. The new tile has cities on all sides, which here
# meet fields.
my $own = "tiles:\n- name: E\n  count: 2\n  segments:\n  - {kind: city, sides: NESW}\n";
my @games = map { "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n$_---\n1a E 0,1S -\nend stopped\n" } '', $own, '', $own;
my @verdicts = map { (split /\t/)[0] } summary(join '', @games);
is("@verdicts", 'valid illegal valid illegal', "a record's own tile is its own");
done_testing();

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the installed JSON schemas: each object that the program prints fits them, and altered objects do not
# (tests/schemas.py).
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

plan skip_all => 'needs python3 with jsonschema' if system('python3 -c "import jsonschema" 2>/dev/null');

my @games = (glob(source('replays/*.crn')), glob(source('testdata/figures/*.crn')), grep { /\/(?:\d*[05]1|412|403|211|454)-/ } glob source('testdata/cases/*.crn'));
my ($japan, $city, $bazaar, $broken) = map { source($_) } qw(replays/japan-2015-final.crn replays/city-two-seats.crn testdata/figures/bridges-bazaar.crn replays/broken-tiles.crn);
my $bid = spurt(scratch('bid.crn'), deal(3, 1, 3, 'official-1', every_set()));
my $save = spurt(scratch('save.jcz'), (run(bastide(), qw(convert --to=jcz --lossy), $japan))[1]);
my $odd = spurt(scratch('odd.json'), '{"a": 1}');
my $other = spurt(scratch('other.json'), (run(bastide(), qw(audit --rules=book-1 --format=json), $japan))[1]);
my $timed = spurt(scratch('timed.crn'), "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\nclock: 1:00\n---\n1a E 0,-1S cS took:30\n2b U 1,0N - took:50.5\nend stopped\n");
my %prints = (
    audit => [['check', '--format=json', @games, $save, $odd], ['check', '--format=json', '--fit', $japan, $broken], map({ ['audit', "--by=$_", '--format=json', @games, $bid, $timed] } rows() =~ /^BY\(\w+, "([\w-]+)"/mg),
        ['audit', '--events=all', '--format=json', @games, $bid, $timed]],
    moves => [['moves', '--by=step', '--each', '--format=json', $bid, $city], map({ ['moves', '--at=3', @$_, '--format=json', $japan] } [], ['--limit=3'], ['--limit=3', '--by=step'], ['--count'], ['--tiles=A', '--by=step'])],
    stats => [['stats', '--format=json', @games], ['stats', '--format=json', $odd]],
    diff => [['diff', '--format=json', '--by=turn', $japan, $other], ['diff', '--format=json', '--claims', '--by=turn', source('replays/broken-scores.crn')], ['diff', '--format=json', $japan, $city], ['diff', '--format=json', $japan, spurt(scratch('both.crn'), slurp($japan) . slurp($city))]],
    record => [['convert', '--to=json', @games]],
    table => [['show', '--format=json', @games, $bid]],
    tiles => [['tiles', '--format=json']],
);
for my $name (sort keys %prints) {
    my @printed;
    for my $command (@{ $prints{$name} }) {
        my ($status, $out) = run(bastide(), @$command);
        push @printed, spurt(scratch("$name-" . @printed . '.jsonl'), $out);
    }
    my ($status, $wrong, $err) = run('python3', source('tests/schemas.py'), source("src/schemas/$name.schema.json"), @printed);
    is("$wrong$err", '', "$name: what is printed, and all of the schema");
    is($status, 0, "$name: a schema");
}
done_testing;

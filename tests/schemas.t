#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the installed JSON schemas: each object that the program prints fits them, and altered objects do not
# (tests/schemas.py).
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Test::More;

plan skip_all => 'needs python3 with jsonschema' if system('python3 -c "import jsonschema" 2>/dev/null');

my @games = (glob(source('replays/*.crn')), glob(source('testdata/figures/*.crn')), grep { /\/(?:\d*[05]1|412|403|211|454)-/ } glob source('testdata/cases/*.crn'));
my ($japan, $city, $bazaar, $broken) = map { source($_) } qw(replays/japan-2015-final.crn replays/city-two-seats.crn testdata/figures/bridges-bazaar.crn replays/broken-tiles.crn);
my $bid = spurt(scratch('bid.crn'), deal(3, 1, 3, 'official-1', every_set()));
my $mixed = spurt(scratch('mixed.crn'), join '', map { deal(4, 12, 3, 'official-1', $_) } 'base,abbot,tower', 'base,abbey-mayor,tower', 'base,traders,tower,princess-dragon', 'base,bridges,tower');
my $save = spurt(scratch('save.jcz'), (run(bastide(), qw(convert --to=jcz --lossy), $japan))[1]);
my $odd = spurt(scratch('odd.json'), '{"a": 1}');
my $other = spurt(scratch('other.json'), (run(bastide(), qw(audit --rules=book-1 --format=json), $japan))[1]);
my $timed = spurt(scratch('timed.crn'), "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\nclock: 1:00\n---\n1a E 0,-1S cS took:30\n2b U 1,0N - took:50.5\nend stopped\n");
my $paused = spurt(scratch('paused.crn'), join "\n", @{ [split /\n/, slurp(source('testdata/figures/bridges-bazaar.crn'))] }[0 .. 14], '');
my %prints = (
    audit => [['check', '--format=json', @games, $save, $odd], ['check', '--format=json', '--fit', $japan, $broken], map({ ['audit', "--by=$_", '--format=json', @games, $bid, $mixed, $timed] } rows() =~ /^BY\(\w+, "([\w-]+)"/mg),
        ['audit', '--events=all', '--format=json', @games, $bid, $timed]],
    moves => [['moves', '--by=step', '--each', '--format=json', $bid, $city], map({ ['moves', '--at=3', @$_, '--format=json', $japan] } [], ['--limit=3'], ['--limit=3', '--by=step'], ['--count'], ['--tiles=A', '--by=step']), map({ ['moves', @$_, '--format=json', $paused] } [], ['--by=step'])],
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
# ---- Accounts of other programs ----
# The schema of accounts takes the example of the manual and every audit. Of lines with one change it takes those that
# `diff` reads, and no others.
my $schema = source('src/schemas/account.schema.json');
my @example = slurp(source('man/bastide-diff.1')) =~ /^(\{"event":.*\})$/mg;
is(scalar @example, 3, 'the example of the manual');
my $audits = (run(bastide(), qw(audit --format=json), @games, $bid))[1];
my %kinds;
my @lines = (@example, grep { /^\{"event":"(\w+)"/ && $kinds{$1}++ < 40 } split /\n/, $audits);
my @values = ('null', '0', '-1', '7', '1000001', '1.5', 'true', '"a"', '"g"', '"x"', '""', '[]', '[1]', '["1,0"]', '[1,2,3,4,5,6]', '[1,2,3,4,5,6,7]', '[1,"x"]', '[null]', '{}', '[{"name":"tiles","count":1,"each":2}]', '[{"name":"tiles","count":1}]');
my $number = JSON::PP->new->canonical->allow_nonref;
my @changed;
for my $line (@example) {
    my $object = $number->decode($line);
    for my $key (qw(event turn seat points final kind feature edge terms tiles scores cell complete winners reason other)) {
        push @changed, $number->encode({ %$object, $key => $number->decode($_) }) for @values;
        push @changed, $number->encode({ map { $_ eq $key ? () : ($_ => $object->{$_}) } keys %$object });
    }
}
my $fits = sub {
    my ($status, $out, $err) = run('python3', '-c', <<'END', $schema, @_);
import json, sys, jsonschema
with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
with open(sys.argv[2], encoding="utf-8") as file:
    for line in file:
        print("yes" if validator.is_valid(json.loads(line)) else "no")
END
    die $err if $err;
    return split /\n/, $out;
};
is_deeply([grep { $_ ne 'yes' } $fits->(spurt(scratch('lines.jsonl'), join '', map { "$_\n" } @lines))], [], @lines . ' lines of audits fit');
my @fit = $fits->(spurt(scratch('changed.jsonl'), join '', map { "$_\n" } @changed));
# The first line has a cell, so that the account is not empty; the last one ends the game.
my $head = qq({"event":"turn","turn":9000,"cell":"0,0"}\n);
my @differ;
for my $i (0 .. $#changed) {
    my $is_end = $changed[$i] =~ /"event":"end"/;
    my $account = spurt(scratch('account.json'), $head . "$changed[$i]\n" . ($is_end ? '' : qq({"event":"end"}\n)));
    my $err = (run(bastide(), 'diff', '-q', $account, $account))[2];
    push @differ, "$changed[$i]: $fit[$i], $err" if ($err !~ /\[908/ ? 'yes' : 'no') ne $fit[$i];
}
cmp_ok(scalar(grep { $_ eq 'no' } @fit), '>', 200, 'changed lines that do not fit');
cmp_ok(scalar(grep { $_ eq 'yes' } @fit), '>', 200, 'and that do');
is_deeply([@differ[0 .. ($#differ < 5 ? $#differ : 5)]], [], 'diff reads those that fit, and no others');
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the commands, their options and their output.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use POSIX ();
use Test::More;

# A shell starts jobs in the background with SIGINT ignored; the tests of ^C need it.
$SIG{INT} = 'DEFAULT';

my $final = source('replays/japan-2015-final.crn');
my $text = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS\n2b U 1,0N rE\n3a U 1,0N rE\nend 4,9 stopped\n";
my $record = spurt(scratch('record.crn'), $text);

# ---- check ----
my ($status, $out) = run(bastide(), 'check', $final);
is("$status $out", "0 $final:1: J.N 96, R.N 95: J.N wins; legal; all scores in the log are right\n", 'check: the verdict');
($status, $out) = run(bastide(), 'check', $record);
is("$status $out", "1 $record:7:6: error: turn 3, Ada (a), U on 1,0N: 1,0 is taken by U, laid in turn 2 [205 cell-taken]\n$record:6:6: note: it was laid here\n"
    . "$record:8:5: error: Ben ends with 2 points, not 9 [702 final-differs]\n$record:1: Ada 4, Ben 2: stopped; illegal; some claims in the log are wrong; 2 findings\n", 'check: findings with two places');
is(join(' ', run(bastide(), 'check', '--quiet', $record)), '1  ', 'check --quiet');
is((run(bastide(), 'check', '-m1', $record))[1] =~ tr/\n//, 3, 'check --max-errors');
like((run(bastide(), 'check', '-m1', $record))[1], qr/2 findings \(1 not shown\)$/, 'what is kept back is counted');
my $warned = spurt(scratch('warned.crn'), $text =~ s/3a.*//sr);
is((run(bastide(), 'check', $warned))[0], 0, 'a warning is no error');
is((run(bastide(), 'check', '--werror', $warned))[0], 1, 'except with --werror');

my $negative = spurt(scratch('negative.crn'), "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N -\n1.1b adjust:-7\nend stopped\n");
like((brief run(bastide(), 'check', $negative))[1], qr/legal, 0:-7; adjusted: Ben -7$/, 'negative scores');

# The City.
my $town = spurt(scratch('city.crn'), "%CRN 1\ngame: the-city\nrules: book-1\nplayers: [Ada, Ben]\n---\n1a t1 0,0N -\n2b t2 1,0N -\nend stopped\n");
like((run(bastide(), 'audit', $town))[1], qr/^\S+: a Ada, b Ben \(book-1; the tiles are a reconstruction, the-city-r1\)$/m, 'an audit says whose the tiles are');
is((json_lines((run(bastide(), 'audit', '--format=json', $town))[1]))[-1]{reconstruction}, 'the-city-r1', 'and in JSON');
($status, $out) = brief run_input("%CRN 1\ngame: the-city\nsets: [base]\nrules: book-1\nplayers: [Ada, Ben]\n---\nend stopped\n", bastide(), 'check');
like($out, qr/the tiles of 'base' are of the game carcassonne, not of the-city/, 'sets of another game');

my $walls = source('testdata/figures/city-walls.crn');
like((run(bastide(), 'audit', '--by=wall', $walls))[1], qr/^    30c phase, dealt: c1 a1 b1\n        c gate 0,0W; 70 walls left, a gap of 61\n        a wall 0,0N; 69 walls left, a gap of 60\n        b wall 0,0S; 68 walls left, a gap of 59\n/m, 'audit --by=wall');
like((run(bastide(), 'audit', '--by=guard', $walls))[1], qr/guard on 0,-3N: 0,-3 public 2; 0,-2 historic Grand Puits 3; 0,-1 public 2; 0,0 public 2; 0,1 is empty: 9$/m, 'audit --by=guard');
like((run(bastide(), 'audit', '--by=tower', $walls))[1], qr/^    31a tower on 3,0S: 4 walls, clockwise 3,0S 2,0S 1,0S 0,0S, to the gate on 0,0W$/m, 'audit --by=tower');
my ($tower) = grep { $_->{event} eq 'tower' } json_lines((run(bastide(), 'audit', '--by=tower', '--format=json', $walls))[1]);
is("$tower->{piece} $tower->{edge} $tower->{count} $tower->{way} @{ $tower->{walls} } $tower->{to}{piece} $tower->{to}{edge}", 'tower 3,0S 4 clockwise 3,0S 2,0S 1,0S 0,0S gate 0,0W', 'and in JSON');
# A tower on a closed ring counts its walls in either direction, or none. The walls of an event follow each other.
my @ring = grep { $_->{event} eq 'tower' && $_->{turn} == 60 } json_lines((run(bastide(), 'audit', '--by=tower', '--format=json', source('testdata/cases/tower-ring.crn')))[1]);
is_deeply([map { [$_->{count}, scalar @{ $_->{walls} }, $_->{way}, $_->{walls}[0], $_->{to} && "$_->{to}{piece} $_->{to}{edge} $_->{to}{turn}"] } @ring],
    [[31, 31, 'counterclockwise', '-3,-8N', 'gate 1,2E 30'], [13, 13, 'clockwise', '-2,-8N', 'tower 1,-3E 42'], [0, 0, undef, undef, undef]], 'which way round was counted');
like((run(bastide(), 'audit', '--by=tower', source('testdata/cases/tower-ring.crn')))[1], qr/60b tower on -3,-8N: 13 walls, clockwise -2,-8N .* 1,-4E, to b's tower of turn 42 on 1,-3E$/m, 'to the tower before it');
like((run(bastide(), 'audit', '--by=residence', source('testdata/cases/tower-ring.crn')))[1], qr/^residence \S+, closed, worth \d+ at the end; .*^residence \S+, open, /ms, 'a residence is closed or open');
my @summary = map { [split /\t/] } split /\n/, (run(bastide(), 'check', '--summary', source('replays/broken-scores.crn'), source('replays/japan-2015-final.crn'), '/nonexistent'))[1];
is_deeply([map { [@$_[0 .. 6]] } @summary], [
    ['legal', 'complete', 'determined', '6-4', '7-4', 4, '703 result-differs'],
    ['valid', 'complete', 'determined', '96-95', '96-95', 0, '-'],
    ['unread', '-', '-', '-', '-', 1, '901 cannot-open']], 'check --summary');
like($summary[1][8], qr{/replays/japan-2015-final\.crn:1$}, 'with the place');
# A stream that is cut where records begin gives the same lines. parallel --pipe cuts so.
my $dealt = deal(31, 30, 0, 'official-1', 'base') =~ s/^end .*/end/mgr;
my $whole = (run_input($dealt, bastide(), 'check', '--summary'))[1];
is(scalar(split /\n/, $whole), 30, 'a line a game');
my @games = split /(?=^%CRN )/m, $dealt;
my $parts = '';
$parts .= (run_input(join('', splice @games, 0, 7), bastide(), 'check', '--summary'))[1] while @games;
is($parts, $whole, 'and the same ones from several processes');
like((run(bastide(), 'show', $walls))[1], qr/^ +G:+.*^ +%%%%%%%%%%/ms, 'show draws the walls');

my @json = json_lines((run(bastide(), 'check', '--format=json', $record))[1]);
is_deeply([ map { $_->{event} } @json ], [qw(finding finding end)], 'check --format=json');
is_deeply($json[0]{also}, { line => 6, column => 6, endColumn => 9, message => 'it was laid here' }, 'with the second place');
is_deeply({ map { $_ => $json[0]{$_} } qw(code name severity line column endColumn) },
    { code => 205, name => 'cell-taken', severity => 'error', line => 7, column => 6, endColumn => 9 }, 'and the first');
is_deeply({ map { $_ => $json[2]{$_} } qw(scores claims) }, { scores => [ 4, 2 ], claims => 'differ' }, 'the end');
ok(!$json[2]{legal} && !$json[2]{valid} && $json[2]{complete}, 'its truth values');
my $sarif = decode_json((run(bastide(), 'check', '--format=sarif', $record, $final))[1]);
is($sarif->{runs}[0]{results}[0]{ruleId}, '205', 'check --format=sarif');
is_deeply($sarif->{runs}[0]{results}[0]{locations}[0]{physicalLocation}{region}, { startLine => 7, startColumn => 6, endColumn => 10 }, 'with its region');
is(scalar @{ $sarif->{runs}[0]{results} }, 2, 'and every finding');
is_deeply($sarif->{runs}[0]{results}[0]{relatedLocations}[0]{physicalLocation}{region}, { startLine => 6, startColumn => 6, endColumn => 10 }, 'with its second place');
is($sarif->{runs}[0]{results}[0]{relatedLocations}[0]{message}{text}, 'it was laid here', 'and what is there');
like($sarif->{runs}[0]{tool}{driver}{$_}, qr/./, "the driver's $_") for qw(version informationUri);
my $strange = "odd %#[x] \xc3\xa9:1.crn";
spurt(scratch($strange), slurp($record));
for ([scratch($strange), qr{^file:///[-\w/.]*/odd%20%25%23%5Bx%5D%20%C3%A9:1\.crn$}], ['-', qr/^stdin:$/]) {
    my ($name, $uri) = @$_;
    my $log = decode_json((run_input(slurp($record), bastide(), 'check', '--format=sarif', $name))[1]);
    like($log->{runs}[0]{results}[0]{locations}[0]{physicalLocation}{artifactLocation}{uri}, $uri, 'the file as a URI');
}
like((run(bastide(), 'check', '--format=tap', $record, $final))[1], qr/^not ok 1 - .*:1\n# .*205.*\n# .*702.*\nok 2 - .*:1\n1\.\.2\n$/, 'check --format=tap');
like((run(bastide(), 'check', '--format=github', $record))[1], qr/^::error file=.*record.crn,line=7,col=6,endColumn=9,title=205 cell-taken::turn 3, Ada \(a\), U on 1,0N: 1,0 is taken/, 'check --format=github');

# ---- audit ----
$out = (run(bastide(), 'audit', $record))[1];
like($out, qr/^   1a E 0,-1S +4     0\n +a \+4  city cS\@0,-1: 2 tiles × 2 = 4; followers a1; tiles 0,-1 0,0; city-completed \(small-city: 4\)$/m, 'audit: an award explained');
like($out, qr/final scoring +\+0 +\+2\n +b \+2  road rE\@0,0: 2 tiles × 1 = 2; followers b1; tiles 0,0 1,0; road-final$/m, 'audit: final scoring');
my @score = grep { $_->{event} eq 'score' } json_lines((run(bastide(), 'audit', '--format=json', $record))[1]);
delete @{ $score[0] }{qw(file)};
is_deeply($score[0], { event => 'score', game => 1, turn => 1, seat => 'a', kind => 'city', points => 4, final => JSON::PP::false, feature => 'cS@0,-1',
    tiles => [ '0,-1', '0,0' ], owners => { a => 1 }, terms => [ { name => 'tiles', count => 2, each => 2, points => 4 } ], rule => 'city-completed',
    option => { 'small-city' => '4' } }, 'audit --format=json: every key of a score');
my @end = grep { $_->{event} eq 'end' } json_lines((run(bastide(), 'audit', '--format=json', '--at=20', $final))[1]);
is($end[0]{turn}, 20, 'audit --at');
like((run(bastide(), 'audit', '--at=20', $final))[1], qr/^  20b F 4,2E +4     3$/m, 'audit --at: the scores before');
my $stopped = slurp($final) =~ s/^result:.*\n//mr =~ s/^21a .*/end stopped\n/msr;
my @short = grep { $_->{event} eq 'end' } json_lines((run_input($stopped, bastide(), 'audit', '--format=json'))[1]);
is_deeply($end[0]{scores}, $short[0]{scores}, 'audit --at: as if it had stopped there, with final scoring');
isnt("@{ $end[0]{scores} }", '4 3', 'which gives points');

# By tile and by seat, the points add up to the scores.
my @turns = grep { $_->{event} eq 'score' } json_lines((run(bastide(), 'audit', '--format=json', $final))[1]);
for my $by (qw(tile seat)) {
    my @objects = grep { $_->{event} eq $by } json_lines((run(bastide(), 'audit', "--by=$by", '--format=json', $final))[1]);
    my @sum = (0, 0);
    if ($by eq 'tile') {
        for my $o (@objects) { $sum[$_] += $o->{points}[$_] for 0, 1 }
        is(scalar @objects, 72, 'audit --by=tile: all tiles');
    } else {
        @sum = map { my $o = $_; my $s = 0; $s += $o->{$_} for qw(city road monastery field adjust); $s } @objects;
        is_deeply([ map { $_->{score} } @objects ], [ 96, 95 ], 'audit --by=seat: scores');
    }
    is_deeply(\@sum, [ 96, 95 ], "audit --by=$by: the points add up");
}
my %paid;
for my $by (qw(road city monastery field)) {
    my @features = grep { $_->{event} eq 'feature' } json_lines((run(bastide(), 'audit', "--by=$by", '--format=json', $final))[1]);
    ok(@features > 3, "audit --by=$by: some");
    for my $feature (@features) {
        is($feature->{kind}, $by, "$feature->{feature} is a $by") if $feature->{kind} ne $by;
        $paid{$_} += $feature->{paid}{$_} for keys %{ $feature->{paid} };
    }
}
is_deeply(\%paid, { a => 96, b => 95 }, 'audit by features: the points add up');
my ($city) = grep { $_->{event} eq 'feature' && $_->{feature} eq 'cS@0,-1' } json_lines((run(bastide(), 'audit', '--by=city', '--format=json', $record))[1]);
is_deeply({ map { $_ => $city->{$_} } qw(founded founder joined completed value followers paid tiles) },
    { founded => 0, founder => undef, joined => [], completed => 1, value => 4, followers => [ { seat => 'a', turn => 1, segment => 'cS@0,-1' } ],
      paid => { a => 4 }, tiles => [ '0,-1', '0,0' ] }, 'the life of a city');
like((run(bastide(), 'audit', '--by=city', $record))[1], qr/^city cS\@0,-1, completed in turn 1, worth 4; 2 tiles: 0,-1 0,0\n  start founded\n     1  completed\n     1a follower placed: cS\@0,-1\n     1  a \+4/m, 'as text');
like((run_input($text =~ s/^(1a|2b|3a).*\n//mgr =~ s/---\n/---\n1a U 1,0N -\n2b E 1,-1W cW\n3a U -1,0N -\n4b E -1,-1E cE\n5a R 0,-1S -\n/r =~ s/end.*/end stopped/r, bastide(), 'audit', '--by=city'))[1],
    qr/^     5  two of them joined$/m, 'two cities joined');
my @csv = split /\n/, (run(bastide(), 'audit', '--format=csv', $record))[1];
is($csv[0], 'event,file,game,turn,part,seat,tile,cell,orient,scores', 'audit --format=csv: names');
is($csv[1], "turn,$record,1,1,,a,E,\"0,-1\",S,4;0", 'and rows');
like((run(bastide(), 'audit', '--format=yaml', $record))[1], qr/^event: score\nfile: .*\ngame: 1\nturn: 1\nseat: a\nkind: city\npoints: 4\nfinal: false\nfeature: cS\@0,-1\ntiles: \['0,-1', '0,0'\]/m, 'audit --format=yaml');
my @facts = map { $_->{event} } json_lines((run(bastide(), 'audit', '--format=json', '--events=all', $record))[1]);
is((grep { $_ eq 'laid' } @facts), 3, 'audit --events=all');
is((grep { $_ eq 'returned' } @facts), 1, 'followers return');

# By tile the points add up even if turn numbers are wrong. --at ignores what comes later. Findings carry their turn.
my $slipped = "%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n1a U 1,0N -\n2b B 0,1N m\n30a B -1,1N -\n4b B 1,1N -\n5x\nend stopped\n";
my @tiles = grep { $_->{event} eq 'tile' } json_lines((run_input($slipped, bastide(), 'audit', '--by=tile', '--format=json'))[1]);
my $b = 0;
$b += $_->{points}[1] for @tiles;
my ($last) = grep { $_->{event} eq 'end' } json_lines((run_input($slipped, bastide(), 'audit', '--format=json'))[1]);
is($b, $last->{scores}[1], 'audit --by=tile: the points add up after a slip of a number');
($last) = grep { $_->{event} eq 'end' } json_lines((run_input($slipped, bastide(), 'audit', '--at=2', '--format=json'))[1]);
ok(!$last->{undetermined}, 'audit --at: what comes later is not looked at');
my ($late) = grep { $_->{event} eq 'finding' } json_lines((run_input($text =~ s/^2b/2a/mr, bastide(), 'audit', '--format=json'))[1]);
is("$late->{turn}$late->{seat} $late->{code}", '2a 601', 'a finding carries its turn and seat');
my ($odd) = grep { $_->{event} eq 'turn' } json_lines((run_input("%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n1a V 1,0? -\nend stopped\n", bastide(), 'audit', '--format=json'))[1]);
is_deeply([ @{$odd}{qw(tile orient)} ], [ 'V', undef ], 'a known tile whose orientation is not');
my $shields = "%CRN 1\nrules: official-1\nplayers: [A]\ntiles:\n- {name: Y, count: 30, segments: [{kind: city, sides: NS, shields: 9}, {kind: field, halves: [ENE, ESE]}, {kind: field, halves: [WSW, WNW]}]}\n---\n"
    . join('', map { "${_}a Y 0,-${_}N " . ($_ == 1 ? 'cS' : '-') . "\n" } 1 .. 30) . "31a E 0,-31S -\nend stopped\n";
like((run_input($shields, bastide(), 'audit'))[1], qr/32 tiles × 2 \+ 270 shields × 2 = 604/, 'more shields than a byte holds');

# ---- show, tiles, explain ----
is((run(bastide(), 'show', $record))[1], <<"END", 'show');
$record:1: a Ada, b Ben (official-1)
        0    1 
     .....
  -1 .....
     .###.
     .###......
   0 ---------B
     ..........
b stands on rE\@1,0 of the road rE\@0,0 since turn 2
after the final scoring, turn 3: a 4 b 2
left: 68 tiles; a 7 followers; b 6 followers
END
like((run(bastide(), 'show', '--at=1', $record))[1], qr/after turn 1: a 4 b 0/, 'show --at');
like((run(bastide(), 'tiles'))[1], qr/^base: Carcassonne, 72 tiles of 24 designs\n/, 'tiles');
is((run(bastide(), 'tiles', 'BA/RCr'))[1], "  .###.   D, 4 tiles, the start tile\n  -----   cN rE fENE fESE\n  .....   also BA/RCr, crfr\n\n", 'tiles: one design');
my %count;
$count{ $_->{name} } += $_->{count} for json_lines((run(bastide(), 'tiles', '--format=json', '--set=base'))[1]);
is(eval { my $n = 0; $n += $_ for values %count; $n }, 72, 'tiles --format=json');
# Tiles are named as players say them, where only one fits. The sides are those of the listed design.
my ($spoken, $with_name) = (0, 0);
for my $name ('base', expansion_sets()) {
    my @designs = json_lines((run(bastide(), 'tiles', "--set=$name", '--format=json'))[1]);
    my @said = grep { defined $_->{spoken} } @designs;
    my %shared;
    $shared{ $_->{spoken} }++ for @said;
    is(join(' ', grep { $shared{$_} > 1 } sort keys %shared), '', "$name: each name is of one tile");
    is(join(' ', map { $_->{spoken} =~ /^\Q$_->{sides}\E(?:\+)?(?:-[JS])?(?:-M)?$/ ? () : $_->{name} } @said), '', "$name: with its sides");
    is(join(' ', map { ((grep { $_->{shields} } @{ $_->{segments} }) xor $_->{spoken} =~ /\+/) ? $_->{name} : () } @said), '', "$name: and its shield");
    my $record = "%CRN 1\nsets: [$name]\nrules: official-1\nplayers: [A, B]\n---\n" . join '', map { "1a discard:$_\n" } map { $_->{spoken}, uc $_->{spoken} } @said;
    is(join(' ', (run_input($record, bastide(), 'fmt'))[1] =~ /discard:(\S+)/g), join(' ', map { ($_->{name}) x 2 } @said), "$name: which is read");
    $spoken += @said;
    $with_name += $name eq 'base' && @said == @designs;
}
cmp_ok($spoken, '>', 70, "$spoken tiles have such a name");
is($with_name, 1, 'all of the base game');
my $discards = sub { my ($sets, @names) = @_; return join ' ', (run_input("%CRN 1\nsets: [$sets]\nrules: official-1\nplayers: [A, B]\n---\n" . join('', map { "1a discard:$_\n" } @names), bastide(), 'fmt'))[1] =~ /discard:(\S+)/g };
is($discards->('base', qw(fcfc-J cfcf-S cffc+ CCFF+-J ffff-M ffrf ffrf-m)), 'G H M CCFF+-J B A A', 'letters after it');
is($discards->('base', qw(cfcf fcfc cffc ffrf-J crrf+ crrfx frrc)), 'cfcf fcfc cffc ffrf-J crrf+ crrfx frrc', 'not if several tiles fit, none, or a turned one');
is($discards->('base, inns', 'crfr', 'cfff'), 'D cfff', 'nor if a tile of another set in play fits');
like((run_input("%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n1a cfcf 1,0N -\nend stopped\n", bastide(), 'check'))[1], qr/no tile is named 'cfcf'/, 'as a finding says');
is((run(bastide(), 'tiles', '--set=base', 'crrf'))[1] =~ /, 3 tiles\n.*also BA\/CRr, crrf/s ? 1 : 0, 1, 'tiles: one design by such a name');
my $set = spurt(scratch('set.yaml'), "name: more\ntiles:\n- {name: Z1, count: 2, sides: ffff, aliases: [Q/Z], segments: [{kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}]}\n");
like((run(bastide(), 'tiles', "--tileset=$set", '--set=more'))[1], qr/^more: more, 2 tiles of 1 designs\n.*Z1, 2 tiles.*also Q\/Z/s, 'tiles --tileset');
my $with = "%CRN 1\nsets: [base, more]\nrules: official-1\nplayers: [A, B]\n---\n1a Q/Z 0,1N -\n2b Z1 0,2N -\nend stopped\n";
is((brief run_input($with, bastide(), 'check', "--tileset=$set"))[1], "<stdin>:1: legal, 0-0\n", 'a game with it');
like((run_input($with =~ s/, more//r, bastide(), 'check', "--tileset=$set"))[1], qr/6:4: error: turn 1, A \(a\), Q\/Z on 0,1N: tile Z1 belongs to a set that is not in play \[214/, 'and without it in play');
is((run(bastide(), 'explain', '302'))[1], (run(bastide(), 'explain', 'feature-occupied'))[1], 'explain by code and name');
like((run(bastide(), 'explain', '302'))[1], qr/^302 feature-occupied \(error\)\nRule base\.follower\.free: .*\nSource: Carcassonne, .*\nExample:\n.*<--.*\nFix: /s, 'explain');
is((run(bastide(), 'explain', 'bridges.setup'))[1] =~ s/^(Rule \S+): .*/$1/gmr, "Rule bridges.setup.tiles\nSource: Bridges, Castles & Bazaars, La mise en place; the heading Le bazar says 12 tiles\n\nRule bridges.setup.bridges\nSource: Bridges, Castles & Bazaars, La mise en place; Ponts, Note\nFinding: 441 no-bridge-left\n\nRule bridges.setup.castles\nSource: Bridges, Castles & Bazaars, La mise en place; Ponts, Note\nFinding: 452 no-castle-left\n", 'explain: rules by the beginning of their ids');
like((run(bastide(), 'explain', 'shield'))[1], qr/^Option shield \(Carcassonne\): .*\nValues: 1, 2\nbook-1: 1\nofficial-1: 2\n/, 'explain: an option');
is((run(bastide(), 'explain', 'bridges.set', '302'))[0], 2, 'explain: half a word is no rule');
is((run(bastide(), 'explain', 'Bridges.Setup.'))[1], (run(bastide(), 'explain', 'bridges.setup'))[1], 'explain: capitals and a dot at the end make no difference');
like((run(bastide(), 'explain', 'shield=1'))[1], qr/^Rule: base\.score\.city$/m, 'explain: an option as it is given, and the rules that name it');
my ($searched, $listed, $said) = run(bastide(), 'explain', 'Shepherd');
is($searched, 2, 'explain: a word that names nothing');
like($said, qr/unknown finding, rule or option: 'Shepherd'; these lines contain it:/, 'explain: reports an unknown word');
is($listed, join('', grep { /shepherd/i } split /^/, (run(bastide(), 'explain'))[1]), 'explain: and the lines that contain it');
unlike((run(bastide(), 'explain', 'xyzzy'))[1], qr/./, 'explain: no line contains it');
like((run(bastide(), 'explain', 'feature-ocupied'))[2], qr/did you mean 'feature-occupied'/, 'explain: a typo');
for (['check --quiet -Zq', qr/unknown option '-Z'$/m], ['check --quiet=1', qr/'--quiet' takes no value/], ['deal --se=1', qr/ambiguous option '--se=1'; it could be --seed, --sets, --seats$/m],
    ['check --fromat=json', qr/did you mean '--format'/], ['check -f', qr/'--format' needs a value/], ['--vers', qr/unknown option '--vers'/],
    # A suggestion, or a list of the possible words if none is similar.
    ['check --format=jsno', qr/unknown --format form 'jsno'; did you mean 'json'\?$/m], ['check --format=moon', qr/'moon'; forms are text, json, sarif, tap, github, summary$/m], ['audit --by=ctiy', qr/unknown --by key 'ctiy'; did you mean 'city'\?$/m],
    ['cehck', qr/unknown command 'cehck'; did you mean 'check'\?$/m], ['ck', qr/unknown command 'ck'$/m], ['tiles --set=bse', qr/unknown tile set 'bse'; did you mean 'base'\?$/m], ['tiles --set=moon', qr/'moon'; known are base, princess-dragon, bridges, inns, traders, river, abbot, king-robber, tower, abbey-mayor, hills-sheep, the-city-r1$/m],
    ['select --set=brigdes', qr/did you mean 'bridges'\?$/m], ['select --finding=feature-ocupied', qr/unknown finding: 'feature-ocupied'; did you mean 'feature-occupied'\?$/m], ['select --finding=99', qr/unknown finding: '99'; 'bastide explain' lists all$/m],
    ['deal --spoil=sides-difer', qr/did you mean 'sides-differ'\?$/m], ['check --disable=sides-difer', qr/did you mean 'sides-differ'\?$/m], ['check --rules=bok-1', qr/unknown profile 'bok-1'; did you mean 'book-1'\?$/m],
    ['check --options=bridge-tile=owm', qr/option bridge-tile has no value 'owm'; did you mean 'own'\?$/m], ['check --options=shild=1', qr/did you mean 'shield'\?$/m], ['help moon', qr/unknown command 'moon'/], ['tiles --set=base b1', qr/no tile of set base is named 'b1'/]) {
    my ($words, $message) = @$_;
    my ($status, $out, $err) = run(bastide(), split ' ', $words);
    is("$status $out", '2 ', "$words: trouble");
    like($err, $message, "$words: what is wrong");
}
like((run_input("%CRN 1\nrules: official-1\noptions: {shild: 1, shield: 22}\nplayers: [A, B]\n---\nend stopped\n", bastide(), 'check'))[1], qr/there is no option 'shild' of the rules; did you mean 'shield'\? \[804.*option shield has no value '22'; did you mean '2'\? \[804/s, 'the same in a header');
is((run(bastide(), 'help', 'fmt'))[1], (run(bastide(), 'fmt', '-h'))[1], 'help of a command');
like((run(bastide(), qw(deal -s base -s bridges -O shield=1 -O small-city=2)))[1], qr/^sets: \[base, bridges\]\n.*^options: \{shield: 1, small-city: 2\}$/ms, 'lists add up');

# ---- several inputs ----
($status, $out) = brief run_input($text, bastide(), 'check', '-', $final);
like("$status $out", qr/^1 .*<stdin>:1: illegal.*$final:1: legal/s, 'standard input among files');
like((run(bastide(), '--version'))[1], qr/^bastide \d+\.\d+\.\d+$/, 'version');
like((run(bastide(), '--help'))[1], qr/check.*audit.*show.*fmt.*tiles.*explain/s, 'help');
like((run_input($text, 'env', 'TERM=xterm', bastide(), 'check'))[1], qr/^<stdin>:7:6: error: /, 'no colours but on a terminal');

# ---- options that commands share ----
# A letter stands for the same option everywhere.
my (%letters, %forms);
for my $command ((run(bastide(), '--help'))[1] =~ /^  ([a-z]+)  /mg) {
    my $help = (run(bastide(), $command, '--help'))[1];
    $letters{$1}{$2} = 1 while $help =~ /^  -(\w), --([a-z-]+)/mg;
    $forms{$1}++ while $help =~ /^  (?:-\w,|   ) --([a-z-]+)/mg;
}
is(join(' ', map { join '/', sort keys %{ $letters{$_} } } grep { keys %{ $letters{$_} } > 1 } sort keys %letters), '', 'a letter has one long name in all commands');
cmp_ok(scalar(keys %letters), '>', 15, 'there are letters');
is($forms{output}, $forms{color} - 1, '--output wherever there are colours, except in record');

# --output: the whole file or nothing.
{
    my $record = source('replays/friendly-1.crn');
    my $said = (run(bastide(), 'check', $record))[1];
    my $to = scratch('said.txt');
    is_deeply([run(bastide(), 'check', '--output', $to, $record)], [0, '', ''], '--output');
    is(slurp($to), $said, 'the file has what standard output would have');
    chmod 0640, $to;
    run(bastide(), 'audit', '-o', $to, $record);
    is(slurp($to), (run(bastide(), 'audit', $record))[1], 'it is replaced');
    is((stat $to)[2] & 07777, 0640, 'and keeps its permissions');
    symlink 'said.txt', scratch('link') or die;
    run(bastide(), 'fmt', '-o', scratch('link'), $record);
    is(slurp($to), slurp($record), 'through a link');
    ok(-l scratch('link'), 'which stays one');
    is_deeply([run(bastide(), 'check', '-o', '-', $record)], [0, $said, ''], 'to standard output');
    is((run(bastide(), 'check', '-o', '/dev/null', $record))[0], 0, 'to a device');
    is((run(bastide(), 'check', '-o', $to, '--jobs=2', $record, scratch('nowhere.crn')))[0], 2, 'a run with trouble');
    like(slurp($to), qr/^\Q$said\E.*cannot open/ms, 'is told in the file');
    for (['/nowhere/x', 'No such file'], [scratch('.'), 'Is a directory'], ['/dev/full', 'No space left']) {
        my ($status, $out, $err) = run(bastide(), 'check', '-o', $_->[0], $record);
        like("$status$out$err", qr{^2bastide: error: cannot write '\Q$_->[0]\E': $_->[1].* \[909 cannot-write\]\n$}, "cannot be written: $_->[0]");
    }
    like((run(bastide(), 'fmt', '-i', '-o', $to, $record))[2], qr/--output and --in-place cannot be used together/, 'with --in-place');
    like((run(bastide(), 'select', '--split=x', '-o', $to, $record))[2], qr/--output and --split cannot be used together/, 'with --split');
    # A run that is killed leaves the file as it was, and nothing beside it.
    for my $signal (qw(INT TERM KILL)) {
        my $was = spurt(scratch('was.txt'), "as it was\n");
        my $new = scratch('new.txt');
        for my $file ($was, $new) {
            my $pid = open(my $pipe, '|-', bastide(), 'fmt', '-o', $file) or die;
            my $began = time;
            my $beside = sub { my @files = glob "$file.*"; return scalar @files };
            select undef, undef, undef, .02 until $beside->() || time > $began + 10;
            is($beside->(), 1, "$signal: it is being written");
            kill $signal, $pid;
            close $pipe;
            select undef, undef, undef, .02 until !$beside->() || time > $began + 20;
            is($beside->(), 0, 'nothing is left of it');
        }
        is(slurp($was), "as it was\n", 'the old file is as it was');
        ok(!-e $new, 'and there is no new one');
    }
}

# --color
for my $words (['check', source('replays/broken-scores.crn')], ['show', source('replays/friendly-1.crn')]) {
    like((run(bastide(), @$words, '--color=always'))[1], qr/\e\[/, "$words->[0] --color=always");
    unlike((run(bastide(), @$words, "--color=$_"))[1], qr/\e/, "$words->[0] --color=$_") for qw(auto never);
    like((run('env', 'NO_COLOR=1', bastide(), @$words, '--color=always'))[1], qr/\e\[/, 'it outranks NO_COLOR');
}

# Several keys, and plurals.
{
    my $record = source('replays/friendly-1.crn');
    my ($cities, $roads) = map { (run(bastide(), 'audit', "--by=$_", $record))[1] =~ s/^.*\n//r } qw(city road);
    my $title = (run(bastide(), 'audit', '--by=city', $record))[1] =~ s/\n.*/\n/sr;
    is((run(bastide(), 'audit', '--by=cities,road', $record))[1], "${title}by city:\n$cities\nby road:\n$roads", 'two keys');
    is((run(bastide(), 'audit', '--by=cities', '--by', 'roads,city', $record))[1], "${title}by city:\n$cities\nby road:\n$roads", 'several times');
    is((run(bastide(), 'audit', "--by=$_->[1]", $record))[1], (run(bastide(), 'audit', "--by=$_->[0]", $record))[1], $_->[1]) for ['turn', 'turns'], ['monastery', 'monasteries'], ['fortress', 'fortresses'], ['clock', 'clocks'];
    is((run(bastide(), 'audit', "--by=$_", $record))[0], 2, "no key: '$_'") for 'citys', 'city,', 'city,moon', 'fortresss', 's';
    my @told = json_lines((run(bastide(), 'audit', '--by=road,city', '--format=json', $record))[1]);
    is(scalar(grep { $_->{event} eq 'end' } @told), 1, 'one verdict');
    is(join(' ', map { s/.*"kind":"(\w+)".*/$1/r } grep { /"event":"feature"/ } split /\n/, (run(bastide(), 'audit', '--by=road,city', '--format=json', $record))[1]) =~ s/\b(\w+)(?: \1)+\b/$1/gr, 'road city', 'features of both, in this order');
    like((run(bastide(), 'audit', '--by=road,city', '--format=csv', $record))[2], qr/--by can have only one key/, 'not as CSV');
    is((run(bastide(), 'diff', '--by=turns', $record, $record))[0], 0, 'plurals in diff');
}

# A turn that the game does not have.
for my $command ('show', 'audit', 'moves', 'show --format=json') {
    my ($status, $out, $err) = run(bastide(), (split ' ', $command), '--at=73', source('replays/friendly-1.crn'));
    like("$status$out$err", qr/^2\[?\n?\]?\n?bastide \w+: \S+friendly-1.crn:1: the game has no turn 73; its last one is 7[012]\n$/, "$command: a turn after the last one");
}

# A table has one line of column names, whatever its rows leave out.
{
    my $games = $ENV{BASTIDE_STRIDE} ? 1 : 4;
    my $archive = spurt(scratch('archive.crn'), join '', map { deal(3, $games, 3, 'official-1', $_) } grep { $_ ne 'the-city-r1' } set_kinds());
    my ($keys) = (run(bastide(), qw(audit --by=xx)))[2] =~ /keys are (.*)/ or die;
    my $rows = 0;
    for my $key (split /[,\s]+/, $keys) {
        my ($first, @lines) = split /\n/, (run(bastide(), 'audit', "--by=$key", '--format=csv', $archive))[1];
        is(scalar(grep { /^event,/ } @lines), 0, "audit --by=$key: one line of names");
        $rows += @lines;
    }
    cmp_ok($rows, '>', 2500 * $games, 'of many rows');
    my (undef, @lines) = split /\n/, (run(bastide(), qw(moves --each --by=step --format=csv --limit=3), $archive))[1];
    is(scalar(grep { /^event,/ } @lines), 0, 'moves: one line of names');
}

# ---- explanations ----
{
    my ($status, $out) = run(bastide(), 'check', '--explain', '--jobs=2', source('replays/broken-scores.crn'), source('replays/broken-scores.crn'));
    my @codes = $out =~ /\[(\d+) [a-z-]+\]$/mg;
    my %once = map { $_ => 1 } @codes;
    is(join(' ', $out =~ /^(\d+) [a-z-]+ \(error\)$/mg), join(' ', sort keys %once), 'check --explain: each kind once');
    for my $code (sort keys %once) {
        my $whole = (run(bastide(), 'explain', $code))[1] =~ s/^Example:\n(?:    .*\n)+//mr;
        like($out, qr/^\Q$whole\E/m, "$code: rule, source and fix");
    }
    my $base = spurt(scratch('base.crn'), "%CRN 1\nsets: [base]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a B 0,-1N -\nend stopped\n");
    my $city = spurt(scratch('roads.crn'), (slurp(source('replays/city-two-seats.crn')) =~ /^(.*?\n---\n)/s)[0] . "1a t44 0,0W -\n2b t34 1,0S -\nend stopped\n");
    my $rules = sub {
        join ' ', (run(bastide(), 'check', '--explain', @_))[1] =~ /^Rule ((?:base|city)\.tile\.(?:sides|roads)):/mg;
    };
    is($rules->($base), 'base.tile.sides', 'check --explain: no rule of The City for a game of Carcassonne');
    is($rules->($city), 'base.tile.sides city.tile.roads', 'check --explain: but for a game of The City');
    is($rules->('--jobs=2', $base, $city), 'base.tile.sides city.tile.roads', 'check --explain: both, of several games');
    is(join(' ', (run(bastide(), 'replay', '--report', $base))[1] =~ /Source: ([^,]*),/g), 'Carcassonne', 'replay --report: only the rules in play');
    is(join(' ', (run(bastide(), 'replay', $base))[1] =~ /Source: ([^,]*),/g), 'Carcassonne', 'replay: only the rules in play');
    unlike((run(bastide(), 'check', '--explain', source('replays/friendly-1.crn')))[1], qr/\n./, 'nothing without findings');
    like((run(bastide(), 'check', '--explain', '--format=json', source('replays/friendly-1.crn')))[2], qr/only with text/, 'only text');
}
SKIP: {
    skip 'needs script(1), and a terminal for it', 10 if system('script -qec true /dev/null >/dev/null 2>&1');
    my $on_terminal = sub { (run('script', '-qec', join(' ', 'env', 'TERM=xterm', bastide(), @_), '/dev/null'))[1] =~ s/\r//gr };
    like($on_terminal->('check', source('replays/broken-scores.crn')), qr/^For more about a finding: bastide explain 70[123]$/m, 'a terminal gets a hint at explain');
    unlike($on_terminal->('check', source('replays/friendly-1.crn')), qr/explain/, 'but not without findings');
    like($on_terminal->('replay', source('replays/friendly-1.crn')), qr/\A.*not for a terminal; --output=FILE writes it.*\n.*\n\z/, 'a page is not printed on a terminal');

    # The line of progress. A file is made longer until checking it takes a second.
    my ($long, $line) = (scratch('long.crn'));
    my $games = deal(1, 300, 0, 'official-1', 'base');
    for my $copies (8, 32, 128, 512) {
        spurt($long, $games x $copies);
        my $shown = (run('script', '-qec', join(' ', bastide(), 'check', '--only=bad', $long, '2>&1', '>/dev/null'), '/dev/null'))[1];
        ($line) = $shown =~ /\r([^\r]+)\e\[K/ and last;
    }
    # The first second may end when only one game was read.
    like($line, qr/^\d+ % of \d+(?:\.\d)? MB, (?:\d+ s|\d+ min|\d+ h \d+ min) left; [\d,]+ games?(?:: [\d,]+ valid)?$/, 'how much of the files is read, and how long the rest takes');
    unlink $long;

    # ^C: the terminal is clean, and the tally so far is printed.
    my $fifo = scratch('fifo');
    POSIX::mkfifo($fifo, 0600) or die "mkfifo: $!";
    my $one = slurp(source('replays/friendly-1.crn'));
    for my $jobs ('', '--jobs=2') {
        my $shown = scratch('shown.txt');
        my $child = fork // die "fork: $!";
        exec '/bin/sh', '-c', "exec script -qec 'sh -c \"echo \\\$\\\$ >pid; exec " . bastide() . " check $jobs fifo\" | cat >out.txt' /dev/null >shown.txt </dev/null" or die if !$child && chdir scratch('.');
        open my $pipe, '>', $fifo or die "$fifo: $!";
        $pipe->autoflush(1);
        print $pipe $one x 2;
        my $began = time;
        select undef, undef, undef, .05 until (() = slurp(scratch('out.txt')) =~ /; legal/g) >= 2 || time > $began + 20;
        print $pipe $one;
        kill INT => slurp(scratch('pid')) + 0;
        select undef, undef, undef, .3;
        close $pipe;
        waitpid $child, 0;
        my $said = slurp($shown);
        like($said, qr/^(?:\r[^\r]*\e\[K)*interrupted after (\d+) games?: \1 valid\r$/m, "^C $jobs: the tally so far");
        my ($count) = $said =~ /interrupted after (\d+)/;
        is(scalar(() = slurp(scratch('out.txt')) =~ /; legal;/g), $count, 'of the verdicts that are printed');
    }
    # Those that write something at the end do so for the games so far.
    for (['stats --by=player', qr/^Ada +[123] /m, 'out.txt'], ['replay --split=pages', qr/<title>/, 'pages/index.html']) {
        my ($command, $want, $file) = @$_;
        my $child = fork // die "fork: $!";
        exec '/bin/sh', '-c', 'echo $$ >pid; exec ' . bastide() . " $command fifo >out.txt 2>shown.txt" or die if !$child && chdir scratch('.');
        open my $pipe, '>', $fifo or die "$fifo: $!";
        $pipe->autoflush(1);
        print $pipe $one x 2;
        select undef, undef, undef, .5;
        print $pipe $one;
        kill INT => slurp(scratch('pid')) + 0;
        select undef, undef, undef, .3;
        close $pipe;
        waitpid $child, 0;
        is($? & 127, 2, "^C $command: ended by it");
        like(slurp(scratch('shown.txt')), qr/^interrupted after [123] games?$/m, 'the games so far');
        like(slurp(scratch($file)), $want, 'what is known of them');
    }
    # A second one ends the run while it waits for input.
    my $pid = open(my $input, '|-', bastide(), 'check', '-o', scratch('never.txt')) or die;
    my $beside = sub { my @files = glob scratch('never.txt') . '.*'; return scalar @files };
    my $began = time;
    select undef, undef, undef, .02 until $beside->() || time > $began + 10;
    kill INT => $pid;
    select undef, undef, undef, .2;
    kill INT => $pid;
    close $input;
    is($? & 127, 2, 'a second ^C ends the run at once');
    ok(!-e scratch('never.txt'), 'without a file');
}

# ---- memory does not grow with the stream ----
SKIP: {
    skip 'needs /usr/bin/time', 1 unless -x '/usr/bin/time';
    my $one = spurt(scratch('one.crn'), deal(3, 1));
    my $many = spurt(scratch('many.crn'), slurp($one) x 3000);
    # Freed memory that a sanitizer keeps does not count.
    local $ENV{ASAN_OPTIONS} = join ':', $ENV{ASAN_OPTIONS} // (), 'quarantine_size_mb=0';
    my @kb = map { (run('/usr/bin/time', '-f', '%M', bastide(), 'check', '-q', $_))[2] } $one, $many;
    cmp_ok($kb[1], '<', $kb[0] + 1024, "3000 games take the memory of one ($kb[0], $kb[1])");
}
# Progress is printed to standard error if that is a terminal and standard output is not.
SKIP: {
    skip 'needs script(1), and a terminal for it', 2 if system('script -qec true /dev/null >/dev/null 2>&1');
    my $many = spurt(scratch('many.crn'), deal(1, 64));
    my $program = bastide();
    my $slow = "(cat '$many'; sleep 1.2; cat '$many')";
    like((run('script', '-qec', "$slow | $program check -q >/dev/null", '/dev/null'))[1], qr/\r\d+ kB, \d+ s; \d+ games?: \d+ valid\e\[K.*\r\e\[K/s, 'told, and wiped out');
    is((run('/bin/sh', '-c', "$slow | $program check -q"))[2], '', 'not into a file');
}
# A record is judged the same wherever it stands in a stream. A wrong turn number in the record before it has no effect.
my ($before, $alone) = ("%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a C 0,-1N -\n75b E 0,1N -\nend stopped\n",
    "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n75.1a -\n1a C 0,-1N -\nend stopped\n");
sub codes { my ($text, $game) = @_; return join ' ', map { $_->{code} } grep { $_->{event} eq 'finding' && $_->{game} == $game } json_lines((run_input($text, bastide(), 'check', '--format=json'))[1]) }
is(codes("$before$alone", 2), codes($alone, 1), 'a record is judged alike after another one');
like(codes($alone, 1), qr/602/, 'which says that its step has no turn');
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests tile sets. The shipped sets must have the known counts of tiles and marks. Sets with errors must be refused with
# the reason.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my %sets;
push @{ $sets{ $_->{set} } }, $_ for map { decode_json($_) } split /\n/, (run(bastide(), 'tiles', '--format=json'))[1];

sub tiles { my $n = 0; $n += $_->{count} for @_; return $n }
sub marked { my ($mark, @tiles) = @_; return tiles(grep { grep { $_ eq $mark } @{ $_->{marks} } } @tiles) }
sub bears { my ($mark, @tiles) = @_; return tiles(grep { grep { grep { $_ eq $mark } @{ $_->{marks} // [] } } @{ $_->{segments} } } @tiles) }

my %known = (base => 72, 'princess-dragon' => 30, bridges => 12, inns => 18, traders => 24, river => 12, 'king-robber' => 5, tower => 18, 'hills-sheep' => 18, 'abbey-mayor' => 12, abbot => 21, 'the-city-r1' => 75);
is(join(' ', sort keys %known), join(' ', sort keys %sets), 'every set is counted here');
is(tiles(@{ $sets{$_} }), $known{$_}, "$_: $known{$_} tiles") for sort keys %known;

my @pd = @{ $sets{'princess-dragon'} };
is(marked($_->[0], @pd), $_->[1], "$_->[1] $_->[0]s") for ['volcano', 6], ['dragon', 12], ['portal', 6];
is(bears('princess', @pd), 6, '6 princesses');
is(marked('bazaar', @{ $sets{bridges} }), 8, '8 bazaars');
is(marked($_, @{ $sets{'hills-sheep'} }), 8, "8 ${_}s") for qw(hill vineyard);
is(bears('inn', @{ $sets{inns} }), 6, '6 inns');
is(bears('cathedral', @{ $sets{inns} }), 2, '2 cathedrals');
is(bears($_->[0], @{ $sets{traders} }), $_->[1], "$_->[1] barrels of $_->[0]") for ['wine', 9], ['grain', 6], ['cloth', 5];

# Where roads end at cities, monasteries and crossings.
my (%joins, %told);
for my $tile (map { @$_ } values %sets) {
    for my $segment (@{ $tile->{segments} }) {
        $joins{"$tile->{name} " . join ' ', sort $segment->{segment}, $_} = 1 for @{ $segment->{joined} // [] };
    }
}
is($joins{$_}, 1, "$_ are joined") for 'A m rS', 'L rE rW', 'd13 cN m';
is($joins{$_}, undef, "$_ are not") for 'D cN rE', 'a4 cN rS', 'V rE rS';
SKIP: {
    my $facts = shared('tiles/tiles-a.json') or skip 'no list of joined segments', 1;
    my $of = decode_json(slurp($facts))->{'wagon-connections'};
    for my $name (keys %$of) {
        for my $group (@{ $of->{$name} }) {
            for my $one (@$group) { $told{"$name " . join ' ', sort $one, $_} = 1 for grep { $_ ne $one } @$group }
        }
    }
    is_deeply([ sort keys %joins ], [ sort keys %told ], scalar(keys %told) . ' pairs of segments are joined');
}

# The City: what the rulebook has about its tiles. The number of copies of each tile is a reconstruction, and the set is
# marked so.
my @city = @{ $sets{'the-city-r1'} };
is(marked('public building', @city), 32, '32 public buildings');
is(marked('historic building', @city), 7, '7 historic buildings');
is_deeply([ sort map { $_->{title} // () } @city ], [ sort 'Petit Puits', 'Grand Puits', "Tour Carr\x{e9}e", "B\x{e2}timent", 'Saint Sernin', 'Saint Nazaire', "Ch\x{e2}teau Comtal" ],
    'the seven by name');
cmp_ok(scalar(grep { marked('public building', $_) && marked('historic building', $_) } @city), '==', 0, 'one building a tile');
cmp_ok(bears($_, @city), '>=', 12, "$_ on " . bears($_, @city) . ' tiles') for qw(fish grain livestock);
my @goods = map { my @g = @{ $_->{marks} // [] }; scalar @g } grep { $_->{kind} eq 'market' } map { @{ $_->{segments} } } @city;
is(scalar(grep { $_ == 1 } @goods), scalar @goods, 'every market bears one kind of goods');
my @forks = grep { 3 == grep { $_->{kind} eq 'road' && @{ $_->{ports} } == 1 } @{ $_->{segments} } } @city;
cmp_ok(tiles(@forks), '>', 0, 'crossings of three roads: ' . tiles(@forks));
cmp_ok(tiles(grep { 3 == grep { $_->{kind} eq 'residence' } @{ $_->{segments} } } @forks), '>', 0, 'three residences divided by roads');
is($_->{provenance}, 'reconstruction', "$_->{name} says that it is a reconstruction") for $city[0], $city[-1];
like((run(bastide(), 'tiles', '--set=the-city-r1'))[1], qr/^the-city-r1: .*75 tiles.*provenance: reconstruction$/m, 'and so does the list');
for my $tile (@city) {
    my %of;
    $of{$_}++ for map { @{ $_->{ports} } } @{ $tile->{segments} };
    my @halves = grep { ($of{$_} // 0) != 1 } qw(NNW NNE ENE ESE SSE SSW WSW WNW);
    is("@halves", '', "$tile->{name}: each half is one segment's");
}

# Sets that make no sense are refused, each with the reason.
my $base = tileset('the-city-r1') =~ s/^name: the-city-r1/name: mine/mr;
like((run(bastide(), 'tiles', '--set=mine', '--tileset=' . spurt(scratch('mine.yaml'), $base =~ s/^brings:.*\n//mr)))[1], qr/^mine: /m, 'a set of The City brings its rules unasked');
for (
    ['name twice', sub { s/^(title: .*)/$1\nname: yours/m }, qr/a key is given twice/],
    ['title of a tile twice', sub { s/^(  title: Petit Puits)/$1\n$1/m }, qr/a key is given twice/],
    ['piles too small', sub { s/30, 25, 20/30, 25, 19/ }, qr/the piles must hold as many tiles as the set/],
    ['no piles', sub { s/^piles:.*\n//m }, qr/walls come with the second pile/],
    ['walls alone', sub { s/\[town, wall\]/[wall]/ }, qr/must bring 'town'/],
    ['walls in the countryside', sub { s/^game:.*\n//m }, qr/game: the-city/],
    ['a piece unknown', sub { s/wall: 70/walls: 70/ }, qr/pieces can be/],
    ['a piece is given twice', sub { s/gate: 1/wall: 1/ }, qr/a piece is given twice/],
    ['too many walls', sub { s/wall: 70/wall: 71/ }, qr/1 to 70 walls/],
    ['a list among the piles', sub { s/^piles: \[30/piles: [[30]/m }, qr/expected a single value/],
    ['a map among the aliases', sub { s/^(- name: t2\n)/$1  aliases: [{a: b}]\n/m }, qr/expected a single value/],
    ['a number among the segments', sub { s/^(- name: t2\n.*?segments:\n)/$1  - 7\n/ms }, qr/expected a mapping/],
    ['a second document', sub { $_ .= "---\nname: yours\n" }, qr/more text after the tiles/],
    ['two gates', sub { s/gate: 1/gate: 2/ }, qr/1 gate/],
    ['two buildings on a tile', sub { s/^  public: true/  public: true\n  historic: true/m }, qr/public or historic/],
    ['a monastery', sub { s/^(- name: t2\n.*?segments:\n)/$1  - {kind: monastery}\n/ms }, qr/tile t2, segment \d+ \(monastery\): a tile of The City may have only roads, markets and residences/],
  ) {
    my ($what, $edit, $why) = @$_;
    local $_ = $base;
    $edit->() or die $what;
    my ($status, undef, $err) = run(bastide(), 'tiles', '--tileset=' . spurt(scratch('bad.yaml'), $_));
    is($status, 2, "$what: refused");
    like($err, qr/bad\.yaml:\d+:\d+: error: .*$why.*\[116/, "$what: and told why");
}
# A set of the countryside: each error that a definition may have, and beside it what is right.
my $small = <<'END';
name: mine
start: Y1
brings: [bridge]
tiles:
- name: Y1
  count: 2
  sides: frff
  aliases: [a/1, b.2]
  segments:
  - {kind: road, sides: E}
  - {kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}
- name: Y2
  sides: cfff
  volcano: true
  segments:
  - {kind: city, sides: N, shields: 9}
  - {kind: field, halves: [ENE, ESE, SSE, SSW, WSW, WNW], touches-cities: [N]}
END
sub is_refused {
    my ($what, $text, $why) = @_;
    my ($status, undef, $err) = run(bastide(), 'tiles', '--set=mine', '--tileset=' . spurt(scratch('small.yaml'), $text));
    is($status, $why ? 2 : 0, "$what: " . ($why ? 'refused' : 'taken'));
    like($err, $why ? qr/^\S*small\.yaml:\d+:\d+: error: .*$why.*\[116/ : qr/^$/, "$what: and told why");
}
is_refused('as it is', $small);
is_refused('a city named by one side of two', $small =~ s/sides: cfff/sides: ccff/r =~ s/sides: N, s/sides: NE, s/r =~ s/\[ENE, ESE, /[/r =~ s/cities: \[N\]/cities: [E, N]/r);
for (
    ['a city of one side named by two', sub { s/cities: \[N\]/cities: [NE]/ }, qr/a city at NE/],
    ['31 letters', sub { s/Y2/'Y' x 31/e }], ['32 letters', sub { s/Y2/'Y' x 32/e }, qr/a name must be a letter, then up to 30/], ['a name that begins with a digit', sub { s/Y2/2Y/ }, qr/a name must be a letter/],
    ['no name of a tile', sub { s/name: Y2\n  // }, qr/tile 2 of the list: a tile must have a name/], ['a name twice', sub { s/Y2/Y1/ }, qr/a tile with this name is defined above/], ['an empty name', sub { s/name: Y2/name: ''/ }, qr/a name must be a letter/],
    ['no name of a set', sub { s/name: mine\n// }, qr/a tile set must have a name/], ['a start that is not there', sub { s/start: Y1/start: Y3/ }, qr/the start tile is not among/], ['no start', sub { s/start: Y1\n// }],
    ['255 tiles', sub { s/count: 2/count: 255/ }], ['256 tiles', sub { s/count: 2/count: 256/ }, qr/a number from 0 to 255/], ['some tiles', sub { s/count: 2/count: two/ }, qr/a number from 0/], ['a number without digits', sub { s/count: 2/count: ''/ }, qr/a number from 0/],
    ['10 shields', sub { s/shields: 9/shields: 10/ }, qr/tile Y2, segment 1 \(city\): expected a number from 0 to 9/], ['a list as a number', sub { s/count: 2/count: [2]/ }, qr/a single value/],
    ['a side of another letter', sub { s/sides: E\}/sides: X}/ }, qr/sides must consist of the letters/], ['sides that differ', sub { s/frff/ffff/ }, qr/'sides' and the segments say different/], ['three sides', sub { s/frff/frf/ }, qr/'sides' and the segments say different/],
    ['a river', sub { s/frff/frwf/; s/(  sides: frwf)/$1\n  river: S/ }], ['a river along a road', sub { s/(  sides: frff)/$1\n  river: E/ }, qr/a river must flow between fields/], ['a river by no side', sub { s/(  sides: frff)/$1\n  river: X/ }, qr/sides must consist of the letters/], ['a river that is not among the sides', sub { s/(  sides: frff)/$1\n  river: S/ }, qr/'sides' and the segments say different/],
    ['no sides', sub { s/  sides: frff\n// }], ['an unknown half', sub { s/NNW, NNE/NNW, N/ }, qr/a half must be a half-wind/], ['an inner half', sub { s/halves: \[NNW/halves: [inner, NNW/ }], ['halves as one value', sub { s/halves: \[NNW.*?\]/halves: NNW/ }, qr/halves must be a list/],
    ['a touch of nothing', sub { s/cities: \[N\]/cities: [S]/ }, qr/tile Y2, segment 2 \(field\): it touches what the tile has not: a city at S/], ['a touch of no side', sub { s/cities: \[N\]/cities: [X]/ }, qr/tile Y2, segment 2 \(field\): it touches what the tile has not: a city at X/], ['touches as one value', sub { s/cities: \[N\]/cities: N/ }, qr/the segments that a segment touches must be a list/],
    ['a market touched', sub { s/touches-cities: \[N\]/touches-markets: [NNW]/ }, qr/tile Y2, segment 2 \(field\): it touches what the tile has not: a market at NNW/], ['65 touches', sub { s/cities: \[N\]/'cities: [' . join(',', ('N') x 65) . ']'/e }, qr/touches too many segments/], ['64', sub { s/cities: \[N\]/'cities: [' . join(',', ('N') x 64) . ']'/e }],
    ['joined segments', sub { s/(  sides: frff)/$1\n  joined: [[rE]]/ }], ['no lists of joined segments', sub { s/(  sides: frff)/$1\n  joined: rE/ }, qr/tile Y1: joined must be a list of lists/], ['joined segments without their list', sub { s/(  sides: frff)/$1\n  joined: [rE]/ }, qr/tile Y1: expected a list/],
    ['a joined segment that the tile has not', sub { s/(  sides: frff)/$1\n  joined: [[rE, rW]]/ }, qr/tile Y1: it joins what the tile has not: 'rW'/], ['a joined monastery that the tile has not', sub { s/(  sides: frff)/$1\n  joined: [[rE, m]]/ }, qr/tile Y1: it joins what the tile has not: 'm'/],
    (map { my $name = $_; ["the joined segment '$name'", sub { s/(  sides: frff)/$1\n  joined: [[rE, '$name']]/ }, qr/tile Y1: a joined segment must be a road or city with a side/] } '', 'r', 'rX', 'rEE', 'fN', 'mN', 'x'),
    ['65 joined segments', sub { s/(  sides: frff)/"$1\n  joined: [[" . join(', ', ('rE') x 65) . ']]'/e }, qr/too many segments are joined/], ['64 joined segments', sub { s/(  sides: frff)/"$1\n  joined: [[" . join(', ', ('rE') x 64) . ']]'/e }],
    ['neither true nor false', sub { s/volcano: true/volcano: yes/ }, qr/true or false/], ['false', sub { s/volcano: true/volcano: false/ }], ['a mark of a segment', sub { s/shields: 9/volcano: true/ }, qr/tile Y2, segment 1 \(city\): unknown key of a segment/],
    ['a segment without kind', sub { s/\{kind: city, sides: N, shields: 9\}/{}/ }, qr/tile Y2, segment 1: a segment must have a kind/], ['kind is not first', sub { s/kind: city, sides: N/sides: N, kind: city/ }, qr/begin with its kind/], ['an unknown kind', sub { s/kind: city/kind: town/ }, qr/kind must be road, city/],
    ['15 segments', sub { s/(  - \{kind: city)/"  - {kind: monastery}\n" x 15 . $1/e }, qr/too many segments/], ['two monasteries', sub { s/(  - \{kind: city)/"  - {kind: monastery}\n" x 2 . $1/e }, qr/tile Y2: segment 1 \(monastery\) and segment 2 \(monastery\): two monasteries/], ['a monastery', sub { s/(  - \{kind: city)/  - {kind: monastery}\n$1/ }],
    ['two on one half', sub { s/\[ENE, ESE/[NNE, ENE, ESE/ }, qr/tile Y2: segment 1 \(city\) and segment 2 \(field\): two segments touch the same place of a side: N/], ['a side without a half', sub { s/\[ENE, ESE/[ESE/ }, qr/tile Y2: a side must be .*: E/],
    ['an unknown key of a tile', sub { s/  volcano: true/  price: 3/ }, qr/tile Y2: unknown key of a tile/], ['segments as one value', sub { s/segments:\n  - \{kind: road.*\n.*\n/segments: none\n/ }, qr/segments must be a list/], ['aliases as one value', sub { s/\[a\/1, b\.2\]/a/ }, qr/aliases must be a list/],
    ['a wrong alias', sub { s/b\.2/2b/ }, qr/an alias must be a name like/], ['too many aliases', sub { s/a\/1, b\.2/join ', ', map { "a$_" } 1 .. 9/e }, qr/too many aliases/],
    ['brings as one value', sub { s/\[bridge\]/bridge/ }, qr/brings must be a list/], ['unknown rules', sub { s/bridge\]/3]/ }, qr/a rule's name must consist of letters/], ['too many rules', sub { s/\[bridge\]/'[' . join(', ', map { "rule" . 'x' x $_ } 1 .. 17) . ']'/e }, qr/too many rules/],
    ['pieces as one value', sub { s/start/pieces: wall\nstart/ }, qr/pieces must be a map/], ['a piece that is no word', sub { s/start/pieces: {3: 4}\nstart/ }, qr/a piece's name must consist of letters/], ['too many pieces', sub { s/start/'pieces: {' . join(', ', map { 'p' . 'x' x $_ . ': 1' } 1 .. 9) . "}\nstart"/e }, qr/too many kinds of pieces/],
    ['piles as one value', sub { s/start/piles: 30\nstart/ }, qr/piles must be a list/], ['an empty pile', sub { s/start/piles: [0]\nstart/ }, qr/a pile must have 1 to 255/], ['a pile of words', sub { s/start/piles: [x]\nstart/ }, qr/a pile must have 1 to 255/], ['four piles', sub { s/start/piles: [1, 1, 1, 1, 1, 1, 1, 1, 1]\nstart/ }, qr/too many piles/],
    ['an unknown game', sub { s/start/game: chess\nstart/ }, qr/game must be carcassonne or the-city/], ['tiles as one value', sub { s/tiles:.*/tiles: none\n/s }, qr/tiles must be a list/], ['a tile that is a word', sub { s/- name: Y2/- Y3\n- name: Y2/ }, qr/expected a mapping/],
    ['a list', sub { $_ = "- a\n" }, qr/a tile set must be a mapping/], ['nothing', sub { $_ = '' }, qr/must have tiles/], ['no YAML', sub { $_ = "a: [\n" }, qr/did not find|while parsing/], ['an anchor', sub { s/mine/&a mine/ }, qr/an anchor, alias or tag/], ['an alias of YAML', sub { s/start: Y1/start: *a/ }, qr/an anchor, alias or tag/],
    ['other keys', sub { s/start/licence: {a: [b, {c: d}]}\nstart/ }], ['nested too deeply', sub { s/start/'licence: ' . '[' x 70 . ']' x 70 . "\nstart"/e }, qr/nested too deeply/], ['a title', sub { s/start/title: Mine\nstart/ }], ['a title in parts', sub { s/start/title: [a]\nstart/ }, qr/a single value/],
  ) {
    my ($what, $edit, $why) = @$_;
    local $_ = $small;
    $edit->();
    $_ ne $small or die $what;
    is_refused($what, $_, $why);
}
# The City: the last turn only discards, and then the ring is closed.
my $nofit = spurt(scratch('nofit.yaml'), <<'END');
name: nofit
title: The City
game: the-city
brings: [town, wall]
piles: [8, 6, 6]
pieces: {wall: 30, short-wall: 2, gate: 1, tower: 12}
tiles:
- name: x1
  count: 3
  sides: tttt
  public: true
  segments:
  - {kind: residence, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}
- name: x3
  count: 9
  sides: tttt
  public: true
  segments:
  - {kind: market, halves: [NNW, NNE], fish: true}
  - {kind: residence, halves: [ENE, ESE, SSE, SSW, WSW, WNW], touches-markets: [NNW]}
- name: x53
  count: 8
  sides: rrrr
  segments:
  - {kind: road, sides: N}
  - {kind: road, sides: E}
  - {kind: road, sides: S}
  - {kind: road, sides: W}
  - {kind: residence, halves: [NNE, ENE]}
  - {kind: residence, halves: [ESE, SSE]}
  - {kind: residence, halves: [SSW, WSW]}
  - {kind: residence, halves: [WNW, NNW]}
END
my $discards = <<'END';
%CRN 1
game: the-city
sets: [nofit]
rules: book-1
options: {unclaimed-triggers: no}
players: [Red, Blue, Yellow]
---
1a x3 0,0N kNNW
2b x3 0,1E kENE
3c x3 0,-1E kENE
4a discard:x53
4a x1 0,-2E -
5b x1 -1,1N -
6c discard:x53
6c x3 -1,0N -
7a x3 -1,-1S -
8b x3 1,-1E kENE gate:0,1S
8.1c wall:0,1E
8.2a wall:0,0E guard
9c discard:x53
9c discard:x53
9c x1 -1,2N -
10a x3 -2,1E -
11b x3 1,-2W -
12c x3 -2,0E -
13a discard:x53
13a discard:x53
13a discard:x53
13a discard:x53
13.1a close:-1,2E
end
END
like((brief run_input($discards, bastide(), 'check', "--tileset=$nofit"))[1], qr/^<stdin>:1: legal, /m, 'close: after discards alone');
# Three tiles without scoring give no walls, so there is no gate where a ring could begin.
my $bare = spurt(scratch('bare.yaml'), <<'END');
name: bare
title: The City
game: the-city
brings: [town, wall]
piles: [1, 1, 1]
pieces: {wall: 9, short-wall: 2, gate: 1, tower: 3}
tiles:
- name: x1
  count: 3
  sides: tttt
  public: true
  segments:
  - {kind: residence, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}
END
for (['2.1a close:0,0N', 502, 'before the last tile'], ["3a x1 2,0N -\n3.1b close:0,0N", 503, 'without a gate'], ["3a x1 2,0N -\n3.1b close:0,0E", 507, 'onto a tile'], ['3a x1 2,0N -', undef, 'by nobody']) {
    my ($lines, $code, $what) = @$_;
    my ($status, $out) = brief run_input("%CRN 1\ngame: the-city\nsets: [bare]\nrules: book-1\nplayers: [Ada, Ben]\n---\n1a x1 0,0N -\n2b x1 1,0N -\n$lines\nend stopped\n", bastide(), 'check', "--tileset=$bare");
    is($status, $code ? 1 : 0, "the ring is closed $what");
    like($out, qr/\[$code /, "$what: its finding") if $code;
}
# A record may name all sets that exist. A tile of the last one is in play.
my @own = map { my $n = $_; spurt(scratch("own$n.yaml"), "name: own$n\ntitle: Own\ntiles:\n  - {name: y$n, count: 2, sides: ffff, segments: [{kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}]}\n") } 1 .. 12;
my $last = '%CRN 1' . "\nsets: [" . join(', ', (grep { $_ ne 'river' } split /,/, every_set()), map { "own$_" } 1 .. @own) . "]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a y12 0,1N -\nend stopped\n";
like((brief run_input($last, bastide(), 'check', map { "--tileset=$_" } @own))[1], qr/\A<stdin>:1: legal, /, 'a tile of the last of many sets');
(my $bad, undef, my $twice) = brief run(bastide(), 'check', "--tileset=$bare", "--tileset=$bare", source('replays/friendly-1.crn'));
is($bad, 2, 'the same set twice');
like($twice, qr/bare\.yaml: error: tile definition: a tile set named 'bare' already exists \[116 /, 'which is reported');
(my $many = slurp($bare)) =~ s/(?<=tiles:\n)(.*)/join '', map { $1 =~ s{x1}{x$_}r } 1 .. 400/se;
($bad, undef, my $full) = run(bastide(), 'tiles', '--tileset=' . spurt(scratch('many.yaml'), $many));
is($bad, 2, 'too many designs');
like($full, qr/many\.yaml:\d+:\d+: error: tile definition: too many designs \[116 /, 'with its place');
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The shipped tile sets against what is known of them: counts of tiles and marks, and what no drawing may lack.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP;
use Test::More;

my %sets;
push @{ $sets{ $_->{set} } }, $_ for map { decode_json($_) } split /\n/, (run(bastide(), 'tiles', '--format=json'))[1];

sub tiles { my $n = 0; $n += $_->{count} for @_; return $n }
sub marked { my ($mark, @tiles) = @_; return tiles(grep { grep { $_ eq $mark } @{ $_->{marks} } } @tiles) }
sub bears { my ($mark, @tiles) = @_; return tiles(grep { grep { grep { $_ eq $mark } @{ $_->{marks} // [] } } @{ $_->{segments} } } @tiles) }

my %known = (base => 72, 'princess-dragon' => 30, bridges => 12, 'the-city-r1' => 75);
is(tiles(@{ $sets{$_} }), $known{$_}, "$_: $known{$_} tiles") for sort keys %known;

my @pd = @{ $sets{'princess-dragon'} };
is(marked($_->[0], @pd), $_->[1], "$_->[1] $_->[0]s") for ['volcano', 6], ['dragon', 12], ['portal', 6];
is(bears('princess', @pd), 6, '6 princesses');
is(marked('bazaar', @{ $sets{bridges} }), 8, '8 bazaars');

# The City: what the rulebook says of its tiles. How many of each there are is a reconstruction, and said to be one.
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
my $base = slurp(source('src/tiles/sets/the-city-r1.yaml')) =~ s/^name: the-city-r1/name: mine/mr;
like((run(bastide(), 'tiles', '--set=mine', '--tileset=' . spurt(scratch('mine.yaml'), $base =~ s/^brings:.*\n//mr)))[1], qr/^mine: /m, 'a set of The City brings its rules unasked');
for (
    ['name twice', sub { s/^(title: .*)/$1\nname: yours/m }, qr/a key twice/],
    ['title of a tile twice', sub { s/^(  title: Petit Puits)/$1\n$1/m }, qr/a key twice/],
    ['piles too small', sub { s/30, 25, 20/30, 25, 19/ }, qr/the piles hold as many tiles as the set/],
    ['no piles', sub { s/^piles:.*\n//m }, qr/walls come with the second pile/],
    ['walls alone', sub { s/\[town, wall\]/[wall]/ }, qr/brings town/],
    ['walls in the countryside', sub { s/^game:.*\n//m }, qr/game: the-city/],
    ['a piece unknown', sub { s/wall: 70/walls: 70/ }, qr/pieces are/],
    ['a piece twice', sub { s/gate: 1/wall: 1/ }, qr/a piece twice/],
    ['too many walls', sub { s/wall: 70/wall: 71/ }, qr/1 to 70 walls/],
    ['a list among the piles', sub { s/^piles: \[30/piles: [[30]/m }, qr/a single value is expected/],
    ['a map among the aliases', sub { s/^(- name: t2\n)/$1  aliases: [{a: b}]\n/m }, qr/a single value is expected/],
    ['a number among the segments', sub { s/^(- name: t2\n.*?segments:\n)/$1  - 7\n/ms }, qr/a mapping is expected/],
    ['a second document', sub { $_ .= "---\nname: yours\n" }, qr/something follows/],
    ['two gates', sub { s/gate: 1/gate: 2/ }, qr/1 gate/],
    ['two buildings on a tile', sub { s/^  public: true/  public: true\n  historic: true/m }, qr/public or historic/],
    ['a monastery', sub { s/^(- name: t2\n.*?segments:\n)/$1  - {kind: monastery}\n/ms }, qr/roads, markets and residences/],
  ) {
    my ($what, $edit, $why) = @$_;
    local $_ = $base;
    $edit->() or die $what;
    my ($status, undef, $err) = run(bastide(), 'tiles', '--tileset=' . spurt(scratch('bad.yaml'), $_));
    is($status, 2, "$what: refused");
    like($err, qr/bad\.yaml:\d+:\d+: error: .*$why.*\[116/, "$what: and told why");
}
# The City: a last turn that only discards, and then the ring is closed.
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
like((run_input($discards, bastide(), 'check', "--tileset=$nofit"))[1], qr/^<stdin>:1: legal, /m, 'close: after discards alone');
done_testing;

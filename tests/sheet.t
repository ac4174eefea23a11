#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the reader of score sheets. Dealt games are written as sheets, and each must be the same game. Then each field of a sheet is
# changed: the change must be reported, or make another game. BASTIDE_STRIDE=N: only every N-th field is changed.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Storable qw(dclone);
use Test::More;

my $json = JSON::PP->new->canonical;
my @sides = qw(N E S W);
my @halves = qw(NNW NNE ENE ESE SSE SSW WSW WNW);
# Quarter turns from the drawing of a tile in this program to that in a sheet. The others are drawn alike.
my %extra = (D => 1, G => 1, H => 1, I => 2, K => 1, L => 1, U => 1);
my %tiles = map { $_->{name} => $_ } json_lines((run(bastide(), qw(tiles --set=base --format=json)))[1]);

sub index_of { my ($word, @words) = @_; return (grep { $words[$_] eq $word } 0 .. $#words)[0] }
sub turned { my ($port, $quarters) = @_; return length $port == 1 ? $sides[(index_of($port, @sides) + $quarters) % 4] : $halves[(index_of($port, @halves) + 2 * $quarters) % 8] }

# Returns type and index of the segment that a follower stands on. Segments of a type are numbered clockwise from the north, as the
# sheet draws the tile. A port of a city is a side.
sub segment_of {
    my ($tile, $word, $quarters) = @_;
    return ('cloister', 0) if $word eq 'm';
    my ($letter, $port) = $word =~ /^([crf])(\w+)$/;
    my $kind = { c => 'city', r => 'road', f => 'field' }->{$letter};
    my $extra = $extra{$tile} // 0;
    my @order = $kind eq 'field' ? @halves : @sides;
    my @segments;
    for my $segment (grep { $_->{kind} eq $kind } @{ $tiles{$tile}{segments} }) {
        my @ports = map { turned($_, $extra) } grep { length $_ == length $order[0] } @{ $segment->{ports} };
        push @segments, { first => (sort { $a <=> $b } map { index_of($_, @order) } @ports)[0], ports => \@ports };
    }
    @segments = sort { $a->{first} <=> $b->{first} } @segments;
    # The port of the record belongs to the tile as it lies.
    my ($index) = grep { grep { turned($_, $quarters) eq $port } @{ $segments[$_]{ports} } } 0 .. $#segments;
    return ($kind, $index // die "$tile $word");
}

# Returns a record as a sheet.
sub sheet_of {
    my ($game) = @_;
    my ($start, $cell, $side) = $game =~ /^start: (\w) (\S+?)([NESW])$/m ? ($1, $2, $3) : ('D', '0,0', 'N');
    my $rotation = sub { my ($tile, $facing) = @_; return (index_of($facing, @sides) - ($extra{$tile} // 0)) % 4 };
    my %name = (a => 'Ada', b => 'Ben');
    my @placements = { turn => 0, type => 'initial', tile => $start, tilePlacement => { x => 0, y => 0, rotation => $rotation->($start, $side) } };
    while ($game =~ /^\d+([ab]) (?:discard:(\w)|(\w) (-?\d+),(-?\d+)([NESW]) (\S+).*)$/mg) {
        my ($seat, $aside, $tile, $x, $y, $facing, $follower) = ($1, $2, $3, $4, $5, $6, $7);
        my %placement = (turn => scalar @placements, player => $name{$seat});
        if ($aside) {
            push @placements, { %placement, type => 'skipped', tile => $aside };
            next;
        }
        my $quarters = $rotation->($tile, $facing);
        @placement{qw(type tile tilePlacement)} = ('regular', $tile, { x => 0 + $x, y => -$y, rotation => $quarters });
        if ($follower ne '-') {
            my ($kind, $index) = segment_of($tile, $follower, $quarters);
            $placement{meeplePlacement} = { segmentType => $kind, segmentIndex => $index };
        }
        push @placements, \%placement;
    }
    return { info => { title => 'Cup', startDate => '2026', players => [ { name => 'Ada', color => 'red' }, { name => 'Ben', color => 'blue' } ] }, placements => \@placements };
}

sub check { return brief run_input($json->encode($_[0]), bastide(), 'check', '--no-context') }
sub printed { return (run_input(ref $_[0] ? $json->encode($_[0]) : $_[0], bastide(), 'fmt'))[1] =~ s/^(?:players|start|event|site|date|result): .*\n|(?<=^end) [-\d,]+| =-?\d+,-?\d+//mgr }

my @games = split /^(?=%CRN)/m, deal(11, 12, 2);
for my $i (0 .. $#games) {
    is(printed(sheet_of($games[$i])), printed($games[$i]), "game $i as a sheet");
}

my $sheet = sheet_of($games[0]);
my $whole = join '', @{ [ check($sheet) ] }[ 1, 2 ];
like($whole, qr/: legal, \d+-\d+$/, 'a legal game');
my $game = (run_input($json->encode($sheet), bastide(), 'fmt'))[1];

# ---- Each field ----
my ($stride, $at, $changes) = ($ENV{BASTIDE_STRIDE} // 7, 0, 0);
# Names of colours, and the dates of the sheet, say nothing of the game.
my %ignored = map { $_ => 1 } qw(color startDate);
sub visit {
    my ($value, $path) = @_;
    if (ref $value) {
        visit($_->[0], [ @$path, $_->[1] ]) for ref $value eq 'HASH' ? map { [ $value->{$_}, $_ ] } sort keys %$value : map { [ $value->[$_], $_ ] } 0 .. $#$value;
        return;
    }
    return if $ignored{ $path->[-1] } || $at++ % $stride;
    my $copy = dclone($sheet);
    my $in = $copy;
    $in = ref $in eq 'HASH' ? $in->{$_} : $in->[$_] for @$path[ 0 .. $#$path - 1 ];
    $in->{ $path->[-1] } = $value =~ /^-?\d+$/ ? $value + 1 : $path->[-1] eq 'tile' ? ($value eq 'E' ? 'V' : 'E') : 'moon';
    my $out = join '', @{ [ check($copy) ] }[ 1, 2 ];
    $changes++;
    ok($out ne $whole || (run_input($json->encode($copy), bastide(), 'fmt'))[1] ne $game, join('.', @$path) . ' changed');
    return;
}
visit($sheet, []);
cmp_ok($changes, '>', 0, "$changes fields were changed");
for my $where ([], ['info'], [ 'info', 'players', 0 ], [ 'placements', 3 ], [ 'placements', 3, 'tilePlacement' ]) {
    my $copy = dclone($sheet);
    my $in = $copy;
    $in = ref $in eq 'HASH' ? $in->{$_} : $in->[$_] for @$where;
    $in->{moon} = 1;
    like(join('', @{ [ check($copy) ] }[ 1, 2 ]), qr/field 'moon', which is skipped/, 'an unknown field in ' . join('.', @$where));
}
# Each message, from a change that raises it.
my ($with_follower) = grep { $sheet->{placements}[$_]{meeplePlacement} } 1 .. $#{ $sheet->{placements} };
for ([sub { $_[0]{placements}[3]{tilePlacement}{rotation} = 4 }, 'a rotation must be 0 to 3'], [sub { $_[0]{info}{players}[1]{name} = 'Ada' }, 'must name one to six players, each once'], [sub { $_[0]{info}{players} = [] }, 'must name one to six players, each once'],
    [sub { $_[0]{placements}[3]{type} = 'initial' }, "only the first placement is 'initial'"], [sub { $_[0]{placements}[3]{type} = 'moon' }, "a placement must be 'initial', 'regular' or 'skipped', not 'moon'"], [sub { $_[0]{placements}[3]{player} = 'Moon' }, "'Moon' is not a player of the sheet"],
    [sub { $_[0]{placements}[3]{tile} = 'Z' }, "'Z'"], [sub { $_[0]{placements}[3]{turn} = 9 }, 'the placement is turn 3, not 9'], [sub { $_[0]{placements}[$with_follower]{meeplePlacement}{segmentIndex} = 7 }, 'with the index 7']) {
    my ($change, $words) = @$_;
    my $copy = dclone($sheet);
    $change->($copy);
    like(join('', (check($copy))[ 1, 2 ]), qr/\Q$words\E/, "a message: $words");
}
# Older sheets have other words.
my $older = dclone($sheet);
for my $placement (@{ $older->{placements} }) {
    $placement->{action} = { initial => 'firstPlace', regular => 'playerPlace', skipped => 'skip' }->{ delete $placement->{type} };
}
is(printed($older), printed($sheet), 'an older sheet is the same game');

if (my $file = shared('repro/files/score-sheet.json')) {
    like((brief run(bastide(), 'check', $file))[1], qr/: legal, 96-95$/, 'a known game');
    is(printed(slurp($file)), printed(slurp(source('replays/japan-2015-final.crn'))), 'is that of another source');
}
done_testing;

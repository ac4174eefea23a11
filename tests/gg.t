#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the reader of carcassonne.gg. Dealt games are written as its lists of events, by way of addresses of CarcassonneLab, which
# have the same numbers for tiles and spots. Each must be the same game as its address. Then each field of a list is changed:
# the change must be reported, or make another game. BASTIDE_STRIDE=N: only every N-th field is changed.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Test::More;

my $json = JSON::PP->new->canonical;
my @base64 = ('A' .. 'Z', 'a' .. 'z', 0 .. 9, '-', '_');
my %digit64 = map { $base64[$_] => $_ } 0 .. 63;
my @base58 = split //, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
my %digit58 = map { $base58[$_] => $_ } 0 .. 57;

# Returns the types of the tiles that an address draws, from 1.
sub types_of {
    my ($packed) = @_;
    my @digits;
    for my $character (split //, $packed) {
        my $carry = $digit64{$character};
        for (@digits) {
            my $value = $_ * 64 + $carry;
            $_ = $value % 24;
            $carry = int $value / 24;
        }
        for (; $carry; $carry = int $carry / 24) {
            push @digits, $carry % 24;
        }
    }
    return map { $_ + 1 } reverse @digits;
}

# Returns the events of an address. The first tile of each player was drawn before the first event.
sub events_of {
    my ($address) = @_;
    my ($asides, $types, $moves) = $address =~ m{#/0/0([.\d]*)/([\w-]+)/(\w*)};
    my @types = types_of($types);
    shift @types; # the start tile
    my %asides;
    $asides{$_}++ for grep { length } split /\./, $asides;
    my (@plays, @drawn);
    for my $turn (1 .. length($moves) / 4) {
        my @aside = splice @types, 0, $asides{$turn} // 0;
        my ($x, $y, $flags, $spot) = split //, substr $moves, 4 * $turn - 4, 4;
        ($x, $y, $flags) = map { $digit58{$_} } $x, $y, $flags;
        push @plays, { aside => \@aside, type => shift @types, x => $flags & 16 ? -$x : $x, y => $flags & 32 ? -$y : $y, quarters => $flags & 3, spot => $spot };
    }
    my (@events, $tile, %copies);
    # Physical tiles are numbered by type.
    my @last = (0, 1, 3, 6, 8, 11, 13, 14, 16, 18, 21, 26, 29, 32, 35, 39, 47, 56, 60, 61, 65, 67, 68, 71, 72);
    my $pick = sub { my ($type) = @_; (type => 'pickTile', player_id => undef, tile_id => $last[$type - 1] + ++$copies{$type}, tile_type => $type) };
    my $add = sub { push @events, { seq => @events + 1, @_ } };
    for my $i (0 .. $#plays) {
        my ($play, $next) = @plays[$i, $i + 2];
        my ($id, $name) = @{ [[90000001, 'Ada'], [90000002, 'Ben']]->[$i % 2] };
        # A tile that fits nowhere is replaced at once.
        $add->($pick->($play->{type})) if @{ $play->{aside} };
        $tile = $add->(type => 'playTile', player_id => "$id", player_name => $name, tile_type => $play->{type}, x => $play->{x}, y => $play->{y}, orientation => $play->{quarters} + 1, rotation => $play->{quarters});
        $add->($pick->($next->{aside}[0] // $next->{type})) if $next;
        $add->(type => 'playPartisan', player_id => "$id", player_name => $name, position => 0 + $play->{spot}, tile_event_seq => $tile) if $play->{spot};
    }
    return \@events;
}

sub check { return brief run_input($json->encode($_[0]), bastide(), 'check', '--no-context', @_[1 .. $#_]) }

my @addresses = split /\n/, (run_input(deal(7, 12, 2, 'bga-1'), bastide(), qw(convert --to=carcassonnelab --lossy)))[1];
cmp_ok(scalar @addresses, '>=', 10, 'there are games');
for my $address (@addresses) {
    my ($game) = (run_input("$address\n", bastide(), 'fmt'))[1];
    my ($read) = (run_input($json->encode(events_of($address)), bastide(), 'fmt'))[1];
    is($read =~ s/^(?:players|start): .*\n//mgr, $game =~ s/^(?:players|start): .*\n//mgr, 'the same game as its address');
}

# ---- Each field ----
my $events = events_of($addresses[0]);
my (undef, $whole) = check($events);
like($whole, qr/: legal, \d+-\d+$/, 'a legal game');
my ($game) = (run_input($json->encode($events), bastide(), 'fmt'))[1];
my ($stride, $changes, $at) = ($ENV{BASTIDE_STRIDE} // 7, 0, 0);
for my $i (0 .. $#$events) {
    for my $key (sort keys %{ $events->[$i] }) {
        next if $at++ % $stride;
        my @copy = map { {%$_} } @$events;
        my $was = $copy[$i]{$key};
        # Another tile of the same type would be as good, and so would a later number of the last event.
        $copy[$i]{$key} = $key eq 'tile_id' ? ($was + 35) % 72 + 1 : $key eq 'seq' ? $was - 2 : $key eq 'type' ? 'moon' : $key eq 'player_name' ? 'Moon' : ($was // 90000009) + 3;
        my ($status, $out) = check(\@copy);
        $changes++;
        my $is_told = $out ne $whole || (run_input($json->encode(\@copy), bastide(), 'fmt'))[1] ne $game;
        ok($is_told, "$copy[$i]{type} $i: $key changed");
    }
}
cmp_ok($changes, '>', 0, "$changes fields were changed");
# Each message, from a change that raises it.
my ($first_tile) = grep { $events->[$_]{type} eq 'playTile' } 0 .. $#$events;
my ($follower) = grep { $events->[$_]{type} eq 'playPartisan' } 0 .. $#$events;
my ($pick, $later_pick) = grep { $events->[$_]{type} eq 'pickTile' } 0 .. $#$events;
for ([$first_tile, { tile_type => 25 }, 'playTile lacks its player, its type (1 to 24) or its orientation (1 to 4)'], [$first_tile, { orientation => 0 }, 'playTile lacks its player, its type (1 to 24) or its orientation (1 to 4)'],
    [$first_tile, { rotation => 7 }, 'is rotation'], [$first_tile + 1, { seq => 0 }, 'event 0 comes after event'], [$first_tile + 3, { type => 'moon' }, 'an event must be playTile, playPartisan or pickTile, not ’moon’'],
    [$follower, { position => 9 }, 'a follower on a spot that the last tile does not have'], [$follower, { tile_event_seq => 999 }, 'not of event 999'], [$follower, { player_id => '5' }, 'not by player 5'],
    [$follower, { player_name => 'Moon' }, 'Moon'], [$pick, { tile_id => 73 }, "a tile's number must be 1 to 72"], [$later_pick, { %{ $events->[$pick] }, seq => $events->[$later_pick]{seq} }, 'is drawn twice'],
    [$pick, { player_id => '5' }, 'the player of a drawn tile is not told, but here it is 5'], [$pick, { tile_type => $events->[$pick]{tile_type} % 24 + 1 }, 'is of type']) {
    my ($i, $change, $words) = @$_;
    my @copy = map { {%$_} } @$events;
    $copy[$i] = { %{ $copy[$i] }, %$change };
    my $said = join '', (check(\@copy))[1, 2];
    $words =~ s/’/'/g;
    like($said, qr/\Q$words\E/, "a message: $words");
}
my @more = map { {%$_} } @$events;
$more[0]{moon} = 1;
like((check(\@more))[1], qr/field 'moon', which is skipped/, 'an unknown field is reported');

# ---- The shared game ----
if (my $file = shared('repro/files/gg-game.json')) {
    like((brief run(bastide(), 'check', $file))[1], qr/: legal, 94-91$/, 'the game of a shared log');
}
done_testing;

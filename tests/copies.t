#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Games with several copies of a tile set: in records, in dealt games, whose tiles are counted here, and in saves of
# JCloisterZone.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

sub check { my ($text, @words) = @_; return (run_input($text, bastide(), 'check', '--no-context', '--all', @words))[1] }
sub record { my ($copies, $lines, $sets) = @_; return "%CRN 1\n" . ($sets ? "sets: [$sets]\n" : '') . ($copies ? "copies: $copies\n" : '') . "rules: official-1\nplayers: [Ada, Ben]\n---\n${lines}end stopped\n" }

# ---- Records ----
# The base set has one crossroads, X: a second one needs a second copy.
my $two = "1a X 1,0N -\n2b X -1,0N -\n";
like(check(record('', $two)), qr/<stdin>:6:4: error: .*tile X appears for the 2nd time, but the sets in play have only 1 \[202 /, 'a second X without copies');
like(check(record('{base: 2}', $two)), qr/: stopped; legal; copies: base=2$/m, 'two copies have two');
like(check(record('{base: 2}', $two . "3a X 2,0N -\n")), qr/tile X appears for the 3rd time, but the sets in play have only 2 \[202 /, 'but not three');
like(check(record('{base: 1}', "1a X 1,0N -\n")), qr/: stopped; legal$/m, 'one copy is no condition');
like(check(record('{base: 2}', $two), '--strict'), qr/<stdin>:2:1: error: the record has 2 copies of tile set 'base' \[119/, '--strict reports it');
my ($end) = grep { $_->{event} eq 'end' } json_lines(check(record('{base: 2}', $two), '--format=json'));
is_deeply($end->{conditions}, [{ kind => 'copies', name => 'base', value => '2' }], 'JSON');
is((run_input(record('{base: 2}', $two), bastide(), 'fmt'))[1], record('{base: 2}', $two), 'as it was written');
for (['{base: 0}', "from 1 to 9, not '0'"], ['{base: 10}', "from 1 to 9, not '10'"], ['{base: 2.0}', "not '2.0'"], ['{base: -1}', "not '-1'"], ['{base: ""}', "not ''"], ['{inns: 2}', "'copies' names 'inns'; in this game it may name base"],
    ['{moon: 2}', "'copies' names 'moon'"], ['[base]', "'copies' must be a map of tile sets"], ['2', "'copies' must be a map"]) {
    like(check(record($_->[0], '')), qr/^<stdin>:2:\d+: error: .*\Q$_->[1]\E.*\[105 header-value\]$/m, "copies: $_->[0]");
}
like(check(record('{abbot: 2}', '', 'base, abbot')), qr/in this game it may name base \[105/, 'tiles that replace others come with those');
like(check("%CRN 1\ngame: the-city\ncopies: {the-city-r1: 2}\nrules: city-1\nplayers: [Ada, Ben]\n---\nend stopped\n"), qr/in this game it may name nothing \[105/, 'The City has one box');
# A number that is wrong leaves open how many tiles there are, and causes no other finding.
for ('{base: two}', '{base: 2', '[base]', '{base: 2, base: 3}', '{moon: 2}') {
    my @found = check(record($_, $two . "3a V 2,0N -\n")) =~ /\[(\d+) /g;
    is(scalar(grep { !/^10[3-5]$/ } @found), 0, "copies: $_ is reported, and nothing else") or diag "@found";
}
my $set = "name: lake\ntitle: Lake\nbrings: []\ntiles:\n- name: k1\n  max: 2\n  sides: ffff\n  segments:\n  - {kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}\n";
my $yaml = spurt(scratch('lake.yaml'), $set);
my $three = "1a k1 0,1N -\n2b k1 0,2N -\n";
like(check(record('{lake: 5}', $three, 'base, lake'), "--tileset=$yaml"), qr/: stopped; legal; copies: lake=5$/m, 'a tile with a maximum: as many as that');
like(check(record('{lake: 5}', "${three}3a k1 0,3N -\n", 'base, lake'), "--tileset=$yaml"), qr/\[202 /, 'and no more');

# ---- Dealt games ----
# Every game draws all tiles: as many of each design as its set has times the copies, one spring and one lake.
for my $case (['base', 'base=2'], ['base,inns', 'inns=3'], ['base,inns,traders,river,abbot', 'base=2,river=3'], ['base,princess-dragon,bridges,king-robber', 'base=2,princess-dragon=2,bridges=2,king-robber=2']) {
    my ($sets, $copies) = @$case;
    my %copies = ((map { $_ => 1 } split /,/, $sets), map { split /=/ } split /,/, $copies);
    my $games = (run(bastide(), 'deal', "--sets=$sets", "--copies=$copies", '--games=4', '--seed=3'))[1];
    is(scalar(() = $games =~ /^copies: \{\Q@{[ $copies =~ s{=}{: }gr =~ s{,}{, }gr ]}\E\}$/mg), 4, "$sets with $copies: dealt");
    is((run_input($games, bastide(), qw(check --werror --quiet)))[0], 0, 'valid');
    my ($status, $out) = run(helper('recount'), spurt(scratch('dealt.crn'), $games));
    is($status, 0, 'as the recount says') or diag $out;
    next if $sets =~ /bridges/;
    my (%tiles, %twin);
    for my $tile (json_lines((run(bastide(), qw(tiles --format=json)))[1])) {
        next if !$copies{$tile->{set}} || $tile->{set} eq 'abbot';
        my $once = $tile->{set} eq 'river' && $tile->{name} =~ /^w[12]$/;
        $tiles{$tile->{name}} = $tile->{count} * ($once ? 1 : $copies{$tile->{set}});
    }
    for my $game (split /^(?=%CRN)/m, $games) {
        # With the river the spring begins, and one start tile of the base game stays in the box.
        my %drawn = ($sets =~ /river/ ? (w1 => 1, D => 1) : (D => 1));
        $drawn{$1 =~ s/g$//r}++ while $game =~ /^\d+(?:\.\d+)?[a-f] (?:discard:|pass:|aside:)?(\w+)/mg;
        is_deeply(\%drawn, \%tiles, 'every tile of every copy is drawn');
    }
}
my ($status, $out, $err) = run(bastide(), qw(deal --copies=moon=1));
like("$status$err", qr/^2.*'copies' names 'moon'/, 'another name');
($status, $out, $err) = run(bastide(), 'deal', '--sets=' . every_set(), '--copies=' . join ',', map { "$_=9" } grep { $_ ne 'abbot' } split /,/, every_set());
like("$status$err", qr/^2.*the table holds 1023 tiles/, 'more tiles than a table holds');

# ---- JCloisterZone ----
my $games = (run(bastide(), 'deal', '--sets=base,inns,abbot', '--copies=base=2', '--games=5', '--seed=9', '--bare'))[1];
my $saves = (run_input($games, bastide(), qw(convert --to=jcz --lossy)))[1];
like($saves, qr/"sets":\{"basic:2":2,"inns-and-cathedrals:2":1\}/, 'written');
my @again = map { s/^(?:options|start|rules|brings): .*\n//mgr =~ s/ =-?\d+(?:,-?\d+)+//gr =~ s/^end .*/end/mgr } ((run_input($saves, bastide(), 'fmt'))[1], $games);
is($again[0], $again[1], 'and read as the same games');
for my $number (0, 10, -1, '"2"', 'true', 1.5) {
    my $save = (split /^/, $saves)[0] =~ s/"basic:2":2/"basic:2":$number/r;
    like(check($save), qr/not supported: a number of copies other than 1 to 9 of tile set 'basic:2'/, "$number copies");
}
SKIP: {
    my $save = shared('repro/saves/clients/s12-copies.jcz') or skip 'no shared games', 1;
    # Its README gives the scores and the tiles that remain, as the engine counts them.
    like((run(bastide(), 'check', '--no-context', $save))[1], qr/: Ada 8, Ben 4: unfinished; legal; .*copies: base=2, inns=2; supply: follower=9, big=2$/m, 'a save of the client');
}
done_testing;

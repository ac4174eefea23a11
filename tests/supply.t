#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Games with other numbers of meeples and pieces than the box has: in records, in dealt games, which the recount computes
# once more, and in saves of JCloisterZone.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Test::More;

sub check { my ($text, @words) = @_; return brief run_input($text, bastide(), 'check', '--no-context', '--all', @words) }
sub record { my ($supply, $lines, $sets) = @_; return "%CRN 1\n" . ($sets ? "sets: [$sets]\n" : '') . "rules: official-1\n" . ($supply ? "supply: $supply\n" : '') . "players: [Ada, Ben]\n---\n${lines}end stopped\n" }

# ---- Records ----
my $four = "1a E 0,-1S cS\n2b U 1,0N rE\n3a B 0,1N m\n4b B 0,2N m\n";
is((check(record('{follower: 1}', $four)))[0], 1, 'one follower each');
like((check(record('{follower: 1}', $four)))[1], qr/<stdin>:9:11: error: turn 4, Ben \(b\), B on 0,2N: Ben has no follower left \[303.*illegal, 8-2, 1 finding; supply: follower=1$/s, 'the second one is too many');
like((check(record('{follower: 2}', $four)))[1], qr/: legal, 8-4; supply: follower=2$/m, 'two are enough');
like((check(record('{follower: 7}', $four)))[1], qr/: legal, 8-4$/m, 'the number of the box is no condition');
like((run_input(record('{follower: 9, big: 3}', $four, 'base, inns'), bastide(), 'show'))[1], qr/; a 8 followers, 3 large followers; b 7 followers, 3 large followers$/m, 'what is left');
like((check(record('{follower: 8}', $four), '--strict'))[1], qr/<stdin>:3:1: error: the record gives each player 8 followers instead of 7 \[119/, '--strict reports it');
my ($end) = grep { $_->{event} eq 'end' } json_lines((check(record('{follower: 8}', $four), '--format=json'))[1]);
is_deeply($end->{conditions}, [{ kind => 'supply', name => 'follower', value => '8' }], 'JSON');
for (['{follower: 17}', 20, 21, "the number of each player's followers must be from 0 to 16, not '17'"], ['{follower: x}', 20, 20, "the number of each player's followers must be from 0 to 16, not 'x'"],
    ['{follower: -1}', 20, 21, "from 0 to 16, not '-1'"], ['{follower: 99999999999}', 20, 30, "not '99999999999'"], ['{big: 2}', 15, 15, "'supply' names 'big'; in this game it may name follower"],
    ['{bridge: 2}', 18, 18, "'supply' names 'bridge'; in this game it may name follower"], ['{moon: 2}', 16, 16, "'supply' names 'moon'"], ['[follower]', 9, 18, "'supply' must be a map of meeples and pieces to their numbers"], ['8', 9, 9, "'supply' must be a map"]) {
    my ($supply, $from, $to, $message) = @$_;
    like((check(record($supply, $four)))[1], qr/^<stdin>:3:$from: error: .*\Q$message\E.* \[105 header-value\]$/m, "supply: $supply");
}
# A number that is wrong leaves open how many there are, and causes no other finding.
for ('{follower: 1x}', '{folower: 1}', '{follower: 1', '[1]') {
    my @found = (check(record($_, $four)))[1] =~ /\[(\d+) /g;
    is(scalar(grep { !/^10[3-5]$/ } @found), 0, "supply: $_ is reported, and nothing else") or diag "@found";
    unlike((check(record($_, $four)))[1], qr/; supply: /, 'nor is it a condition');
}
like((check(record('{castle: 5}', '', 'base, bridges')))[1], qr/the number of each player's castles must be from 0 to 4, not '5'/, 'castles');
like((check(record('{bridge: 0}', "1a V 1,0N bridge:NS -\n", 'base, bridges')))[1], qr/\[\d+ no-bridge\]|no bridge left/, 'no bridges at all');
is((run_input(record('{follower: 8}', $four), bastide(), 'fmt'))[1], record('{follower: 8}', $four), 'as it was written');

# ---- Dealt games ----
for my $case (['base', 'follower=1'], ['base', 'follower=16'], ['base,inns,traders,abbot', 'follower=3,big=2,builder=2,pig=2,abbot=2'], ['base,bridges', 'follower=12,bridge=9,castle=4'], ['base,bridges', 'bridge=1,castle=0'], [every_set(), 'follower=10,big=4,builder=1']) {
    my ($sets, $supply) = @$case;
    my $games = (run(bastide(), 'deal', "--sets=$sets", "--supply=$supply", '--games=20', '--seed=7'))[1];
    is(scalar(() = $games =~ /^supply: \{\Q@{[ $supply =~ s{=}{: }gr =~ s{,}{, }gr ]}\E\}$/mg), 20, "$sets with $supply: dealt");
    is((check($games, '--werror', '--quiet'))[0], 0, 'valid');
    my $file = spurt(scratch('dealt.crn'), $games);
    my ($status, $out) = run(helper('recount'), $file);
    is($status, 0, 'as the recount says') or diag $out;
    next if $sets =~ /bridges/;
    my $saves = (run_input($games, bastide(), qw(convert --to=jcz --lossy)))[1];
    my @again = map { s/^(?:supply|options|start|rules|brings|sets): .*\n//mgr =~ s/ =-?\d+(?:,-?\d+)+//gr =~ s/^end .*/end/mgr } ((run_input($saves, bastide(), 'fmt'))[1], $games);
    is($again[0] =~ s/^supply.*\n//mgr, $again[1] =~ s/^supply.*\n//mgr, 'and the saves are the same games');
    like((run_input($saves, bastide(), 'fmt'))[1], qr/^supply: \{follower: @{[ $supply =~ m{follower=(\d+)} ]}\b/m, 'with their numbers');
}
my ($status, $out, $err) = run(bastide(), qw(deal --supply=moon=1));
like("$status$err", qr/^2.*'supply' names 'moon'/, 'another name');

# ---- JCloisterZone ----
sub save {
    my (%elements) = @_;
    return JSON::PP->new->canonical->encode({
        players => [{ name => 'Ada', slot => 0 }, { name => 'Ben', slot => 1 }], replay => [], gameAnnotations => { drawOrder => [] },
        setup => { sets => { 'basic:1' => 1 }, elements => \%elements, rules => {}, start => [{ tile => 'BA/RCr', x => 0, y => 0, rotation => 0 }] } });
}
like((run_input(save('small-follower' => $_), bastide(), 'fmt'))[1], qr/^supply: \{follower: $_\}$/m, "a save with $_ followers") for 0, 1, 6, 8, 16;
unlike((run_input(save('small-follower' => 7), bastide(), 'fmt'))[1], qr/^supply/m, 'with those of the box');
like((check(save('small-follower' => $_)))[1], qr/not supported: element 'small-follower: $_'/, "$_ followers are refused") for 17, -1;
like((run_input(save('small-follower' => 7, 'big-follower' => 2), bastide(), 'fmt'))[1], qr/^brings: \[big-follower\]\n(?:.*\n)*?supply: \{big: 2\}$/m, 'two large followers, without their set');
# The engine gives each player 3 bridges and 3 castles, or 2 to five or six players, whatever the number of the element.
unlike((run_input(save('small-follower' => 7, bridge => 2, castle => 9), bastide(), 'fmt'))[1], qr/^supply/m, 'bridges and castles have the number of the box');
like((check(save('small-follower' => 7, bridge => $_)))[1], qr/not supported: element 'bridge: $_'/, "$_ bridges are refused") for -1;
like((run_input(record('{bridge: 5}', '', 'base, bridges'), bastide(), 'convert', '--to=jcz'))[2], qr/jcz cannot hold other numbers of bridges and castles than in the box/, 'and others cannot be written');
unlike((run_input(record('{bridge: 3}', '', 'base, bridges'), bastide(), 'convert', '--to=jcz'))[2], qr/cannot hold other numbers/, 'but those of the box can');
for my $path (grep { -e } map { (shared('games/engine-tests') // '/nonexistent') . "/princess-and-dragon__$_.jcz" } 'princess-may-remove', 'princess-no-princess') {
    like((brief run(bastide(), 'check', '--no-context', $path))[1], qr/: legal, unfinished, 0.*; supply: follower=1$/m, "$path: legal");
}
done_testing;

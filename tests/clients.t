#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests saves in exactly the form in which JCloisterZone and FanCloisterZone write them, and compares with those
# programs' points. Also setups without a game, scenarios, and saves of versions with another form. Needs ../shared.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Test::More;

my $saves = shared('repro/saves');
plan skip_all => 'needs ../shared: saves as clients write them' unless $saves;
my $json = JSON::PP->new->utf8->canonical;

# Saves with other sets. Each is refused for this reason, and for no other.
my %refused = (
    s15 => qr/a game of more than six players/,
    s19 => qr/the value of rule 'inn-and-cathedral-final-scoring'/, s23 => qr/element 'little-buildings'/, s24 => qr/element 'little-buildings'/,
    s30 => qr/element 'windmill', element 'flowers', tile set 'village-life'/,
);
my ($judged, $points) = (0, 0);
for my $client (@{ $json->decode(slurp("$saves/clients/expected.json")) }) {
    my ($name) = $client->{file} =~ /^(s\d+)/;
    my ($status, $out) = brief run(bastide(), 'check', '--all', '--no-context', "$saves/clients/$client->{file}");
    my @findings = map { s/^\S+: //r } grep { /: (?:error|warning): / && !/\[803 unfinished\]/ } split /\n/, $out;
    if ($name eq 's14') {
        like("@findings", qr/^setup: error: the save holds only a setup: /, "$name: a setup is called one");
        is($status, 2, "$name: and is no game");
    } elsif (my $why = $refused{$name}) {
        is(scalar @findings, 1, "$name: one refusal") or diag "@findings";
        like("@findings", qr/: error: not supported: $why.*\[907 /, "$name: with what it is about");
        is($status, 2, "$name: is not judged");
    } else {
        # FanCloisterZone goes back to the action after a ransom, so that a player may act twice.
        my $twice = $name eq 's27' ? 'a turn that builds a floor may do nothing else' : '';
        is(join(' ', map { /error: .*?: (a turn[^(]*?) \(/ ? $1 : $_ } @findings), $twice, "$name: no finding but this ($client->{note})");
        is($status, $twice ? 1 : 0, "$name: valid");
        next if $twice;
        my $over = ($client->{state}{phase} // '') eq 'GameOverPhase';
        is($out =~ /: legal, unfinished,/ ? 1 : 0, $over ? 0 : 1, "$name: " . ($over ? 'complete' : 'unfinished'));
        # After an unfinished game neither program nor referee scores anything more.
        my $scores = join '-', @{ $client->{state}{points} // [] };
        like($out, qr/: legal, (?:unfinished, )?\Q$scores\E(?:[,;]|$)/m, "$name: the points that the program gives") if $scores;
        $points += length $scores;
        $judged++;
    }
}
cmp_ok($judged, '>=', 15, 'saves are judged');
cmp_ok($points, '>', 0, 'and have points');

# The assertions of a scenario are compared with the game: each changed one is reported.
{
    my $scenario = slurp("$saves/clients/s21-fan-scenario.jcz");
    for (['Phase is TilePhase', 'Phase is ActionPhase', qr/the game is not in phase ActionPhase/], ["Player can't pass", 'Player can pass', qr/a tile that fits must be laid/],
        ['for BA/CFc.1', 'for BA/C', qr{the next tile is BA/CFc\.1, not 'BA/C'}], ['[-3,0] - [0,180]', '[-3,0] - [0]', qr/tile G fits in other places too/],
        ['[-3,0] - [0,180]', '[-3,0] - [0,90,180]', qr/tile G does not fit in all of these places/], ['[3,1] - [0,180]', '[3,1] - [0,180]; [999,1] - [0]', qr/tile G does not fit in all of these places/],
        ['Ariel has 0 points', 'Ariel has 1 points', qr/Ariel has 0 points/]) {
        my ($was, $is, $why) = @$_;
        my $at = index $scenario, $was;
        cmp_ok($at, '>', 0, "$was: the scenario says it");
        my $other = $scenario;
        substr $other, $at, length $was, $is;
        my ($status, $out) = brief run_input($other, bastide(), 'check', '--no-context');
        like($out, qr/test\.assertions\[\d+\]: error: .*$why/, "$is: is told");
        is($status, 1, 'and makes the record invalid');
    }
    like((brief run_input($scenario =~ s/Undo is not allowed/The sun is shining/r, bastide(), 'check'))[1], qr/assertion not understood: The sun is shining/, 'what is not understood is reported');
}

# Versions that are not read, and documents that are not games.
my %said = (
    'version-3-xml' => qr/this seems to be a saved position of JCloisterZone 2 or 3, which holds no moves/,
    'setup-only' => qr/the save holds only a setup/,
);
for my $name (sort keys %said) {
    my ($status, $out) = brief run(bastide(), 'check', "$saves/$name.jcz");
    like($out, qr/error: .*$said{$name}/, "$name: what it is");
    is($status, 2, "$name: is not judged");
}
for (['version-4.4', '14-11', 0], ['version-6.1-fan', '7-16', 1], ['client-5.12-clientid', '7-16', 1], ['inert-rules-all', '7-16', 1], ['river-element-not-in-save', '50-61', 0], ['draworder-used-up', '0-0', 1], ['draworder-bazaar', '0-0', 1]) {
    my ($name, $scores, $unfinished) = @$_;
    my ($status, $out) = brief run(bastide(), 'check', "$saves/$name.jcz");
    is($out =~ s/^\S*(?:: \S+)?: warning: .*\[803 .*\n//mr =~ s/^\S+: //r =~ s/, 1 finding$//mr, 'legal, ' . ($unfinished ? 'unfinished, ' : '') . "$scores\n", "$name: legal, and nothing else is said");
    is($status, 0, "$name: valid");
}
like((brief run(bastide(), 'check', "$saves/version-5.0.jcz"))[1], qr/: legal, unfinished, 7-16, /, 'version 5.0 is read');
# An act that ends the action phase; and a flight after the scoring, which belongs to the turn that called for it.
is((brief run(bastide(), 'check', '--no-context', "$saves/abbot-then-bridge.jcz"))[1] =~ s/^\S+: //r, "legal, 211-269; options: dragon-move=after-scoring\n", 'behind an abbot who is taken back no bridge is offered');
like((brief run(bastide(), 'check', '--no-context', "$saves/flight-after-scoring.jcz"))[1], qr/replay\[154\]: error: turn 42\.1, Ben \(b\): the dragon's step from/, 'a flight that makes no sense, after the scoring');

# A save that is written, too, leaves out an element that a set enforces.
unlike((run_input(deal(3, 1, 2, 'jcz-1', 'base,river'), bastide(), qw(convert --to=jcz --lossy)))[1], qr/"river":/, 'a save that is written leaves the river out, too');
done_testing;

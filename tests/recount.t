#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# A slow recount agrees with the referee after every turn, with all sets and many options. Random games break no rule,
# their text is canonical, and every kind of move occurs. BASTIDE_LONG: four times as many games; BASTIDE_STRIDE: half as
# many.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $both = 'base,princess-dragon,bridges';
my $all = every_set();
my $other = 'princess=must,fairy=follower,fairy-scored=cell,portal-own-tile=strict,dragon-move=after-scoring,bridge-joins=road,bridge-order=bridge-first,'
    . 'bridges-per-tile=2,discard-bridge=must,castle-choice=highest,castle-field=spent,castle-ask=first,bazaar-next=chooser,bid-limit=none';
my $free = 'fairy=tile,fairy-scored=feature,fairy-castle=yes,bazaar=variant,variant-order=choose-all,bridge-neighbour=forced,portal-dragon=forbidden,'
    . 'portal-bridge=forbidden,bazaar-zero=auction';
my @games = (
    [200, 'official-1', 'base'], [200, 'book-1', 'base'],
    (map { my $profile = $_; map { [/,.*,/ ? 15 : 20, $profile, $_] } grep { !/city/ && $_ ne 'base' } set_kinds() } qw(book-1 official-1 jcz-1)),
    [12, 'official-1', $all, 'builder-turn=must,volcano-pieces=allowed,bridge-per=part'], [12, 'book-1', $all, 'bazaar-double=first'],
    [25, 'official-1', $all, 'bazaar-double=round,bazaar-in-round=after,builder-turn=must'], [30, 'official-1', 'base,bridges,traders', 'bazaar-double=round,bazaar-in-round=after,builder-turn=must'], [25, 'book-1', $all, 'bazaar-double=round,bazaar-in-round=after,bazaar=variant,bridge-per=turn'],
    [25, 'book-1', 'base,bridges,traders', 'bid-zero=none,farmers-by=city,castle-field=spent'], [25, 'official-1', 'base', 'farmers-by=city,field-city=4'], [25, 'official-1', $all, 'farmers-by=city,bid-zero=none,bid-limit=none'],
    (map { [4, 'official-1', "$both,king-robber", "castle-king=yes,king-robber-scoring=$_"] } qw(features 10 15-40 running)), [10, 'official-1', 'base,king-robber', 'king-robber-scoring=running'],
    [60, 'jcz-1', 'base,princess-dragon,hills-sheep'], [20, 'official-1', 'base,tower,hills-sheep,princess-dragon'],
    [12, 'official-1', $all, 'bridge-tile=own,abbot-fairy=yes,castle-garden=yes'], [12, 'official-1', $all, 'abbot-fairy=yes,abbot-portal=forbidden,fairy=tile'],
    (map { [12, 'book-1', $both, $_], [12, 'official-1', $both, $_] } $other, $free, 'bazaar=variant,variant-order=choose-place,fairy=tile'),
);
my $walls = 'market-across=no,residence-completed=forbidden,walls-from=next-pile,unclaimed-triggers=yes,guard-two-seats=last,returned-merchant-guards=no,short-wall=concave,first-walls=beside-last,gate-closes=no,close-test=always';
push @games, (map { [25, 'book-1', 'the-city-r1', undef, $_] } 2, 3, 4), [25, 'official-1', 'the-city-r1', undef, 4], [20, 'official-1', 'the-city-r1', $walls, 2];
my %moves;
for (@games) {
    my ($count, $profile, $sets, $options, $seats) = @$_;
    $count = $ENV{BASTIDE_LONG} ? 2 * $count : int $count / ($ENV{BASTIDE_STRIDE} ? 4 : 2);
    my $what = "$profile $sets" . ($options ? ' ' . substr($options, 0, 20) . '...' : '');
    my $games = spurt(scratch('games.crn'), deal(11, $count, $seats // ($sets =~ /city/ ? 2 : 0), $profile, $sets, $options));
    my ($status, $out) = run(helper('recount'), $games);
    is($status, 0, "$what: the recount agrees") or diag $out;
    like($out, qr/^$count games, \d{3,5} turns$/, "$what: over all games and turns");
    is((brief run(bastide(), 'check', '--quiet', '--werror', $games))[0], 0, "$what: every game is found valid");
    my $text = slurp($games);
    is((run(bastide(), 'fmt', $games))[1], $text, "$what: the text is canonical");
    $moves{$1}++ while $text =~ / (\w+)(?::|(?= |$))/mg;
    for my $game (split /^(?=%CRN)/m, $text) {
        my ($last, $round) = (0, -1);
        my $seats = () = ($game =~ /^players: \[(.*)\]/m ? $1 : '') =~ /[^,]+/g;
        for my $line ($game =~ /^\d+[a-f] .*/mg) {
            my ($turn) = $line =~ /^(\d+)/;
            $moves{late}++ if $turn < $last;
            $last = $turn if $turn > $last;
            next unless $line =~ / bazaar:/;
            $moves{'bazaar after a bazaar'}++ if $turn == $round;
            $round = $turn + $seats;
        }
    }
    my ($portals) = scalar(() = $text =~ / [a-z]\w*\@-?\d+,-?\d+(?: |$)/mg);
    $moves{portal} += $portals;
}
# Games in which walls and towers run out.
my $tiles = few_walls();
my $few = spurt(scratch('few.crn'), deal(11, 60, 0, 'book-1', 'few-walls', undef, $tiles));
is((run(helper('recount'), '-t', $tiles, $few))[0], 0, 'few walls: the recount agrees');
is((brief run(bastide(), 'check', '--quiet', '--werror', "--tileset=$tiles", $few))[0], 0, 'few walls: every game is found valid');
# Walls that tiles close in (beyond: local) are unknown to the recount.
my $local = spurt(scratch('local.crn'), deal(11, 60, 0, 'book-1', 'the-city-r1', 'beyond=local'));
is((brief run(bastide(), 'check', '--quiet', '--werror', $local))[0], 0, 'beyond: local: every game is found valid');
is((brief run(bastide(), 'check', '--quiet', "--tileset=$tiles", $local))[0], 0, 'of two sets with the same names the one in play is meant');
like((brief run(bastide(), 'check', $local))[1], qr/\A(?:.*: legal, .*\n){60}\z/, 'beyond: local: all of them');
for my $move (qw(discard aside pass bridge fairy princess dragon portal castle take bazaar bid buy sell free gate wall short guard tower big abbot back builder pig late), 'bazaar after a bazaar') {
    cmp_ok($moves{$move} // 0, '>', 0, "$move: " . ($moves{$move} // 0) . ' times');
}
my @known = (known_saves(), map { glob } grep { defined } shared('games/bga') ? shared('games/bga') . '/*.gz' : undef);
SKIP: {
    skip 'needs ../shared: known games', 1 unless @known;
    my ($status, $out) = run(helper('recount'), @known, source('replays/japan-2015-final.crn'));
    is($status, 0, 'known games') or diag $out;
}
# Players may have several wagons (header `supply`), of which one tile scores two.
my $wagons = spurt(scratch('wagons.crn'), <<'END');
%CRN 1
brings: [wagon]
rules: jcz-1
supply: {wagon: 2}
players: [Ada, Ben]
---
1a X -1,0N wagon:rW
2b V -2,0W -
3a V -1,1E wagon:rN
4b L -2,1W -
4.1a go:rN@-1,0
4.2a go:rS@-2,1
end stopped
END
my ($state, $told) = run(helper('recount'), $wagons);
is("$state $told", "0 1 games, 4 turns\n", 'two wagons of a player') or diag $told;
done_testing;

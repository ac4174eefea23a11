#!/usr/bin/perl
# A slow recount agrees with the referee after every turn; the player of random games never breaks a rule; discards
# come about and are proven.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More tests => 9;

my @options = (['official-1'], ['book-1']);
for (@options) {
    my ($profile) = @$_;
    my $games = spurt(scratch('games.crn'), (run(helper('deal'), 11, 400, 0, $profile))[1]);
    my ($status, $out) = run(helper('recount'), $games);
    is($status, 0, "$profile: the recount agrees") or diag $out;
    like($out, qr/^400 games, [23]\d{4} turns$/, "$profile: over all games and turns");
    my @discards = slurp($games) =~ /discard:/g;
    cmp_ok(scalar @discards, '>', 0, "$profile: some tiles were set aside");
    is((run(bastide(), 'check', '--quiet', '--werror', $games))[0], 0, "$profile: every game is found valid");
}
my @known = map { glob } grep { defined } (shared('games/jcz') ? shared('games/jcz') . '/base*.jcz' : undef),
    (shared('games/bga') ? shared('games/bga') . '/*.gz' : undef);
SKIP: {
    skip 'no known games here', 1 unless @known;
    my ($status, $out) = run(helper('recount'), @known, source('replays/japan-2015-final.crn'));
    is($status, 0, 'known games') or diag $out;
}

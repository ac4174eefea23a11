#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Legal games, each mutated in one place: it is flagged at the mutated line with the code that fits. BASTIDE_STRIDE: fewer of them,
# which may not lend themselves to each kind.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $tiles = few_walls();
for (['header', 4, 20], ['base', 1, $ENV{BASTIDE_LONG} ? 200 : $ENV{BASTIDE_STRIDE} ? 40 : 100], ['pieces', 2, $ENV{BASTIDE_LONG} ? 50 : $ENV{BASTIDE_STRIDE} ? 3 : 10], ['city', 5, $ENV{BASTIDE_STRIDE} ? 15 : 60]) {
    my ($status, $out) = run(helper('mutate'), '-t', $tiles, @$_);
    my @kinds = $out =~ /^(\S.*?\S) +(\d{3}) +(\d+) times$/mg;
    while (my ($kind, $code, $times) = splice @kinds, 0, 3) {
        cmp_ok($times, '>', 2, "$kind: $code, $times times") unless $ENV{BASTIDE_STRIDE};
    }
    # It counted to the end: 1 is for a kind that none of few games lent itself to.
    my $is_few = $ENV{BASTIDE_STRIDE} && $status == 1 && $out =~ / times\n\z/ && $out !~ /^not flagged/m;
    is($is_few ? 0 : $status, 0, "$_->[0]: every spoilt record was flagged where it was spoilt") or diag substr($out, 0, 3000);
}
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Mutates legal games in one place each. Each must be flagged at the mutated line, with the expected code.
# BASTIDE_STRIDE: fewer games; BASTIDE_LONG: more.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $tiles = few_walls();
my ($long, $few) = @ENV{qw(BASTIDE_LONG BASTIDE_STRIDE)};
for (['header', 4, 20], ['base', 1, $long ? 200 : $few ? 20 : 50], ['pieces', 2, $long ? 50 : $few ? 3 : 6], ['city', 5, $long ? 60 : $few ? 10 : 30]) {
    my ($status, $out) = run(helper('mutate'), '-t', $tiles, @$_);
    my @kinds = $out =~ /^(\S.*?\S) +(\d{3}) +(\d+) times$/mg;
    while (my ($kind, $code, $times) = splice @kinds, 0, 3) {
        cmp_ok($times, '>', 2, "$kind: $code, $times times");
    }
    is($status, 0, "$_->[0]: every mutated record was flagged where it was mutated") or diag substr($out, 0, 3000);
}
done_testing;

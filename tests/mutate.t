#!/usr/bin/perl
# Legal games spoilt one move at a time: each is flagged at the spoilt line with the code that fits.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my ($status, $out) = run(helper('mutate'), 1, 250);
my @kinds = $out =~ /^(\S.*?\S) +(\d{3}) +(\d+) times$/mg;
while (my ($kind, $code, $times) = splice @kinds, 0, 3) {
    cmp_ok($times, '>', 9, "$kind: $code, $times times");
}
is($status, 0, 'every spoilt record was flagged where it was spoilt') or diag substr($out, 0, 3000);
done_testing;

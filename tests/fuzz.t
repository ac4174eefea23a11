#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# The fuzzers' inputs: each is read by its target, which aborts when a property does not hold, as it is and mutated a few times.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $rounds = $ENV{BASTIDE_LONG} ? 200 : 2;
my $seed = $ENV{BASTIDE_SEED} // 1;
for my $dir (sort grep { -d } glob source('testdata/fuzz/*')) {
    my ($target) = $dir =~ m{([^/]+)$};
    my @files = sort glob "$dir/*";
    cmp_ok(scalar @files, '>', 5, "$target: " . @files . ' inputs');
    my ($status, $out, $err) = run(helper('fuzz'), $target, $seed, $rounds, @files);
    is($status, 0, "$target: what must hold holds") or diag substr $err, 0, 2000;
}
done_testing;

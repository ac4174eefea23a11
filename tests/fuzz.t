#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Runs the inputs of the fuzzers (testdata/fuzz). Each target reads its inputs as they are, and mutated 2 times; it
# aborts if a property does not hold. BASTIDE_LONG: mutated 200 times. BASTIDE_SEED: seed of the mutations.
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

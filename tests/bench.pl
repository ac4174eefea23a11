#!/usr/bin/perl
# The speed of `bastide check -q` over 20,000 distinct legal games, plain and gzipped: games a second, and the ratio of CPU
# time to `gzip -dc` of the same file, measured in turn, so that the machine's moods touch both. Medians of the rounds.
use strict;
use warnings;
use File::Temp qw(tempdir);

my $games = $ENV{BENCH_GAMES} // 20_000;
my $rounds = $ENV{BENCH_ROUNDS} // 7;
my $builddir = $ENV{builddir} // '.';
my $dir = tempdir('bastide-bench-XXXXXX', TMPDIR => 1, CLEANUP => 1);

system("$builddir/tests/bin/deal 1 $games >$dir/games.crn") == 0 or die "deal failed\n";
system("gzip -6 -k $dir/games.crn") == 0 or die "gzip failed\n";

# CPU seconds of a command and its children.
sub cpu {
    my ($command) = @_;
    my @before = times;
    system($command) == 0 or die "$command failed\n";
    my @after = times;
    return $after[2] + $after[3] - $before[2] - $before[3];
}

sub median { my @s = sort { $a <=> $b } @_; return $s[ @s / 2 ] }

my (%seconds, %ratios);
for my $round (0 .. $rounds) {
    my $gunzip = cpu("gzip -dc $dir/games.crn.gz >/dev/null");
    for my $form ('games.crn', 'games.crn.gz') {
        my $check = cpu("$builddir/bastide check -q $dir/$form");
        next unless $round;    # the first round warms up
        push @{ $seconds{$form} }, $check;
        push @{ $ratios{$form} }, $check / $gunzip;
    }
}
printf "%d games, %.1f MB, %.1f MB gzipped; medians of %d rounds\n", $games, (-s "$dir/games.crn") / 1e6, (-s "$dir/games.crn.gz") / 1e6, $rounds;
for my $form (sort keys %seconds) {
    my $cpu = median(@{ $seconds{$form} });
    printf "%-13s %7.0f games a second of CPU, %5.1f us a game, %5.1f MB/s, %.2f times gzip -dc (%.2f to %.2f)\n", $form, $games / $cpu, $cpu / $games * 1e6,
        (-s "$dir/games.crn") / 1e6 / $cpu, median(@{ $ratios{$form} }), (sort { $a <=> $b } @{ $ratios{$form} })[ 0, -1 ];
}

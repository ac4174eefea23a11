#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Measures the speed of `bastide check -q` on distinct legal games of the base set, of three sets together and of The
# City, plain and gzipped. Prints games a second, CPU time per tile, and the ratio to `gzip -dc` of the same file, as
# medians of several rounds. Both commands run alternately, so that the load of the machine affects them alike. Then
# prints the cost of other commands as a ratio to checking the same games. BENCH_GAMES is the number of base games
# (20,000), BENCH_ROUNDS the number of rounds (7).
use strict;
use warnings;
use File::Temp qw(tempdir);

my $games = $ENV{BENCH_GAMES} // 20_000;
my $rounds = $ENV{BENCH_ROUNDS} // 7;
my $builddir = $ENV{builddir} // '.';
my $dir = tempdir('bastide-bench-XXXXXX', TMPDIR => 1, CLEANUP => 1);

# Returns the CPU seconds of a command and its children.
sub cpu {
    my ($command) = @_;
    my @before = times;
    system($command) == 0 or die "$command failed\n";
    my @after = times;
    return $after[2] + $after[3] - $before[2] - $before[3];
}

sub median { my @s = sort { $a <=> $b } @_; return $s[ @s / 2 ] }

sub tiles {
    open my $file, '<', $_[0] or die "$_[0]: $!\n";
    my $count = 0;
    while (my $line = <$file>) {
        $count++ if $line =~ /^\d+[a-f] [A-Za-z]+\d* -?\d/;
    }
    return $count;
}

my @sets = (['base', 'base', $games], ['all', 'base,princess-dragon,bridges', int($games / 2)], ['city', 'the-city-r1', int($games / 4)]);
my (%seconds, %ratios, %tiles);
for (@sets) {
    my ($name, $sets, $count) = @$_;
    system("$builddir/bastide deal --seed=1 --games=$count --sets=$sets >$dir/$name.crn") == 0 or die "deal failed\n";
    system("gzip -6 -k $dir/$name.crn") == 0 or die "gzip failed\n";
    $tiles{$name} = tiles("$dir/$name.crn");
}
for my $round (0 .. $rounds) {
    for (@sets) {
        my ($name) = @$_;
        my $gunzip = cpu("gzip -dc $dir/$name.crn.gz >/dev/null");
        for my $form ('crn', 'crn.gz') {
            my $check = cpu("$builddir/bastide check -q $dir/$name.$form");
            next unless $round;    # the first round warms up
            push @{ $seconds{$name}{$form} }, $check;
            push @{ $ratios{$name}{$form} }, $check / $gunzip;
        }
    }
}
for (@sets) {
    my ($name, $sets, $count) = @$_;
    my $size = -s "$dir/$name.crn";
    printf "%s: %d games, %d tiles, %.1f MB, %.1f MB gzipped; medians of %d rounds\n", $sets, $count, $tiles{$name}, $size / 1e6, (-s "$dir/$name.crn.gz") / 1e6, $rounds;
    for my $form ('crn', 'crn.gz') {
        my $cpu = median(@{ $seconds{$name}{$form} });
        my @ratios = sort { $a <=> $b } @{ $ratios{$name}{$form} };
        printf "  %-7s %6.0f games a second of CPU, %5.1f us a game, %.3f us a tile, %5.1f MB/s, %.2f times gzip -dc (%.2f to %.2f)\n", $form, $count / $cpu,
            $cpu / $count * 1e6, $cpu / $tiles{$name} * 1e6, $size / 1e6 / $cpu, median(@ratios), @ratios[ 0, -1 ];
    }
}
my %tile = map { my $name = $_->[0]; $name => median(@{ $seconds{$name}{crn} }) / $tiles{$name} } @sets;
printf "a tile of all sets costs %.2f times one of the base game\n", $tile{all} / $tile{base};

# deal plays and judges each game once. diff of two records judges both; diff of a record and an account judges the
# record and reads the account.
for (@sets) {
    my ($name, $sets, $count) = @$_;
    my $file = "$dir/$name.crn";
    system("$builddir/bastide audit --format=json $file >$dir/$name.json") == 0 or die "audit failed\n";
    my %verbs = ('moves --each --by=step' => "moves --each --by=step $file", deal => "deal --games=$count --sets=$sets", 'diff, records' => "diff -q $file $file", 'diff, account' => "diff -q $file $dir/$name.json",
        'select --unique' => "select --count --unique $file", 'check --summary' => "check --summary $file");
    for my $verb (sort keys %verbs) {
        my @costs = map { cpu("$builddir/bastide $verbs{$verb} >/dev/null") / cpu("$builddir/bastide check -q $file") } 1 .. ($rounds < 3 ? $rounds : 3);
        printf "%s, %s: %.2f times check -q\n", $sets, $verb, median(@costs);
    }
}

# moves --count lays about as many tiles as there are sequences. So the time for each sequence is compared with the time
# of check -q for each tile.
open my $start, '>', "$dir/start.crn" or die "$!\n";
print $start "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n";
close $start;
my $count = "$builddir/bastide moves --count --depth=4 --tiles=W,V,U,E $dir/start.crn";
my ($sequences) = `$count` =~ /^total\t(\d+)/m;
my $each = median(map { cpu("$count >/dev/null") } 1 .. 3) / $sequences;
printf "moves --count: %d sequences, %.2f a microsecond, %.2f times a tile of check -q\n", $sequences, 1e-6 / $each, $each / (median(@{ $seconds{base}{crn} }) / $tiles{base});

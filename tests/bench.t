#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares the cost of commands, in instructions, and the results of dealt games with tests/bench.expected. `tests/bench.t -w` writes
# that file.
#
# valgrind's callgrind counts the instructions: their number repeats, unlike times. Each cost is the difference between an input and
# one twice as long, so that the start of the program does not count. A cost may exceed the expected one by 5 %. With another
# compiler, with other flags or without valgrind no costs are compared. A signature is the sum of all scores of 10,000 dealt games,
# and a digest of the points of every seat. It shows at once if a faster program changes a game's result.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Digest::MD5;
use Test::More;

my $write = @ARGV && $ARGV[0] eq '-w';
my $expected = "$FindBin::Bin/bench.expected";
my $bastide = bastide();
my @kinds = (['base', 'base', 40], ['all sets', 'base,princess-dragon,bridges', 15], ['The City', 'the-city-r1', 15]);

# Returns compiler and flags of the build as one line. Builds with the same line have comparable numbers of
# instructions.
sub build {
    my $makefile = slurp(built('Makefile'));
    my %is = map { $_ => $makefile =~ /^$_ = *(.*)/m ? $1 : '' } qw(CC CFLAGS SANITIZE_CFLAGS HARDEN_CFLAGS LTO_CFLAGS);
    my ($version) = qx($is{CC} --version) =~ /(.*)/;
    my $checks = slurp(built('config.h')) =~ /^#define BASTIDE_CHECKS/m ? ' with checks' : '';
    return join(' ', $version, grep { length } @is{qw(CFLAGS SANITIZE_CFLAGS HARDEN_CFLAGS LTO_CFLAGS)}) =~ s/ +/ /gr . $checks;
}

sub instructions {
    my (@command) = @_;
    unshift @command, $bastide unless $command[0] =~ m{/};
    my (undef, undef, $err) = run('valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', @command);
    return $err =~ /Collected : (\d+)/ ? $1 : die "valgrind did not count: $err";
}

# Returns the cost of each of the `units` that the second of two inputs, twice as long, has more than the first. An
# input is a list of command words.
sub each_costs {
    my ($units, $once, $twice) = @_;
    return (instructions(@$twice) - instructions(@$once)) / $units;
}

sub converted {
    my ($form, $file) = @_;
    my (undef, $out) = run($bastide, 'convert', '--lossy', "--to=$form", $file);
    return $out;
}

sub costs {
    my @rows;
    for (@kinds) {
        my ($name, $sets, $count) = @$_;
        my ($once, $twice) = map { deal(1, $_ * $count, 0, undef, $sets) } 1, 2;
        my $tiles = tiles($twice) - tiles($once);
        my @files = (spurt(scratch('once.crn'), $once), spurt(scratch('twice.crn'), $twice));
        my $row = sub { my ($what, @words) = @_; push @rows, ["$what, $name, a tile", each_costs($tiles, map { [@words, '--no-sandbox', $_] } @files)] };
        $row->('check -q', 'check', '-q');
        push @rows, ["deal, $name, a tile", each_costs($tiles, map { ['deal', '--no-sandbox', '--seed=1', "--sets=$sets", "--games=$_"] } $count, 2 * $count)];
        $row->('audit', 'audit', '--format=json');
        next unless $name eq 'base';
        system('gzip', '-6', '-k', @files) == 0 or die "gzip failed\n";
        push @rows, ["check -q, base, gzipped, a tile", each_costs($tiles, map { ['check', '-q', '--no-sandbox', "$_.gz"] } @files)];
        $row->('stats', 'stats');
        $row->('fmt', 'fmt');
        $row->('show --format=json', 'show', '--format=json');
        my @pages = map { deal(1, $_ * 20) } 1, 2;    # a page holds 50 games
        push @rows, ['replay, base, a tile', each_costs(tiles($pages[1]) - tiles($pages[0]), map { ['replay', '--no-sandbox', spurt(scratch("page$_.crn"), $pages[$_])] } 0, 1)];
        $row->('convert --to=jcz', 'convert', '--to=jcz', '--lossy');
        push @rows, ["diff -q of two records, base, a tile", each_costs($tiles, map { ['diff', '-q', '--no-sandbox', $_, $_] } @files)];
        push @rows, ['show --format=svg, one game', instructions('show', '--format=svg', '--no-sandbox', spurt(scratch('one.crn'), deal(1, 1)))];
        push @rows, ['check -q -j2, base, a small file', each_costs($count * 5, map { ['check', '-q', '--no-sandbox', '-j2', '-r', folder($_ * $count * 5)] } 1, 2)];
    }
    for (['base', 'base', 40], ['all sets', 'base,princess-dragon,bridges,inns,traders,abbot,river', 15]) {
        my ($name, $sets, $count) = @$_;
        my @games = map { deal(1, $_ * $count, 0, 'jcz-1', $sets) } 1, 2;
        my @saves = map { spurt(scratch("$name$_.jcz"), converted('jcz', spurt(scratch('games.crn'), $games[$_]))) } 0, 1;
        push @rows, ["check -q of saves of JCloisterZone, $name, a tile", each_costs(tiles($games[1]) - tiles($games[0]), map { ['check', '-q', '--no-sandbox', $_] } @saves)];
    }
    push @rows, ['check of lines that are not understood, a finding', each_costs(300, map { ['check', '--no-sandbox', spurt(scratch("wrong$_.crn"), "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n" . "so it was\n" x $_)] } 300, 600)];
    my $start = spurt(scratch('start.crn'), "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n");
    my $count = sub { ['moves', '--no-sandbox', '--count', "--depth=$_[0]", '--tiles=W,V,U,E', $start] };
    my ($few, $many) = map { my (undef, $out) = run($bastide, @{ $count->($_) }); $out =~ /^total\t(\d+)/m } 2, 3;
    push @rows, ['moves --count, a sequence', each_costs($many - $few, $count->(2), $count->(3))];
    my $open = spurt(scratch('open.crn'), deal(5, 1) =~ s/^31\w.*//msr);
    my $after = sub { ['moves', '--no-sandbox', '--count', "--depth=$_[0]", '--tiles=W,V,U', $open] };
    ($few, $many) = map { my (undef, $out) = run($bastide, @{ $after->($_) }); $out =~ /^total\t(\d+)/m } 1, 2;
    push @rows, ['moves --count after turn 30, a sequence', each_costs($many - $few, $after->(1), $after->(2))];
    if (my $player = library_player()) {
        push @rows, ['a random game through the library, base, a tile', each_costs(10 * 71, map { [$player, 'games', $_] } 10, 20)];
    }
    if (my $logs = shared('games/bga')) {
        my @logs = sort glob "$logs/*.json.gz";
        my $log = join '', map { qx(gzip -dc $_) } @logs;
        my @files = map { spurt(scratch("log$_.json"), $log x $_) } 1, 2;
        push @rows, ['check -q of logs of Board Game Arena, a byte', each_costs(length $log, map { ['check', '-q', '--no-sandbox', $_] } @files)];
    }
    return map { [$_->[0], sprintf '%.*f', $_->[1] < 100 ? 2 : 0, $_->[1]] } @rows;
}

# Returns a folder with many games, each in its own file.
sub folder {
    my ($count) = @_;
    my $folder = scratch("folder$count");
    mkdir $folder or die "$folder: $!\n";
    my $number = 0;
    spurt("$folder/" . ++$number . '.crn', $_) for split /^(?=%CRN)/m, deal(1, $count);
    return $folder;
}

# Returns a program that plays with the library, if that is built.
sub library_player {
    my $library = built('.libs/libbastide.so');
    return unless -e $library;
    my $to = scratch('player');
    my $folder = $library =~ s{/[^/]*$}{}r;
    my ($bad, undef, $said) = run(qw(cc -O1 -D_POSIX_C_SOURCE=200809L -I), source('src/lib'), '-o', $to, source('tests/library.c'), $library, "-Wl,-rpath,$folder", '-lpthread');
    die "tests/library.c: $said" if $bad;
    return $to;
}

sub tiles { return scalar(() = $_[0] =~ /^\d+[a-f] [A-Za-z]+\d* -?\d/mg) }

# Returns the sum of the scores of 10,000 games, and a digest of what the audit reports for every seat.
sub signature {
    my ($sets) = @_;
    open my $audit, '-|', "$bastide deal --seed=1 --games=10000 --sets=$sets | $bastide audit --by=seat --format=csv -" or die "$!\n";
    my ($sum, $digest, @names) = (0, Digest::MD5->new);
    while (my $row = <$audit>) {
        my @cells = split /,/, $row =~ s/\n//r;
        if ($row =~ /^event,/) {
            @names = @cells;
            next;
        }
        # Empty cells are left out, so that a new kind of award does not change the digest of games without it.
        $digest->add(join ' ', map({ "$names[$_]=$cells[$_]" } grep { $cells[$_] } 0 .. $#cells), "\n");
        $sum += $cells[5] if $row =~ /^seat,/;
    }
    close $audit or die "deal or audit failed\n";
    return "$sum " . substr $digest->hexdigest, 0, 12;
}

my $can_count = (qx(valgrind --version 2>&1) // '') =~ /^valgrind/;
my @signatures = map { ["signature, $_->[0]", signature($_->[1])] } @kinds;
my $built = build();
my %expected = $write ? () : map { split /\t/ } split /\n/, slurp($expected);
my $why_not = !$can_count ? 'needs valgrind' : $write || $built eq $expected{'built by'} ? undef : "needs the compiler and flags of $expected{'built by'}";
my @costs = $why_not ? () : costs();
if ($write) {
    die "$why_not\n" if $why_not;
    open my $file, '>', $expected or die "$expected: $!\n";
    print $file map { "$_->[0]\t$_->[1]\n" } ['built by', $built], @signatures, @costs;
    close $file or die "$expected: $!\n";
    exit;
}

is($_->[1], $expected{ $_->[0] }, "10,000 games dealt: $_->[0]") for @signatures;
SKIP: {
    skip $why_not, 1 if $why_not;
    for (@costs) {
        my ($name, $cost) = @$_;
        ok(defined $expected{$name}, "$name: has an expected cost") or next;
        my $ratio = $cost / $expected{$name};
        cmp_ok($ratio, '<=', 1.05, sprintf "%s: %s instructions, %.3f times what is expected", $name, $cost, $ratio);
    }
}
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Injects faults of the machine, one at a time or all from one call on (tests/faults.c): allocations that fail; reads,
# writes, opens and closes that fail, are interrupted or do less than they were asked. A run must then end as if nothing
# had happened, or with status 2 and a message. It must never print a part of its output and exit with another status.
# Faults after which a call can be tried again must make no difference. A few faults of each kind are tried for each
# command; with BASTIDE_LONG more of each, and all kinds.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $faults = helper('faults.so');
{
    local $ENV{LD_PRELOAD} = $faults;
    my ($status) = run(bastide(), '--version');
    plan skip_all => 'needs a build without sanitizers, and glibc' if $status || !-e $faults;
}

my $japan = source('replays/japan-2015-final.crn');
my $city = source('replays/city-two-seats.crn');
my $broken = source('replays/broken-followers.crn');
my $pieces = spurt(scratch('pieces.crn'), (run(bastide(), (split " ", "deal -s base,princess-dragon,bridges --seats=3 --seed=5")))[1]);
my $own = spurt(scratch('own.crn'), "%CRN 1\nrules: official-1\nplayers: [A, B]\ntiles:\n  - {name: Y1, count: 2, sides: ffff, segments: [{kind: field, ports: [N, E, S, W]}]}\n---\n1a Y1 1,0N -\n");
my $tileset = spurt(scratch('set.yaml'), tileset('bridges') =~ s/^name: bridges/name: other/mr =~ s/name: b(\d)/name: o$1/gr);
my $two = spurt(scratch('two.crn'), (run(bastide(), qw(deal --seats=2 --bare)))[1]);
my $save = spurt(scratch('save.jcz'), (run(bastide(), qw(convert --to=jcz --lossy), $two))[1]);
my $lab = spurt(scratch('game.lab'), (run(bastide(), qw(convert --to=carcassonnelab), $two))[1]);
-s $_ or BAIL_OUT("$_ is empty") for $save, $lab, $pieces;
my $account = spurt(scratch('account.json'), (run(bastide(), qw(audit --format=json), $japan))[1]);
my $figures = spurt(scratch('figures.json'), (run(bastide(), qw(stats --format=json), $japan))[1]);
my $gzipped = spurt(scratch('game.crn.gz'), (run('gzip', '-c', $pieces))[1]);

my ($desk, $begun) = (scratch('desk.crn'), "%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n");
my @commands = (
    ['check', $japan, $broken, $city], ['check', $gzipped], ['check', '--format=json', $broken, $own], ['check', '--format=sarif', $broken], ['check', '--summary', $pieces],
    ['check', $save], ['check', $lab], ['check', "--tileset=$tileset", $japan],
    ['audit', $broken], map({ ['audit', "--format=$_", $japan] } qw(json yaml csv)), ['audit', '--format=yaml', '--events=all', $broken],
    map({ ['audit', "--by=$_", $pieces] } qw(tile city castle fairy dragon bazaar bridge seat)), map({ ['audit', "--by=$_", '--format=yaml', $city] } qw(market wall guard tower residence)),
    ['show', $city], ['fmt', $pieces], ['fmt', $own], ['fmt', $save],
    ['convert', '--to=crn', $lab], ['convert', '--to=jcz', $pieces], ['convert', '--to=jcz', '--lossy', $japan], ['convert', '--to=carcassonnelab', $two], ['convert', '--to=json', $city],
    ['deal', '--seed=3'], ['deal', '--game=the-city', '--seats=2'], ['deal', '--sets=base,bridges', '--spoil=442'], ['deal', '--spoil=list'],
    ['moves', $japan], ['moves', '--each', '--by=step', '--format=yaml', $broken], ['moves', '--at=3', '--count', '--depth=1', $japan],
     ['select', '--winner=*a*', '--unique', $japan, $city, $japan], ['select', '--header=event=*', '--finding=302', $broken],
    ['stats', $japan, $city], ['stats', '--format=yaml', $japan], ['stats', '--format=csv', $city], ['stats', '--merge', $figures, $figures],
    ['tiles'], ['tiles', '--format=yaml', '--set=base'], ['tiles', '--format=json', "--tileset=$tileset"],
    ['explain'], ['fmt', '--check', $broken, $japan], ['fmt', '--totals', $japan], ['check', '--context', $broken], ['check', '--fit', $japan], ['explain', '302', 'city.walls', 'nope'], ['diff', $japan, $account], ['diff', $broken, $japan], ['diff', '--claims', '--format=json', $broken], ['diff', '--key=event', $japan, $japan],
    ['record', $desk],
    ['__complete', 'deal', '--options='], ['--help'], ['check', '--help'], ['check', '--bogus'],
);
my $log = shared('games/bga/bga-1.json.gz');
push @commands, ['check', $log] if $log;

my $most = $ENV{BASTIDE_LONG} ? 24 : 6;
my ($input, $out, $err, $counts) = map { scratch($_) } qw(in out err counts);
spurt($input, "V 1,0N r\nundo\nV 1,0N rW\nB 0,2N m\nmoves\n");

sub outcome {
    my ($fault, @command) = @_;
    spurt($desk, $begun);
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDIN, '<', $input or die $!;
        open STDOUT, '>', $out or die $!;
        open STDERR, '>', $err or die $!;
        alarm 60; # ends a run that hangs
        $ENV{LD_PRELOAD} = $faults;
        $ENV{FAULT} = $fault;
        exec { $command[0] } @command or exit 127;
    }
    waitpid $pid, 0;
    return ($? & 127 ? 128 + ($? & 127) : $? >> 8, slurp($out), slurp($err));
}

# Returns about `most` numbers from 1 to n, with both ends; all of them if n is not greater.
sub sample {
    my ($n, $most) = @_;
    my $step = $n <= $most ? 1 : $n / $most;
    my %seen;
    return grep { $_ >= 1 && $_ <= $n && !$seen{$_}++ } (map({ int(1 + $_ * $step) } 0 .. ($n <= $most ? $n : $most) - 1), $n);
}

my %hows = (alloc => [''], read => [qw(EIO EINTR EAGAIN short)], write => [qw(ENOSPC EIO EINTR EAGAIN short)], open => [qw(EMFILE EACCES)], close => [qw(EIO)]);
# Kinds of faults: the call, how it fails, and '+' if all later calls fail too. A run whose calls are interrupted for
# ever does not end, so interruptions have no '+'.
my @kinds;
for my $call (sort keys %hows) {
    push @kinds, map { my $how = $_; map { [$call, $how, $_] } $how =~ /EINTR|EAGAIN/ ? ('') : ('', '+') } @{ $hows{$call} };
}
my ($runs, $round, %table) = (0, 0);
for my $command (@commands) {
    my ($name) = @$command;
    my $words = join ' ', map { s{.*/}{}r } @$command;
    local $ENV{FAULT_COUNT} = $counts;
    my @good = outcome('', bastide(), @$command);
    cmp_ok($good[0], '<', 3, "$words: without a fault");
    my %count = slurp($counts) =~ /^(\w+) (\d+)$/mg;
    delete $ENV{FAULT_COUNT};
    my @bad;
    for (one_in($ENV{BASTIDE_LONG} ? 1 : 3, $round++, @kinds)) {
        my ($call, $how, $onward) = @$_;
        my $again = $how =~ /EINTR|EAGAIN|short/;
        for my $n (sample($count{$call}, $call eq 'alloc' ? $most : $most / 3)) {
            my $fault = "$call:$n$onward" . ($how ? ":$how" : '');
            my @got = outcome($fault, bastide(), @$command);
            $runs++;
            push @bad, "$fault: a part of a line stays: " . slurp($desk) if slurp($desk) !~ /\A\Q$begun\E(1a V 1,0N rW?\n)?\z/;
            my $same = "@got" eq "@good";
            my $trouble = $got[0] == 2 && ($call eq 'write' || $got[2] ne '' || $got[1] =~ /\b90[12]\b/);
            $table{$name}{$call}++;
            push @bad, sprintf '%s: status %d, %d of %d bytes, says "%s"', $fault, $got[0], length $got[1], length $good[1], substr($got[2], 0, 60)
                if !$same && ($again || !$trouble);
            push @bad, "$fault: does not say 'out of memory': $got[2]" if !$same && $call eq 'alloc' && $got[2] !~ /out of memory$/m;
        }
    }
    is(scalar @bad, 0, "$words: with a fault at each of " . join(', ', map { "$count{$_} ${_}s" } sort keys %count)) or diag join "\n", @bad[0 .. ($#bad < 5 ? $#bad : 5)];
}
diag "$runs runs with a fault: " . join ', ', map { my $c = $_; "$c " . join('+', map { "$table{$c}{$_} $_" } sort keys %{ $table{$c} }) } sort keys %table;
done_testing;

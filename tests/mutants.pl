#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Measures whether the test suite notices errors in the referee: mutants.pl [COUNT [SEED [JOB/JOBS]]]. Changes one
# operator of a condition in src/board, src/referee or src/expansions, chosen at random, builds the program and runs
# tests until one fails. Prints a line for each of COUNT mutants, "killed TEST" or "survived" with the file, the line
# and the change, and totals at the end. JOB/JOBS takes only a share of the mutants, from 0/JOBS to JOBS-1/JOBS. Works
# on a copy in the temporary directory. BASTIDE_LONG runs more test scripts.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename;
use File::Temp qw(tempdir);
use POSIX ();

my ($count, $seed, $job) = ($ARGV[0] // 200, $ARGV[1] // 1, $ARGV[2] // "0/1");
my ($mine, $jobs) = split m{/}, $job;
my $top = abs_path(dirname(__FILE__) . '/..');
# Quick scripts, and those that find most, run first. BASTIDE_LONG adds all others that could fail.
my @tests = (qw(cases repro views pieces jcz deal cli recount import), $ENV{BASTIDE_LONG} ? qw(moves offers trial mutate bga saves bad header fmt diff stats select roundtrip convert) : ());
my $hang = 400;    # seconds

my $dir = tempdir('mutants-XXXXXX', TMPDIR => 1, CLEANUP => 1);
system("git -C $top ls-files -z | (cd $top && xargs -0 cp --parents -t $dir)") == 0 or die;
chdir $dir or die;
system("./bootstrap >/dev/null 2>&1 && ./configure -q CFLAGS='-O1' >/dev/null && make -s -j2 >/dev/null && make -s check TESTS= >/dev/null 2>&1") == 0 or die "cannot build\n";

# The replacement of each operator, and all places where an operator stands: file, offset, operator.
my %turned = ('==' => '!=', '!=' => '==', '<' => '<=', '<=' => '<', '>' => '>=', '>=' => '>', '&&' => '||', '||' => '&&', '!' => '');
my @places;
for my $file (sort map { glob("src/$_/*.c src/$_/*/*.c") } qw(board referee expansions)) {
    open my $in, '<', $file or die;
    my $text = do { local $/; <$in> };
    # Blank out comments, strings and preprocessor lines; offsets stay the same.
    (my $bare = $text) =~ s{(/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|^#.*?$)}{' ' x length $1}gmse;
    while ($bare =~ /(?<=\s)(==|!=|<=|>=|<|>|&&|\|\|)(?=\s)|(?<=[\s(])(!)(?=[\w(])/g) {
        push @places, [$file, $-[0], $1 // $2];
    }
}
# A generator of random numbers that gives the same order on every machine.
my $state = $seed;
sub below { $state = ($state * 1103515245 + 12345) % 2**31; return int($state / 65536) % $_[0] }
for my $i (reverse 1 .. $#places) {
    my $k = (below(32768) * 32768 + below(32768)) % ($i + 1);
    @places[ $i, $k ] = @places[ $k, $i ];
}

# Returns the name of the first test script that fails, or ''. A script that hangs fails.
sub first_failure {
    for my $test (@tests) {
        my $pid = open(my $out, '-|') // die "fork: $!";
        if (!$pid) {
            setpgrp;
            open STDERR, '>', '/dev/null';
            $ENV{srcdir} = $ENV{builddir} = $dir;
            exec 'perl', "tests/$test.t";
        }
        my $failed = 0;
        local $SIG{ALRM} = sub { die "hangs\n" };
        eval {
            alarm $hang;
            while (<$out>) { $failed = 1, last if /^not ok/ && !/# TODO/ }
            alarm 0;
            1;
        } or $failed = 1;
        alarm 0;
        kill 'KILL', -$pid if $failed;
        close $out;
        return $test if $failed || $?;
    }
    return '';
}

my ($made, $killed, $survived) = (0, 0, 0);
for my $n (0 .. $#places) {
    last if $made >= $count / $jobs;
    next if $n % $jobs != $mine;
    my ($file, $at, $was) = @{ $places[$n] };
    open my $in, '<', $file or die;
    my $text = do { local $/; <$in> };
    close $in;
    my $line = 1 + (substr($text, 0, $at) =~ tr/\n//);
    my $mutant = $text;
    substr($mutant, $at, length $was) = $turned{$was};
    open my $to, '>', $file or die;
    print $to $mutant;
    close $to;
    my $built = system('make -s >/dev/null 2>&1 && make -s check TESTS= >/dev/null 2>&1') == 0;
    if ($built) {
        $made++;
        my $test = first_failure();
        $test ? $killed++ : $survived++;
        my $around = (split /^/, $mutant)[ $line - 1 ] =~ s/^\s+|\s+$//gr;
        printf "%s %s:%d: %s to '%s': %s\n", $test ? "killed $test" : 'survived', $file, $line, $was, $turned{$was}, $around;
        $| = 1;
    }
    open $to, '>', $file or die;
    print $to $text;
    close $to;
}
print "$made mutants, $killed killed, $survived survived\n";
chdir '/';

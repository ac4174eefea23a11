#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the scripts in examples/ that judge an archive on several machines. For judge-hosts it makes three hosts, which
# are network namespaces with an sshd each: one does not answer, and one has a broken program. For judge-slurm it starts
# a node with Slurm. Needs root, and the programs named below.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Cwd qw(abs_path);
use File::Path qw(make_path);
use Test::More;

my $program = abs_path(bastide()) =~ s{/[^/]*$}{}r;
my $archive = scratch('archive');
make_path("$archive/2012", "$archive/2013");
my @shards = ('./2012/a.crn', './2012/b c.crn', './2013/x.crn.gz', './2013/y.crn', './2013/z.crn');
spurt("$archive/$shards[$_]" =~ s/\.gz$//r, deal(20 + $_, 4, 2)) for 0 .. $#shards;
spurt("$archive/2013/y.crn", slurp(source('replays/broken-scores.crn')));
is(system('gzip', "$archive/2013/x.crn"), 0, 'an archive');
my $whole = slurp("$archive/2013/x.crn.gz");
local $ENV{PATH} = "$program:$ENV{PATH}";
sub here { return qx{cd '$archive' && $_[0]} }
my $games = here('bastide check --summary ' . join ' ', map { "'$_'" } @shards);
my $stats = here('bastide stats --format=json ' . join ' ', map { "'$_'" } @shards);

# Both scripts name a shard that cannot be read, and judge the others. After it is repaired, the same command judges the
# rest.
sub holds {
    my ($what, @command) = @_;
    my $result = scratch("result-$what");
    spurt("$archive/2013/x.crn.gz", substr $whole, 0, 200);
    my ($status, $out, $err) = run(@command, $archive, $result);
    is($status, 2, "$what: a shard that nobody can read");
    is($err =~ /not judged: (.*)/ ? $1 : '', $shards[2], 'is named') or diag $err;
    is(slurp("$result/games.tsv"), here('bastide check --summary ' . join ' ', map { "'$_'" } @shards[0, 1, 3, 4]), 'the others are judged');
    spurt("$archive/2013/x.crn.gz", $whole);
    ($status, $out, $err) = run(@command, $archive, $result);
    is($status . ($err =~ s/^judge-hosts: left out: 2\/judge[23]\n//mgr), '0', 'mended, the rest is done') or diag $err;
    is(slurp("$result/games.tsv"), $games, 'the rows are those of one run');
    is(slurp("$result/stats.json"), $stats, 'and so are the figures');
    return $result;
}

sub missing { return join ', ', grep { system "command -v $_ >/dev/null 2>&1" } @_ }

SKIP: {
    my $missing = missing(qw(ip sshd ssh ssh-keygen rsync parallel));
    skip "needs root, network namespaces and $missing", 1 if $> != 0 || $missing || system 'ip netns add bastide-0 2>/dev/null && ip netns del bastide-0';
    my $ssh = scratch('ssh');
    make_path($ssh, '/run/sshd');
    system "ssh-keygen -q -t ed25519 -N '' -f $ssh/key && cp $ssh/key.pub $ssh/known && chmod 600 $ssh/known";
    spurt("$ssh/bastide", "#!/bin/sh\nexit 3\n");
    chmod 0755, "$ssh/bastide";
    my @hosts;
    for my $i (1 .. 3) {
        system "ip netns add bastide-$i && ip link add bastide-$i type veth peer name eth0 netns bastide-$i && ip addr add 10.231.$i.1/24 dev bastide-$i && "
            . "ip link set bastide-$i up && ip -n bastide-$i addr add 10.231.$i.2/24 dev eth0 && ip -n bastide-$i link set eth0 up && ip -n bastide-$i link set lo up";
        my $path = ($i == 2 ? $ssh : $program) . ':/usr/local/bin:/usr/bin:/bin';
        spurt("$ssh/sshd-$i", "ListenAddress 10.231.$i.2\nHostKey $ssh/key\nAuthorizedKeysFile $ssh/known\nStrictModes no\nPermitRootLogin yes\nUsePAM no\nPidFile $ssh/pid-$i\nSetEnv PATH=$path\n");
        # The third one does not answer.
        system "ip netns exec bastide-$i \$(command -v sshd) -f $ssh/sshd-$i" if $i != 3;
        push @hosts, "Host judge$i\nHostName 10.231.$i.2\n";
    }
    local $ENV{PARALLEL_SSH} = 'ssh -F ' . spurt("$ssh/config", join('', @hosts, "Host *\nUser root\nIdentityFile $ssh/key\nConnectTimeout 3\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n"));
    my $list = spurt("$ssh/hosts", join '', map { "2/judge$_\n" } 1 .. 3);
    my $result = holds('hosts', source('examples/judge-hosts'), $list);
    my %by = map { ((split /\t/)[1] => 1) } split /\n/, slurp("$result/check.log") =~ s/^.*\n//r;
    is_deeply([keys %by], ['judge1'], 'by the one that could');
    for my $i (1 .. 3) {
        system "kill \$(cat $ssh/pid-$i 2>/dev/null) 2>/dev/null; ip netns del bastide-$i; ip link del bastide-$i 2>/dev/null";
    }
}
SKIP: {
    my $missing = missing(qw(munged slurmctld slurmd sbatch));
    skip "needs root and $missing", 1 if $> != 0 || $missing;
    my $slurm = scratch('slurm');
    make_path("$slurm/$_") for qw(state spool munge);
    my ($host) = qx{hostname -s} =~ /(\S+)/;
    spurt("$slurm/slurm.conf", <<"END");
ClusterName=bastide
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge/socket
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
END
    system "dd if=/dev/urandom of=$slurm/key bs=1024 count=1 status=none && chmod 400 $slurm/key && chmod 755 $slurm/munge";
    system "munged --force --key-file=$slurm/key --socket=$slurm/munge/socket --pid-file=$slurm/munged.pid --log-file=$slurm/munged.log --seed-file=$slurm/seed >/dev/null 2>&1";
    local $ENV{SLURM_CONF} = "$slurm/slurm.conf";
    system 'slurmctld && slurmd';
    my $up = 0;
    for (1 .. 60) {
        $up = qx{sinfo -h -o %T 2>/dev/null} =~ /^(?:idle|mixed)/ or sleep 1;
        last if $up;
    }
    ok($up, 'a node with Slurm') or diag qx{sinfo 2>&1; tail -5 $slurm/*.log};
    holds('slurm', source('examples/judge-slurm')) if $up;
    system "kill \$(cat $slurm/slurmd.pid $slurm/slurmctld.pid $slurm/munged.pid 2>/dev/null) 2>/dev/null";
}
done_testing;

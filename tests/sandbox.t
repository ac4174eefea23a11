#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the sandbox. In each command, requests of hostile code (tests/intruder.c) are refused while the program reads
# foreign files. The user sees no difference: pipes, terminals, and more files than may be open at once still work.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use POSIX qw(mkfifo);
use Test::More;

my $intruder = helper('intruder.so');
plan skip_all => 'needs Linux with seccomp' if (-e '/proc/self/status' ? slurp('/proc/self/status') : '') !~ /^Seccomp:/m;
plan skip_all => 'needs x86-64, AArch64 or RISC-V' if (run('uname', '-m'))[1] !~ /^(?:x86_64|aarch64|riscv64)$/;
plan skip_all => 'needs a build with confinement' if slurp(built('config.h')) !~ /^#define HAVE_SECCOMP 1$/m || !-e $intruder;

my $game = source('replays/japan-2015-final.crn');
my $broken = source('replays/broken-followers.crn');
my $scores = source('replays/broken-scores.crn');
my $set = spurt(scratch('set.yaml'), tileset('bridges') =~ s/^name: bridges/name: other/mr =~ s/name: b(\d)/name: o$1/gr);
my $figures = spurt(scratch('figures.json'), (run(bastide(), qw(stats --format=json), $game))[1]);
my $account = spurt(scratch('account.json'), (run(bastide(), qw(audit --format=json), $game))[1]);
my $save = spurt(scratch('save.jcz'), (run(bastide(), qw(convert --to=jcz --lossy), $game))[1]);
my @asked = qw(open create unlink socket process execute signal thread limits status statx memory code);

# Returns the answers that the intruder got, as {read => {open => 'EPERM', ...}, write => {...}}, and the outcome of the
# run.
sub intrude {
    my (@command) = @_;
    my $notes = spurt(scratch('notes'), '');
    local $ENV{INTRUDER} = $notes;
    local $ENV{LD_PRELOAD} = $intruder;
    my @outcome = run(@command);
    my %got;
    my $text = slurp($notes);
    $got{$1}{$2} = $3 while $text =~ /^(\w+) (\w+) (\w+)$/mg;
    return (\%got, @outcome);
}

my %all = map { $_ => 'EPERM' } @asked;
my @commands = (
    ['check', $game], ['check', '--format=sarif', $broken, $game], ['check', $save], ['audit', '--format=yaml', $game], ['show', $game], ['fmt', $save],
    ['convert', '--to=json', $game], ['moves', '--at=3', $game], ['select', '--winner=*', $game], ['stats', $game], ['stats', '--merge', $figures, $figures],
    ['diff', $broken, $account], ['diff', '--claims', $game, $scores], ['diff', '--key=event', $broken, $game],
);
for my $command (@commands) {
    my $words = join ' ', map { s{.*/}{}r } @$command;
    my ($verb, @arguments) = @$command;
    my @plain = run(bastide(), $verb, '--no-sandbox', @arguments);
    my ($got, @outcome) = intrude(bastide(), @$command);
    is_deeply($got->{read}, \%all, "$words: nothing is granted when it reads");
    is_deeply($got->{write}, \%all, "$words: nor when it writes");
    is_deeply(\@outcome, \@plain, "$words: and it does what it does without");
}
{
    my ($got) = intrude(bastide(), 'check', '--no-sandbox', $game);
    is($got->{$_}{open}, 'done', "--no-sandbox: a file can be opened at a $_") for qw(read write);
    is($got->{read}{code}, 'done', '--no-sandbox: memory can be made code');
}
# A tile set is a foreign file too, but the games must still be opened after it.
for my $command (['tiles', "--tileset=$set"], ['deal', '--games=2', "--tileset=$set"], ['check', "--tileset=$set", $game]) {
    my ($got) = intrude(bastide(), @$command);
    is_deeply($got->{read}, { %all, open => 'done', status => 'done' }, "$command->[0] --tileset: while it is read files may be read");
    is_deeply($got->{write}, \%all, "$command->[0] --tileset: and later not");
    ($got) = intrude(bastide(), @$command, '--no-sandbox');
    is($got->{read}{create}, 'done', "$command->[0] --tileset: with --no-sandbox after it nothing is refused");
}

# Pipes are opened one after the other. When the last one is open, everything is refused.
{
    my @pipes = map { scratch("pipe$_") } 1 .. 2;
    unlink @pipes;
    mkfifo($_, 0600) or die $! for @pipes;
    my $writer = fork // die $!;
    if (!$writer) {
        # The writer opens the second pipe only after the first was read; otherwise it would wait for ever.
        for my $pipe (@pipes) {
            open my $to, '>', $pipe or die $!;
            print $to slurp($game);
            close $to;
        }
        exit 0;
    }
    local $SIG{ALRM} = sub { kill 'KILL', $writer; die "hangs\n" };
    alarm 60;
    my ($got, $status, $out) = intrude(bastide(), 'check', $pipes[0], $game, $pipes[1]);
    alarm 0;
    waitpid $writer, 0;
    is($status, 0, 'two pipes and a file between them');
    is(scalar(() = $out =~ /legal/g), 3, 'all are judged');
    is_deeply($got->{read}, { %all, open => 'done', status => 'done' }, 'while a pipe is still to be opened files may be read, and nothing else');
}
is((run('/bin/bash', '-c', bastide() . " check <(cat $game) <(gzip -c $game)"))[1] =~ tr/\n//, 2, 'the output of commands as files');
is((run('/bin/bash', '-c', "cat $game | " . bastide() . ' check - /dev/null'))[1] =~ tr/\n//, 2, 'standard input, and a device');

# More files than may be open at once, and names among them that cannot be opened.
my @many = map { my $file = scratch("many$_.crn"); symlink $game, $file; $file } 1 .. 120;
my $list = join ' ', @many[ 0 .. 59 ], scratch('nothing'), @many[ 60 .. 119 ], source('replays');
my ($status, $out, $err) = brief run('/bin/sh', '-c', "ulimit -n 50; exec " . bastide() . " check $list");
is(scalar(() = $out =~ /: legal,/g), 120, '120 files where 50 may be open: all are judged');
like($err . $out, qr/nothing: error: cannot open: No such file/, 'what is not there is reported as ever');
like($err . $out, qr/is a directory/, 'and a directory');
is($status, 2, 'and that is trouble');
my ($script) = run('/bin/sh', '-c', 'script -qec true /dev/null');
SKIP: {
    skip 'needs script, and a terminal for it', 1 if $script;
    my $pty = (brief run('script', '-qec', bastide() . " check $game", '/dev/null'))[1];
    like($pty, qr/\blegal, 96-95/, 'on a terminal');
}
my ($tried, $granted) = -x helper('calls') ? run(helper('calls')) : (77, '');
my $landlock = $granted =~ /^landlock [1-9]/;
# SECURITY.md lists the system calls that are granted. All calls are tried.
SKIP: {
    skip 'needs Linux that can confine', 3 if $tried == 77;
    my (undef, $text) = run_input('', split(' ', $ENV{CC} // 'cc'), '-E', '-dM', '-include', 'sys/syscall.h', '-x', 'c', '-');
    my %name = reverse $text =~ /^#define __NR_(\w+) (\d+)$/mg;
    my %number = reverse %name;
    cmp_ok(scalar keys %name, '>', 250, 'the system calls of this machine');
    my %listed;
    my $before = '';
    for my $level (qw(nothing reading writing)) {
        my ($list) = slurp(source('SECURITY.md')) =~ /^- $level: ((?:.*\n)(?:  .*\n)*)/m or die $level;
        # After a semicolon the first word is a call, and the others describe it.
        my @words = map { (split ' ')[0] =~ /^mmap/ ? qw(mmap mprotect) : (split ' ')[0] } (split /;\s*/, $list)[1 .. $list =~ tr/;//];
        $before .= join ' ', '', (split /;/, $list)[0] =~ s/these, and//r =~ s/,//gr, @words, '';
        $listed{ $level eq 'nothing' ? 'all' : $level } = join ' ', sort keys %{ { map { $_ => 1 } grep { defined $number{$_} } split ' ', $before } };
    }
    for my $level (qw(all reading writing)) {
        is(join(' ', sort map { $name{$_} // $_ } $granted =~ /^$level (\d+)$/mg), $listed{$level}, "SECURITY.md lists what is granted: $level");
    }
}
# Commands that write files do so with a tile set too, and only in their folders.
my $copy = spurt(scratch('copy.crn'), '');
mkdir scratch('mine');
my @writers = (
    ['record', '--sets=base,other', '--players=Ada,Ben', scratch('mine/new.crn')], ['fmt', '-i', $copy], ['select', '--split=' . scratch('folder'), $game],
);
for my $writer (@writers) {
    my ($verb, @rest) = @$writer;
    for my $options ([], ["--tileset=$set"]) {
        unlink scratch('mine/new.crn');
        (run('rm', '-rf', scratch('folder')));
        spurt($copy, slurp($game) =~ s/^(\d+[ab]) /$1  /mgr);
        my ($got, $status, $out, $err) = intrude(bastide(), $verb, @$options, grep { @$options || !/other/ } @rest, $verb eq 'record' && !@$options ? '--sets=base' : ());
        is("$status $err", '0 ', "$verb @$options: files are written");
        ok(-s { record => scratch('mine/new.crn'), fmt => $copy, select => scratch('folder/000001.crn') }->{$verb}, 'and are there');
        my %may = (%all, map({ $_ => 'done' } qw(open status)), unlink => 'ENOENT', create => $landlock ? 'EACCES' : 'done');
        is_deeply($got->{$_}, \%may, "$verb @$options: when it ${_}s, files of its folder, and those alone") or diag explain $got->{$_} for grep { $verb ne 'record' || $_ eq 'write' } qw(read write);
    }
}
# Each command, with each option that opens or creates a file, behaves the same with and without the sandbox.
{
    my $folder = scratch('all');
    mkdir $folder;
    my $in = spurt("$folder/game.crn", slurp($game));
    my $list = spurt(scratch('all.list'), "$in\n");
    my %base = (diff => [$in, $in], convert => ['--to=crn'], tiles => [], deal => [], explain => ['302'], record => ['--players=Ada,Ben', scratch('mine/each.crn')]);
    my $tried = 0;
    for my $command (map { (split)[0] } (run(bastide(), '--help'))[1] =~ /^  (\w+ .*)$/mg) {
        next if $command !~ /^[a-z]+$/;
        my $help = (run(bastide(), $command, '--help'))[1];
        my @ways = ([]);
        push @ways, map { [@$_, "--tileset=$set"] } @ways if $help =~ /--tileset/;
        push @ways, ["--files-from=$list"], ['--recursive', $folder] if $help =~ /--files-from/;
        push @ways, ['--in-place', $in], ['--in-place', '-r', $folder] if $command eq 'fmt';
        push @ways, ['--split=' . scratch('each'), $in] if $help =~ /--split/;
        push @ways, ['--output=' . scratch('mine/out')] if $help =~ /--output/;
        for my $way (@ways) {
            my @outcome = map {
                my $sandbox = $_;
                (run('rm', '-rf', scratch('each'), scratch('mine/each.crn'), scratch('mine/out')));
                my @words = ($command, @{ $base{$command} // [] }, @$way);
                push @words, $in if !exists $base{$command} && !grep { /files-from|recursive|in-place|split/ } @$way or $command eq 'convert' && !grep { /files-from|recursive/ } @$way;
                my @said = run_input('', bastide(), shift @words, $help =~ /--no-sandbox/ ? @$sandbox : (), @words);
                [@said, -e scratch('mine/out') ? slurp(scratch('mine/out')) : ()];
            } [], ['--no-sandbox'];
            is_deeply($outcome[0], $outcome[1], "$command @$way: confinement changes nothing");
            unlike("@{ $outcome[0] }", qr/not permitted|Permission denied/, 'and refuses nothing that is needed');
            $tried++;
        }
    }
    cmp_ok($tried, '>', 30, 'commands with their options');
}
# On a terminal the line editor still works, and Ctrl-C ends it.
SKIP: {
    skip 'needs script, and a terminal for it', 1 if $script;
    my $program = bastide();
    my $new = scratch('mine/typed.crn');
    (run('/bin/bash', '-c', "(sleep 0.5; printf 'V 1,0N r\\n'; sleep 0.5; printf '\\003'; sleep 0.5; printf 'B 0,1N m\\n') | script -qec \"TERM=xterm $program record --sets=base --rules=official-1 --players=Ada,Ben '$new'\" /dev/null"));
    like(slurp($new), qr/^1a V 1,0N r\n\z/m, 'record on a terminal, confined');
}
# If the system refuses the sandbox, a warning is printed. With --sandbox=require nothing is read.
{
    local $ENV{LD_PRELOAD} = $intruder;
    local $ENV{INTRUDER_REFUSES} = 1;
    my ($status, $out, $err) = brief run(bastide(), 'check', $game);
    is("$status $err", "0 bastide: warning: the sandbox cannot be set up: Function not implemented; --no-sandbox works without\n", 'a warning, and the game is judged');
    ($status, $out, $err) = brief run(bastide(), 'check', '--sandbox=require', $game);
    is("$status $out$err", "2 bastide: error: the sandbox cannot be set up: Function not implemented; --no-sandbox works without\n", 'with --sandbox=require it is not read');
    is((brief run(bastide(), 'check', '--no-sandbox', $game))[2], '', 'without one nothing is said');
}
is((brief run(bastide(), 'check', '--sandbox=require', $game))[0], 0, '--sandbox=require where there is one');
is((run(bastide(), 'fmt', '-i', '--sandbox=require', $copy))[0], $landlock ? 0 : 2, 'for a command that writes it needs Landlock');
done_testing;

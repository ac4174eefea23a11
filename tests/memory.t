#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the memory that hostile files take. Each command reads files that are small when packed but grow large. No
# command may take 64 MiB or a minute. What exceeds a bound is reported (904), and the next game is judged.
# BASTIDE_LONG: each file with every command.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

plan skip_all => 'needs /usr/bin/time' unless -x '/usr/bin/time';
{
    plan skip_all => 'needs a build without sanitizers' if slurp(bastide()) =~ /__asan_init/;
}

my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
my $good = "${head}---\n1a U 1,0N rW\nend stopped\n";
my $other = spurt(scratch('account'), join '', qq({"event":"turn","turn":1,"scores":[3,2]}\n), map({ qq({"event":"score","turn":$_,"seat":"a","points":$_,"tiles":["0,0"]}\n) } 1 .. 9_999), qq({"event":"end","scores":[1,2]}\n));
my @check = (['check'], ['check', '--format=json']);
my @games = (@check, ['fmt'], ['audit'], ['audit', '--by=city', '--format=yaml'], ['show'], ['convert', '--to=json'], ['select', '--is=illegal'], ['stats'], ['moves', '--at=1', '--each'], ['diff', '--claims'], ['diff', $other]);
my @accounts = (@check, ['diff', $other], ['diff', '--format=json', '--by=seat', '--key=event', $other]);
my @figures = (@check, ['stats', '--merge'], ['stats', '--merge', '--format=json']);
my %files = (
    'acts.crn' => [904, \@games, sub { print "$head---\n1a U 1,0N", ' -' x 30_000, "\n", map { "1.${_}a" . ' -' x 30_000 . "\n" } 1 .. 200 }],
    'claims.crn' => [904, \@games, sub { print "$head---\n", map { "${_}a U $_,0N -" . ' +a4:c' x 9_000 . "\n" } 1 .. 300 }],
    'findings.crn' => [904, \@games, sub { print "$head---\n", "1a U 1,0N rW\n" x 19_000 }],
    'nonsense.crn' => [904, \@games, sub { print "$head---\n", "((((\n" x 19_000 }],
    'lines.crn' => [904, \@games, sub { print "$head---\n", "# x\n" x 500_000 }],
    'long.crn' => [904, \@games, sub { print "$head---\n", ('# ' . 'x' x 200_000 . "\n") x 100 }],
    'header.crn' => [904, \@games, sub { print $head, map({ "k$_: \"" . 'v' x 1000 . "\"\n" } 1 .. 19_000), "---\n" }],
    'tiles.crn' => [904, \@games, sub { print "${head}tiles:\n", map({ "  - {name: Y$_, count: 1, sides: ffff, segments: [{kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}]}\n" } 1 .. 9_000), "---\n" }],
    'comments.crn' => [905, \@games, sub { print "${head}tiles:\n", map({ "  # so\n\xff" . "y" x 80 . "\n" } 1 .. 9_900), "---\n" }],
    'nodes.json' => [904, \@games, sub { print '{"replay":[', '[],' x 2_000_000, '[]]}' }],
    'text.json' => [904, \@games, sub { print '{"replay":["', 'x' x 60_000_000, '"]}' }],
    'deep.json' => [undef, \@games, sub { print '{"replay":', '[' x 3_000_000 }],
    'keys.json' => [904, \@figures, sub { print '{"setup":{', map({ "\"k$_\":$_," } 1 .. 600_000), '"k":1},"replay":[]}' }],
    'messages.json' => [undef, \@games, sub { print '{"setup":{"sets":{"basic:1":1},"elements":{"small-follower":7},"rules":{},"start":[]},"players":[{"name":"A"},{"name":"B"}],"replay":[', map({ '{"type":"PASS","payload":{},"player":0},' } 1 .. 60_000), '{}]}' }],
    'packets.json' => [undef, \@games, sub { print '{"status":1,"data":{"logs":[', map({ '{"data":[{"type":"gameStateChange","args":{"id":"9"}}]},' } 1 .. 60_000), '{}]}}' }],
    'address.lab' => [undef, \@games, sub { print "https://www.carcassonnelab.com/#/0/0/", 'A' x 60_000, "/1111\n" x 1 for 1 .. 20 }],
    'payments.json' => [undef, \@accounts, sub { print map({ qq({"event":"score","turn":1,"seat":"a","kind":"k$_","points":1,"tiles":[) . '"0,0",' x 5_000 . qq("0,1"]}\n) } 1 .. 1_900), qq({"event":"end","scores":[1,2]}\n) }],
    'terms.json' => [undef, \@accounts, sub { print map({ '{"event":"score","turn":1,"seat":"a","points":1,"terms":[' . '{"name":"x","count":1,"each":1},' x 2_000 . qq({"name":"x","count":1,"each":1}]}\n) } 1 .. 1_000), qq({"event":"end","scores":[1,2]}\n) }],
    'turns.json' => [undef, \@accounts, sub { print map({ qq({"event":"turn","turn":$_,"scores":[1,2],"cell":") . 'x' x 60_000 . qq("}\n) } 1 .. 1_000), qq({"event":"end","scores":[1,2]}\n) }],
    'events.json' => [undef, \@accounts, sub { print map({ qq({"event":"turn","turn":$_,"scores":[$_,2]}\n) } 1 .. 9_999), map({ qq({"event":"score","turn":$_,"seat":"a","points":$_}\n) } 1 .. 9_999), qq({"event":"end","scores":[1,2]}\n) }],
    'figures.json' => [undef, \@figures, sub { print map({ qq({"event":"stats","table":"sets","key":") . 'b' x (40 * $_) . qq(","games":1,"valid":1}\n) } 1 .. 1_500) }],
    'keys.txt' => [undef, \@figures, sub { print map({ qq({"event":"stats","table":"sets","key":"$_","games":1,"valid":1}\n) } 1 .. 30_000) }],
    'blank.crn' => [undef, \@games, sub { print "\n" x 20_000_000 }],
);
my $most = 64 * 1024;    # KiB
my (%round, %tried);
my %worst;
for my $name (sort keys %files) {
    my ($code, $commands, $print) = @{ $files{$name} };
    my $path = scratch($name);
    open my $file, '>', $path or die;
    { my $before = select $file; $print->(); select $before }
    print $file "\n$good" if $name =~ /crn$/;
    close $file or die;
    my $packed = spurt("$path.gz", (run('gzip', '-c', $path))[1]);
    unlink $path;
    # `check` reads every file, because it reports what is wrong. Of the other commands one or two read each file, and
    # all files together meet every command.
    my ($first, @others) = @$commands;
    for my $command ($first, one_in($ENV{BASTIDE_LONG} ? 1 : @others > 8 ? 8 : 3, $round{$commands}++, @others)) {
        $tried{$command}++;
        my $pid = fork // die;
        if (!$pid) {
            open STDOUT, '>', scratch('out') or die;
            open STDERR, '>', scratch('err') or die;
            alarm 60;
            exec '/usr/bin/time', '-f', 'PEAK %M', bastide(), @$command, $packed or exit 127;
        }
        waitpid $pid, 0;
        my (undef, $out, $err) = brief 0, slurp(scratch('out')), slurp(scratch('err'));
        my ($kilobytes) = $err =~ /^PEAK (\d+)$/m;
        cmp_ok($kilobytes // 1 << 30, '<', $most, "@$command $name: memory") or diag substr $err, -300;
        my $shown = "@$command" =~ s{ \Q$other\E}{}r;
        $worst{$shown} = [$kilobytes, $name] if $kilobytes && $kilobytes > ($worst{$shown} // [0])->[0];
        next if "@$command" ne 'check';
        like($out, qr/\[$code /, "$name: $code is reported") if $code;
        like($out, qr/\.gz:\d+: legal, 2-0$|\.gz: legal, 2-0$/m, "$name: the game after it is judged") if $name =~ /crn$/;
    }
    unlink $packed;
}
is(join(', ', map { "@$_" } grep { !$tried{$_} } @games, @accounts, @figures), '', 'each command is tried');
diag 'peaks: ', join ', ', map { sprintf '%s %.0f MiB (%s)', $_, $worst{$_}[0] / 1024, $worst{$_}[1] } sort keys %worst;
done_testing;

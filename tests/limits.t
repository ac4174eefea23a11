#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests limits: for a record of at most 256 kB no command takes more than 64 MiB of memory, prints more than 8 MiB
# (`replay`: 16 MiB) or takes more than 5 s of CPU time. Each record is large in one direction, or a legal game. By
# default each record meets some of the commands. With BASTIDE_LONG (`make check-long`) it meets all of them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $measure = helper('measure');
plan skip_all => 'needs a build without sanitizers' if slurp(bastide()) =~ /__[atm]san_init/;

my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
my $all = "%CRN 1\nsets: [base, princess-dragon, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n";
my $every = "%CRN 1\nsets: [" . every_set() =~ s/,/, /gr . "]\nrules: official-1\nplayers: [Ada, Ben]\n";
sub seat { return $_[0] % 2 ? 'a' : 'b' }

# Returns a record of at most 256 kB. A function makes its lines one after the other.
sub filled {
    my ($header, $line) = @_;
    my ($text, $end) = ("$header---\n", "end stopped\n");
    for my $i (1 .. 19_000) {
        my $next = $line->($i);
        last if length($text) + length($next) + length($end) > 256 * 1024;
        $text .= $next;
    }
    return $text . $end;
}
# Returns a record that repeats the same acts, on the first turn's line and on steps.
sub acts {
    my ($header, $acts, $first) = @_;
    return filled($header, sub { ($_[0] == 1 && $first ? $first : '1.' . ($_[0] - !!$first) . 'a') . "$acts\n" });
}
# own() returns a definition of five tiles with 255 copies each; copy() the name of the N-th copy.
sub own { my ($segments) = @_; return "tiles:\n" . join '', map { "  - name: A$_\n    count: 255\n    segments:\n$segments" } 1 .. 5 }
sub copy { return 'A' . (1 + int($_[0] / 255)) }
# Returns a record with a full table: a spiral around the start tile.
sub spiral {
    my ($header, $segments, $act) = @_;
    my ($text, $x, $y, $dx, $dy, $length, $turn) = ($header . own($segments) . "---\n", 0, 0, 1, 0, 1, 0);
    while ($turn < 1020) {
        for (1, 2) {
            for (1 .. $length) {
                ($x, $y) = ($x + $dx, $y + $dy);
                last if ++$turn > 1020;
                $text .= $turn . seat($turn) . ' ' . copy($turn - 1) . " $x,${y}N " . ($turn < 10 ? $act : '-') . "\n";
            }
            ($dx, $dy) = (-$dy, $dx);
        }
        $length++;
    }
    return $text . "end stopped\n";
}
my $hall = "    - {kind: city, sides: NESW}\n";
my $field = "    - {kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}\n";
my $crossing = join '', map({ "    - {kind: road, sides: $_}\n" } qw(N E S W)), map { "    - {kind: field, halves: [$_]}\n" } 'NNE, ENE', 'ESE, SSE', 'SSW, WSW', 'WNW, NNW';
my $same = sub { "1a U 1,0N rW\n" };
my $save = '{"setup":{"sets":{"basic:1":1},"elements":{"small-follower":7},"rules":{},"start":[{"tile":"BA/RCr","x":0,"y":0,"rotation":0}]},"players":[{"name":"NAME","slot":0},{"name":"Ben","slot":1}],"initialRandom":0.1,"replay":[MESSAGES]}';

my %f = (
    'name.crn' => filled("%CRN 1\nrules: official-1\nplayers: [\"" . 'x' x 64_000 . "\", Ben]\n", $same),
    'names.crn' => filled("%CRN 1\nrules: official-1\nplayers: [" . join(', ', map { '"' . 'x' x 900 . "$_\"" } 1 .. 6) . "]\n", $same),
    'event.crn' => filled("%CRN 1\nrules: official-1\nevent: \"" . 'y' x 64_000 . "\"\nplayers: [Ada, Ben]\n", $same),
    'rules.crn' => filled("%CRN 1\nrules: " . 'y' x 64_000 . "\nplayers: [Ada, Ben]\n", $same),
    'same-turn.crn' => filled($head, $same),
    'nonsense.crn' => filled($head, sub { "((((\n" }),
    'comments.crn' => filled($head, sub { "# x\n" }),
    'unknown-tiles.crn' => filled($head, sub { $_[0] . seat($_[0]) . " Q7 $_[0],0N -\n" }),
    'long-tile-names.crn' => filled($head, sub { $_[0] . seat($_[0]) . ' ' . 'Q' x 6000 . " $_[0],0N -\n" }),
    'castles-without-rules.crn' => acts($head, ' castle:cN' x 6000),
    'castles.crn' => acts($all, ' castle:cN' x 6000, '1a U 1,0N'),
    'fairies-on-a-line.crn' => acts($every, ' fairy:rW@1,0' x 4000, '1a U 1,0N'),
    'fairies.crn' => acts($all, ' fairy:rW@1,0', '1a V 1,0N rW'),
    'adjusts.crn' => acts($head, ' adjust:9999' x 5000),
    'adjust.crn' => acts($head, ' adjust:9999'),
    'claims.crn' => filled($head, sub { $_[0] . seat($_[0]) . " U $_[0],0N -" . ' +a4:c' x 9000 . "\n" }),
    'goods.crn' => filled($every, sub { $_[0] . seat($_[0]) . " U $_[0],0N -" . ' +a:2w,1g' x 6000 . "\n" }),
    'keys.crn' => $head . join('', map { "k$_: v\n" } 1 .. 19_000) . "---\nend stopped\n",
    'long-values.crn' => $head . join('', map { "k$_: \"" . 'v' x 60_000 . "\"\n" } 1 .. 4) . "---\nend stopped\n",
    'options.crn' => $head . 'options: {' . join(', ', map { "k$_: v" } 1 .. 4000) . "}\n---\nend stopped\n",
    'players.crn' => "%CRN 1\nrules: official-1\nplayers: [" . join(', ', ('Ada') x 10_000) . "]\n---\nend stopped\n",
    'sets.crn' => "${head}sets: [" . join(', ', map { "s$_" } 1 .. 8000) . "]\n---\nend stopped\n",
    'designs.crn' => "${head}tiles:\n" . join('', map { "  - {name: Y$_, count: 1, sides: ffff, segments: [{kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}]}\n" } 1 .. 1900) . "---\nend stopped\n",
    'discards-on-a-line.crn' => filled($head, sub { '1a' . ' discard:U' x 5000 . "\n" }),
    'discards.crn' => filled($every, sub { "1a discard:U\n" }),
    'discards-in-turns.crn' => filled($every, sub { $_[0] . seat($_[0]) . " discard:C\n" }),
    'asides.crn' => filled($every, sub { "1a aside:d4\n" }),
    'bids.crn' => filled($all, sub { $_[0] == 1 ? "1a b6 0,1N - bazaar:V,U\n" : '1.' . ($_[0] - 1) . 'b bid:V,' . $_[0] % 9999 . "\n" }),
    'bazaars.crn' => filled($all, sub { $_[0] . seat($_[0]) . " b6 0,$_[0]N - bazaar:V,U\n" }),
    'long-bazaars.crn' => filled($all, sub { $_[0] . seat($_[0]) . " b6 0,$_[0]N - bazaar:" . join(',', ('V') x 9000) . "\n" }),
    'walls.crn' => filled("%CRN 1\ngame: the-city\nrules: book-1\nplayers: [Ada, Ben]\n", sub { $_[0] == 1 ? "1a t44 0,0W\n" : '1.' . ($_[0] - 1) . seat($_[0]) . " wall:0,0N\n" }),
    'flights.crn' => filled($all, sub { $_[0] . seat($_[0]) . " d25 $_[0],1E rE dragon:" . 'NESW' x 10_000 . "\n" }),
    'full-city.crn' => spiral($head, $hall, 'cN'),
    'full-field.crn' => spiral($head, $field, 'fNNE'),
    'full-roads.crn' => spiral($head, $crossing, 'rN'),
    'full-roads-three-sets.crn' => spiral($all, $crossing, 'rN'),
    'full-roads-seven-sets.crn' => spiral($every =~ s/river, //r, $crossing, 'rN'),
    'far.crn' => filled($head, sub { $_[0] . seat($_[0]) . ' V ' . ($_[0] % 2 ? '255,255N' : '-255,-255N') . " -\n" }),
    'scattered.crn' => filled($head . own($field), sub { my ($i) = @_; $i > 1000 ? "# full\n" : $i . seat($i) . ' ' . copy($i - 1) . ' ' . ($i * 7919 % 511 - 255) . ',' . ($i * 104_729 % 511 - 255) . "N -\n" }),
    'row.crn' => $head . own($field) . "---\n" . join('', map { $_ . seat($_) . ' ' . copy($_ - 1) . ' ' . ($_ - 256) . ",1N -\n" } 1 .. 510) . "end stopped\n",
    'name.jcz' => $save =~ s/NAME/'N' x 100_000/er =~ s/MESSAGES/join ',', ('{"type":"PLACE_TILE","payload":{"tileId":"BA\/RFr","rotation":"R0","position":[1,0]},"player":0}') x 1400/er,
    'types.jcz' => $save =~ s/MESSAGES/join ',', map { '{"type":"' . 'T' x 100 . qq($_","payload":{"k":") . 'v' x 100 . '"}}' } 1 .. 900/er,
    'name.json' => '{"data":{"logs":[{"channel":"/table/t1","data":[{"type":"playTile","args":{"player_id":"7","player_name":"' . 'P' x 60_000 . '","id":"22","type":11,"x":"0","y":"-1","ori":"3"}}' . ',{"type":"winPoints","args":{"player_id":"7","points":1,"score":"4"}}' x 2500 . ']}]}}',
);
for my $words ('--sets=base', '--sets=base,princess-dragon,bridges', '--sets=' . every_set(), '--game=the-city') {
    $f{ 'dealt' . $words =~ s/[^a-z]/-/gr . '.crn' } = (run(bastide(), 'deal', '--seed=7', $words))[1];
}
if (my $trust = shared('repro/trust')) {
    for my $path (glob("$trust/*.crn"), glob("$trust/*.crn.gz")) {
        (my $name = $path) =~ s{.*/(.*?\.crn)(\.gz)?$}{trust-$1};
        $f{$name} = $path =~ /gz$/ ? (run('gzip', '-dc', $path))[1] : slurp($path);
    }
}

my @by = qw(tile road city monastery garden field market residence castle fortress fairy dragon bazaar bridge wall guard tower inn cathedral abbot pig goods seat award);
my @commands = (
    (map { "check --format=$_" } qw(text json sarif tap github summary)), 'check --context', 'check --fit', 'check --all --strict',
    'audit', 'audit --format=json --events=all', 'audit --format=yaml --events=all', 'audit --format=csv', (map { ("audit --by=$_", "audit --by=$_ --format=json") } @by),
    'show', 'show --format=json', 'show --format=svg', 'fmt', (map { "convert --to=$_ --lossy" } qw(json jcz carcassonnelab)), 'select --is=illegal', 'select --unique',
    'stats', 'stats --format=json', 'stats --format=yaml', 'moves', 'moves --at=1', 'moves --each', 'moves --each --format=json', 'moves --each --by=step', 'moves --each --by=step --format=json',
    'moves --count', 'moves --count --depth=2', 'replay', 'diff --claims',
);
# Each record meets a third of the most expensive commands and a few of the others. All records together meet every
# command.
my %dearest = map { $_ => 1 } 'check --format=text', 'check --fit', 'audit --format=json --events=all', 'moves', 'moves --each --format=json', 'replay', 'convert --to=jcz --lossy';
my $stride = $ENV{BASTIDE_LONG} ? 1 : 38;
my @others = grep { !$dearest{$_} } @commands;
my %tried;
my ($round, %worst) = (0);
for my $name (sort keys %f) {
    my $path = spurt(scratch($name), $f{$name});
    $round++;
    for my $command (one_in($ENV{BASTIDE_LONG} ? 1 : 3, $round, sort keys %dearest), one_in($stride, $round, @others)) {
        $tried{$command}++;
        my $reports = (run($measure, 30, bastide(), split(' ', $command), $path))[1];
        my ($status, $bytes, $memory, $seconds) = split ' ', $reports;
        my $most = ($command =~ /^replay/ ? 16 : 8) << 20;
        like($status // 'none', qr/^[012]$/, "$name, $command: an exit status") or next;
        cmp_ok($bytes, '<=', $most, "$name, $command: output") if $bytes > $most;
        cmp_ok($memory, '<=', 64 << 10, "$name, $command: memory") if $memory > 64 << 10;
        cmp_ok($seconds, '<=', 5, "$name, $command: CPU time") if $seconds > 5;
        for ([bytes => $bytes], [KiB => $memory], [seconds => $seconds]) {
            my ($what, $value) = @$_;
            $worst{$what} = [ $value, "$name, $command" ] if $value > ($worst{$what}[0] // -1);
        }
    }
    unlink $path;
}
is(join(', ', grep { !$tried{$_} } @commands), '', 'each command is tried');
note("most $_: @{ $worst{$_} }") for sort keys %worst;

# A list of names is not a record, but may be hostile too.
for my $words (['--files-from=/dev/zero'], ['--null', '--files-from=/dev/zero']) {
    my ($status, undef, $memory, $seconds) = split ' ', (run($measure, 30, bastide(), 'check', @$words))[1];
    is($status, 2, "@$words is refused");
    cmp_ok($memory, '<=', 64 << 10, 'in bounded memory');
}
# Many headers with many keys: each key costs the same.
my $keys = spurt(scratch('keys.crn'), join '', ("%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n" . join('', map { "key$_: v\n" } 1 .. 19_000) . "---\nend stopped\n") x 10);
my ($read, undef, $memory, $seconds) = split ' ', (run($measure, 30, bastide(), 'check', $keys))[1];
like($read // 'none', qr/^[01]$/, 'ten headers of 19,000 keys are read');
cmp_ok($seconds, '<=', 5, 'ten headers of 19,000 keys');
# Turns that are left out of a list are counted.
my $dealt = spurt(scratch('dealt.crn'), $f{'dealt--game-the-city.crn'});
my ($status, $out) = run(bastide(), qw(moves --each), $dealt);
like($out, qr/^# and (?:more than )?\d+ more \(--limit=0 lists all\)$/m, 'moves: how many turns remain');
is($status, 0, 'which is no trouble');
my @more = grep { $_->{event} eq 'more' } json_lines((run(bastide(), qw(moves --each --limit=5 --format=json), $dealt))[1]);
ok(@more > 10 && !grep({ $_->{count} < 1 } @more), 'as JSON');
($status, $out) = run(bastide(), qw(moves --at=20 --limit=0), $dealt);
unlike($out, qr/^#/m, '--limit=0 lists all');
my @all = split /\n/, $out;
my ($first) = (run(bastide(), qw(moves --at=20 --limit=7), $dealt))[1];
my @listed = split /\n/, $first;
cmp_ok(scalar @listed, '>', 5, '--limit=7 lists some');
is_deeply([ grep { !/^#|# taken$/ } @listed[0 .. 5] ], [ grep { !/# taken$/ } @all[0 .. 5] ], '--limit lists the first ones');
# The turn that was played is listed if it is among the first 2 * LIMIT turns.
my ($taken) = grep { $all[$_] =~ /# taken$/ } 0 .. $#all;
for my $limit (int($taken / 2) - 5, $taken - 5) {
    my @found = (run(bastide(), 'moves', '--at=20', "--limit=$limit", $dealt))[1] =~ /^(.*# taken)$/mg;
    is(scalar @found, 2 * $limit > $taken ? 1 : 0, "--limit=$limit, and the turn that was played is number $taken");
}
done_testing;

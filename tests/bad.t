#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests bad input, and files that cannot be opened, read or written. The program prints a clear message with its place,
# exits with the right status and still judges the rest.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Compress::Gzip qw(gzip);
use Test::More;

my $header = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n";
my $good = "${header}1a U 1,0N rW\n2b B 0,1N m\nend stopped\n";
my $verdict = qr/legal, 2-3\b/;

# Checks bytes on standard input: the exit status, and patterns of standard output.
sub check_bytes {
    my ($name, $bytes, $want_status, @want) = @_;
    my ($status, $out, $err) = brief run_input($bytes, bastide(), 'check');
    $err =~ s/\A[\d,]+ games: .*\n\z//;
    is("$status$err", $want_status, "$name: exit status");
    like($out, $_, "$name: message") for @want;
    return $out;
}

sub zipped { my ($text) = @_; gzip(\$text, \my $gz) or die; return $gz }

# ---- Input that is not a record ----
check_bytes('nothing', '', 2, qr/^<stdin>:1:1: error: no game found \[117 empty\]/);
check_bytes('blank lines', "\n\r\n \n", 2, qr/\[117 empty\]/);
is((run_input('', bastide(), $_))[0], 2, "$_: nothing") for qw(audit show moves replay);
is((run('/bin/sh', '-c', bastide() . ' check --summary </dev/null'))[0], 2, 'a summary of nothing');
is_deeply([map { (run_input('', bastide(), @$_))[0] } ['fmt'], ['convert', '--to=crn'], ['stats'], ['select']], [0, 0, 0, 1], 'filters pass on nothing; select found none');
is((brief run_input($good, bastide(), 'check', '/dev/null', '-'))[0], 2, 'nothing, and a game after it');
is((run_input('', bastide(), 'diff', '-', source('replays/friendly-1.crn')))[0], 2, 'diff with nothing');
check_bytes('prose', "Dear diary,\ntoday we played.\n", 2, qr/^<stdin>:1:1: error: .*\[906 format\]/);
check_bytes('a picture', "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 2, qr/: this seems to be a picture, not a record of a game: .*\[906 format\]/);
check_bytes('Latin-1 prose', "caf\xe9 " x 20, 2, qr/ \(it is not UTF-8 text\): .*\[906 format\]/);
check_bytes('JSON of something', '{"a": [1, 2]}', 2, qr/\[906 format\]/);
check_bytes('JSON cut', '{"replay": [1, 2', 2, qr/\[908 import-malformed\]/);
check_bytes('deep JSON', '[' x 100000, 2, qr/\[908 import-malformed\]/);
check_bytes('a record without its first line', "rules: official-1\nplayers: [A, B]\n---\n1a U 1,0N -\n", 2, qr/\[101 no-record\]/);

# ---- Bad bytes within a record; the rest is judged ----
my $nul = $good;
$nul =~ s/2b B/2b\0B/;
check_bytes('a NUL byte', "$nul$good", 1, qr/^<stdin>:6:3: error: a NUL byte \[905 not-text\]/, $verdict);
check_bytes('no UTF-8', "$good${header}1a U 1,0N r\xff\n2b B 0,1N m\nend stopped\n", 1, qr/^<stdin>:12:12: error: .*\[905 not-text\]/m, $verdict);
check_bytes('overlong UTF-8', "${header}# \xc0\xaf\nend stopped\n$good", 1, qr/^<stdin>:5:3: error: .*\[905/, $verdict);
check_bytes('a bell', "$header\a1a U 1,0N -\nend stopped\n$good", 1, qr/^<stdin>:5:1: error: a control character \[905/, $verdict);
check_bytes('CRLF', $good =~ s/\n/\r\n/gr, 0, $verdict);
check_bytes('CRs and LF', $good =~ s/\n/\r\r\r\n/gr, 0, $verdict);
check_bytes('a BOM', "\xEF\xBB\xBF$good\xEF\xBB\xBF$good", 0, qr/$verdict.*$verdict/s);
check_bytes('no last newline', $good =~ s/\n$//r, 0, qr/^<stdin>:7:1: warning: .*\[115 no-newline\]/, $verdict);
my $joined = check_bytes('files joined without a newline', ($good =~ s/\n$//r) . $good, 0, qr/\[115 no-newline\]/, qr/stdin>:7: legal, 2-3/);
is(scalar(() = $joined =~ /$verdict/g), 2, 'both are judged');
check_bytes('joined within a comment', "${header}1a U 1,0N - # so$good", 0, qr/:5: $verdict/);
check_bytes('coordinates', "${header}1a U 99999,0N -\n2b U 256,0N -\n3a B 0,1N m\nend stopped\n", 1, qr/:5:6: error.*111 cell/, qr/:6:6: error.*255 cells.*111 cell/);

# ---- YAML ----
my $deep = '[' x 5000;
check_bytes('deep flow', "%CRN 1\nevent: $deep\nrules: official-1\nplayers: [A, B]\n---\nend stopped\n$good", 1, qr/:2:9: error.*\[103/, $verdict);
my $block = join '', map { ' ' x $_ . "- \n" } 1 .. 300;
check_bytes('deep block', "%CRN 1\nrules: official-1\nplayers: [A, B]\ntiles:\n$block---\nend stopped\n$good", 1, qr/116 tile-definition/, $verdict);
check_bytes('an anchor in tiles', "%CRN 1\nrules: official-1\nplayers: [A, B]\ntiles:\n  - &a {name: Y}\n  - *a\n---\nend stopped\n", 1, qr/:5:5: error: .*\[106/);

check_bytes('a tag in tiles', "%CRN 1\nrules: official-1\nplayers: [A, B]\ntiles:\n  - name: !!str Y\n---\nend stopped\n", 1, qr/:5:11: error: .*\[106/);

# ---- Sizes ----
for my $what ('# a comment', 'tiles') {
    # A header of 19,000 lines takes memory in proportion to its size.
    my $lines = $what eq 'tiles' ? "tiles:\n" . "  # so\n" x 19_000 : "$what\n" x 19_000;
    my $file = spurt(scratch('header.crn'), "%CRN 1\nrules: official-1\nplayers: [A, B]\n$lines---\nend stopped\n");
    my ($status, $out) = brief run('/bin/sh', '-c', "ulimit -v 300000; exec " . bastide() . " check $file");
    SKIP: {
        skip 'needs less address space than sanitizers take', 1 if $out eq '' && $status != 2;
        like($out, $what eq 'tiles' ? qr/\[116 / : qr/legal, 0-0\n/, "a long header of $what");
    }
}
check_bytes('a first line of any length', '%CRN 1' . ' ' x 70_000 . "\n$good", 1, qr/\[101 |\[904 /, qr/:2: .*2-3/);
check_bytes('and after a record', $good . '%CRN 1' . ' ' x 70_000 . "\n$good", 1, qr/\[904 /);
check_bytes('one turn of 10,000 followers', "${header}1a V 1,0N" . ' rW' x 10_000 . "\nend stopped\n$good", 1, qr/\[304 /, $verdict);
my $long = 'x' x 3_000_000;
check_bytes('a long line', "${header}1a U 1,0N rW # $long\n1a U 1,0N rW\n2b B 0,1N m\nend stopped\n$good", 1, qr/^<stdin>:5:1: error: .*\[904 too-large\]/, qr/legal but not valid, 2-3/, $verdict);
check_bytes('a line at the limit', "${header}1a U 1,0N rW # " . 'x' x 64_980 . "\n2b B 0,1N m\nend stopped\n", 0, $verdict);
check_bytes('many lines', $header . "# x\n" x 20_010 . "end stopped\n$good", 1, qr/^<stdin>:20003:1: error: the record has more than 20000 lines.*\[904 too-large\]/m, $verdict);
# A road of 1,000 tiles winds through rows of forty. The follower at its beginning scores a point for each tile. The
# table holds 1,023 tiles.
my @shapes = ('{kind: road, sides: EW}', '{kind: field, halves: [NNW, NNE, ENE, WNW]}', '{kind: field, halves: [SSW, SSE, ESE, WSW]}',
    '{kind: road, sides: SW}', '{kind: field, halves: [SSW, WSW]}', '{kind: field, halves: [NNW, NNE, ENE, ESE, SSE, WNW]}');
my $designs = join '', map { my $number = $_; "  - name: Y$number\n    count: 250\n    segments:\n" . join '', map { "    - $_\n" } $number % 2 ? @shapes[ 3 .. 5 ] : @shapes[ 0 .. 2 ] } 0 .. 9;
sub long_road {
    my ($count) = @_;
    my ($text, %used) = ("%CRN 1\nsets: [princess-dragon]\nrules: official-1\nplayers: [Ada, Ben]\nstart: Y0 0,0N\ntiles:\n$designs---\n");
    $used{0} = 1;
    for my $n (1 .. $count - 1) {
        my ($row, $along) = (int $n / 40, $n % 40);
        my ($x, $turns) = ($row % 2 ? 39 - $along : $along, $along == 39 || ($along == 0 && $row > 0));
        # The curve joins south and west. With its top to the east it joins west and north; to the south, north and
        # east; to the west, east and south.
        my $side = !$turns ? 'N' : $along ? ($row % 2 ? 'W' : 'N') : ($row % 2 ? 'E' : 'S');
        my $tile = 'Y' . (2 * int($used{ $turns ? 1 : 0 }++ / 250) + ($turns ? 1 : 0));
        $text .= $n . ($n % 2 ? 'a' : 'b') . " $tile $x,$row$side " . ($n > 1 ? '-' : 'rE') . "\n";
    }
    return $text . "final =$count,0\nend stopped\n";
}
check_bytes('1,000 tiles', long_road(1000), 0, qr/: legal, 1000-0, claims equal; own tiles: 10; start on trust: Y0$/m);
check_bytes('as many as the table holds', long_road(1023), 0, qr/: legal, 1023-0, claims equal; own tiles: 10; start on trust: Y0$/m);
check_bytes('many tiles', long_road(1025), 1, qr/:1090:\d+: error: turn 1023, Ada \(a\), Y6 on 16,25N: the table holds 1023 tiles.*\[904 too-large\]/);
{
    # A line of 2 GB is read in bounded memory. 2 GB of one byte compress to 2 MB.
    my $big = scratch('big.crn.gz');
    system("( printf '%s' '${header}1a U 1,0N rW # '; head -c 2147483648 /dev/zero | tr '\\0' x; printf '\\n2b B 0,1N m\\nend stopped\\n' ) | gzip -1 >$big") == 0 or die;
    my ($status, $out) = run('/bin/sh', '-c', "ulimit -v 400000; exec " . bastide() . " check $big");
    SKIP: {
        skip 'needs less address space than sanitizers take', 2 if $out eq '';
        is($status, 1, 'a line of 2 GB: exit status');
        like($out, qr/:5:1: error: .*904 too-large.*\n.*\n?.*legal/s, 'and the line after it is judged');
    }
    unlink $big;
}
{
    # A gzip bomb that looks like a JSON document.
    my $bomb = scratch('bomb.gz');
    system("( printf '{\"replay\":'; head -c 100000000 /dev/zero | tr '\\0' ' ' ) | gzip -9 >$bomb") == 0 or die;
    my ($status, $out) = brief run(bastide(), 'check', $bomb);
    is($status, 2, 'a bomb: exit status');
    like($out, qr/8 MiB, .*\[904 too-large\]/, 'a bomb is too large');
}

# ---- gzip ----
check_bytes('gzipped', zipped($good), 0, $verdict);
check_bytes('two members', zipped($good) . zipped($good), 0, qr/$verdict.*$verdict/s);
my $gz = zipped($good x 50 . "# the end\n");
check_bytes('gzip cut', substr($gz, 0, length($gz) - 12), 2, qr/\[903 cut\]/, $verdict);
check_bytes('a plain record after a gzipped one', zipped($good) . $good, 2, qr/the data after the gzipped data is not gzipped \[902/, $verdict);
check_bytes('zeros after a gzipped one', zipped($good) . "\0" x 1000, 0, $verdict);
check_bytes('a gzip header alone', "\x1f\x8b", 2, qr/\[903 cut\]/);
check_bytes('the first byte of a gzip header', "\x1f", 2, qr/\[906 /);
my $corrupt = zipped(join '', map { "$good# " . rand() . "\n" } 1 .. 2000);
substr($corrupt, length($corrupt) / 2, 20) = 'x' x 20;
check_bytes('gzip corrupt', $corrupt, 2, qr/\[902 cannot-read\]/, $verdict);

# ---- Files, permissions, full disks and closed pipes ----
my $file = spurt(scratch('good.crn'), $good);
my $bad = spurt(scratch('bad.crn'), $good =~ s/1,0N/1,0E/r);
for my $command (qw(check audit show fmt)) {
    my ($status, $out, $err) = brief run(bastide(), $command, '/nonexistent/x.crn', scratch(''), $file);
    is($status, 2, "$command: a missing file and a directory are trouble");
    my $told = $command eq 'check' ? $out : $err;
    like($told, qr{^/nonexistent/x.crn: error: cannot open: No such file or directory \[901 cannot-open\]$}m, "$command: the file is named");
    like($told, qr/: error: cannot open: is a directory; --recursive reads the records in it \[901/, "$command: so is the directory");
    like($out, $command eq 'check' ? $verdict : $command eq 'audit' ? qr/end +2 +3/ : $command eq 'show' ? qr/a 2 b 3/ : qr/^1a U 1,0N rE$/m, "$command: the other file is judged");
}
SKIP: {
    my $locked = spurt(scratch('locked.crn'), $good);
    chmod 0, $locked;
    # Root without its capabilities obeys file modes as other users do.
    my @plain = -r $locked ? ('setpriv', '--bounding-set=-all', '--inh-caps=-all') : ();
    skip 'needs a user who may not read everything', 1 if @plain && system("@plain true 2>/dev/null") != 0;
    like((brief run(@plain, bastide(), 'check', $locked))[1], qr/Permission denied \[901/, 'no permission');
}
SKIP: {
    skip 'needs /dev/full', 12 unless -c '/dev/full';
    for my $command ('check', 'audit', 'audit --format=json', 'audit --format=yaml', 'audit --format=csv', 'show', 'fmt', 'tiles', 'explain', 'explain 302', '--help', '--version') {
        my ($status, $out, $err) = run('/bin/sh', '-c', bastide() . " $command " . ($command =~ /tiles|explain|--(help|version)/ ? '' : $file) . ' >/dev/full');
        like("$status $err", qr/^2 bastide: error: cannot write: No space left on device \[909 cannot-write\]$/, "$command: a full disk");
    }
}
{
    my $many = spurt(scratch('many.crn'), $good x 5000);
    my ($status, $out, $err) = run('/bin/sh', '-c', bastide() . " fmt $many | head -1");
    is("$status$out$err", "0%CRN 1\n", 'a closed pipe is quiet');
    ($status, $out, $err) = run('/bin/bash', '-c', "trap '' PIPE; " . bastide() . " fmt $many | head -1; exit \${PIPESTATUS[0]}");
    is("$status$err", '2', 'with SIGPIPE ignored: status 2, without a message');
}

# ---- Usage ----
for my $words ('', 'judge', 'check --frobnicate', 'check --format=xml', 'check --max-errors=-1', 'audit --by=knight', 'audit --format=sarif', 'audit --at=x',
    'audit --events=some', 'audit --events=all --by=road', 'show --at=-1', 'tiles --set=moon', 'tiles Y', 'explain 999', 'explain --x', 'fmt --x', 'check --tileset=/nonexistent') {
    my ($status, $out, $err) = run(bastide(), split ' ', $words);
    is("$status$out", 2, "'$words' is trouble");
    like($err, qr/^(bastide|\/nonexistent)/, "'$words' is told on standard error");
}
my $tiles = spurt(scratch('tiles.yaml'), "name: mine\ntiles:\n- {name: Z1, sides: ffff, segments: [{kind: field, halves: [NNW]}]}\n");
like((brief run(bastide(), 'check', "--tileset=$tiles", $file))[2], qr/tiles.yaml:3:\d+: error: tile definition: .*\[116/, 'a bad tile set is reported with its place');
spurt($tiles, "name: mine\ntitle: \e[31m\n");
like((brief run(bastide(), 'check', "--tileset=$tiles", $file))[2], qr/error: tile definition: control characters are not allowed \[116/, 'one with control characters');
# Closed descriptors: no other file takes their numbers, and lost output is reported.
{
    my $file = source('replays/broken-followers.crn');
    my ($status, $out, $err) = run('/bin/sh', '-c', bastide() . " check $file >&-");
    is("$status$err", "2bastide: error: cannot write: Bad file descriptor [909 cannot-write]\n", 'standard output is closed');
    ($status, $out) = run('/bin/sh', '-c', bastide() . ' check <&-');
    is($status, 2, 'standard input is closed');
    like($out, qr/^<stdin>: error: cannot read further: Bad file descriptor \[902 /, 'and that is said');
    is((run('/bin/sh', '-c', bastide() . " audit $file 2>&-"))[0], 2, 'standard error is closed, and there are findings');
    is((run('/bin/sh', '-c', bastide() . " check $file <&- 2>&-"))[0], 1, 'closed descriptors that are not needed');
}
done_testing;

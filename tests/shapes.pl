#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Measures whether a line, a tile or a message costs the same when a record has many of them. Each record is large in
# one direction. valgrind counts the instructions of `bastide check -q`, or of SHAPES_COMMAND, for three sizes, each
# twice the one before. An item that is added in the second step may cost 25 % and 50 instructions more than one of the
# first step. The operands are names of shapes; without them all are measured. Exit status: 1 if the cost of a shape
# grows. `make bench-shapes` calls this script.
use strict;
use warnings;
use File::Temp qw(tempdir);

my $builddir = $ENV{builddir} // '.';
my $command = $ENV{SHAPES_COMMAND} // "check -q";
my $dir = tempdir('bastide-shapes-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
my $all = "%CRN 1\nsets: [base, princess-dragon, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n";

sub seat { return $_[0] % 2 ? 'a' : 'b' }
sub turns { my ($i) = (0); return join '', map { $i++; $i . seat($i) . " $_\n" } @_ }
# own() returns a definition of three tiles, A1 to A3, with 255 copies each, which is more than any record here needs.
# It is the same for every size, because reading a definition costs as much as a hundred tiles. copy() returns the name
# of the N-th copy.
sub own { my ($segments) = @_; return "tiles:\n" . join '', map { "  - name: A$_\n    count: 255\n    segments:\n$segments" } 1 .. 3 }
sub copy { return 'A' . (1 + int($_[0] / 255)) }
# Returns N x-coordinates of a row, from the middle outwards.
sub row { my ($n) = @_; return map { $_ % 2 ? ($_ + 1) / 2 : -$_ / 2 } 1 .. $n }

my $road = "    - {kind: road, sides: EW}\n    - {kind: field, halves: [NNW, NNE, ENE, WNW]}\n    - {kind: field, halves: [ESE, SSE, SSW, WSW]}\n";
my $town = "    - {kind: city, sides: N}\n    - {kind: field, halves: [ENE, ESE, SSE, SSW, WSW, WNW]}\n";
my $abbey = "    - {kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}\n    - {kind: monastery}\n";
my $hall = "    - {kind: city, sides: NESW}\n";

my @shapes = (
    # name, smallest size, function that makes a record of a size
    ['a long road', 120, sub { my $i = 0; $head . own($road) . "---\n" . turns(map { copy($i++) . " $_,0N -" } row($_[0])) . "end stopped\n" }],
    ['one city', 120, sub { my $i = 0; $head . own($hall) . "---\n" . turns(map { my $y = -$_; map { copy($i++) . " $_,${y}N -" } 0 .. 19 } 1 .. $_[0] / 20) . "end stopped\n" }],
    ['fields beside many cities', 120, sub { my $i = 0; $head . own($town) . "---\n" . turns('A1 0,1S fNNW', 'A1 0,2N fSSW', map { my $x = $_; (copy(2 + $i++) . " $x,1S -", copy(2 + $i++) . " $x,2N -") } row($_[0] / 2)) . "end stopped\n" }],
    ['monasteries', 120, sub { my $i = 0; $head . own($abbey) . "---\n" . turns(map { my $y = $_; map { copy($i++) . " $_,${y}N" . ($i < 8 ? ' m' : ' -') } 0 .. 19 } 1 .. $_[0] / 20) . "end stopped\n" }],
    ['discards, two tiles far away', 300, sub { $head . "---\n" . turns('V 255,255N -', 'V -255,-255N -', ('discard:C') x $_[0]) . "end stopped\n" }],
    ['corrections', 500, sub { my $i = 0; $head . "---\n1a V 1,0N -\n" . join('', map { "1.${_}a adjust:1\n" } 1 .. $_[0]) . "end stopped\n" }],
    ['comments', 1000, sub { $head . "---\n1a V 1,0N -\n" . "# so it was\n" x $_[0] . "2b V 2,0N -\nend stopped\n" }],
    ['comments in a turn that waits', 400, sub { $all . "---\n1a b6 0,1N - bazaar:V,U\n" . "# so it was\n1.1b bid:V,0\n" x ($_[0] / 2) . "end stopped\n" }],
    ['unknown tiles', 200, sub { $head . "---\n" . turns(map { "Q7 $_,0N -" } 1 .. $_[0]) . "end stopped\n" }],
    ['turns out of turn', 150, sub { $head . "---\n" . "1a V 1,0N -\n" x $_[0] . "end stopped\n" }],
    ['unreadable lines', 300, sub { $head . "---\n" . "so it was\n" x $_[0] . "end stopped\n" }],
    ['claims on a line', 200, sub { $head . "---\n1a V 1,0N -" . ' +a1:rW' x $_[0] . "\nend stopped\n" }],
    ['bids', 150, sub { $all . "---\n1a b6 0,1N - bazaar:V,U\n" . join('', map { "1.${_}b bid:V,$_\n" } 1 .. $_[0]) . "end stopped\n" }],
    ['fairies', 200, sub { $all . "---\n1a V 1,0N rW\n" . join('', map { "1.${_}a fairy:rW\@1,0\n" } 1 .. $_[0]) . "end stopped\n" }],
    ['players', 500, sub { "%CRN 1\nrules: official-1\nplayers: [" . join(', ', ('Ada') x $_[0]) . "]\n---\nend stopped\n" }],
    ['header lines', 500, sub { $head . join('', map { "key$_: value\n" } 1 .. $_[0]) . "---\nend stopped\n" }],
    ['games', 300, sub { "$head---\n1a V 1,0N -\nend stopped\n" x $_[0] }],
    ['messages of a save', 500, sub { '{"setup":{"sets":{"basic:1":1},"elements":{"small-follower":7},"rules":{},"start":[{"tile":"BA/RCr","x":0,"y":0,"rotation":0}]},"players":[{"name":"Ada","slot":0},{"name":"Ben","slot":1}],"initialRandom":0.5,"replay":['
            . join(',', ('{"type":"PLACE_TILE","payload":{"tileId":"BA/RFr","rotation":"R0","position":[1,0]},"player":0},{"type":"UNDO","payload":{}}') x $_[0]) . ']}' }],
    ['events of a log', 250, sub { '{"data":{"logs":[{"channel":"/table/t1","data":[{"type":"playTile","args":{"player_id":"7","player_name":"P7","id":"22","type":11,"x":"0","y":"-1","ori":"3"}}'
            . ',{"type":"winPoints","args":{"player_id":"7","points":1,"score":"4"}}' x $_[0] . ']}]}}' }],
    ['a record as JSON', 500, sub { '{"header":{"rules":"official-1","players":["Ada","Ben"]},"lines":[' . join(',', map { "{\"text\":\"$_" . seat($_) . ' V ' . "$_,0N -\"}" } 1 .. $_[0]) . ']}' }],
);

sub cost {
    my ($record) = @_;
    open my $file, '>', "$dir/record" or die "$dir/record: $!\n";
    print $file $record;
    close $file or die "$dir/record: $!\n";
    my $said = qx(valgrind --tool=callgrind --callgrind-out-file=/dev/null $builddir/bastide $command --no-sandbox $dir/record 2>&1 >/dev/null);
    return $said =~ /Collected : (\d+)/ ? $1 : die "valgrind did not count: $said";
}

my %wanted = map { $_ => 1 } @ARGV;
my $bad = 0;
printf "%-32s %8s %10s %10s %6s\n", 'instructions for each', 'size', 'more', 'then', 'ratio';
for (grep { !%wanted || $wanted{ $_->[0] } } @shapes) {
    my ($name, $size, $record) = @$_;
    my @cost = map { cost($record->($_ * $size)) } 1, 2, 4;
    my @each = (($cost[1] - $cost[0]) / $size, ($cost[2] - $cost[1]) / (2 * $size));
    my $grows = $each[1] > 1.25 * $each[0] + 50;
    $bad ||= $grows;
    printf "%-32s %8d %10.0f %10.0f %6.2f%s\n", $name, $size, @each, $each[1] / $each[0], $grows ? '  grows' : '';
}
exit $bad;

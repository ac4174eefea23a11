#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests that judging games in parallel changes nothing. With any --jobs, and with any number of games in a piece of
# work, output, findings and exit status are the same bytes. BASTIDE_LONG: a hundred rounds with pieces of all sizes;
# BASTIDE_STRIDE: two rounds, one case in twenty, and one command in six.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Compress::Gzip qw(gzip);
use IO::Handle;
use List::Util qw(shuffle);
use Test::More;
use Time::HiRes qw(time);

my $bastide = bastide();
my $few = $ENV{BASTIDE_STRIDE} && !$ENV{BASTIDE_LONG};
# Other scripts produce the same messages for tests/said, except for those at the end of this one.
my $listens = delete $ENV{BASTIDE_SAID};
my $legal = spurt(scratch('legal.crn'), join '', map { deal(@$_) } [3, 40], [4, 15, 0, undef, 'base,princess-dragon,bridges'], [5, 10, 0, undef, 'the-city-r1']);
my $broken = spurt(scratch('broken.crn'), join '', map { slurp($_) } (grep { !$ENV{BASTIDE_STRIDE} || /0[05]-[^\/]*$/ } glob source('testdata/cases/*.crn')), glob source('replays/*.crn'));
# A stream of games of several formats, with documents between them that are not games.
my (undef, $saves) = run($bastide, 'convert', '--lossy', '--to=jcz', $legal);
my (undef, $json) = run($bastide, 'convert', '--to=json', $legal);
my @saves = split /^(?=\{)/m, $saves;
my @json = split /^/, $json;
my $foreign = spurt(scratch('foreign.json'), join "\n", @saves[0 .. 9], '{"neither":1}', @json[0 .. 9], '{broken', "\n" . $json[10], '[1', @saves[10 .. 12]);
my $stray = spurt(scratch('stray.crn'), "so it was\n" . slurp($legal) . "\n%CRN 2\n---\n" . substr slurp($legal), 0, 3000);
my $cut = scratch('cut.crn.gz');
system("gzip -c $legal | head -c 20000 >$cut") == 0 or die "gzip failed\n";
my $nothing = spurt(scratch('nothing'), '');
my $picture = spurt(scratch('picture'), "\x89PNG\r\n\x1a\n" . "\0" x 400);
my @files = ($legal, $broken, $foreign, $stray, $cut, $nothing, $picture, scratch('nowhere'), sort glob source('testdata/cases/20*.crn'));

sub same {
    my ($name, $jobs, @command) = @_;
    my @program = $command[0] eq 'sh' ? () : $bastide;
    my @one = run(@program, @command);
    for my $jobs (@$jobs) {
        my @many = run(@program, @command, "--jobs=$jobs");
        is_deeply([$many[0], $many[1] eq $one[1], $many[2] eq $one[2]], [$one[0], 1, 1], "$name: the same output with --jobs=$jobs");
    }
    return @one;
}

my @commands = (
    (map { ['check', "--format=$_"] } qw(text json sarif tap github summary)),
    ['check', '-q'], ['check', '--context'], ['check', '--all', '--max-errors=2'], ['check', '--only=bad', '--werror'], ['check', '--disable=203,601'],
    ['check', '--rules=book-1', '--options=shield=1'],
    (map { ['audit', "--format=$_"] } qw(text json yaml csv csv-raw)),
    ['audit', '--by=award', '--format=csv'], ['audit', '--by=city', '--at=9'], ['audit', '--format=json', '--events=all'],
    ['fmt'], ['fmt', '--totals'],
    (map { ['convert', '--to=crn'], ['convert', '--lossy', "--to=$_"] } qw(jcz json carcassonnelab)),
    ['select', '--unique'], ['select', '--is=valid', '--count'], ['select', '--finding=203', '--invert'],
    (map { ['stats', "--format=$_"] } qw(text json csv)),
);
for my $command ($few ? one_in(6, 0, @commands) : @commands) {
    my ($status, $out) = same("@$command", $ENV{BASTIDE_LONG} ? [2, 5] : [3], @$command, @files);
    ok(length $out || $command->[1] eq '-q', "@$command: says something");
}
for my $words (['check', '--fail-fast'], ['check', '--fail-fast', '--format=tap']) {
    my ($status, $out) = same("@$words", [1, 3, 0], @$words, $legal, $broken, $legal);
    is($status, 1, "@$words: ends after the first bad game");
}
same('check --fit', [3], 'check', '--fit', source('replays/friendly-1.crn'), source('replays/city-two-seats.crn'));
same('twins', [4], 'select', '--unique', '--count', $legal, $legal, $legal);

# The output for a game does not depend on the games that the same worker judged before it.
my @cases = $few ? one_in(20, 0, sort glob source('testdata/cases/*.crn')) : sort glob source('testdata/cases/*.crn');
my (undef, $together) = run($bastide, 'check', '--context', '--no-sandbox', @cases);
is(join('', map { my (undef, $out) = run($bastide, 'check', '--context', $_); $out } @cases), $together, 'each file alone is reported as it is among others');

# Standard input, with the numbers of its games.
my $text = slurp($legal);
my @one = run_input($text, $bastide, 'check', '--format=json');
is_deeply([run_input($text, $bastide, 'check', '--format=json', '-j3')], \@one, 'standard input');

# Pieces of any size.
my $rounds = $ENV{BASTIDE_LONG} ? 100 : $ENV{BASTIDE_STRIDE} ? 2 : 10;
my %once = map { my $command = $_; ("@$command" => [run($bastide, @$command, @files)]) } ['check'], ['audit', '--by=seat', '--format=csv'], ['select', '--unique'];
srand 1;
my $bad = 0;
for my $round (1 .. $rounds) {
    for my $name (sort keys %once) {
        local $ENV{BASTIDE_PIECE} = 1 + int rand 64;
        my $jobs = 2 + int rand 7;
        my @many = run($bastide, (split / /, $name), @files, "--jobs=$jobs");
        next if "@many" eq "@{ $once{$name} }";
        $bad++;
        diag("$name --jobs=$jobs, $ENV{BASTIDE_PIECE} at a time: differs");
    }
}
is($bad, 0, "$rounds rounds of pieces of any size");

# Streams of games and scraps in any order. A thread that begins to read in the middle does not always know where a
# reader from the start would be.
my (undef, $addresses) = run($bastide, 'convert', '--lossy', '--to=carcassonnelab', $legal);
my @streams = (
    [map { split /^(?=%CRN)/m, slurp($_) } $legal, $broken],
    [@saves, map { s/,/,\n/gr } @saves[0 .. 2]],
    [@json, map { s/,/,\n/gr } @json[0 .. 2]],
    [split /^/, $addresses],
);
my @scraps = (
    "so it was\n", "%CRN 2\n", '%CRN', "---\n", "end 1-2\n", "1a D 0,0N\n", "# a note\n", "\n", "\r\n", ' ', "\0", "\xEF\xBB\xBF", "\n" x 3000, 'x' x 70000,
    "{broken\n", "\t{\n", "[1\n", "]\n", "}\n", "{\"neither\":1}\n", "\"{\n", "{\"a\":\"}\"}\n", "{\"a\":\"\\\"\n", '{"a":"' . 'y' x 5000 . "\"}\n", 'null', "[{}]", "{}",
);
$bad = 0;
for my $round (1 .. $rounds) {
    my $own = $streams[rand @streams];
    my $stream = '';
    for (0 .. rand 12) {
        my $from = rand() < .3 ? \@scraps : rand() < .1 ? $streams[rand @streams] : $own;
        my $part = $from->[rand @$from];
        $stream .= rand() < .15 ? substr($part, 0, rand length $part) : $part;
        $stream .= "\n" if rand() < .1;
    }
    my $file = spurt(scratch("stream"), $stream);
    my @command = (['check'], ['check', '--format=json'], ['stats'], ['fmt'], ['audit', '--by=seat'])[rand 5]->@*;
    local $ENV{BASTIDE_PIECE} = 1 + int rand 3;
    my @one = run($bastide, @command, $file);
    my @many = run($bastide, @command, '--jobs=3', $file);
    next if "@many" eq "@one";
    $bad++;
    diag("@command --jobs=3, stream of round $round, $ENV{BASTIDE_PIECE} at a time: differs");
}
is($bad, 0, "$rounds streams of games and of other text");

# Pairs of accounts: games in another order, some left out, some changed, some broken.
my (undef, $told) = run($bastide, 'audit', '--format=json', '--events=all', $legal);
my @accounts = split /(?<="event":"end")([^\n]*\n)/, $told;
@accounts = map { $accounts[2 * $_] . $accounts[2 * $_ + 1] } 0 .. $#accounts / 2;
my @events = (
    "{broken\n", "[1]\n", "{\"event\":\"end\"}\n", "{\"event\":\"end\",\"event\":\"end\"}\n", "x\"end\"\n", "{\"x\":{\"event\":\"end\"}}\n", "\n",
    "{\"event\":\"end\",\"scores\":[1,2]}\r\n", "{\"event\":\"end\",\"identity\":3}\n", '{"event":"turn","turn":1,"x":"' . 'y' x 70000 . "\"}\n",
);
my @sorts = ([$streams[0], \@scraps], [\@accounts, \@events], [\@json, \@scraps], [\@saves, \@scraps]);
my @ways = (['--key=identity'], ['--key=identity', '--stat'], ['--key=event', '--format=json'], [], ['--format=json', '--by=city'], ['--quiet']);
$bad = 0;
for my $round (1 .. $rounds) {
    my @sides = map {
        my ($games, $odd) = $sorts[rand @sorts]->@*;
        my @some = (shuffle @$games)[0 .. rand 12];
        s/\[(\d+),/'[' . ($1 + 1) . ','/e for grep { defined && rand() < .2 } @some;
        splice @some, rand @some, 0, $odd->[rand @$odd] if rand() < .3;
        spurt(scratch("side$_"), join '', grep { defined } @some);
    } 0, 1;
    my @command = rand() < .15 ? ('diff', '--claims', @sides) : ('diff', $ways[rand @ways]->@*, @sides);
    local $ENV{BASTIDE_PIECE} = 1 + int rand 3;
    my @one = run($bastide, @command);
    my @many = run($bastide, @command, '--jobs=3');
    next if "@many" eq "@one";
    $bad++;
    diag("@command --jobs=3, round $round, $ENV{BASTIDE_PIECE} at a time: differs");
}
is($bad, 0, "$rounds pairs of accounts");
same('diff', [2], 'diff', '--key=identity', $legal, spurt(scratch('told'), $told));

# Gzipped files of many members, whole and damaged. Members do not end where games end, and bytes that look like a
# member's beginning may be data.
my $long = join '', map { $_->[0] . "# " . join('', map { chr 97 + rand 26 } 1 .. 60000) . "\n" . $_->[1] } map { [/^(.*?)(---.*)/s] } ($streams[0]->@*)[0 .. 29];
sub packed {
    my ($text, $level) = @_;
    gzip(\$text => \my $packed, -Level => $level) or die "gzip failed\n";
    return $packed;
}
my %gzipped;
for ([members => 1000 => 6], [blocks => 65280 => 6], [large => 700_000 => 0], [stored => 20_000 => 0]) {
    my ($name, $n, $level) = @$_;
    my $whole = ($name eq 'blocks' ? $text : '') . $long . $text;
    $gzipped{$name} = join '', map { packed($_, $level) } unpack("(a$n)*", $whole), '';
}
my $blocks = $gzipped{blocks};
$gzipped{cut} = substr $blocks, 0, length($blocks) - 9000;
$gzipped{cut_behind} = substr $blocks, 0, length(packed(substr($text, 0, 65280), 6));
$gzipped{padded} = join "\0" x 5, map { packed($_, 6) } unpack '(a60000)*', $long;
$gzipped{junk} = $blocks . 'junk';
substr($gzipped{damaged} = $blocks, length($blocks) / 2, 4) = '????';
$gzipped{one} = packed($long . $text, 6);
$gzipped{seeming} = packed("%CRN 1\nplayers: [Ada, Ben]\n---\n" . "# \x1F\x8B\x08\x00\n" x 60000 . "end stopped\n" . $text, 0) . $blocks;
# Documents that are not games, far before the place where the data breaks off.
my @documents = split /^/, (run(bastide(), qw(convert --to=json), $legal))[1];
my $documents = packed(join('', map { $_ % 7 == 5 ? "{broken\n" : $documents[$_] } 0 .. $#documents), 6);
$gzipped{documents} = substr $documents, 0, length($documents) - 10;
for my $name (sort keys %gzipped) {
    my $file = spurt(scratch("$name.gz"), $gzipped{$name});
    same("$name.gz", $ENV{BASTIDE_LONG} ? [2, 5] : [3], 'check', $file, $cut, $file);
}
same('standard input, of a file', [3], 'sh', '-c', "$bastide stats \"\$@\" <" . scratch('blocks.gz'), 'sh');

# Verdicts are printed while the stream is still open. If the reader of the output leaves, the run ends.
my $endless = scratch('endless');
system('mkfifo', $endless) == 0 or die "mkfifo failed\n";
my $began = time;
my $feeder = fork // die "fork: $!";
if (!$feeder) {
    local $SIG{PIPE} = 'DEFAULT';
    open my $pipe, '>', $endless or exit 1;
    $pipe->autoflush(1);
    print $pipe $text or exit 1;
    sleep 60;
    exit 0;
}
open my $reader, '-|', "timeout 50 $bastide check --jobs=3 - <$endless 2>/dev/null" or die "$!\n";
my $first = <$reader>;
my $last = $first;
for (1 .. 63) { $last = <$reader> }
cmp_ok(time - $began, '<', 40, 'verdicts come while the stream is open');
like($last, qr/legal/, 'all but the last of them');
kill 'TERM', $feeder;
waitpid $feeder, 0;
close $reader;
my $many = spurt(scratch('many.crn'), $text x 40);
my $status = system("$bastide audit --format=json --jobs=3 $many | head -c 100 >" . scratch('head'));
is($status, 0, 'a reader that leaves ends the run');
is(-s scratch('head'), 100, 'and has what it wanted');

$ENV{BASTIDE_SAID} = $listens if $listens;
my ($refused, undef, $why) = run($bastide, 'fmt', '--check', '--jobs=2', $legal);
is($refused, 2, 'fmt --check: not with --jobs');
like($why, qr/--jobs cannot be used with them/, 'fmt --check: says so');
($refused, undef, $why) = run($bastide, 'check', '--jobs=x', $legal);
is($refused, 2, '--jobs needs a number');
done_testing;

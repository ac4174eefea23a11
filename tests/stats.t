#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests figures over many games: they equal the sums computed here from verdicts and audits, and the figures of parts
# add up to the whole.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use List::Util qw(max min sum);
use Test::More;

my $random = join '', deal(3, 25), deal(4, 10, 3, 'book-1', 'base,princess-dragon,bridges'), deal(5, 5, 0, 'book-1', 'the-city-r1');
my $files = join ' ', map { source($_) } qw(replays/friendly-1.crn replays/broken-scores.crn replays/broken-followers.crn replays/japan-2015-final.crn);
my $games = $random . join '', map { slurp($_) } split ' ', $files;
my ($status, $out, $err) = run_input($games, bastide(), 'stats', '--format=json');
is("$status$err", '0', 'figures are no verdict: findings do not make them fail');
my @rows = json_lines($out);
my %table;
$table{ $_->{table} }{ $_->{key} } = $_ for @rows;

# The same figures from check --summary.
my (%want, %results);
my @summary = map { [split /\t/] } split /\n/, (run_input($games, bastide(), 'check', '--summary'))[1];
my $all = $table{games}{all};
is($all->{games}, scalar @summary, 'games');
is($all->{valid}, scalar(grep { $_->[0] eq 'valid' } @summary), 'valid ones');
is($all->{complete}, scalar(grep { $_->[1] eq 'complete' } @summary), 'complete ones');
my @counted = grep { $_->[1] eq 'complete' && $_->[2] eq 'determined' } @summary;
is($all->{counted}, scalar @counted, 'those counted');
my ($ties, $margin) = (0, 0);
for (@counted) {
    my @scores = split /(?<=\d)[-:]/, $_->[4];
    my ($best, $second) = sort { $b <=> $a } @scores;
    $ties += $best == $second;
    $margin += $best - $second;
    for my $seat (0 .. $#scores) {
        my $of = $results{ chr(ord('a') + $seat) } //= {};
        $of->{games}++;
        $of->{points} += $scores[$seat];
        $of->{wins} += $_->[10] eq chr(ord('a') + $seat) . ' points';
        $of->{shared} += $scores[$seat] == $best && $best == $second && $_->[10] =~ /,/;
        $of->{least} = min($of->{least} // $scores[$seat], $scores[$seat]);
        $of->{most} = max($of->{most} // $scores[$seat], $scores[$seat]);
    }
}
is($all->{ties}, $ties, 'ties');
is($all->{margin}, $margin, 'margins');
for my $seat (sort keys %results) {
    is($table{seat}{$seat}{$_}, $results{$seat}{$_}, "seat $seat: $_") for sort keys %{ $results{$seat} };
}
is(scalar(keys %{ $table{seat} }), scalar(keys %results), 'and no other seat');

# The same figures from audits: the points of each award, and the followers and tiles of each seat.
my (%points, %put, %returned, %laid, %discarded, %luck, %drawn_wins, %stood, $scores, @scores);
for my $event (json_lines((run_input($random, bastide(), qw(audit --events=all --format=json)))[1])) {
    my $kind = $event->{event};
    if ($kind eq 'score') {
        $points{ $event->{award} // $event->{kind} }[0]++;
        $points{ $event->{award} // $event->{kind} }[1] += $event->{points};
    }
    push @scores, $event->{scores} if $kind eq 'end';
}
($status, $out) = run_input($random, bastide(), qw(stats --format=json));
my %only;
$only{ $_->{table} }{ $_->{key} } = $_ for json_lines($out);
is(join(' ', map { "$_ $only{award}{$_}{awards} $only{award}{$_}{points}" } sort keys %{ $only{award} }), join(' ', map { "$_ $points{$_}[0] $points{$_}[1]" } sort keys %points), 'awards and points');
is(sum(map { $_->{points} } values %{ $only{award} }), sum(map { @$_ } @scores), 'which are all points of all games');
is(sum(map { $_->{points} } values %{ $only{player} }), sum(map { @$_ } @scores), 'as those of the players are');
my (@seats) = json_lines((run_input($random, bastide(), qw(audit --by=seat --format=json)))[1]);
@seats = grep { $_->{event} eq 'seat' } @seats;
for my $what (qw(put returned)) {
    is(sum(map { $_->{$what} } values %{ $only{seat} }), sum(map { $_->{$what} } @seats), "followers $what");
}
is(sum(map { $_->{put} } values %{ $only{follower} }), sum(map { $_->{put} } @seats), 'by what they stand on, the same');
is(sum(map { $_->{scored} + $_->{dragon} + $_->{princess} } values %{ $only{follower} }), sum(map { $_->{returned} } @seats), 'and by why they came home');
is(sum(map { $_->{laid} } values %{ $only{tile} }), sum(map { $_->{tiles} } @seats), 'tiles laid');

# Tiles, from the record: who laid them, and how the game ended for that player.
my $game = deal(9, 1, 3);
my ($ends) = $game =~ /^end ([\d,]+)$/m;
my @end = split /,/, $ends;
my $mean = sum(@end) / @end;
while ($game =~ /^\d+([a-f]) (\w+) -?\d+,/mg) {
    $laid{$2}++;
    $luck{$2} += 60 * $end[ord($1) - ord 'a'] - 60 * $mean;
    $drawn_wins{$2} += $end[ord($1) - ord 'a'] == max(@end);
}
my %tiles = map { $_->{key} => $_ } grep { $_->{table} eq 'tile' } json_lines((run_input($game, bastide(), qw(stats --by=tile --format=json)))[1]);
is(join(' ', map { "$_ $tiles{$_}{laid} $tiles{$_}{luck} $tiles{$_}{wins}" } sort keys %tiles), join(' ', map { "$_ $laid{$_} $luck{$_} $drawn_wins{$_}" } sort keys %laid), 'tiles, their luck and wins');

# The size of the table, from the record.
my (@x, @y);
push(@x, $1), push(@y, $2) while $game =~ /^\d+[a-f] \w+ (-?\d+),(-?\d+)[NESW]/mg;
my ($size) = json_lines((run_input($game, bastide(), qw(stats --by=games --format=json)))[1]);
is("$size->{width} $size->{height} $size->{turns} $size->{tiles}", join(' ', max(@x, 0) - min(@x, 0) + 1, max(@y, 0) - min(@y, 0) + 1, scalar @x, @x + 1), 'width, height, turns, tiles');
is($all->{legal}, $all->{games} - grep({ $_->[6] =~ /^[2-6]\d\d / } @summary), 'legal ones');
like(join(' ', sort keys %{ $table{finding} }), qr/\b\d{3} [a-z-]+/, 'findings are counted');
is($table{sets}{'base,princess-dragon,bridges'}{games}, 10, 'by sets');
is($table{rules}{'bga-1'}{games} + $table{rules}{'official-1'}{games} + $table{rules}{'book-1'}{games}, $all->{games} - ($table{rules}{'jcz-1'}{games} // 0) - ($table{rules}{none}{games} // 0), 'by rules');
is(sum(map { $_->{games} } values %{ $table{seats} }), $all->{games}, 'by seats');

# The figures of parts add up.
my @games = split /(?=^%CRN )/m, $games;
my @parts = map { my $k = $_; join '', @games[grep { $_ % 3 == $k } 0 .. $#games] } 0 .. 2;
my $figures = join '', map { (run_input($_, bastide(), qw(stats --format=json)))[1] } @parts;
my $whole = (run_input($games, bastide(), qw(stats --format=json)))[1];
is((run_input($figures, bastide(), qw(stats --merge --format=json)))[1], $whole, 'merged parts are the whole');
is((run_input($whole, bastide(), qw(stats --merge)))[1], (run_input($games, bastide(), 'stats'))[1], 'as text too');
is((run(bastide(), 'stats', '--merge', spurt(scratch('a.json'), $figures)))[1], (run_input($games, bastide(), 'stats'))[1], 'from files');
like((run_input($games, bastide(), qw(stats --format=csv --by=seat)))[1], qr/^event,table,key,games,wins,shared,points,least,most,put,returned,timed,seconds\nstats,seat,a,/, 'as CSV');
my ($head, @figures) = split /\n/, (run_input($games, bastide(), qw(stats --format=csv)))[1];
is($head, 'event,table,key,figure,value', 'CSV of all tables: a row a figure');
is(scalar(grep { (s/"[^"]*"/quoted/gr =~ tr/,//) != 4 } @figures), 0, 'all of one shape');
is_deeply([sort { $a cmp $b } keys %{ { map { (split /,/)[1] => 1 } @figures } }], [sort { $a cmp $b } keys %{ { map { $_->{table} => 1 } json_lines((run_input($games, bastide(), qw(stats --format=json)))[1]) } }], 'of every table');
like((run_input($games, bastide(), qw(stats --format=yaml --by=seat)))[1], qr/^table: seat$/m, 'as YAML');
unlike((run_input($games, bastide(), qw(stats --by=player)))[1], qr/^(?:award|seat|margin)/m, 'one table alone');
is((run_input('', bastide(), 'stats'))[0], 0, 'nothing is no trouble');

for (['{"event":"stats"}', 'no figures'], ['moon', 'not JSON'], ['{"event":"stats","table":"sets","key":"base","games":1}', 'missing'], ['{"event":"stats","table":"moon","key":"base","games":1}', 'no figures'],
    ['{"event":"stats","table":"sets","key":"base","games":"1","valid":1}', 'whole number'], ['{"event":"stats","table":"sets","key":"base","games":9223372036854775807,"valid":1}', 'beyond bounds'],
    ['{"event":"stats","table":"sets","key":"base","games":-1,"valid":1}', 'beyond bounds'], ['{"event":"stats","table":"award","key":"city","awards":1,"points":-7,"final-awards":-1,"final-points":0}', 'beyond bounds'],
    ['{"event":"stats","table":"games","key":"other","games":1}', "one row, 'all'"]) {
    my ($line, $why) = @$_;
    my ($status, $out, $err) = run_input("$whole$line\n", bastide(), qw(stats --merge));
    is($status, 2, "merging $line");
    like($err, qr/^bastide stats: <stdin>:\d+: .*$why/, 'is reported with its place');
    like($out, qr/^margin/m, 'and what came before is added');
    is(scalar(() = (run_input("moon\n" x 9, bastide(), qw(stats --merge)))[2] =~ /\n/g), 1, 'several bad lines give one message');
}
# The tiles of a record itself are a set too.
my $own = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\ntiles:\n  - {name: Y1, sides: ffff, segments: [{kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}]}\n---\nend stopped\n";
like((run_input($own, bastide(), qw(stats --by=sets)))[1], qr/^base,own +1 /m, 'own tiles');
# A name counts by its first 250 bytes, and no character is cut in two.
my $named = '{"event":"stats","table":"sets","key":"%s","games":1,"valid":1}' . "\n";
like((run_input(sprintf($named, 'x' . "\xC3\xA9" x 130) . sprintf($named, 'x' . "\xC3\xA9" x 124), bastide(), qw(stats --merge)))[1], qr/^x(?:\xC3\xA9){124} +2 /m, 'a long name');
my $garbage = spurt(scratch('garbage'), "moon\n");
is((run(bastide(), 'stats', $garbage))[0], 2, 'what is no record is trouble');
is((run(bastide(), 'select', '--is=legal', $garbage, source('replays/friendly-1.crn')))[0], 2, 'for select too');
for (['--by=moon', 'moon'], ['--format=moon', 'moon'], ['--merge /nowhere', 'cannot open'], ['/nowhere', 'cannot open']) {
    my ($words, $why) = @$_;
    my ($status, $out, $err) = run(bastide(), 'stats', split ' ', $words);
    is($status, 2, "stats $words");
    like($err, qr/$why/, 'and why');
}
# The luck of a tile is what its player has above the mean, in sixtieths of a point. Here points are many.
my $rich = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N rW\n1.1a" . ' adjust:9999' x 3700 . "\nend stopped\n";
my ($tile) = json_lines((run_input($rich, bastide(), qw(stats --by=tile --format=json)))[1]);
is($tile->{luck}, 30 * (2 + 3700 * 9999), 'luck beyond 32 bits');
my $much = '{"event":"stats","table":"sets","key":"x","games":9007199254740992,"valid":1}' . "\n";
my ($trouble, undef, $said) = run_input($much x 1100, bastide(), qw(stats --merge));
is("$trouble $said", "2 bastide stats: a sum does not fit 64 bits; the greatest or least number stands there\n", 'beyond 64 bits');
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Times and clocks: in records, in logs of Board Game Arena and in saves of JCloisterZone. The clocks of the logs are
# computed here once more. testdata/cases has the findings about times.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Uncompress::Gunzip qw(gunzip);
use JSON::PP ();
use List::Util qw(min max sum0);
use Test::More;

my $json = JSON::PP->new->canonical;
sub check { my ($text, @words) = @_; return run_input($text, bastide(), 'check', '--no-context', '--all', @words) }
sub audit { my ($text, @words) = @_; return json_lines((run_input($text, bastide(), qw(audit --by=clock --format=json), @words))[1]) }
sub table { return join "\n", map { join ' ', $_->{turn}, $_->{seat}, map { $_ // '-' } @$_{qw(used left total)} } grep { $_->{event} eq 'clock' } @_ }

# ---- Records ----
my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
my $game = "${head}clock: 1:00+0:10/1:05\n---\n1a E 0,-1S cS took:30.25\n2b U 1,0N - took:58\n3a B 0,1N m t:4.5\n4b U 2,0N - took:20 t:-8\n5a U 3,0N - took:1\nend stopped\n";
is(table(audit($game)), join("\n", '1 a 30.25 29.75 30.25', '2 b 58 7 58', '3 a 35.25 4.5 65.5', '4 b 20 -3 78', '5 a 1 13.5 66.5'), 'used, left and total');
my @times = grep { $_->{event} eq 'time' } audit($game);
is_deeply([map { [@$_{qw(seat player turns used left)}, map { "$_->{turn}:$_->{used}" } @{ $_->{slowest} }] } @times],
    [['a', 'Ada', 3, 66.5, 13.5, '3:35.25', '1:30.25', '5:1'], ['b', 'Ben', 2, 78, -3, '2:58', '4:20']], 'the time of each player');
my ($status, $out, $err) = run_input($game, bastide(), qw(audit --by=clock));
like($out, qr/^turn +used +total +left\n   1a    0:30.25    0:30.25    0:29.75$/m, 'as text');
like($out, qr/^Ada: 1:06.5 in 3 turns, 0:22 a turn, 0:13.5 left; slowest turns: 3 \(0:35.25\), 1 \(0:30.25\), 5 \(0:01\)$/m, 'with a line for each player');
like((run_input($game, bastide(), qw(audit --by=clock --format=csv)))[1], qr/\Aevent,file,game,turn,seat,used,left,total\nclock,<stdin>,1,1,a,30.25,29.75,30.25\n(?:clock,.*\n){4}\z/, 'as a table');
is((run_input($head . "---\nend stopped\n", bastide(), qw(audit --by=clock)))[1] =~ s/.*\n//r, "no times\n", 'without times');
is((run_input($game, bastide(), 'fmt'))[1], $game, 'times are printed as they were read');
is((run_input($game =~ s/took:58/took:58.000/r =~ s/t:4.5/t:04.50/r, bastide(), 'fmt'))[1], $game, 'in canonical form');
is((run_input($_->[0] =~ s/^/${head}clock: /r . "\n---\nend stopped\n", bastide(), qw(check)))[0], $_->[1], "clock: $_->[0]")
    for ['15:00', 0], ['0:30', 0], ['1:30:00', 0], ['100:00:00', 0], ['15:00+0:10', 0], ['15:00+0:10/20:00', 0], ['15:00/20:00', 0],
    ['15', 1], ['15:0', 1], ['15:60', 1], ['1:99:00', 1], ['15:00+', 1], ['15:00+10', 1], ['15:00/10:00', 1], ['15:00+0:10/20:00x', 1], ['-1:00', 1], ['soon', 1], ['[15:00]', 1], ['99999999:00:00', 1];

# The clock of the command line replaces that of the header, and decides.
like((check($game, '--clock=2:00'))[1], qr/: Ada 7, Ben 0: stopped; legal but not valid \(no move breaks a rule, but the record has errors\); some claims in the log are wrong; 1 finding$/m, 'a longer clock');
like((check($game, '--clock=0:20'))[1], qr/: Ada 7, Ben 0: Ben wins, because Ada ran out of time; /, 'a shorter one');
my ($end) = grep { $_->{event} eq 'end' } json_lines((check($game, '--clock=0:20', '--format=json'))[1]);
is("@{$end->{winners}} $end->{reason}", 'b clock', 'JSON');
like((check($game, '--clock=0:20', '--summary'))[1], qr/\tb clock$/m, 'a line a game');
is((run_input($game, bastide(), qw(select --count --winner=Ben --clock=0:20)))[1], "1\n", 'select');
like((check($game))[1], qr/: Ada 7, Ben 0: stopped; /, 'the clock of the header does not decide');
like((check($game))[1], qr/Ben runs out of time in this turn, by 0:03; only --clock or an 'end timeout:' line lets that decide the game \[716/, 'which the finding says');
unlike((check($game, '--clock=0:20'))[1], qr/lets that decide/, 'unless it does');
my $open = $game =~ s/end stopped\n//r;
like((check($open, '--clock=0:20'))[1], qr/: Ada 4, Ben 0: Ben wins, because Ada ran out of time; /, 'a game of two is over when one runs out of time');
($end) = grep { $_->{event} eq 'end' } json_lines((check($open, '--clock=0:20', '--format=json'))[1]);
is("@{$end->{winners}} $end->{reason}", 'b clock', 'in JSON too');
my $three = $open =~ s/\[Ada, Ben\]/[Ada, Ben, Cid]/r =~ s/^3a B 0,1N m.*\n4b.*\n5a.*\n/3c B 0,1N m took:1\n/mr;
like((check($three, '--clock=0:20'))[1], qr/: Ada 4, Ben 0, Cid 0: unfinished; /, 'but not one of three');
my $equal = "${head}clock: 1:00\n---\n1a E 0,-1S cS took:59\n2b U 1,0N - took:60\n3a B 0,1N m took:1\nend stopped\n";
like((check($equal, '--clock=1:00'))[1], qr/: Ada 7, Ben 0: the winner is unknown; /, 'nobody wins who ran out at the same moment');
like((check($equal =~ s/took:1$/took:1.002/mr, '--clock=1:00'))[1], qr/: Ada 7, Ben 0: Ada wins, because Ben ran out of time; /, 'thousandths decide where there are some');
like((check("$head---\n1a E 0,-1S cS\nend stopped\n", '--clock=1:00'))[1], qr/: warning: .*the record has no times, so the clock cannot be computed: 1 turn without one, the first is turn 1 \[714/, 'without times nothing can be computed');
for ('15', 'soon', '') {
    ($status, $out, $err) = check($game, "--clock=$_");
    like("$status $err", qr/^2 .*--clock must be a clock such as 15:00/, "--clock=$_");
}

# The page and the figures.
my $page = (run_input($game, bastide(), 'replay'))[1];
like($page, qr{<h2>Turn 2: .*, top to the north, in 0:58</h2>}, 'the page has the time of each turn');
like($page, qr{<td class="score">7</td><td class="time" title="Time used / left">1:06.5 / 0:13.5</td>}, 'and of each player');
my $played = $game =~ s/end stopped/end/r;
my %figures = map { ($_->{key} => $_) } grep { $_->{table} eq 'player' } json_lines((run_input($played, bastide(), qw(stats --format=json)))[1]);
is_deeply([map { [@{ $figures{$_} }{qw(timed seconds)}] } 'Ada', 'Ben'], [[3, 67], [2, 78]], 'stats');

# ---- Games that are typed ----
my $file = scratch('typed.crn');
($status, $out) = run_input("E 0,-1S cS\nU 1,0N - # so\nend stopped\n", bastide(), 'record', '--rules=official-1', '--sets=base', '--players=Ada,Ben', '--clock=15:00+0:10', $file);
like(slurp($file), qr/\A%CRN 1\n.*^clock: 15:00\+0:10\n---\n1a E 0,-1S cS took:\d+(?:\.\d)?\n2b U 1,0N - took:\d+(?:\.\d)? # so\nend stopped\n\z/ms, 'record --clock writes times and the clock');
like($out, qr/^a Ada 4 \(1[45]:\d\d(?:\.\d+)? left\), b Ben 0; /m, 'and shows them');
is((check(slurp($file), '--werror'))[0], 0, 'which holds');
unlink $file;
($status, $out) = run_input("E 0,-1S cS t:890\nU 1,0N - x-seen:b # so\nend stopped\n", bastide(), 'record', '--rules=official-1', '--sets=base', '--players=Ada,Ben', '--clock=15:00', $file);
like(slurp($file), qr/^1a E 0,-1S cS t:890\n2b U 1,0N - took:\d+(?:\.\d)? x-seen:b # so\n/m, 'a clock that is typed is enough, and extensions come after times');
unlink $file;
($status, $out) = run_input("E 0,-1S cS\nU 1,0N - took:7\n", bastide(), 'record', '--rules=official-1', '--sets=base', '--players=Ada,Ben', '--time', $file);
like(slurp($file), qr/\A%CRN 1\nrules: official-1\nplayers: \[Ada, Ben\]\n---\n1a E 0,-1S cS took:\d+(?:\.\d)?\n2b U 1,0N - took:7\n\z/, 'record --time writes times alone, where none is typed');
like($out, qr/b Ben 0 \(0:07 used\)/, 'and shows what was used');
($status, $out, $err) = run_input('', bastide(), 'record', '--clock=15:00', $file);
like("$status$err", qr/^2.*--clock are for a new one/, 'the clock of a record cannot be changed');

# ---- JCloisterZone ----
sub save {
    my ($clocks, %more) = @_;
    my @messages = (
        [PLACE_TILE => 0, { tileId => 'BA/C', rotation => 'R180', position => [0, -1] }], [COMMIT => 0, {}],
        [PLACE_TILE => 1, { tileId => 'BA/RFr', rotation => 'R0', position => [1, 0] }], [COMMIT => 1, {}]);
    my $i = 0;
    return $json->encode({
        appVersion => '5.7.0', players => [{ name => 'Ada', slot => 0 }, { name => 'Ben', slot => 1 }],
        setup => { sets => { 'basic:1' => 1 }, elements => { 'small-follower' => 7 }, rules => {}, start => [{ tile => 'BA/RCr', x => 0, y => 0, rotation => 0 }], %more },
        gameAnnotations => { drawOrder => ['BA/C', 'BA/RFr'] },
        replay => [map { my ($type, $player, $payload) = @$_; { type => $type, player => $player, payload => $payload, clock => $clocks->[$i++] } } @messages] });
}
sub body { return (run_input($_[0], bastide(), 'fmt'))[1] =~ s/.*^---\n//msr }
is(body(save([1000, 2500, 10_000, 10_001])), "1a E 0,-1S - took:2.5\n2b U 1,0N - took:7.501\n", 'the time until a message is that of its sender');
is(body(save([0, 0, 0, 0])), "1a E 0,-1S -\n2b U 1,0N -\n", 'clocks that never run are no times');
is(body(save([undef, undef, undef, undef])), "1a E 0,-1S -\n2b U 1,0N -\n", 'nor are none');
like((check(save([1000, undef, 3000, 4000])))[1], qr/replay\[1\]: warning: .*the message has no 'clock', although others have one \[714/, 'a message without its clock');
like((check(save([2000, 1000, 3000, 4000])))[1], qr/replay\[1\]: error: .*the clock of the messages goes back from 0:02 to 0:01 \[715/, 'a clock that goes back');
like((run_input(save([1, 2, 3, 4], timer => { initial => 900, turn => 10 }), bastide(), 'fmt'))[1], qr/^clock: 15:00\+0:10$/m, 'the timer is the clock');
like((run_input(save([1, 2, 3, 4], timer => { initial => 900, turn => undef }), bastide(), 'fmt'))[1], qr/^clock: 15:00$/m, 'also without an addition');
like((check(save([1, 2, 3, 4], timer => $_)))[1], qr/setup\.timer: error: a timer must have its seconds/, 'another timer') for { initial => 'x', turn => 0 }, { turn => 5 }, 7;
my $timed = (run_input(save([1000, 2500, 10_000, 10_001], timer => { initial => 900, turn => 10 }), bastide(), 'fmt'))[1];
my ($saved) = (run_input($timed, bastide(), qw(convert --to=jcz)))[1];
is((run_input($saved, bastide(), 'fmt'))[1], $timed, 'a save that is written has the times');
like((run_input($timed =~ s/\+0:10/+0:10\/20:00/r, bastide(), qw(convert --to=jcz)))[2], qr/the most that a clock shows/, 'but no limit of the clock');
for my $folder ('games/jcz', 'games/jcz-more') {
    my @saves = glob((shared($folder) // '/nonexistent') . '/*.jcz') or next;
    my @other;
    for my $path (one_in(4, 0, @saves)) {
        my $record = (run(bastide(), 'fmt', $path))[1];
        my $again = (run_input((run_input($record, bastide(), qw(convert --to=jcz --lossy)))[1], bastide(), 'fmt'))[1];
        push @other, $path if $record !~ / took:\d/ || $again ne $record;
    }
    is("@other", '', "$folder: times come back as they were");
}

# A clock that is not a number of milliseconds.
for my $wrong ('1000', 1.5, -1, 1e15, JSON::PP::true) {
    my $told = () = (check(save([$wrong, 2000, $wrong, 4000])))[1] =~ /: error: the clock of a message must be the milliseconds since the beginning of the game \[908 /g;
    is($told, 1, 'the clock ' . $json->encode([$wrong]) . ' is reported, once');
}
like((check(save([1, 2, 3, 4], timer => { initial => 900, turn => 10, most => 1200 })))[1], qr/setup\.timer: warning: .*field 'most'.*\[907 /, 'a field of a timer that is not known');

# ---- Board Game Arena ----
my @logs = map { shared("games/bga/bga-$_.json.gz") // () } 1, 3, 5;
SKIP: {
    skip 'needs ../shared: logs', 1 unless @logs;
    my $packets_of = sub { return $_[0]{data}{data} // $_[0]{data}{logs} };
    my $read = sub { gunzip($_[0] => \my $text) or die; return $json->decode($text) };

    # Returns the lines of the audit by clock, from the times of the packets alone.
    my $computed = sub {
        my ($log, $initial, $delta, $most) = @_;
        my (%seat, %left, %used, @rows, $before, $state, $active, $turn, $pending);
        for my $event (map { @{ $_->{data} } } @{ $packets_of->($log) }) {
            my $player = $event->{type} eq 'playTile' ? $event->{args}{player_id} : next;
            my $next = chr(ord('a') + keys %seat);
            $seat{$player} //= $next;
        }
        $left{$_} = $initial for values %seat;
        ($state, $active, $turn, $pending) = (0, 'a', 0, 0);
        for my $packet (@{ $packets_of->($log) }) {
            my $took = defined $before ? $packet->{time} - $before : 0;
            $before = $packet->{time};
            if ($state == 3) { $rows[-1]{used} += $took; $left{$active} -= $took; $rows[-1]{left} = $left{$active} }
            else { $pending += $took; $left{$active} -= $took }
            for my $event (@{ $packet->{data} }) {
                my $args = $event->{args};
                if ($event->{type} eq 'playTile') {
                    push @rows, { turn => ++$turn, seat => $seat{ $args->{player_id} }, used => $pending, left => $left{ $seat{ $args->{player_id} } } };
                    $pending = 0;
                } elsif ($event->{type} eq 'gameStateChange') {
                    $state = $args->{id} // 0;
                    $active = $seat{ $args->{active_player} } // $active;
                } elsif ($event->{type} eq 'updateReflexionTime') {
                    $left{ $seat{ $args->{player_id} } } = min($most, $left{ $seat{ $args->{player_id} } } + $delta);
                }
            }
        }
        return join "\n", map { $used{ $_->{seat} } += $_->{used}; "$_->{turn} $_->{seat} $_->{used} $_->{left} $used{ $_->{seat} }" } @rows;
    };
    for my $path (@logs) {
        my $log = $read->($path);
        is(table(audit($json->encode($log))), $computed->($log, 7776000, 2592000, 7776000), "$path: the clocks") or last;
        like((run_input($json->encode($log), bastide(), 'fmt'))[1], qr{^clock: 2160:00:00\+720:00:00/2160:00:00$}m, 'and the clock of the game');
    }

    # Makes a log of a game in real time: the turns take these seconds, in the order of the turns, the last of them for
    # all others. Returns the log.
    my $in_real_time = sub {
        my ($initial, $delta, $most, @seconds) = @_;
        my $log = $read->($logs[0]);
        my ($now, $turn, %left, @ids) = (1_700_000_000, 0);
        for my $event (map { @{ $_->{data} } } @{ $packets_of->($log) }) {
            push @ids, $event->{args}{player_id} if $event->{type} eq 'playTile' && !grep { $_ eq $event->{args}{player_id} } @ids;
        }
        %left = map { ($_ => $initial) } @ids;
        for my $packet (@{ $packets_of->($log) }) {
            if (my ($tile) = grep { $_->{type} eq 'playTile' } @{ $packet->{data} }) {
                my $took = $seconds[min($turn++, $#seconds)];
                $now += $took;
                $left{ $tile->{args}{player_id} } -= $took;
            }
            $packet->{time} = $now;
            for my $event (@{ $packet->{data} }) {
                my $args = $event->{args};
                if ($event->{type} eq 'gameStateChange' && $args->{reflexion}) {
                    my $total = $args->{reflexion}{total};
                    defined $total->{$_} && ($total->{$_} = "$left{$_}") for keys %$total;
                } elsif ($event->{type} eq 'updateReflexionTime') {
                    @$args{qw(delta max)} = ($delta, $most);
                    $left{ $args->{player_id} } = min($most, $left{ $args->{player_id} } + $delta);
                }
            }
        }
        return $log;
    };
    my $fast = $in_real_time->(900, 10, 1200, (20) x 10, (3) x 30, 15);
    is(table(audit($json->encode($fast))), $computed->($fast, 900, 10, 1200), 'a game in real time');
    like((run_input($json->encode($fast), bastide(), 'fmt'))[1], qr{^clock: 15:00\+0:10/20:00$}m, 'with its clock');
    unlike((check($json->encode($fast)))[1], qr/warning|error/, 'and nothing is wrong with it');
    # Player b has 600 seconds and runs out in turn 62, a in turn 65.
    my @slow = map { ($_ % 2 ? 18 : 19) } 1 .. 71;
    my $out_of_time = $in_real_time->(585, 0, 585, @slow);
    my (%rest, @out) = (a => 585, b => 585);
    for my $turn (1 .. 71) {
        my $seat = $turn % 2 ? 'a' : 'b';
        $rest{$seat} -= $slow[$turn - 1];
        push @out, "$turn $seat" if $rest{$seat} <= 0 && !grep { / $seat$/ } @out;
    }
    my @found = grep { ($_->{code} // 0) == 716 } json_lines((check($json->encode($out_of_time), '--format=json'))[1]);
    is(join(', ', map { "$_->{turn} $_->{seat}" } @found), join(', ', @out), 'who runs out of time, and when');
    like((check($json->encode($out_of_time), '--clock=9:45'))[1], qr/wins, because @{[ $out[0] =~ m{b$} ? 'Ben' : 'Ada' ]} ran out of time; /, 'who is first loses');

    # Each number about the clocks is compared.
    my $changed = sub {
        my ($name, $change, $want) = @_;
        my $log = $read->($logs[0]);
        $change->($log);
        my ($status, $out) = check($json->encode($log));
        like($out, $want, $name);
        unlike($out, qr/; all scores in the log are right/, "$name: the verdict") if $want =~ /705/ && $want !~ /warning/;
    };
    my @states = grep { $_->{type} eq 'gameStateChange' && grep { defined } values %{ $_->{args}{reflexion}{total} // {} } } map { @{ $_->{data} } } @{ $packets_of->($read->($logs[0])) };
    cmp_ok(scalar @states, '>', 300, 'there are states with clocks');
    my $states_of = sub { return grep { $_->{type} eq 'gameStateChange' && grep { defined } values %{ $_->{args}{reflexion}{total} // {} } } map { @{ $_->{data} } } @{ $packets_of->($_[0]) } };
    $changed->('all totals are -5', sub { for my $state ($states_of->($_[0])) { $_ = -5 for values %{ $state->{args}{reflexion}{total} } } }, qr/\[705/);
    for my $i (grep { $_ % 37 == 0 } 0 .. $#states) {
        for my $id (sort keys %{ $states[0]{args}{reflexion}{total} }) {
            $changed->("total $i of $id", sub { ($states_of->($_[0]))[$i]{args}{reflexion}{total}{$id} -= 3 }, qr/by the times \S+ has -?\d+ seconds? left, but the log says -?\d+ \[705/);
        }
    }
    my $added = sub { return (grep { $_->{type} eq 'updateReflexionTime' } map { @{ $_->{data} } } @{ $packets_of->($_[0]) })[5]{args} };
    $changed->('another addition', sub { $added->($_[0])->{delta}++ }, qr/2592001 seconds are added, with limit 7776000; earlier 2592000 seconds were added, with limit 7776000 \[705/);
    $changed->('another limit', sub { $added->($_[0])->{max}-- }, qr/with limit 7775999; earlier .*\[705/);
    $changed->('another player', sub { $added->($_[0])->{player_id} = 5 }, qr/time is added to the clock of a player whose turn does not begin \[705/);
    $changed->('a clock of nobody', sub { ($states_of->($_[0]))[0]{args}{reflexion}{total}{5} = 7 }, qr/a clock of player '5', who does not play \[705/);
    $changed->('no times', sub { delete $_->{time} for @{ $packets_of->($_[0]) } }, qr/warning: .*the packets have no times, so the clocks cannot be compared \[705/);
}
done_testing;

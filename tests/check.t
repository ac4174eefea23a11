#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests `check` on many games: the tally, --only, --fail-fast and --disable; streams, which are judged as they arrive;
# findings that follow from others; --context.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Select;
use IPC::Open2;
use Test::More;

my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
my $good = "$head---\n1a E 0,-1S cS\nend 4,0 stopped\n";
my $claims = $good =~ s/4,0/5,0/r;
my $wrong = "$head---\n1a U 5,5N -\nend stopped\n";
my $open = "$head---\n1a U 1,0N -\n";
sub check { my $games = shift; return brief run_input($games, bastide(), 'check', @_) }
sub verdicts { return join ' ', map { /^<stdin>:(\d+): / ? $1 : () } split /\n/, (check(@_))[1] }

# ---- The tally ----
is((check($good))[2], '', 'nothing is counted of one game');
is((check($good x 3))[2], "3 games: 3 valid\n", 'three of a kind');
is((check($good x 2 . $claims . $wrong . $open))[2], "5 games: 3 valid, 1 legal but not valid, 1 illegal\n", 'of several kinds');
is((check($good . $wrong x 1203))[2], "1,204 games: 1 valid, 1,203 illegal\n", 'thousands');
is((brief run(bastide(), 'check', '/nonexistent', source('replays/friendly-1.crn')))[2], "2 games: 1 valid, 1 unread\n", 'what cannot be read');
is((check($good . $wrong, $_))[2], '', "none with $_") for qw(--quiet --summary --format=json --format=tap --format=github --format=sarif);

# ---- What could not be read ----
for (['end 4-0', 'not all scores in the log could be checked'], ['end 4,0', 'all scores in the log are right'], ['end 5,0', 'some claims in the log are wrong']) {
    my ($end, $words) = @$_;
    like((whole($good =~ s/ cS$/ cS =4,0/mr =~ s/end.*/$end stopped/r))[1], qr/; \Q$words\E/, "$end: $words");
}
like((whole($good =~ s/ cS$/ cS +4/mr))[1], qr/; not all scores in the log could be checked/, 'nor with a claim that cannot be read');
my $many = join ', ', map { "P$_" } 1 .. 200;
for (['P2', 'b'], ['P3', 'c'], ['P7', 'b'], ['P200', 'b'], ['Zed', 'b']) {
    my ($name, $seat) = @$_;
    like((check(($head =~ s/players.*/players: [$many]/r) . "---\n1a E 0,-1S cS\nend resigned:$name\n"))[1], qr/unknown reason 'resigned:$name': .* as in resigned:$seat /, "a reason with one of 200 names: $name");
}
unlike((check("$head---\n1a E 0,-1S cS\nend resigned\n"))[1], qr/802/, 'a reason that cannot be read explains why tiles are left');

# ---- Causes ----
# A tile on the wrong cell does not explain that a follower is placed on a road with a follower, wherever that tile
# lies.
my $two_errors = "$head---\n1a U 1,0N rW\n2b U 2,0N -\n3a B 0,-1N -\n4b V 1,1N -\n5a U 3,0N rE\n6b U 4,0N rE\nend stopped\n";
is(join(' ', (check($two_errors))[1] =~ /\[(\d+)/g), '203 302 302', 'errors with causes of their own');

# ---- --only ----
my $mixed = $good . $wrong . $open . $claims;
is(verdicts($mixed), '1 7 13 18', 'all games');
is(verdicts($mixed, '--only=all'), '1 7 13 18', '--only=all');
is(verdicts($mixed, '--only=bad'), '7 18', '--only=bad');
is(verdicts($mixed, '--only=bad', '--werror'), '7 13 18', 'a warning counts with --werror');
is((check($mixed, '--only=bad'))[2], "4 games: 2 valid, 1 legal but not valid, 1 illegal\n", 'all are counted');
is(scalar(() = (check($mixed, '--only=bad', '--format=json'))[1] =~ /"event":"end"/g), 2, 'in JSON');
is(scalar(() = (check($mixed, '--only=bad', '--summary'))[1] =~ /\n/g), 2, 'and a line a game');

# ---- --fail-fast ----
is(verdicts($good . $wrong . $good . $wrong, '--fail-fast'), '1 7', '--fail-fast');
is(verdicts($good x 2, '--fail-fast'), '1 7', 'without errors');
is(verdicts($open . $good, '--fail-fast'), '1 6', 'a warning is not an error');
is(verdicts($open . $good, '--fail-fast', '--werror'), '1', 'or with --werror');
my ($first, $second) = (spurt(scratch('first.crn'), $wrong), spurt(scratch('second.crn'), $good));
my ($status, $out) = brief run(bastide(), 'check', '-x', $first, $second, $second);
is($status, 1, 'the status of several files');
unlike($out, qr/second/, 'the others are not read');

# ---- Players in messages: text has their names, data has their seats ----
for (['Ada, Ben', 'Ada already'], ['Ada, Ada', 'Ada \(a\) already'], ['"", Ben', 'seat a already']) {
    my ($players, $text) = @$_;
    my $occupied = "%CRN 1\nrules: official-1\nplayers: [$players]\n---\n1a U 1,0N rW\n2b U 2,0N rW\nend stopped\n";
    like((check($occupied))[1], qr/: $text has a follower on this road \[302 /, "$players: the name in a message");
    like((check($occupied, '--format=json'))[1], qr/"message":"seat a already has a follower on this road"/, 'the seat in JSON');
    like((check($occupied, "--format=$_"))[1], qr/$text has a follower/, "the name in $_") for qw(sarif tap github);
}
is(scalar(() = (check("%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N rW\n2b U 2,0N rW\nend stopped\n"))[1] =~ /note: Ada's follower has stood here since turn 1$/mg), 1, 'the name in a note');

# ---- Winners ----
sub whole { my $games = shift; return run_input($games, bastide(), 'check', @_) }
# Each case: the moves and the end, words of the command line, the outcome in words, the seats and the reason.
my $scored = "1a E 0,-1S cS\n";
for (
    ["${scored}end 4,0", [], 'Ada wins', 'a', 'points'],
    ["${scored}end 4,0 stopped", [], 'stopped', '', undef],
    [$scored, [], 'unfinished', '', undef],
    ["${scored}end resigned:a", [], 'Ben wins, because Ada resigned', 'b', 'resignation'],
    ["${scored}end timeout:a", [], 'Ben wins, because Ada ran out of time', 'b', 'clock'],
    ["${scored}end forfeit:b", ['--tie=second'], 'Ada wins, because Ben forfeited', 'a', 'forfeit'],
    ["1a U 1,0N -\nend 0,0", [], 'Ada and Ben share the win', 'ab', 'points'],
    ["1a U 1,0N -\nend 0,0", ['--tie=second'], 'Ben wins the tie', 'b', 'tie-rule'],
    ["1a U 1,0N -\nend 0,0", ['--tie=first'], 'Ada wins the tie', 'a', 'tie-rule'],
    ["1b U 1,0N -\nend 0,0", ['--tie=first'], 'Ben wins the tie', 'b', 'tie-rule', 'the one who started may sit second'],
    ["${scored}end 4,0", ['--tie=second'], 'Ada wins', 'a', 'points', 'no tie'],
    ["${scored}end resigned:f", [], 'the winner is unknown', '', undef, 'a seat that does not exist did not resign'],
    ["1a ? 0,-1S cS\nend", [], 'the winner is unknown', '', undef],
    ["1a E 0,-1S City\nend", [], 'the winner is unknown', '', undef, 'a word that may be a follower'],
    ["1a E 0,-1S CS\nend", [], 'Ada wins', 'a', 'points', 'a capital'],
    ["1a E 0,-1S cS nice\nend", [], 'Ada wins', 'a', 'points', 'a word beside a follower'],
    ["1a E 0,-1S - nice\nend", [], 'Ada and Ben share the win', 'ab', 'points', 'a word beside no follower'],
    ["1a E 0,-1S +4\nend", [], 'Ada and Ben share the win', 'ab', 'points', 'half a claim'],
    ["${scored}end resigned:Ada", [], 'the winner is unknown', '', undef, 'no seat'],
    ["${scored}end resigned", [], 'the winner is unknown', '', undef],
    ["${scored}end give up", [], 'the winner is unknown', '', undef],
) {
    my ($moves, $words, $outcome, $seats, $reason, $why) = @$_;
    my $name = join ' ', $moves =~ s/.*\n(?=.)//sr, @$words, $why // ();
    my $game = "$head---\n$moves\n";
    like((whole($game, '--no-context', @$words))[1], qr/^<stdin>:1: Ada \d+, Ben \d+: \Q$outcome\E; /m, $name);
    my ($end) = grep { $_->{event} eq 'end' } json_lines((whole($game, '--format=json', @$words))[1]);
    is(join('', @{ $end->{winners} }) . ($end->{reason} // ''), $seats . ($reason // ''), "$name: JSON");
    my $column = $reason ? join(',', split //, $seats) . " $reason" : '-';
    like((whole($game, '--summary', @$words))[1], qr/\t\Q$column\E$/m, "$name: a line a game");
    like((run_input($game, bastide(), 'replay', @$words))[1], qr{<p class="outcome">\Q$outcome\E</p>}, "$name: the page");
    like((run_input($game, bastide(), 'audit', @$words))[1], qr/^   end .*  \Q$outcome\E; /m, "$name: audit");
    is((run_input($game, bastide(), 'select', '--count', "--winner=$_->[0]", @$words))[1], ($seats =~ /$_->[1]/ ? 1 : 0) . "\n", "$name: select $_->[0]") for ['Ada', 'a'], ['Ben', 'b'];
}
my $tied = "$head---\n1a U 1,0N -\nend 0,0\n";
like((whole($tied =~ s/---/tie: second\n---/r))[1], qr/: Ben wins the tie; /, 'the rule of the header');
like((whole($tied =~ s/---/tie: second\n---/r, '--tie=shared'))[1], qr/: Ada and Ben share the win; /, 'which the command line replaces');
like((whole($tied =~ s/Ben\]/Ben, Cid]/r =~ s/0,0/0,0,0/r, '--tie=second'))[1], qr/: Ada, Ben and Cid share the win; /, 'of three, all share the win');
like((whole($tied =~ s/Ben\]/Ben, Cid]/r =~ s/---/tie: second\n---/r))[1], qr/<stdin>:4:6: error: 'tie: second' is for two players; this game has 3 players \[105/, 'and the header says what cannot be');
like((whole($tied =~ s/---/tie: $_\n---/r))[1], qr/<stdin>:4:6: error: 'tie' must be shared, second or first \[105/, "tie: $_") for '[second]', 'third', '""';
like((whole($tied =~ s/---/winner: $_\n---/r))[1], qr/<stdin>:4:9: error: 'winner' must be a player's name, or the letter of a seat, or a list of those who share the win \[105/, "winner: $_") for 'Cid', '{a: b}', '[]', '[Ada, Cid]', 'f';
like((whole($tied =~ s/Ada, Ben/Ada, Ada/r))[1], qr/: Ada \(a\) 0, Ada \(b\) 0: Ada \(a\) and Ada \(b\) share the win; /, 'players with one name');

# ---- --disable ----
is((check($wrong, '--disable=204'))[1], "<stdin>:1: legal, 0-0; 1 finding disabled\n", '--disable');
is((check($wrong, '--disable=no-neighbour'))[0], 0, 'by name, and the status knows');
like((check($wrong, '--disable=203,no-neighbour,302'))[1], qr/: legal, 0-0; 1 finding disabled$/m, 'several');
like((check($wrong, '--disable=203', '--disable=204'))[1], qr/: legal, 0-0; 1 finding disabled$/m, 'several times');
like((check($wrong, '--disable=302'))[1], qr/: illegal, 0-0, 1 finding$/m, 'another one');
like((check($open, '--disable=803', '--format=json'))[1], qr/"disabled":1\b/, 'in JSON');
unlike((check($good, '--disable=803', '--format=json'))[1], qr/disabled/, 'where none was');
for my $word ('999', 'moon', '901', '', '204,', '20', '2044') {
    my ($status, $out, $err) = check($good, "--disable=$word");
    is("$status$out", '2', "--disable=$word");
    like($err, qr/unknown finding '[^']*', or one that is always reported/, 'which is reported');
}

# A comment in a record is only a comment: a record cannot switch off its own findings.
is_deeply([ (check("%CRN 1\n# bastide-disable 204\n" . $wrong =~ s/^%CRN 1\n//r))[0, 1] ], [ 1, "<stdin>:6:6: error: turn 1, Ada (a), U on 5,5N: no tile lies beside 5,5 [204 no-neighbour]\n<stdin>:1: illegal, 0-0, 1 finding\n" ], 'a comment disables nothing');

# ---- Games are judged before the input ends ----
# Returns what is printed within ten seconds, while the pipe is open.
sub answer {
    my ($from, $bytes) = @_;
    return IO::Select->new($from)->can_read(10) && sysread($from, $bytes, 65536) ? $bytes : 'nothing';
}
my $save_of_good = (run(bastide(), qw(convert --to=jcz --lossy), spurt(scratch('good.crn'), $good)))[1] =~ s/\n//gr;
for (['check', qr/^<stdin>:1: legal, 4-0, claims equal$/m, qr/^<stdin>:8: legal but not valid, 4-0/m], ['audit', qr/^ +end +4 +0  stopped; legal$/m, undef], ['stats', undef, undef], ['show', qr/^after the final scoring, turn 1: a 4 b 0$/m, undef]) {
    my ($command, $first, $second) = @$_;
    my $pid = open2(my $from, my $to, bastide(), $command);
    $to->autoflush;
    for my $line (split /^/, $good) {
        print $to $line;
        select undef, undef, undef, 0.01;
    }
    like((brief 0, answer($from))[1], $first, "$command: the verdict comes when the game's end does") if $first;
    # A comment after the game, which belongs to it, and another game.
    print $to "# so\n", $claims;
    like((brief 0, answer($from))[1], $second, "$command: and the next one") if $second;
    close $to;
    local $/;
    my $rest = <$from>;
    unlike($rest // '', qr/\[101 /, "$command: the comment is no stray text");
    waitpid $pid, 0;
}
my $pid = open2(my $from, my $to, bastide(), 'check');
$to->autoflush;
print $to $save_of_good;
like((brief 0, answer($from))[1], qr/^<stdin>: legal, unfinished, 4-0/m, 'an import, when its document ends');
close $to;
waitpid $pid, 0;
# fmt reads all of a record before it prints the record.
is((run('/bin/sh', '-c', "(cat @{[ scratch('good.crn') ]}; sleep 0.2; echo '# so') | " . bastide() . ' fmt'))[1], "$good# so\n", 'fmt waits for the comments');

# ---- One cause, one finding ----
# Each of these games has one mistake. Its finding is shown, whatever else is left out; --all shows everything.
my ($causes, $hidden) = (0, 0);
for my $words ([], ['--sets=base,princess-dragon,bridges'], ['--game=the-city']) {
    my $spoilt = (run(bastide(), qw(deal --games=60 --seed=3 --spoil=any), @$words))[1];
    my @wrong = do { my $n = 0; map { $n++; /#! (\d+)/ ? "$n $1" : () } split /\n/, $spoilt };
    my ($status, $out) = check($spoilt, '--no-context');
    my %shown = map { /^<stdin>:(\d+):\d+: .*\[(\d+) / ? ("$1 $2" => 1) : () } split /\n/, $out;
    is(join(', ', grep { !$shown{$_} } @wrong), '', "@$words: what is wrong is shown");
    my ($all) = (check($spoilt, '--no-context', '--all'))[1];
    my @left = grep { !/: note: / } split /\n/, $all;
    my $told = 0;
    $told += $_ for $out =~ /, (\d+) of them follows? from others and (?:is|are) not shown \(--all\)(?=$|;)/mg;
    is(scalar(grep { !/: note: / } split /\n/, $out) + $told, scalar @left, "@$words: what is not shown is counted");
    $causes += @wrong;
    $hidden += $told;
}
cmp_ok($causes, '>', 150, 'causes');
cmp_ok($hidden, '>', 50, 'findings that follow from them') or diag $hidden;
# Independent mistakes are all shown. Of an act's findings only the first is shown.
my $apart = "$head---\n1a U 5,5N -\n2b U 1,0N rW rW\n3a V 9,9N -\n4b V 2,0W fNNW fNNW\nend stopped\n";
is(join(' ', (check($apart, '--all'))[1] =~ /\[(\d+) /g), '204 304 302 204 203 304 302', 'all of them');
is(join(' ', (check($apart))[1] =~ /\[(\d+) /g), '204 304 204 203 304', 'one of each');

# ---- --context ----
my $followers = source('replays/broken-followers.crn');
my ($screen) = (brief run(bastide(), 'check', '--context', $followers))[1] =~ /\A[^\n]*\n[^\n]*note[^\n]*\n(.*?\n)\S[^\n]*\[304/s;
is($screen, <<'END', 'the line, what could have been done, and the table after the turn');
   10 | 2b U -1,0N rE
      |            ^~
      = Ben could do fNNW fESE, or nothing
       -1v   0    1 
     ......###......
   0>----B---------A
     ...............
END
# The places that a hint offers do fit: with one of them the line has no finding about its tile.
my $tiles = slurp(source('replays/broken-tiles.crn'));
my @shown = (brief run(bastide(), 'check', '--context', source('replays/broken-tiles.crn')))[1] =~ /^ +(\d+) \| (.*)\n *\|.*\n(?: *= (.*)\n)?/mg;
my $tried = 0;
while (my ($number, $line, $could) = splice @shown, 0, 3) {
    my ($spots) = ($could // '') =~ /^\S+ fits (?:only on|on \d+ places, for example) (.*)/ or next;
    for my $spot ($spots =~ /(-?\d+,-?\d+[NESW])(?! with)/g) {
        my @lines = split /^/, $tiles;
        $lines[ $number - 1 ] =~ s/-?\d+,-?\d+[NESW]/$spot/;
        my @found = grep { $_->{event} eq 'finding' && $_->{line} == $number && $_->{code} =~ /^20[345]$/ } json_lines((check(join('', @lines), '--format=json'))[1]);
        is(scalar @found, 0, "$line: $spot fits");
        $tried++;
    }
}
cmp_ok($tried, '>', 10, 'places that fit');
# --context only adds lines to the other output.
for my $file (glob(source('testdata/cases/*.crn'))) {
    my (undef, $plain) = brief run(bastide(), 'check', '--all', $file);
    my ($status, $out, $err) = brief run(bastide(), 'check', '--all', '--context', $file);
    is(join('', grep { /^\Q$file\E:/ } split /^/, $out), $plain, 'with context: ' . $file =~ s{.*/}{}r);
    my ($lines) = scalar(() = $out =~ /^ +\d+ \| /mg);
    my @text = split /\n/, slurp($file);
    is_deeply([grep { my ($n, $shown) = @$_; index($text[ $n - 1 ] =~ s/\t/?/gr, $shown) != 0 && $text[ $n - 1 ] !~ /[^ -~]/ } map { [/^ +(\d+) \| (.*)/] } $out =~ /^( +\d+ \| .*)/mg], [], 'lines as they are written');
}
my $flood = "$head---\n" . join('', map { "1a U 1,0N rW\n" } 1 .. 200) . "end stopped\n";
is(scalar(() = (check($flood, '--all', '--context'))[1] =~ /^ +\d+ \| /mg), 20, 'of a flood the first twenty');
# For an import the line is shown as a record would have it.
my $far = (run(bastide(), qw(convert --to=jcz --lossy), spurt(scratch('far.crn'), $good)))[1] =~ s/\[0,-1\]/[0,-7]/gr;
like((brief run_input($far, bastide(), qw(check --context)))[1], qr/no tile lies beside 0,-7 \[204.*\n      \| 1a E 0,-7S/, 'an import');
# On a terminal --context is the default.
SKIP: {
    skip 'needs script(1), and a terminal for it', 9 if system('script -qec true /dev/null >/dev/null 2>&1');
    my $program = bastide();
    like((run('script', '-qec', "$program check '$followers'", '/dev/null'))[1], qr/^ +10 \| 2b U -1,0N rE/m, 'on a terminal');
    unlike((run('script', '-qec', "$program check --no-context '$followers'", '/dev/null'))[1], qr/^ +10 \| /m, 'not with --no-context');

    # Typed input is judged line by line: a finding is printed once, after its line, and the verdict after the end.
    my $typed = sub { join "\n", (run_input("$_[0]\x04", 'script', '-qec', "TERM=dumb $program check --no-context", '/dev/null'))[1] =~ /^(<stdin>:.*?)\r?$/mg };
    my $wrong = "$head---\n1a V 1,0N -\n2b QX 2,0N -\n3a U -1,0N m\n";
    my $ended = $typed->("${wrong}end stopped\n\n$head---\n1a V 1,1N -\n");
    is_deeply([map { s/^\S+ //r } split /\n/, $ended], [(run_input("${wrong}end stopped\n\n$head---\n1a V 1,1N -\n", bastide(), qw(check --all)))[1] =~ /^<stdin>:\S+ (.*)/mg], 'typed: what is found in the file');
    for my $game (deal(21, 1), deal(22, 1, 3, 'official-1', 'base,princess-dragon,bridges'), deal(23, 1, 2, 'book-1', 'the-city-r1')) {
        my ($status, $verdict) = run_input($game, bastide(), 'check');
        is($typed->($game) . "\n", $verdict, 'a sound game, typed');
    }
    # Each finding is printed before the next line is typed.
    my $pid = open2(my $from, my $to, 'script', '-qec', "stty -echo; TERM=dumb $program check --no-context", '/dev/null');
    my $seen = '';
    for ([$wrong =~ s/^3a.*\n//mr, qr/QX on 2,0N/], ["3a U -1,0N m\n", qr/no monastery/], ["end stopped\n", qr/: stopped; illegal/]) {
        print $to $_->[0];
        $to->flush;
        1 while $seen !~ $_->[1] && sysread($from, $seen, 4096, length $seen);
        like($seen, $_->[1], 'told at once');
    }
    close $to;
    close $from;
    waitpid $pid, 0;
}
done_testing;

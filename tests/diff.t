#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests `diff`: equal games have no difference, whichever program wrote the account; one changed number anywhere is
# found, with its turn and feature.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Test::More;

my $json = JSON::PP->new->canonical;
sub differences { return json_lines((run(bastide(), 'diff', '--format=json', @_))[1]) }
sub account { return join '', map { $json->encode($_) . "\n" } @_ }

# ---- Equal ----
for my $name (qw(japan-2015-final friendly-1 city-two-seats city-four-seats)) {
    my $record = source("replays/$name.crn");
    my ($status, $audit) = run(bastide(), 'audit', '--format=json', $record);
    my $told = spurt(scratch("$name.json"), $audit);
    my @events = json_lines($audit);
    is_deeply([run(bastide(), 'diff', $record, $record)], [0, '', ''], "$name: equal to itself");
    is_deeply([run(bastide(), 'diff', $record, $told)], [0, '', ''], "$name: to its audit");
    is_deeply([run(bastide(), 'diff', $told, $record)], [0, '', ''], "$name: and the other way");
    is_deeply([run(bastide(), 'diff', '--claims', $record)], [0, '', ''], "$name: its claims hold");

    # Fields that another program may leave out.
    my @bare = map { my %e = %$_; delete @e{qw(tiles terms owners rule option file orient)}; \%e } @events;
    is((run(bastide(), 'diff', $record, spurt(scratch('bare.json'), account(@bare))))[0], 0, "$name: without arithmetic");
    my @nameless = map { my %e = %$_; delete $e{feature}; delete $e{edge}; \%e } @bare;
    is((run(bastide(), 'diff', $record, spurt(scratch('nameless.json'), account(@nameless))))[0], 0, "$name: without features");
    is((run(bastide(), 'diff', $record, spurt(scratch('vectors.json'), account(grep { $_->{event} ne 'score' } @bare))))[0], 0, "$name: scores alone");
    is((run(bastide(), 'diff', $record, spurt(scratch('mixed.json'), account(reverse(grep { $_->{event} eq 'score' } @bare), grep { $_->{event} ne 'score' } @bare))))[0],
        0, "$name: in another order");

    # ---- One number ----
    my $found = 0;
    my @scores = grep { $events[$_]{event} eq 'score' } 0 .. $#events;
    for my $i (@scores) {
        my %spoilt = (%{ $events[$i] }, points => $events[$i]{points} + 1);
        my @told = differences($record, spurt(scratch('spoilt.json'), account(@events[0 .. $i - 1], \%spoilt, @events[$i + 1 .. $#events])));
        my $where = $events[$i]{final} ? 'final' : $events[$i]{turn};
        my $first = $told[0] // {};
        $found += ($first->{final} ? 'final' : $first->{turn} // '') eq $where && ($first->{seat} // '') eq $events[$i]{seat}
            && ($first->{kind} // '') eq $events[$i]{kind} && ($first->{feature} // '') eq ($events[$i]{feature} // $events[$i]{edge} // '')
            && $first->{right}{points} == $first->{left}{points} + 1;
    }
    is($found, scalar @scores, "$name: each of " . @scores . ' numbers');
    # A wrong score is reported at its turn, and only once, although all later scores differ too.
    my @turns = grep { $events[$_]{event} eq 'turn' } 0 .. $#events;
    my ($at) = grep { $events[$_]{turn} == 20 } @turns;
    my @later = map { my $i = $_; my %e = %{ $events[$i] }; $e{scores} = [$e{scores}[0] + 2, @{ $e{scores} }[1 .. $#{ $e{scores} }]] if $e{scores} && $i >= $at; \%e } 0 .. $#events;
    my @told = differences($record, spurt(scratch('vector.json'), account(@later)));
    is(scalar @told, 1, "$name: a vector apart from turn 20 on is told once");
    is("$told[0]{part} $told[0]{turn}", 'scores 20', 'and there');
}

# ---- A feature by any of its segments ----
my $game = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS\n2b V 1,0N -\nend stopped\n";
my $record = spurt(scratch('game.crn'), $game);
my @events = json_lines((run(bastide(), 'audit', '--format=json', $record))[1]);
is_deeply([map { $_->{feature} } grep { $_->{event} eq 'score' } @events], ['cS@0,-1'], 'the city by its first segment');
my @other = map { my %e = %$_; $e{feature} = 'cN@0,0' if $e{feature}; \%e } @events;
is((run(bastide(), 'diff', $record, spurt(scratch('other.json'), account(@other))))[0], 0, 'and by its other one');
$_->{feature} = 'cN@7,7' for grep { $_->{feature} } @other;
my ($status, $out) = run(bastide(), 'diff', $record, spurt(scratch('other.json'), account(@other)));
is($out, "$record:1 | " . scratch('other.json') . ":1: 2 differences, first in turn 1: a  city cN\@7,7\n"
    . "  turn 1  a  city cN\@7,7\n    < nothing\n    > +4  2 tiles × 2 = 4; tiles 0,-1 0,0\n"
    . "  turn 1  a  city cS\@0,-1\n    < +4  2 tiles × 2 = 4; followers a1; tiles 0,-1 0,0; city-completed (small-city: 4)\n    > nothing\n"
    . "  turn 1:  a 4 < > 4\n", 'another feature is another one, with both sides\' arithmetic') or diag $out;
is($status, 1, 'exit status of a difference');

# ---- What was laid ----
my $moved = spurt(scratch('moved.crn'), $game =~ s/2b V 1,0N/2b V -1,0S/r);
is_deeply([map { "$_->{part} $_->{turn} $_->{left}{says} | $_->{right}{says}" } differences($record, $moved)], ['move 2 V N on 1,0 | V S on -1,0'], 'another cell');
is((run(bastide(), 'diff', $record, spurt(scratch('turned.crn'), $game =~ s/E 0,-1S/BA\/C 0,-1S/r)))[0], 0, 'a tile by its alias');

sub moves { return [map { "$_->{part} $_->{turn} " . ($_->{left}{says} // '-') . ' | ' . ($_->{right}{says} // '-') } differences(@_)] }
is_deeply(moves($record, spurt(scratch('stood.crn'), $game =~ s/1,0N -/1,0N rE/r)), ['move 2 b V 1,0N | b V 1,0N rE'], 'a follower that is worth nothing yet');
is_deeply(moves($record, spurt(scratch('short.crn'), $game =~ s/^2b.*\n//mr)), ['move 2 b V 1,0N | -'], 'a turn that one lacks');
is_deeply(moves(scratch('short.crn'), $record), ['move 2 - | b V 1,0N'], 'and the other');
is_deeply(moves($record, spurt(scratch('said.crn'), $game =~ s/1,0N -/1,0N - =4,0 # so/r)), [], 'claims and comments are no moves');
my $founded = "%CRN 1\nsets: [base, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N -\n2b E 1,-1W cW\n3a I 0,-1S cS castle:cS\n3.1b castle:cE\nend stopped\n";
is_deeply(moves(spurt(scratch('castles.crn'), $founded), spurt(scratch('castle.crn'), $founded =~ s/^3\.1b.*\n//mr))->[0], 'move 3 a I 0,-1S cS castle:cS; b castle:cE | a I 0,-1S cS castle:cS',
    'what another seat decides in a turn');

# ---- Streams ----
my $two = spurt(scratch('two.crn'), $game . $game =~ s/ cS/ -/r);
is_deeply([map { "$_->{game} $_->{turn} $_->{part}" } differences($two, spurt(scratch('twice.crn'), $game . $game))], ['2 1 move'], 'the second of two games');
like((run(bastide(), 'diff', $two, $record))[1], qr/two\.crn:8: no game matches this one$/m, 'one more game');
is((run(bastide(), 'diff', '--quiet', $two, $record))[1], '', '--quiet');
like((run(bastide(), 'diff', '--stat', $record, $moved))[1], qr/^\S+ \| \S+: 1 difference, first in turn 2: the move\n\z/, '--stat');

# ---- Games by their key ----
my @some = split /(?=^%CRN )/m, deal(51, 12, 3);
my $number = 0;
$_ =~ s/^rules:/'event: Round ' . ++$number . "\nrules:"/me for @some;
my $forth = spurt(scratch('forth.crn'), join '', @some);
my $back = spurt(scratch('back.crn'), join '', reverse @some);
my $audits = spurt(scratch('back.json'), (run(bastide(), 'audit', '--format=json', $back))[1]);
is((run(bastide(), 'diff', '--quiet', $forth, $back))[0], 1, 'by position they differ');
is_deeply([run(bastide(), 'diff', '--key=event', $forth, $back)], [0, '', ''], '--key=event');
is_deeply([run(bastide(), 'diff', '--key=identity', $forth, $back)], [0, '', ''], '--key=identity');
is_deeply([run(bastide(), 'diff', '--key=identity', $forth, $audits)], [0, '', ''], 'an account by its identity');
is_deeply([run(bastide(), 'diff', '--key=identity', $audits, $forth)], [0, '', ''], 'on the left');
is_deeply([run(bastide(), 'diff', '--key=identity', $audits, $audits)], [0, '', ''], 'on both sides');
is_deeply([run(bastide(), 'diff', '--key=identity', $forth . '', spurt(scratch('double.crn'), join '', @some, @some))]->[0], 1, 'twice as many');
my $lack = spurt(scratch('lack.crn'), join '', @some[0 .. 4, 6 .. 11]);
my ($fifth) = map { $_ + 1 } scalar(split /\n/, join '', @some[0 .. 4]);
is((run(bastide(), 'diff', '--key=event', $forth, $lack))[1], "$forth:$fifth: no game matches this one\n", 'one lacks on the right');
is((run(bastide(), 'diff', '--key=event', $lack, $forth))[1], "$forth:$fifth: no game matches this one\n", 'and on the left');
is_deeply([map { "$_->{event} $_->{side} $_->{line}" } differences('--key=event', $lack, $forth)], ["alone right $fifth"], 'in JSON');
my @changed = @some;
$changed[7] =~ s/^(1a \S+ \S+) .*/$1 -/m or die;
is_deeply([map { $_->{turn} } grep { $_->{part} ne 'scores' } (differences('--key=event', $forth, spurt(scratch('changed.crn'), join '', reverse @changed)))[0]], [
    map { $_->{turn} } (differences(spurt(scratch('one.crn'), $some[7]), spurt(scratch('other.crn'), $changed[7])))[0]], 'the one that differs');
my ($lost_status, undef, $lost) = run(bastide(), 'diff', '--key=site', '--quiet', $forth, $forth);
is($lost_status, 2, 'without the key no game is found');
like($lost, qr/no game has a text or number under 'site'/, 'which is reported');
# The key may be a number.
my @numbered = map { qq({"event":"turn","turn":1,"scores":[$_,0],"id":$_}\n{"event":"end"}\n) } 1 .. 3;
is_deeply([run(bastide(), 'diff', '--key=id', spurt(scratch('up.json'), join '', @numbered), spurt(scratch('down.json'), join '', reverse @numbered))], [0, '', ''], 'by a number');
# A game that cannot be read keeps its position.
my @addresses = map { (run(bastide(), 'convert', '--to=carcassonnelab', '--lossy', source("replays/friendly-$_.crn")))[1] } 1, 2;
my ($kept_status, $kept_out, $kept_err) = run(bastide(), 'diff', spurt(scratch('good.txt'), join '', @addresses[0, 0, 1]), spurt(scratch('bad.txt'), $addresses[0] . substr($addresses[0], 0, 120) . "\n$addresses[1]"));
is("$kept_status$kept_out", '2', 'an address that is cut: the next ones meet');
like($kept_err, qr/bad\.txt:2:1: error/, 'and it is reported');

# ---- Lists of accounts ----
my @friends = map { source("replays/friendly-$_.crn") } 1, 2;
my @accounts = map { spurt(scratch("friend-$_.json"), (run(bastide(), qw(audit --format=json), $friends[$_]))[1]) } 0, 1;
my $names = sub { spurt(scratch('names.txt'), join '', map { "$_\n" } @_) };
is_deeply([run(bastide(), 'diff', '--files-from=' . $names->($friends[0], $accounts[0], $accounts[1], $friends[1]))], [0, '', ''], 'two pairs of a list');
is_deeply([run(bastide(), 'diff', '--jobs=2', '--key=identity', '--files-from=' . $names->(@friends[0, 0, 1, 1]))], [0, '', ''], 'with --jobs and --key');
my ($unequal, $shown) = run(bastide(), 'diff', '--files-from=' . $names->($friends[0], $accounts[0], $friends[1], $accounts[0]));
is($unequal, 1, 'one pair differs');
like($shown, qr/\A\Q$friends[1]\E:1 \| \Q$accounts[0]\E:1: /, 'the second one');
is((run(bastide(), 'diff', @friends[0, 0], '--files-from=' . $names->($friends[1], $accounts[1])))[0], 0, 'after two operands');
is(join('', (run_input("$friends[0]\0$accounts[0]\0", bastide(), 'diff', '--null', '--files-from=-'))[0, 1]), '0', 'a list on standard input');
for ([['--files-from=' . $names->(@friends, $accounts[0])], qr/in pairs, and 3 is an odd number/], [['--recursive', @friends], qr/--recursive can be used only with --claims/], [[$friends[0]], qr/two accounts are needed, not 1/], [[@friends, $friends[0]], qr/two accounts are needed, not 3/], [['-', '-'], qr/standard input cannot be both/]) {
    my ($status, $out, $err) = run(bastide(), 'diff', @{ $_->[0] });
    is("$status$out", '2', "diff @{ $_->[0] }");
    like($err, $_->[1], 'what is wrong');
}
my ($absent, undef, $why) = run(bastide(), 'diff', '--files-from=' . $names->($friends[0], scratch('absent.json'), $friends[1], $accounts[1]));
is($absent, 2, 'one that is absent');
like($why, qr/absent\.json.*cannot open/, 'is reported, and the other pair is compared');
is((run(bastide(), 'diff', '--claims', '--files-from=' . $names->(@friends)))[0], 0, 'records with --claims');
is((run(bastide(), 'diff', '--claims', '--recursive', source('replays')))[0], 1, 'folders with --claims');

# ---- Documents that are nearly an account ----
for (['a list', '[{"event":"turn","turn":1,"scores":[1,2]},{"event":"end"}]'], ['without event', qq({"turn":1,"scores":[1,2]}\n{"turn":2,"scores":[3,4]}\n)], ['another word', qq({"type":"score","seat":"a","points":3}\n)]) {
    my ($what, $text) = @$_;
    my $file = spurt(scratch('nearly.json'), $text);
    my ($status, $out, $err) = run(bastide(), 'diff', $record, $file);
    is($status, 2, "nearly an account: $what");
    like($err, qr/nearly\.json.*an account of another program.*'event' in each line \[906/, 'which is reported');
    like((run(bastide(), 'check', $file))[1], qr/an account of another program.*'bastide diff'/, 'check tells it too');
}
like((run(bastide(), 'check', spurt(scratch('account.json'), qq({"event":"end","scores":[1,2]}\n))))[1], qr/an account of another program.*'bastide diff'/, 'as of one that is');
unlike((run(bastide(), 'check', spurt(scratch('other.json'), '{"moon":1}')))[1], qr/account/, 'not of other documents');

# ---- One part alone ----
# The points of one award, the scores of one turn, or the cell of turn 3 are changed. With --only each change is a
# difference only in its own part.
my $whole_game = source('replays/friendly-1.crn');
my @play = json_lines((run(bastide(), qw(audit --format=json), $whole_game))[1]);
my ($paid) = grep { $play[$_]{event} eq 'score' } 0 .. $#play;
my ($counted) = grep { $play[$_]{event} eq 'turn' && $play[$_]{turn} == 5 } 0 .. $#play;
my @other_points = map { { %{ $play[$_] }, $_ == $paid ? (points => $play[$_]{points} + 1) : () } } 0 .. $#play;
my @other_scores = map { { %{ $play[$_] }, $_ == $counted ? (scores => [map { $_ + 1 } @{ $play[$_]{scores} }]) : () } } 0 .. $#play;
my @other_cell = map { { %$_, $_->{event} eq 'turn' && $_->{turn} == 3 ? (cell => '40,40') : () } } @play;
for (['points', \@other_points, payments => 1], ['scores', \@other_scores, scores => 1], ['cell', \@other_cell, moves => 1]) {
    my ($what, $events, $seen) = @$_;
    my $file = spurt(scratch('part.json'), account(@$events));
    is((run(bastide(), 'diff', $whole_game, $file))[0], 1, "another $what");
    is((run(bastide(), 'diff', "--only=$_", $whole_game, $file))[0], $_ eq $seen ? 1 : 0, "another $what, --only=$_") for qw(moves payments scores);
}
my $several = spurt(scratch('part.json'), account(map { { %$_, $_->{event} eq 'score' ? (points => $_->{points} + 1) : () } } @play));
cmp_ok(scalar(() = (run(bastide(), qw(diff --only=payments --format=json), $whole_game, $several))[1] =~ /\n/g), '>', 5, 'several payments');
my @first = json_lines((run(bastide(), qw(diff --only=payments --first --format=json), $whole_game, $several))[1]);
is_deeply([scalar @first, $first[0]{turn}], [1, $play[$paid]{turn}], '--first');

# ---- Claims ----
is_deeply([map { [@$_{qw(part turn)}, $_->{left}{says}, $_->{right}{says}] } differences('--claims', spurt(scratch('claims.crn'), $game =~ s/cS/cS =5,0/r))],
    [['scores', 1, '5, 0', '4, 0'], ], 'a wrong total');
is_deeply([map { [@$_{qw(part turn seat kind)}, $_->{left}{points}, $_->{right}{points}] } differences('--claims', spurt(scratch('claims.crn'), $game =~ s/cS/cS +a5:cS/r))],
    [['payment', 1, 'a', 'city', 5, 4]], 'a wrong award');
is((run_input($game =~ s/cS/cS +a4:cS =4,0/r, bastide(), 'diff', '--claims'))[0], 0, 'right ones, from standard input');

is_deeply([map { ["$_->{part}" . ($_->{final} && ' final'), $_->{left}{says}, $_->{right}{says}] } differences('--claims', spurt(scratch('claims.crn'), $game =~ s/^players.*\n/$&result: [9, 0]\n/mr =~ s/end stopped/end 4,0 stopped/r))],
    [['result final', '9, 0', '4, 0']], 'a wrong result of the header, whatever the end line says');

# The first game of the figures: seat a's guard on the wall west of -2,2 is paid 7.
my ($guarded) = slurp(source('testdata/figures/city-ends.crn')) =~ /\A(.*?^end.*?\n)/ms;
is_deeply([map { [@$_{qw(part final seat kind feature)}, $_->{left}{points}, $_->{right}{points}] } differences('--claims', spurt(scratch('claims.crn'), $guarded =~ s/^(?=end)/final +a8:guard:-2,2W\n/mr))],
    [['payment', JSON::PP::true, 'a', 'guard', '-2,2W', 8, 7]], 'a wrong award of a guard');
is((run_input($guarded =~ s/^(?=end)/final +a7:guard:-2,2W\n/mr, bastide(), 'diff', '--claims'))[0], 0, 'a right one');

# ---- Input that cannot be read gives status 2 ----
my $garbage = spurt(scratch('garbage'), "moon\n");
for my $pair ([$garbage, $garbage], [$garbage, $record], [$record, $garbage], ['--claims', $garbage]) {
    is((run(bastide(), 'diff', @$pair))[0], 2, 'no record: ' . join ' ', map { s{.*/}{}r } @$pair);
}
my $cut = spurt(scratch('cut.json'), account(grep { $_->{event} ne 'end' } @events));
my ($cut_status, undef, $told) = run(bastide(), 'diff', $record, $cut);
is($cut_status, 2, 'an account without end');
like($told, qr/the account was cut/, 'which is reported');

my $audit = (run(bastide(), 'audit', '--format=json', source('replays/friendly-1.crn')))[1];
system('gzip', '-f', spurt(scratch('whole.json'), $audit)) == 0 or die;
my $packed = slurp(scratch('whole.json.gz'));
is((run(bastide(), 'diff', source('replays/friendly-1.crn'), scratch('whole.json.gz')))[0], 0, 'a gzipped account');
for (['cut', substr($packed, 0, length($packed) - 4)], ['followed by more', "${packed}moon"]) {
    my ($what, $bytes) = @$_;
    my ($gz_status, undef, $why) = run(bastide(), 'diff', source('replays/friendly-1.crn'), spurt(scratch('bad.json.gz'), $bytes));
    is($gz_status, 2, "gzipped data that is $what");
    like($why, qr/\[90[23] /, 'which is reported');
}
# How a game ended is compared if both accounts say it, and the scores of games that go on are, too.
my $japan_text = slurp(source('replays/japan-2015-final.crn'));
sub ended { return spurt(scratch($_[0]), $_[1]) }
for (['end resigned:a', 'b wins (resignation)'], ['end forfeit:b', 'a wins (forfeit)'], ['end stopped', 'nobody wins'], ['end 95,96']) {
    my ($end, $outcome) = @$_;
    my @found = differences(source('replays/japan-2015-final.crn'), ended('ended.crn', $japan_text =~ s/^end.*/$end/mr));
    is_deeply([map { [$_->{part}, $_->{left}{says}, $_->{right}{says}] } @found], $outcome ? [['outcome', 'a wins (points)', $outcome]] : [], $end);
    my @audited = differences(source('replays/japan-2015-final.crn'), ended('ended.json', (run(bastide(), 'audit', '--format=json', scratch('ended.crn')))[1]));
    is_deeply([map { [$_->{part}, $_->{right}{says}] } @audited], $outcome ? [['outcome', $outcome]] : [], "$end, as an audit");
}
is_deeply([differences(source('replays/japan-2015-final.crn'), ended('unknown.crn', $japan_text =~ s/^end.*/$_/mr))], [], "$_: the winner is unknown") for 'end resigned', 'end resigned:f';
is_deeply([map { [$_->{part}, $_->{right}{says}] } differences(source('replays/japan-2015-final.crn'), ended('winner.json', qq({"event":"turn","turn":1,"cell":"-1,0"}\n{"event":"end","scores":[96,95],"winners":$_->[0]}\n)))], $_->[1], "winners $_->[0]") for ['["a"]', []], ['[]', [['outcome', 'nobody wins']]], ['["b"],"reason":"points"', [['outcome', 'b wins (points)']]];
my $unfinished = ended('going-on.crn', join "\n", (split /\n/, slurp(source('replays/friendly-1.crn')))[0 .. 6], '');
my @going_on = differences($unfinished, ended('going-on.json', qq({"event":"score","turn":1,"seat":"a","kind":"city","points":4}\n{"event":"turn","turn":2,"scores":[4,0]}\n{"event":"end","scores":[999,0]}\n)));
is_deeply([map { [$_->{part}, $_->{left}{says}, $_->{right}{says}] } @going_on], [['scores', '4, 0', '999, 0']], 'the scores of a game that goes on');
is_deeply([differences($unfinished, ended('complete.json', qq({"event":"turn","turn":2,"scores":[4,0]}\n{"event":"end","scores":[999,0],"complete":true}\n)))], [], 'scores of an unfinished game are not compared with those of a complete one');
my $nothing = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS +a5:c\n2b U 1,0N fS\nend stopped\n";
unlike((run_input($nothing, bastide(), 'diff', '--claims'))[1], qr/says nothing/, 'nobody claims a field of 0 points');
like((run_input($nothing =~ s/fS/rE/r, bastide(), 'diff', '--claims'))[1], qr/^  < says nothing of any road: 1 of the other's$/m, 'a road of 2 points should be claimed');
my $one_seat = spurt(scratch('one.json'), account({ event => 'end', scores => [8] }));
my $two_seats = spurt(scratch('two.json'), account({ event => 'end', scores => [8, 5] }));
is_deeply([map { [$_->{left}{says}, $_->{right}{says}] } differences($one_seat, $two_seats)], [['1 seat', '2 seats']], 'another number of seats');
like((run(bastide(), 'diff', $one_seat, $two_seats))[1], qr/: 1 difference, first in the header: the number of seats\n  the header  the number of seats\n    < 1 seat\n    > 2 seats\n\z/, 'in words');
is((run(bastide(), 'diff', spurt(scratch('odd.json'), account({ event => 'turn', turn => 1, scores => [1, 2, 3] }, { event => 'end', scores => [8, 5] })), $two_seats))[0], 2, 'two numbers of seats in one');
my $strange = spurt(scratch('strange.json'), account({ event => 'score', turn => 1, seat => 'a', kind => "\e[2J\nx", points => 3 }, { event => 'end', scores => [8, 5] }));
unlike((run(bastide(), 'diff', $strange, $two_seats))[1], qr/\e|^x/m, 'no control characters come out');
my $big = spurt(scratch('big.json'), account(map({ { event => 'score', turn => 1, seat => 'a', kind => 'city', feature => 'cN@1,0', points => 1_000_000 } } 1 .. 2200),
    { event => 'score', turn => 1, seat => 'b', kind => 'city', points => 1 }, { event => 'end', scores => [8, 5] }));
my $small = spurt(scratch('small.json'), account({ event => 'score', turn => 1, seat => 'b', kind => 'city', points => 1 }, { event => 'end', scores => [8, 5] }));
is_deeply([map { $_->{left}{points} // () } differences($big, $small)], [2_200_000_000], 'large sums');
my ($no_claims, $no_out, $no_err) = run(bastide(), 'diff', '--claims', $one_seat);
is("$no_claims$no_out", '2', 'an account makes no claims');
like($no_err, qr/--claims is for records/, 'which is reported');
is((run(bastide(), 'diff', @$_, $one_seat, $two_seats))[1], '', "@$_: nothing") for ['-q', '--stat'], ['--stat', '-q'], ['-q', '--format=json'], ['--format=json', '-q'];
is((run(bastide(), 'diff', @$_))[0], 2, "diff @$_") for ['-', '-'], ['--claims', '--key=x', $record];

# ---- Tables ----
my $more = spurt(scratch('more.json'), account(map { my %e = %$_; $e{points} += 2 if $e{event} eq 'score'; \%e } json_lines((run(bastide(), 'audit', '--format=json', source('replays/friendly-1.crn')))[1])));
my $table = sub { (run(bastide(), 'diff', @_, source('replays/friendly-1.crn'), $more))[1] };
like($table->('--by=city'), qr/^  cS\@0,-1:  a 4 < > 6$/m, '--by=city');
unlike($table->('--by=city'), qr/^  (?:turn \d+|r[NESW]\S*):/m, 'and of nothing else');
like($table->('--by=seat'), qr/^  city:  a \d+ < > \d+  b \d+ < > \d+\n/m, '--by=seat');
like($table->('--by=turn'), qr/^  turn 1:  a 4 < > 6$/m, '--by=turn');
like($table->('--by=tile'), qr/^  0,-1 H:  a 4 < > 6$/m, '--by=tile: that by which the feature is named');
my @sums = grep { $_->{event} eq 'sums' } differences('--by=city', source('replays/friendly-1.crn'), $more);
my ($first_sum) = grep { $_->{key} eq 'cS@0,-1' } @sums;
is_deeply([@$first_sum{qw(game by left right)}], [1, 'city', { a => 4 }, { a => 6 }], 'sums as JSON');
is(scalar(grep { $_->{event} eq 'sums' } differences(source('replays/friendly-1.crn'), $more)), 0, 'where they are asked for');
my $city = source('replays/city-two-seats.crn');
my @built = json_lines((run(bastide(), 'audit', '--format=json', $city))[1]);
my ($on_wall) = grep { $_->{event} eq 'score' && $_->{edge} && $_->{points} } @built;
$on_wall->{points}++;
my $walls = (run(bastide(), 'diff', '--by=wall', $city, spurt(scratch('walls.json'), account(@built))))[1];
like($walls, qr/^  \Q$on_wall->{edge}\E:  $on_wall->{seat} \d+ < > \d+$/m, '--by=wall');
for my $piece (qw(dragon bridge)) {
    like((run(bastide(), 'diff', "--by=$piece", $record, $record))[2], qr/^bastide diff: unknown --by key '$piece'; keys are turn, /, "no sums by $piece");
}

# ---- Known deviations of JCloisterZone are reported with turn, seat and feature ----
my $castles = "%CRN 1\nsets: [base, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N -\n2b E 1,-1W cW\n";
my $both = $castles =~ s/^2b.*/2b U 2,0N -\n3a E 1,-1W cW\n4b U 3,0N -\n5a I 0,-1S cS /msr;
# The record, and what that program would make of it: one castle fewer, and its small city scored.
for (['a seat that is asked after one that passed', "${castles}3a I 0,-1S cS\n3.1b castle:cE\nend stopped\n", "${castles}3a I 0,-1S cS\nend stopped\n", 'b', 'cE@0,-1'],
    ['the second castle of a seat', "${both}castle:cS castle:cE\nend stopped\n", "${both}castle:cS\nend stopped\n", 'a', 'cE@0,-1']) {
    my ($fault, $right, $theirs, $seat, $feature) = @$_;
    my ($turn) = $theirs =~ /^(\d+)\w .*\nend/m;
    is((run_input($right, bastide(), 'check'))[0], 0, "$fault: a castle by the rules");
    like((run_input($right =~ s/official-1/jcz-1/r, bastide(), 'check'))[1], qr/option castle-ask: first\) \[455/, 'which its profile forbids') if $fault =~ /asked/;
    my $account = (run_input($theirs, bastide(), qw(audit --format=json)))[1];
    my ($first) = differences(spurt(scratch('right.crn'), $right), spurt(scratch('theirs.json'), $account));
    is("$first->{turn} $first->{seat} $first->{kind} $first->{feature} $first->{right}{points}", "$turn $seat city $feature 4", 'a small city scored instead is named');
    my ($status, $text) = run(bastide(), 'diff', scratch('right.crn'), scratch('theirs.json'));
    like($text, qr/^  turn $turn  $seat  city \Q$feature\E$/m, 'in text too');
}
my $auction = "%CRN 1\nsets: [base, bridges]\nrules: jcz-1\nplayers: [Ada, Ben, Cid]\n---\n1a b6 0,1N bazaar:V,U,E\n1.1b bid:V,2\n1.2c bid:U,0\n1.3a free:E\nend stopped\n";
is((run_input($auction, bastide(), 'check'))[0], 0, 'a bid without the points: that program takes it');
like((run_input($auction =~ s/jcz-1/official-1/r, bastide(), 'check', '--all'))[1], qr/^<stdin>:7:\d+: error: .*\[462 /m, 'the rules do not');
my $poor = (run_input($auction, bastide(), qw(audit --format=json)))[1];
like($poor, qr/"scores":\[0,-2,0\]/, 'a score below 0');
my ($first) = differences(spurt(scratch('rich.crn'), $auction =~ s/bid:V,2/bid:V,0/r), spurt(scratch('poor.json'), $poor));
is("$first->{turn} $first->{seat} $first->{kind} $first->{right}{points}", '1 b bazaar -2', 'which is found in an account');

# ---- Trouble ----
# A document with too many lines is reported once.
like((run(bastide(), 'diff', source('replays'), source('replays/friendly-1.crn')))[2], qr/is a folder: folders need --claims/, 'a folder is no account');
is((run(bastide(), 'diff', qw(--stat --format=json), ($record) x 2))[0], 2, '--stat is text');
# An account that says nothing is not equal to everything, and a turn that a game does not have is a difference.
for (['{"event":"end"}', 'no payments, scores or tiles'], ['{"event":"payment","turn":1,"points":99}' . "\n" . '{"event":"end"}', 'no payments, scores or tiles'], ['{"event":"end","score":[96,70]}', "unknown key 'score'"],
    ['{"event":"turn","turn":1,"score":[9,0]}' . "\n" . '{"event":"end","scores":[96,70]}', "unknown key 'score'"], ['{"event":"score","turn":1,"seat":"a","points":4.5}' . "\n" . '{"event":"end"}', "'points' must be a whole number"]) {
    my ($text, $why) = @$_;
    ($status, $out, my $err) = run(bastide(), 'diff', source('replays/friendly-1.crn'), spurt(scratch('nothing.json'), "$text\n"));
    is($status, 2, "$text: trouble");
    like($err, qr/\Q$why/, $why);
}
is((run(bastide(), 'diff', source('replays/friendly-1.crn'), spurt(scratch('just.json'), qq({"event":"end","scores":[96,70.0]}\n))))[0], 0, 'scores alone can be compared, also as 70.0');
($status, $out) = run(bastide(), 'diff', source('replays/friendly-1.crn'), spurt(scratch('beyond.json'), qq({"event":"turn","turn":80,"scores":[1,1]}\n{"event":"end","scores":[96,70]}\n)));
is($status, 1, 'a turn that the game does not have');
like($out, qr/^  turn 80  the scores\n    < no such turn\n    > 1, 1$/m, 'is a difference');
my $long = spurt(scratch('long.json'), qq({"event":"turn","turn":1}\n) x 20001 . qq({"event":"end"}\n));
my (undef, undef, $err) = run(bastide(), 'diff', $record, $long);
is(scalar(() = $err =~ /more than 20000 lines/g), 1, 'an account that is too long');
is((run(bastide(), 'diff', source('replays/friendly-1.crn'), ended('record.json', $_ . (run(bastide(), qw(convert --to=json), source('replays/friendly-1.crn')))[1])))[0], 0, 'a record as JSON is read as a record') for '', "\n";
is((run(bastide(), 'diff', source('replays/friendly-1.crn'), ended('audit.json', $_ . (run(bastide(), qw(audit --format=json), source('replays/friendly-1.crn')))[1])))[0], 0, 'an account may begin with ' . (length) . ' other bytes') for "\n", ' ', "\xef\xbb\xbf", "\n \n";
like((run(bastide(), 'diff', source('replays/friendly-1.crn'), ended('mixed.json', qq({"event":"turn","turn":1}\n) . slurp(scratch('record.json')))))[2], qr/a record as JSON stands among/, 'a record among the lines of an account is an error');
like($err, qr/long\.json:20001:1: error/, 'with its place');
my $rich = spurt(scratch('rich.json'), join('', map { qq({"event":"score","turn":3,"seat":"a","points":8,"feature":"x$_"}\n) } 1 .. 5002) . qq({"event":"end","scores":[8,0]}\n));
like((run(bastide(), 'diff', '-q', $rich, $rich))[2], qr/rich\.json:5002:1: error: .*5000 payments/, 'an account with too many payments');
my $award = '{"event":"score","turn":1,"seat":"a","points":1';
for ((map { ["$award,\"$_\":1}", $_] } qw(kind feature edge terms tiles final)), (map { ["$award,\"terms\":[$_]}", 'term'] } '1', '{}', '{"name":"tiles","count":1}', '{"name":1,"count":1,"each":1}'),
    ["$award,\"tiles\":[1]}", 'tile'], ['{"event":"turn","turn":2,"cell":["1,0"]}', 'cell'], ['{"event":"end","complete":1}', 'complete'], ['[1]', 'object'], ['{"turn":1}', 'event'],
    ['{"event":"score","turn":1,"seat":"x","points":1}', 'seat'], ['{"event":"score","turn":1,"player":"Ada","points":1}', "'player' is not read: 'seat', a letter from a to f"], ['{"event":"score","turn":-1,"seat":"a","points":1}', 'turn'],
    ['{"event":"score","turn":1,"seat":"a","points":"1"}', 'points'], ['{"event":"turn","turn":1,"scores":[1,null]}', 'scores'], ['{"event":"score"', 'not JSON']) {
    my ($line, $why) = @$_;
    ($status, undef, my $err) = run(bastide(), 'diff', $record, spurt(scratch('bad.json'), "{\"event\":\"turn\",\"turn\":1}\n$line\n"));
    is($status, 2, "trouble: $why");
    like($err, qr/bad\.json:2:1: error: .*$why.*\[908/, 'with its place');
}
is((run(bastide(), 'diff', $record, spurt(scratch('null.json'), qq({"event":"turn","turn":1,"scores":null,"cell":null}\n$award,"feature":null,"terms":null,"tiles":null}\n{"event":"end","scores":null,"complete":true}\n))))[0], 1, 'null says nothing');
($status, undef, $err) = run(bastide(), 'diff', '--key=id', $record, spurt(scratch('bad.json'), qq({"event":"turn","turn":1,"id":[1]}\n{"event":"end"}\n)));
like($err, qr/matched must be a text/, 'a list is not a key');
is((run(bastide(), 'diff', $record, '/nonexistent'))[0], 2, 'a file that is not there');
is((run(bastide(), 'diff', @$_))[0], 2, "diff @$_") for [$record], [$record, $record, $record], ['--format=xml', $record, $record];

# ---- Accounts by JCloisterZone itself ----
SKIP: {
    my $games = shared('games/jcz');
    skip 'needs ../shared: games of JCloisterZone', 1 unless $games;
    for my $save (sort glob "$games/*.jcz") {
        (my $name = $save) =~ s{.*/|\.jcz$}{}g;
        my $expected = decode_json(slurp($save =~ s/\.jcz$/.expected.json/r));
        # The k-th COMMIT ends the k-th turn. A point of the fairy stands before the turn that it belongs to. Auctions
        # show only in the scores.
        my ($commits, @account) = 0;
        my @before = (0) x 6;
        my %at;
        push @{ $at{ $_->{step} } }, @{ $_->{points} } for @{ $expected->{scoreEvents} };
        my $add = sub { push @account, { event => 'score', turn => $_[0], seat => chr(97 + $_[1]), kind => $_[2], points => $_[3], final => $_[4] } };
        my @replay = @{ decode_json(slurp($save))->{replay} };
        for my $step (0 .. $#replay) {
            my $turn = $commits + 1;
            $commits++ if $replay[$step]{type} eq 'COMMIT';
            my @now = @{ $expected->{scoresAfterStep}[$step] };
            my @rest = map { $now[$_] - $before[$_] } 0 .. $#now;
            for my $paid (@{ $at{$step} // [] }) {
                my ($kind) = $paid->{name} =~ /^(\w+)/;
                $add->($paid->{name} eq 'fairy.turn' ? $commits + 1 : $turn, $paid->{player}, $kind, $paid->{points}, JSON::PP::false);
                $rest[ $paid->{player} ] -= $paid->{points};
            }
            # The last scores include the final scoring.
            $add->($commits, $_, 'bazaar', $rest[$_], JSON::PP::false) for grep { $rest[$_] && $step < $#replay } 0 .. $#rest;
            @before = @now;
        }
        for my $paid (map { @{ $_->{points} } } @{ $expected->{finalScoring} }) {
            my ($kind) = $paid->{name} =~ /^(\w+)/;
            $add->($commits, $paid->{player}, $kind, $paid->{points}, JSON::PP::true);
        }
        push @account, { event => 'end', scores => $expected->{finalScores} };
        my ($got, $text) = run(bastide(), 'diff', $save, spurt(scratch('expected.json'), account(@account)));
        is($got, 0, "$name: as the program itself tells it") or diag substr $text, 0, 600;
    }
}
# ---- Accounts with totals alone, and with some kinds of awards ----
{
    my $japan = source('replays/japan-2015-final.crn');
    my @events = json_lines((run(bastide(), qw(audit --format=json), $japan))[1]);
    my $totals = join '', map { JSON::PP->new->canonical->encode($_) . "\n" } map { $_->{event} eq 'turn' && $_->{turn} >= 40 ? { %$_, scores => [$_->{scores}[0], $_->{scores}[1] + 9] } : $_ } grep { $_->{event} =~ /turn|end/ } @events;
    my ($status, $out) = run(bastide(), 'diff', $japan, spurt(scratch('totals.json'), $totals));
    like($out, qr/^  turn 40  the scores\n    < 15, 19\n        b \+12  city cE\@0,0: 5 tiles × 2 \+ 1 shield × 2 = 12; .*\n    > 15, 28\n/m, 'the awards of the turn beside the gap');
    my ($difference) = json_lines((run(bastide(), qw(diff --format=json), $japan, scratch('totals.json')))[1]);
    is(scalar @{ $difference->{left}{payments} }, 1, 'as data too');
    is($difference->{right}{payments}, undef, 'of the side that has them');
    my $some = join '', map { JSON::PP->new->canonical->encode($_) . "\n" } grep { ($_->{kind} // '') ne 'road' } @events;
    ($status, $out) = run(bastide(), 'diff', $japan, spurt(scratch('some.json'), $some));
    my $roads = grep { $_->{event} eq 'score' && $_->{kind} eq 'road' } @events;
    like($out, qr/^  > says nothing of any road: $roads of the other's$/m, 'a kind of award that is not told');
    unlike($out, qr/says nothing of any (?!road)/, 'and no other');
    unlike((run(bastide(), 'diff', $japan, scratch('totals.json')))[1], qr/says nothing/, 'an account without awards has totals alone');
}
done_testing;

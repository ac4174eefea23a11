#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests `moves`. Complete turns are compared with those that a search by trial and error finds, in which only the judge
# decides what is legal. Every turn of a legal game must be among the possible turns. Also tests steps, counts and
# formats. BASTIDE_LONG: one tile more in each search, and larger counts; BASTIDE_STRIDE: fewer games.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

sub moves { return (run(bastide(), 'moves', @_))[1] }
my @sides = qw(N E S W);
my @segments = ('m', map({ my $kind = $_; map { "$kind$_" } @sides } qw(c r)), map({ my $half = $_; map { "$_$half" } qw(f k z) } qw(NNW NNE ENE ESE SSE SSW WSW WNW)));

# Returns a row of `check --summary` for each record.
sub verdict_of {
    my (@records) = @_ or return;
    my ($status, $out) = run_input(join('', @records), bastide(), 'check', '--summary');
    my @rows = map { [split /\t/] } split /\n/, $out;
    @rows == @records or die 'a row each';
    return @rows;
}

# Returns lists of acts: the acts that a turn has, and one more that could be thought of.
sub thinkable {
    my ($record, $cell, $words, @acts) = @_;
    my @standing;
    for (split /\n/, $record) {
        my ($own, $told) = /^\d+[a-f] \S+ (\S+)[NESW] (.*)/ or next;
        push @standing, map { /@/ ? $_ : "$_\@$own" } grep { /^[crfm][NESW]*(?:@|$)/ } split ' ', $told;
    }
    my %list = (
        follower => [@segments],
        fairy => [map({ "fairy:$_" } @standing, map { "$_\@$cell" } grep { /^[crfm][NESW]*$/ } @acts)],
        princess => [map { "princess:$_" } @standing],
        bridge => [map { my $axis = $_; map { "bridge:$axis\@$_" } cells("$record\n0x t $cell" . 'N -') } qw(NS EW)],
        dragon => [map { "dragon:$_" } @sides],
    );
    my @dragon = @acts && $acts[-1] =~ /^dragon:/ ? map { $acts[-1] . $_ } @sides : ();
    return [map({ [@acts[0 .. $#acts - 1], $_] } @dragon), map { [@acts, $_] } map { @{ $list{$_} } } @$words];
}

sub cells {
    my ($record) = @_;
    return $record =~ /^game: the-city/m ? () : '0,0', $record =~ /^\d+\w \S+ (-?\d+,-?\d+)[NESW] /mg;
}

# Returns all turns with a tile after a record, as whole records. First tries placements, with a bridge where bridges
# are in play. Then adds one act after the other, as long as nothing is wrong except that the dragon has not flown far
# enough.
sub turns_by_trial {
    my ($records, $tile, $words) = @_;
    my (@tries, @legal, %seen);
    for my $record (@$records) {
        my $turn = 1 + (() = $record =~ /^\d+\w \S+ -?\d+,/mg);    # a turn that only discarded a tile is not over
        my $seat = chr(ord('a') + ($turn - 1) % 2);
        push @tries, [$record, "$turn$seat", '', "discard:$tile"];
        my %taken = map { $_ => 1 } cells($record);
        my %free;
        $free{'0,0'} = 1 unless %taken;
        for (keys %taken) {
            my ($x, $y) = split /,/;
            $free{$_} = 1 for grep { !$taken{$_} } ($x + 1) . ",$y", ($x - 1) . ",$y", "$x," . ($y + 1), "$x," . ($y - 1);
        }
        for my $cell (sort keys %free) {
            for my $side (@sides) {
                my @built = grep { /bridge/ } map { @$_ } @{ thinkable($record, $cell, [grep { $_ eq 'bridge' } @$words]) };
                push @tries, map { [$record, "$turn$seat $tile $cell$side", $cell, @$_] } [], map { [$_] } @built;
            }
        }
    }
    while (@tries) {
        my @rows = verdict_of(map { my ($record, $head, undef, @acts) = @$_; "$record$head " . join(' ', @acts ? @acts : '-') . "\nfinal\n" } @tries);
        my @next;
        for my $i (0 .. $#tries) {
            my ($record, $head, $cell, @acts) = @{ $tries[$i] };
            my $short = $rows[$i][6] =~ /^404 / && $rows[$i][5] == 2;
            next unless $rows[$i][0] eq 'valid' || $short;
            push @legal, "$record$head " . join(' ', sort(@acts ? @acts : '-')) . "\n" unless $short;
            next if "@acts" =~ /^discard/;
            push @next, map { [$record, $head, $cell, @$_] } grep { @$_ <= 2 } @{ thinkable($record, $cell, $words, @acts) };
        }
        @tries = @next;
    }
    # Leave out turns that differ only in the order of their acts or in the name of a segment.
    my @rows = @legal ? verdict_of(@legal) : ();
    return grep { !$seen{ shift(@rows)->[7] }++ } @legal;
}

my $header = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
my @positions = (
    ['the base game', "$header---\n", [qw(C B R B)], ['follower']],
    ['no farmers, two tiles laid', "${header}options: {farmers: off}\n---\n1a C 0,-1N -\n2b U 1,0N rE\n", [qw(B B B B)], ['follower']],
    ['a dragon', "${header}sets: [base, princess-dragon]\n---\n", [qw(C B d1 d25)], [qw(follower fairy dragon)]],
    ['a fairy and a princess', "${header}sets: [base, princess-dragon]\n---\n1a H 0,-1N cN\n2b C 0,-2N -\n", [qw(B d18)], [qw(follower fairy princess)]],
    ['bridges', "${header}sets: [base, bridges]\n---\n", [qw(C B B)], [qw(follower bridge)]],
    ['the river', "${header}sets: [base, river]\n---\n", [qw(w10 w9 w7)], ['follower']],
    ['The City', "${header}game: the-city\n---\n", [qw(t1 t2 t3)], ['follower']],
);
for (@positions) {
    my ($name, $record, $order, $words) = @$_;
    my @records = $record;
    for my $depth (1 .. @$order - !$ENV{BASTIDE_LONG}) {
        my @found = turns_by_trial(\@records, $order->[$depth - 1], $words);
        my $file = spurt(scratch('position.crn'), $record);
        my $counted = moves('--count', "--depth=$depth", '--tiles=' . join(',', @$order), $file);
        my ($total) = $counted =~ /^total\t(\d+)$/m;
        is($total, scalar @found, "$name, depth $depth: " . ($total // '?'));
        my %share;
        $share{ (split /\n/, substr $_, length $record)[0] =~ s/ .*//r }++ for @found;
        if ($depth == 1) {
            my %want = map { $_->[7] => 1 } verdict_of(@found);
            my %got = map { $_->[7] => 1 } verdict_of(map { my ($head, @acts) = /^(\S+ \S+ \S+) (.*)/ ? ($1, sort split ' ', $2) : $_; "$record$head @acts\n" } split /\n/, moves("--tiles=$order->[0]", $file));
            is_deeply(\%got, \%want, 'the very same turns');
        }
        @records = @found;
    }
}

# Several threads print what one prints, also at limits and where nothing can be counted.
my $empty = spurt(scratch('empty.crn'), "${header}---\n");
for (["--depth=3 --tiles=W,V,U,E $empty", 0], ["--depth=3 --tiles=W,V,U,E --limit=500 $empty", 2], ["--depth=2 --tiles=W,V --format=json $empty", 0], ["--each --depth=2 --limit=3000 " . source('replays/three-sets.crn'), 2], ["--each --depth=2 --limit=40 " . source('replays/city-two-seats.crn'), 2]) {
    my ($words, $status) = @$_;
    my ($one, $two, $five) = map { [run(bastide(), qw(moves --count), "--jobs=$_", split ' ', $words)] } 1, 2, 5;
    is($one->[0], $status, "$words: status");
    is_deeply($two, $one, 'with two threads');
    is_deeply($five, $one, 'with five');
}

# The counts in the manual, up to 20,000; with BASTIDE_LONG up to 100,000.
my $most = $ENV{BASTIDE_LONG} ? 100_000 : 20_000;
my @rows = slurp(source('man/bastide-moves.1')) =~ /^\.It (\S+) Ta (\S+) Ta ([\d ]+)$/mg;
cmp_ok(scalar @rows, '>=', 15, 'the manual has counts');
while (my ($sets, $tiles, $counts) = splice @rows, 0, 3) {
    my $start = spurt(scratch('start.crn'), deal(1, 1, 2, 'official-1', $sets) =~ s/^---\n\K.*//msr);
    my $depth = 0;
    for my $count (grep { $_ < $most } split ' ', $counts) {
        $depth++;
        like(moves('--count', "--depth=$depth", "--tiles=$tiles", $start), qr/^total\t$count$/m, "$sets, $tiles, depth $depth: $count");
    }
}

# Every turn that was played is listed, and no player chose an act that was not offered.
my $legal = spurt(scratch('legal.crn'), (run(bastide(), qw(select --is=legal --is=determined), glob(source('testdata/cases/*.crn')), glob(source('replays/*.crn'))))[1]);
for (['base', 4], ['base,princess-dragon', 1], ['base,bridges', 1], ['the-city-r1', 1], ['whatever is legal', 20]) {
    my ($sets, $count) = @$_;
    my $games = $sets =~ / / ? $legal : spurt(scratch('games.crn'), deal(11, $count, 2, 'book-1', $sets));
    my ($offers, @missing) = (0);
    for my $step (json_lines(moves(qw(--each --by=step --format=json --limit=0), $games))) {
        my %may = map { $_->{act} => 1 } @{ $step->{choices} };
        next if !defined $step->{taken};
        my ($bid, $points) = $step->{taken} =~ /^(bid:\w+),(\d+)$/;
        my $fits = $bid ? grep { /^$bid,(\d+)(?:\.\.(\d+))?$/ && $1 <= $points && $points <= ($2 // $1) } keys %may : $may{ $step->{taken} };
        $fits ||= $step->{taken} eq '-' && $games eq $legal; # some records break off before an act that is required
        push @missing, "$step->{turn} $step->{decision} $step->{taken}" unless $fits;
        $offers++;
    }
    is("@missing", '', "$sets: of $offers decisions each was offered");
    cmp_ok($offers, '>', 90 * $count, 'there were enough decisions');
    # With the gate, walls, guards and towers there are too many turns to list them all here.
    next if $sets eq 'the-city-r1' || $games eq $legal;
    $games = spurt(scratch('early.crn'), slurp($games) =~ s/^3[1-9]\w .*?(?=^%CRN|\z)//msgr);
    my ($turns, $taken) = (0, 0);
    for my $line (split /\n/, moves('--each', '--limit=0', $games)) {
        $taken += $line =~ /\t# taken$/;
    }
    $turns = () = slurp($games) =~ /^\d+[a-f] \S+ -?\d+,/mg;
    is($taken, $turns, "$sets: of $turns turns each was listed");
}

# Positions, orders and formats.
my $game = source('replays/friendly-1.crn');
my @turns = split /^/, slurp($game) =~ s/.*^---\n//msr;
my ($third) = grep { /^3a / } @turns;
like(moves('--at=2', $game), qr/^3a .*\t# taken$/m, 'a point in the middle, with the tile that comes');
is((() = moves('--at=2', '--tiles=B', $game) =~ /^3\w B /mg), (() = moves('--at=2', '--tiles=B', $game) =~ /\n/g), '--tiles: another one');
unlike(moves('--at=2', '--tiles=B', $game), qr/taken/, 'which nobody laid');
is(moves($game), '', 'no turns after the end');
my $cut = spurt(scratch('cut.crn'), slurp($game) =~ s/^9\w .*//msr);
my @next = moves($cut) =~ /^9\w (\w+) /mg;
my %next = map { $_ => 1 } @next;
cmp_ok(scalar keys %next, '>', 15, 'without a next tile: each that may come');
my @steps = split /\n/, moves('--at=2', '--by=step', $game);
like($steps[0], qr/^3\w\t1\tplace \w+\t-?\d+,-?\d+[NESW]\t-?\d+,-?\d+[NESW]( -?\d+,-?\d+[NESW])*$/, 'by step: placements');
like($steps[1], qr/^3\w\t2\tmove\t\S+\t\S+( \S+)* -$/, 'then moves');
like(moves('--by=step', $cut), qr/^9\w\t1\tplace \w+\t\?\t-?\d/m, 'nothing taken where the record ends');
my ($json) = json_lines(moves('--at=2', '--format=json', $game));
is(moves('--each', '--at=2', $game), join('', grep { /^[12]\w / } split /^/, moves('--each', $game)), '--each with --at: up to that turn');
is_deeply([sort keys %$json], [sort qw(event file game turn seat lines open taken)], 'as JSON');
my ($total) = grep { $_->{event} eq 'count' } json_lines(moves(qw(--at=2 --count --depth=2 --format=json), $game));
is($total->{count}, moves(qw(--at=2 --count --depth=2), $game) =~ /^total\t(\d+)$/m && $1, 'counts as JSON');
like(moves('--at=2', '--format=csv', $game), qr/^event,file,game,turn,seat,lines,open,taken\n/, 'as CSV');
like(moves('--at=2', '--format=yaml', $game), qr/^---\n.*^lines:/ms, 'as YAML');

my ($status, $out, $err);
my @counts = json_lines(moves(qw(--each --count --depth=2 --format=json), $cut));
is_deeply([map { $_->{turn} } grep { $_->{event} eq 'count' } @counts], [1 .. 7], '--each with a depth: the turns that enough tiles follow');
is((run(bastide(), qw(moves --each --count --depth=2), $cut))[0], 0, 'which is no trouble');
my @csv = split /\n/, moves(qw(--at=2 --by=step --format=csv), $game);
is($csv[0], 'event,file,game,turn,part,seat,number,decision,tile,taken,choices,more', 'steps as CSV');
is(scalar(grep { /^event,/ } @csv), 1, 'one line of names');
like($csv[2], qr/,move,,\w+,"?\w+(?:;[\w-]+)*"?,0$/, 'choices are words') or diag $csv[2];
# A castle is founded on its city, whichever segment names the city.
my $founded = "%CRN 1\nsets: [base, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS castle:";
for my $city ('cS', 'cN@0,0') {
    my $castle = spurt(scratch('castle.crn'), "$founded$city\nend stopped\n");
    is((run(bastide(), 'check', '-q', $castle))[0], 0, "castle:$city");
    is(scalar(() = moves('--at=0', $castle) =~ /\t# taken$/mg), 1, 'is among the turns');
    my ($step) = moves('--at=0', '--by=step', $castle) =~ /\tcastle\t(.*)/;
    is($step, "castle:cS\tcastle:cS -", 'and the steps');
}

# A tile that was declined: what could have been done with it is a decision too.
my $declined = spurt(scratch('declined.crn'), <<'END');
%CRN 1
sets: [base, bridges]
rules: jcz-1
players: [Ada, Ben, Cid]
---
1a D 1,0S fESE
2b b2 1,1E fWSW
3c N 0,-1W -
4a J 0,-2W fNNW
5b S 1,2E -
6c N 1,-1E -
7a P 1,3E fSSE
8b U -1,0N bridge:NS
9c S 2,-1S -
10a F 2,0E bridge:EW
11b pass:B
11b R -1,-2E -
12c V 2,-2N -
end stopped
END
like(moves('--at=10', $declined), qr/^11b B 0,-3N .*^11b pass:B\t11b R -1,-2E -\t# taken$/ms, 'turns that lay it, and turns that decline it');
my @offers = map { [split /\t/] } split /\n/, moves('--at=10', '--by=step', $declined);
is_deeply([map { @$_[2, 3] } @offers], ['place B', '-', 'place R', '-1,-2E', 'move', '-'], 'three decisions, with what was taken');
like($offers[0][4], qr/^0,-3N .* -$/, 'to decline it was one way');
is(scalar(() = moves('--each', $declined) =~ /# taken$/mg), 12, 'each turn of the record is among the possible ones');

# A builder's second tile, laid or left out, in a record that goes on and in one that breaks off.
my $road = "%CRN 1\nsets: [base, traders]\nrules: RULES\nplayers: [Ada, Ben]\n---\n1a U 1,0N rE\n2b B 0,1N -\n3a U 2,0N builder:rE\n4b B 1,1N -\n5a U 3,0N -\n";
for (['jcz-1', 'must', ['5a']], ['official-1', 'may', ['5a', '6b']]) {
    my ($rules, $how, $next) = @$_;
    my $open = spurt(scratch('open.crn'), $road =~ s/RULES/$rules/r);
    my $laid = spurt(scratch('laid.crn'), slurp($open) . "5a B 2,1N -\n6b E 0,-1S -\n");
    my %heads = map { $_ => 1 } moves($open) =~ /^(\w+) /mg;
    is_deeply([sort keys %heads], $next, "$how: whose tile comes where the record breaks off");
    %heads = map { $_ => 1 } moves('--by=step', $open) =~ /^(\w+)\t/mg;
    is_deeply([sort keys %heads], $next, 'and by step');
    my %turns = map { $_ => 1 } split /\n/, moves('--tiles=B', $open);
    is(0 + (grep { /^5a / } keys %turns), () = moves('--at=4', '--tiles=U,B', $open) =~ /^5a U 3,0N -\t5a B /mg, 'the second tile has as many placements as with both tiles given');
    is(scalar(() = moves('--each', $laid) =~ /# taken$/mg), 6, 'each turn of the record is among the possible ones');
    my @alone = moves('--at=4', '--tiles=U', $open) =~ /^5a U 3,0N -(.*)/mg;
    is_deeply(\@alone, $how eq 'must' ? ["\t# a second tile follows"] : ['', "\t# a second tile follows"], 'with one tile: the turn that goes on, and the one that need not');
    my @again = map { [(split /\t/)[0, 3, 4]] } grep { /\tagain\t/ } split /\n/, moves('--each', '--by=step', $laid);
    is_deeply(\@again, $how eq 'must' ? [] : [['5a', 'tile', 'tile -']], 'by step: where there is a choice');
}
like(moves('--each', '--by=step', spurt(scratch('left.crn'), $road =~ s/RULES/official-1/r . "6b E 0,-1S -\n")), qr/^5a\t3\tagain\t-\ttile -$/m, 'to leave it was one');
like(moves('--each', '--by=step', scratch('open.crn')), qr/^5a\t3\tagain\t\?\ttile -$/m, 'unknown where the record ends');

# Bazaars between the tiles of a turn, and tiles of bazaars that are chosen when they are placed.
for my $options ('bazaar=variant,variant-order=choose-all,bazaar-double=first', 'bazaar=variant,variant-order=choose-place', 'bazaar-double=first') {
    my $games = spurt(scratch('bazaars.crn'), deal(5, $ENV{BASTIDE_STRIDE} ? 1 : 4, 0, 'official-1', 'base,bridges,traders', $options) =~ s/^[6-9][0-9]\w .*?(?=^%CRN|\z)//msgr);
    my ($said, %turns, %lines) = moves('--each', '--limit=0', $games);
    my $game = 0;
    for (split /^/, slurp($games)) {
        $game++ if /^%CRN/;
        $turns{"$game $1"}++ if /^(\d+[a-f]) /;
    }
    is(scalar(() = $said =~ /# taken$/mg), keys %turns, "$options: each turn of dealt games is listed, and once");
    cmp_ok(scalar(() = slurp($games) =~ / bazaar:/g), '>', 1, 'bazaars are held');
}

($status, $out, $err) = run_input("%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n1a ? 0,1? ?\n", bastide(), qw(moves --tiles=B));
like("$status$err", qr/^0.*from turn 2 on the record does not say all/s, 'an unknown tile is reported');
my $broken = source('replays/broken-followers.crn');
($status, $out, $err) = run(bastide(), 'moves', $broken);
is($status, 1, 'what was wrong before is reported');
like($err, qr/\[\d{3} /, 'as a finding');
for (['--at=2 --count --depth=2 --tiles=B,C --limit=3 ' . $game, 'more sequences'], ['--at=x', '--at must be a number from 0 to 9999'], ['--depth=3', '--count'], ['--count --depth=0', 'depth'], ['--jobs=2', '--count'], ['--jobs=1', '--count'], ['--count --by=step', 'cannot be used'], ['--by=moon', 'moon'], ['--format=moon', 'moon'], ['--each --tiles=A', 'record'],
    ["--at=2 --tiles=moon $game", 'moon'], ["--at=2 --tiles=C,C --count --depth=2 $game", '2nd time'], ["--at=2 --tiles=B --count --depth=2 $game", 'fewer tiles'],
    ["--by=step --tiles=K $game", 'no tile K remains'], ["--at=2 --tiles= $game", "unknown tile ''"], ['--at=2 --tiles=' . join(',', ('C') x 1051) . " $game", 'more tiles']) {
    my ($words, $why) = @$_;
    ($status, $out, $err) = run(bastide(), 'moves', split ' ', $words);
    is($status, 2, "moves $words");
    like($err, qr/$why/, 'and why');
}
# Verbs that do not use up the action, and verbs that may only follow another one.
my %free = map { $_ => 1 } qw(bridge ransom);
my %follows = (catch => 'floor', swap => 'catch');
# In JCloisterZone the action phase goes on only after a bridge: after any other act of the seat nothing more is
# offered. With the other order of bridges, bridges may still follow, but nothing else.
for (['bridge-first', 0], ['any', 1]) {
    my ($order, $bridges) = @$_;
    my $games = deal(77, $ENV{BASTIDE_STRIDE} ? 10 : 40, 0, 'jcz-1', every_set(), "bridge-order=$order");
    my (%acted, %then, $done);
    for my $row (split /\n/, (run_input($games, bastide(), qw(moves --each --by=step --limit=0)))[1]) {
        my (undef, $number, $what, $taken, $offered) = split /\t/, $row;
        $done = '' if $number == 1 || $what =~ /^place/;
        next unless $what eq 'move';
        $then{"$done, then $_"}++ for grep { $done && $_ ne 'ransom' && ($follows{$_} // '') ne $done } map { /^([a-z]+)/ ? $1 : () } split / /, $offered;
        my ($kind) = $taken =~ /^([a-z]+(?=[:\@])|[a-z])/;
        $done = $kind && !$free{$kind} ? $kind : $done;
        $acted{ $kind // 'none' }++;
    }
    ok($acted{$_}, "$order: $_ is done") for qw(bridge back fairy princess abbot big builder pig floor catch ransom r c f m t);
    my @odd = grep { !$bridges || !/, then bridge$/ } sort keys %then;
    is("@odd", '', "$order: the action phase ends with one act" . ($bridges ? ' that is no bridge' : ''));
    is(scalar(grep { /, then bridge$/ } keys %then) > 0 ? 1 : 0, $bridges, "$order: a bridge after another act");
}
# A record that breaks off in a turn: the line that a dealt game has next is among those that are listed, and each line
# that is listed is legal.
{
    # Returns for each record the lines that may come next in its turn, without numbers: "a bid:V,3".
    my $steps_after = sub {
        my @steps = map { [] } @_;
        for (grep { $_->{event} eq 'step' } json_lines((run_input(join('', @_), bastide(), qw(moves --limit=0 --format=json)))[1])) {
            push @{ $steps[$_->{game} - 1] }, $_->{line} =~ s/^\S+(?=[a-f] )//r;
        }
        return @steps;
    };
    my (%listed, @missing, @tries);
    for my $sets ('base,bridges', 'base,bridges,traders,abbey-mayor', every_set(), 'the-city-r1') {
        my @cuts;
        for my $game (split /^(?=%CRN)/m, deal(11, $ENV{BASTIDE_STRIDE} ? 1 : 4, 0, 'official-1', $sets)) {
            my @lines = split /^/, $game;
            my %seen;
            for my $at (grep { $lines[$_] =~ /^\d+\.\d/ } 0 .. $#lines) {
                my ($turn, $step, $next) = $lines[$at] =~ /^(\d+)\.(\d+)([a-f] [a-z]+\S*)/ or next;
                next if $next !~ /^. (?:bid|buy|sell|free|gate|wall|short|closing|grow|gather)\b/ || $seen{ $next =~ s/:.*//r }++ >= 3;
                push @cuts, { record => join('', @lines[0 .. $at - 1]), turn => $turn, step => $step, next => $next };
            }
            # A bazaar that was not written yet reveals as many tiles.
            for my $at (grep { $lines[$_] =~ / bazaar:/ } 0 .. $#lines) {
                my ($turn, $seat, $tiles) = $lines[$at] =~ /^(\d+)([a-f]).* bazaar:(\S+)/ or next;
                push @cuts, { record => join('', @lines[0 .. $at - 1], $lines[$at] =~ s/ bazaar:.*//r), turn => $turn, step => 1, next => "$seat bazaar:" . $tiles =~ s/\w+/?/gr };
            }
        }
        my @steps = $steps_after->(map { $_->{record} } @cuts);
        push @{ $cuts[$_]{steps} }, @{ $steps[$_] } for 0 .. $#cuts;
        # Passes, and purchases that are the only choice, are not written: they are added until the recorded line is listed.
        for (my $round = 0; $round < 6 && (my @passed = grep { my $cut = $_; @{ $cut->{steps} } && ($cut->{steps}[0] =~ /^. pass$/ || "@{ $cut->{steps} }" =~ /^. buy$/) && !grep { $_ eq $cut->{next} } @{ $cut->{steps} } } @cuts); $round++) {
            $_->{record} .= "$_->{turn}.$_->{step}" . $_->{steps}[0] . "\n" for @passed;
            $_->{step}++ for @passed;
            $listed{pass} += grep { $_->{steps}[0] =~ /pass/ } @passed;
            @steps = $steps_after->(map { $_->{record} } @passed);
            $passed[$_]{steps} = $steps[$_] for 0 .. $#passed;
        }
        for my $cut (grep { @{ $_->{steps} } } @cuts) {
            $listed{ $cut->{next} =~ s/^. (\w+).*/$1/r }++;
            push @missing, "$sets: $cut->{turn}.$cut->{step}$cut->{next}: @{ $cut->{steps} }" if !grep { $_ eq $cut->{next} } @{ $cut->{steps} };
            my @some = grep { !/\?/ } @{ $cut->{steps} };
            push @tries, map { "$cut->{record}$cut->{turn}.$cut->{step}$_\n" } @some[grep { $_ % (1 + int(@some / 4)) == 0 } 0 .. $#some];
        }
    }
    is_deeply(\@missing, [], 'within a turn: what was played is listed');
    my @verdicts = verdict_of(@tries);
    is(join('', map { $verdicts[$_][0] ne 'valid' ? $tries[$_] =~ s/.*\n(?=.)//sr : () } 0 .. $#tries), '', 'and what is listed is legal');
    cmp_ok(scalar @tries, '>', 100, 'enough lines were tried');
    ok($listed{$_}, "$_ was due") for qw(bid pass buy sell bazaar wall);
    my @paused = split /^/, slurp(source('testdata/figures/bridges-bazaar.crn'));
    my $paused = spurt(scratch('paused.crn'), join '', @paused[0 .. 14]);
    is(moves($paused), "4.2c pass\n4.2c bid:V,3\n", 'after a bid the next player passes or bids more');
    is(moves('--by=step', $paused), "4c\t5\tpass\t?\tpass bid:V,3\n", 'as a decision');
    is((split /^/, moves('--each', '--by=step', $paused))[-1], "4c\t5\tpass\t?\tpass bid:V,3\n", 'with all others before it');
    is((split /^/, moves('--at=3', '--by=step', $paused))[-1], "4c\t5\tpass\t?\tpass bid:V,3\n", 'and from a turn on');
    is((run(bastide(), qw(moves --at=9999), $paused))[0], 2, 'a turn that the game does not have');
    # A chooser whom nobody outbids buys without a line, and the next turn follows.
    my $bought = spurt(scratch('bought.crn'), join('', @paused[0 .. 14]) =~ s/ bid:V,2/ bid:V,2\n4.2c pass\n4.3a pass\n4.4c bid:U,0\n4.5a pass/r);
    is(moves($bought), "4.6a free:E\n", 'a purchase that is the only choice is not asked for');
    is(moves('--limit=1', $paused), "4.2c pass\n# and 1 more (--limit=0 lists all)\n", 'and with a limit');
    my $rich = (join '', @paused[0 .. 13]) =~ s/adjust:3/adjust:9999/gr =~ s/ =3\S+//r;
    is(scalar(() = moves('--limit=50', spurt(scratch('rich.crn'), $rich)) =~ /^4\.1b bid:/mg), 50, '--limit ends a list of bids');
    like(moves('--by=step', spurt(scratch('over.crn'), join '', @paused[0 .. 19])), qr/\A5b\t1\tplace V\t\?\t[^\n]*\n\z/, 'after the bazaar a player has its tile');
    is((run(bastide(), qw(moves --count), $paused))[0], 2, 'such a turn cannot be counted');
}
# A game that is over has no moves, which is not an error; the next file is read.
my ($none, $counts, $said) = run(bastide(), qw(moves --count), source('replays/friendly-1.crn'), spurt(scratch('open.crn'), "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N -\n"));
is("$none$said", '0', 'counting in a game that is over');
like($counts, qr/^2b \S+ .*\ntotal\t\d+$/m, 'and in the next one');
done_testing;

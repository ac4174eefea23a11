#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests that the audits by other keys agree with the awards: points by tile, by feature and by seat add up to what was
# paid.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

# Returns sums by game and name. A function returns the names and numbers of an event; none leave the event out.
sub sums {
    my ($events, $name) = @_;
    my %sums;
    for my $event (@$events) {
        my @pairs = @{ $name->($event) };
        while (my ($key, $points) = splice @pairs, 0, 2) {
            $sums{"game $event->{game}, $key"} += $points if $points;
        }
    }
    return \%sums;
}

# Awards in which no tile has a part.
my %no_tile = map { $_ => 1 } qw(bazaar tower adjust);
my %deals = (base => [21, 15, 0, 'official-1', 'base'], pieces => [22, 15, 0, 'official-1', 'base,princess-dragon,bridges'],
    city => [23, 15, 0, 'book-1', 'the-city-r1']);
my %files = map { $_ => spurt(scratch("$_.crn"), deal(@{ $deals{$_} })) } keys %deals;
# Bridges that count as tiles of their own are rare.
$files{bridges} = spurt(scratch('bridges.crn'), slurp(source('testdata/figures/bridges-bridge.crn')));
for my $name (sort keys %files) {
    my $file = $files{$name};
    my $view = sub { [json_lines((run(bastide(), 'audit', '--format=json', @_, $file))[1])] };
    my @awards = grep { $_->{event} eq 'score' } @{ $view->() };
    cmp_ok(scalar @awards, '>', $deals{$name} ? 300 : 3, "$name: awards");

    my $tiles = sums($view->('--by=tile'), sub { my $e = shift; $e->{event} eq 'tile' ? [map { (chr(97 + $_), $e->{points}[$_]) } 0 .. $#{ $e->{points} }] : [] });
    my @shared = grep { !$no_tile{ $_->{kind} } && ($_->{kind} ne 'fairy' || defined $_->{feature}) } @awards;
    is_deeply($tiles, sums(\@shared, sub { [$_[0]{seat}, $_[0]{points}] }), "$name: by tile");

    for my $kind (grep { my $k = $_; grep { $_->{kind} eq $k && defined $_->{feature} } @awards } qw(road city monastery field market residence)) {
        my $paid = sums($view->("--by=$kind"), sub { my $e = shift; $e->{event} eq 'feature' ? [map { ($_, $e->{paid}{$_}) } keys %{ $e->{paid} }] : [] });
        # The fairy's points belong to a feature too; those for a castle are listed with the castle.
        my $letter = { road => 'r', city => 'c', monastery => 'm', field => 'f', market => 'k', residence => 'z' }->{$kind};
        my @of_kind = grep { $_->{kind} eq $kind || $_->{kind} eq 'fairy' && ($_->{feature} // '') =~ /^$letter/ && !$_->{option}{'fairy-castle'} } @awards;
        is_deeply($paid, sums(\@of_kind, sub { [$_[0]{seat}, $_[0]{points}] }), "$name: by $kind");
    }

    # Followers, including guards.
    my @all = @{ $view->('--events=all') };
    my $put = sums([grep { $_->{event} eq 'stood' || ($_->{piece} // '') eq 'guard' } @all], sub { [$_[0]{seat}, 1] });
    is_deeply(sums($view->('--by=seat'), sub { my $e = shift; $e->{event} eq 'seat' ? [$e->{seat}, $e->{put}] : [] }), $put, "$name: followers put");
}
# The last tile of a bazaar is given even if the record breaks off before that, but not while other tiles remain.
my ($bazaar) = slurp(source('testdata/figures/bridges-bazaar.crn')) =~ /\A(.*?^4\.6c[^\n]*\n)/ms;
like((run_input("${bazaar}end stopped\n", bastide(), qw(audit --by=bazaar)))[1], qr/\bE\b.*free/, 'the last tile of a bazaar');
unlike((run_input($bazaar =~ s/^4\.[456].*\n//gmr . "end stopped\n", bastide(), qw(audit --by=bazaar)))[1], qr/\bE\b.*free/, 'not before the others');
# A city and a road of equal worth feed a castle: JCloisterZone names the city.
my $tie = spurt(scratch('tie.crn'), <<'END');
%CRN 1
sets: [base, bridges]
rules: jcz-1
players: [Ada, Ben]
---
1a E 0,-1S cS castle:cS
2b U -1,0N -
3a A -2,0W -
4b E 1,-1S -
5a L 1,0N - 
end stopped
END
my $tied = (run(bastide(), 'audit', $tie))[1];
like($tied, qr/a \+4  castle cS\@0,-1: 2 tiles × 2 = 4; /, 'a tie of city and road');
unlike($tied, qr/castle-choice/, 'which no choice would change');
# An audit reports if the game has nothing of its kind.
my $town = spurt(scratch('town.crn'), "%CRN 1\ngame: the-city\nrules: book-1\nplayers: [A, B]\n---\nend stopped\n");
for (['fortress', 'fortresses'], ['castle', 'castles'], ['fairy', 'moves of the fairy'], ['wall', 'walls']) {
    my ($status, $out) = run(bastide(), 'audit', "--by=$_->[0]", $town);
    like($out, qr/^no $_->[1]$/m, "no $_->[1]");
    is($status, 0, 'which is no fault');
}
# Details that an award names, or leaves out.
my $gate = "%CRN 1\ngame: the-city\nrules: book-1\nplayers: [Ada, Ben, Cid]\n---\n13a t3 -1,2W kWSW\n30b t5 5,-2W gate:-1,2W\n";
like((run_input($gate, bastide(), 'audit'))[1], qr/a \+1  market kWSW\@-1,2: .*market-completed \(gate-closes: yes\)$/m, 'the gate completes it by an option');
my $alone = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a A 0,5E m\nend stopped\n";
like((run_input($alone, bastide(), 'audit'))[1], qr/monastery m\@0,5: 1 tile × 1 = 1; followers/, 'a monastery without neighbours');
my $unruled = "%CRN 1\nsets: [base, bridges]\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS castle:cS\n2b A 1,0E -\n3a A -1,0W -\nend stopped\n";
like((brief run_input($unruled, bastide(), qw(check --no-context)))[1], qr/: illegal, 0-0, undetermined|: legal but not valid, 0-0, undetermined/, 'without rules nobody scores, not even for a castle');
# A game is complete when all tiles are drawn, with or without its last line. With unknown tiles it is undetermined.
my $whole = deal(25, 1) =~ s/^end.*\n//mr =~ s/^result.*\n//mr;
like((brief run_input($whole, bastide(), qw(check --no-context)))[1], qr/^<stdin>:1: legal, \d+-\d+/m, 'all tiles are drawn: complete');
my $moon = "%CRN 1\nsets: [moon]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a d14 0,1N -\nend stopped\n";
like((brief run_input($moon, bastide(), qw(check --no-context)))[1], qr/, undetermined, /, 'beside a start tile that nobody knows');
# A line that cannot be read may have held any act.
my $bid = "%CRN 1\nsets: [base, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n---\n4a b6 0,1N\nbid:V,0\n4.3b buy\n";
unlike((brief run_input($bid, bastide(), qw(check --no-context --all)))[1], qr/470/, 'a bazaar may be held there');

# Awards as a table: each row has all columns, and the points add up.
for my $file (@files{qw(city pieces)}) {
    my ($head, @rows) = split /\n/, (run(bastide(), qw(audit --by=award --format=csv), $file))[1];
    is($head, 'event,file,game,turn,seat,kind,points,final,feature,edge,tiles,owners,terms,marks,counted,rule,option,undetermined', 'awards as CSV');
    my (%sums, $odd);
    for (@rows) {
        my @cells = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;
        pop @cells if @cells > 18 && $cells[-1] eq '';
        $odd .= "$_\n" if @cells != 18;
        $sums{"$cells[2]$cells[4]"} += $cells[6];
    }
    is($odd, undef, 'a cell for each column');
    my %ends = map { my $end = $_; map { ("$end->{game}" . chr(97 + $_) => $end->{scores}[$_]) } 0 .. $#{ $end->{scores} } } grep { $_->{event} eq 'end' } json_lines((run(bastide(), qw(audit --format=json), $file))[1]);
    is_deeply({ map { ($_ => $sums{$_} // 0) } keys %ends }, \%ends, 'they add up');
    is(scalar(() = (run(bastide(), qw(audit --by=award), $file))[1] =~ /^ +\d+[+ ] [a-f] [+-]/mg), scalar @rows, 'as text');
}

# The remaining walls, and the gap that the closing fills; why the game ended; the items that the terms of an award
# count.
my ($closings, $whys, $counted) = (0, '', 0);
my %counts = map { $_ => 1 } qw(cities castles markets);
for my $file (@files{qw(city pieces)}, source('replays/city-two-seats.crn'), source('replays/japan-2015-final.crn')) {
    my (%of, $wrong);
    push @{ $of{ $_->{game} } }, $_ for json_lines((run(bastide(), 'audit', '--format=json', $file))[1]);
    my @tables = split /^(?=\S+:\d+: a )/m, (run(bastide(), 'show', $file))[1];
    for my $game (sort { $a <=> $b } keys %of) {
        my @walls = grep { $_->{event} eq 'wall' && $_->{piece} =~ /gate|wall|short|closing/ } @{ $of{$game} };
        my @laid = grep { $_->{piece} ne 'closing' } @walls;
        my ($end) = grep { $_->{event} eq 'end' } @{ $of{$game} };
        my ($last) = grep { $_->{event} eq 'turn' && $_->{turn} == $end->{turn} } @{ $of{$game} };
        $wrong .= "$game: gap\n" if @laid && $end->{why} =~ /ring/ && $laid[-1]{gap} != @walls - @laid;
        $wrong .= "$game: left\n" for grep { $laid[$_]{left} != 70 - $_ } 0 .. $#laid;
        $closings += @walls - @laid;
        $whys .= "$end->{why}\n";
        my %final;
        for (grep { $_->{event} eq 'score' } @{ $of{$game} }) {
            my %names = map { $_ => 1 } @{ $_->{counted} // [] };
            my $sum = 0;
            $sum += $_->{count} for grep { $counts{ $_->{name} } } @{ $_->{terms} };
            $wrong .= "$game: $_->{feature} counts $sum\n" if $sum != keys %names;
            $counted += $sum;
            $final{ $_->{seat} } += $_->{points} if $_->{final};
        }
        my ($left) = $tables[$game - 1] =~ /^left: (\d+) tiles?/m;
        $wrong .= "$game: no 'left'\n" if !defined $left;
        my ($scores) = $tables[$game - 1] =~ /^after the final scoring, turn \d+: (.*)$/m;
        $wrong .= "$game: final\n" if $scores ne join ' ', map { (chr(97 + $_), $end->{scores}[$_]) } 0 .. $#{ $end->{scores} };
        $wrong .= "$game: sum\n" for grep { $last->{scores}[$_] + ($final{ chr 97 + $_ } // 0) != $end->{scores}[$_] } 0 .. $#{ $end->{scores} };
    }
    is($wrong, undef, "$file: walls, ends and what is counted");
}
cmp_ok($closings, '>', 20, 'closings');
cmp_ok($counted, '>', 100, 'what is counted');
like($whys, qr/^$_$/m, $_) for 'all tiles are drawn', 'five walls or fewer close the ring';
my $audit = (run(bastide(), 'audit', source('replays/city-two-seats.crn')))[1];
like($audit, qr/^  51a t31 2,-2S .*\n.*road-completed\n        a wall 2,-4N; completes road rN\@2,-4\n        b wall -4,0W\n        a wall -4,-1W\n        b wall -4,-1N; completes road rN\@-4,-1\n        a \+3  tower -4,-1N/m, 'the walls of a turn, and what each completes');
like($audit, qr/^   final scoring +\+39 +\+39\n        a \+8  residence zNNW\@-2,-3: 4 markets × 2 = 8; markets kESE\@-1,-3 kENE\@-2,-3 kSSE\@-2,-1 kWSW\@-2,-2;/m, 'the final scoring apart, with the markets');
like($audit, qr/Ada wins; legal; the ring is closed; options: unclaimed-triggers=no, returned-merchant-guards=yes, first-walls=either-end$/m, 'why it ended, and by which options');
# With all sets a player has pieces of every kind.
my ($all_left) = (run_input(deal(7, 1, 2, 'official-1', every_set()) =~ s/^---\n\K.*/end stopped\n/smr, bastide(), 'show'))[1] =~ /^left: \d+ tiles; a (.*); b /m;
is($all_left =~ s/\d+ //gr, 'followers, large follower, abbot, builder, pig, mayor, wagon, barn, shepherd, bridges, castles, floors, abbey', 'all kinds of pieces are left at the beginning');
like((run(bastide(), 'show', source('replays/city-two-seats.crn')))[1], qr/^after the final scoring, turn 55: a 120 b 75\nleft: 20 tiles, 35 walls, 1 short wall; a 2 followers, 2 towers; b 1 follower, 4 towers$/m, 'what is left');
# By tile nothing is lost or counted twice: all points for a feature or a guard belong to tiles.
for my $sets (set_kinds()) {
    my $file = spurt(scratch('shared.crn'), deal(41, 6, 0, undef, $sets));
    my (%paid, %shared);
    for (json_lines((run(bastide(), qw(audit --by=award --format=json), $file))[1])) {
        $paid{ $_->{kind} } += $_->{points} if $_->{event} eq 'score' && $_->{kind} ne 'tower' && ($_->{feature} || $_->{edge});
    }
    for my $tile (json_lines((run(bastide(), qw(audit --by=tile --format=json), $file))[1])) {
        $shared{$_} += $tile->{kinds}{$_} for keys %{ $tile->{kinds} // {} };
    }
    is(join(' ', map { "$_=$shared{$_}" } grep { $shared{$_} } sort keys %shared), join(' ', map { "$_=$paid{$_}" } grep { $paid{$_} } sort keys %paid), "$sets: the points of tiles are those of the awards");
}
# A feature has the same name wherever it is named for the same moment. Followers return from features that awards of
# that turn name. `show` and the views by feature report the same followers on the same features.
my ($homes, $stands, %astray) = (0, 0);
for my $sets ('base', 'base,princess-dragon,bridges', every_set(), 'the-city-r1') {
    my $file = spurt(scratch('named.crn'), deal(31, 6, 0, undef, $sets));
    my (%paid, %later);
    my @events = json_lines((run(bastide(), qw(audit --events=all --format=json), $file))[1]);
    $paid{"$_->{game} $_->{turn} $_->{feature}"}++ for grep { $_->{event} eq 'score' && $_->{feature} } @events;
    my @home = grep { $_->{event} eq 'returned' && $_->{why} eq 'scored' } @events;
    # Mayors that count nothing bring no award.
    my %counts = map { ("$_->{game} $_->{turn} $_->{feature}" => 1) } grep { ($_->{follower} // '') ne 'mayor' } @home;
    for (grep { $counts{"$_->{game} $_->{turn} $_->{feature}"} } @home) {
        $homes++;
        $astray{"$sets, game $_->{game}, turn $_->{turn}: home from $_->{feature}"}++ if !$paid{"$_->{game} $_->{turn} $_->{feature}"};
    }
    $later{"$_->{game} $_->{segment}"} = $_->{later} // $_->{feature} for grep { $_->{event} eq 'stood' } @events;
    for my $kind (qw(road city monastery field market residence)) {
        for my $feature (grep { $_->{event} eq 'feature' } json_lines((run(bastide(), qw(audit --format=json), "--by=$kind", $file))[1])) {
            my @others = grep { ($later{"$feature->{game} $_"} // '') ne $feature->{feature} } map { $_->{segment} } @{ $feature->{followers} };
            $astray{"$sets, game $feature->{game}, later: @others of $feature->{feature}"}++ if @others;
        }
    }
    for my $at (20, 45) {
        my $game = 0;
        # A tower is one segment.
        my (%of, %castles);
        $castles{"$_->{game} $_->{feature}"}++ for grep { $_->{event} eq 'castle' } json_lines((run(bastide(), qw(audit --by=castle --format=json), "--at=$at", $file))[1]);
        for my $kind (qw(road city monastery garden field market residence)) {
            $of{"$_->[0] $_->[1]"} = $_->[2] for map { my $f = $_; map { [$f->{game}, $_->{segment}, "the $kind $f->{feature}"] } @{ $f->{followers} // [] } }
                grep { $_->{event} eq 'feature' } json_lines((run(bastide(), qw(audit --format=json), "--by=$kind", "--at=$at", $file))[1]);
        }
        for (split /\n/, (run(bastide(), 'show', "--at=$at", $file))[1]) {
            $game++ if /^     +-?\d/;
            my ($segment, $feature) = /stands on (?:(\S+) of )?(the \w+ \S+) since/ or next;
            $segment //= $feature =~ s/.* //r;
            $of{"$game $segment"} = $feature if $feature eq "the tower $segment";
            $of{"$game $segment"} = $feature if $feature =~ /castle (\S+)/ && $castles{"$game $1"};
            $stands++;
            $astray{"$sets, game $game at $at: $segment of $feature"}++ if ($of{"$game $segment"} // '') ne $feature;
        }
    }
}
cmp_ok($homes, '>', 200, "$homes followers come home from what awards name");
cmp_ok($stands, '>', 100, "$stands stand on what the views name");
is_deeply([sort keys %astray], [], 'one name at a time');
done_testing;

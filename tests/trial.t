#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares the acts that a seat is offered with those that the judge accepts. At decisions of dealt games, each act that
# can be thought of with the verbs in question, on every segment, side and tile, is written after the acts that were
# played. The judge alone decides which are legal; `moves --by=step` must offer the very same. This covers castles, what
# they take, auctions, gates, walls, guards and towers. moves.t covers tiles, followers, bridges and the dragon.
# BASTIDE_LONG: more decisions and games.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my %verbs = (bid => ['bid'], pass => [qw(pass bid)], buy => [qw(buy sell)], sell => [qw(buy sell)], free => ['free'], castle => ['castle'], take => ['take'],
    gate => ['gate'], wall => [qw(wall short)], guard => [qw(guard tower)], tower => [qw(guard tower)]);

sub segments { my ($cell) = @_; return map { "$_\@$cell" } 'm', map { my $kind = $_; map { "$kind$_" } qw(N E S W) } qw(c r) }

# Returns every act that a seat could write with a verb.
sub thinkable {
    my ($verb, $game) = @_;
    my @cells = @{ $game->{cells} };
    my @sides = map { my $cell = $_; map { "$verb:$cell$_" } qw(N E S W) } @cells;
    return @sides if $verb =~ /^(?:gate|wall|short|tower)$/;
    return (@sides, 'guard') if $verb eq 'guard';
    return $verb if $verb =~ /^(?:buy|sell|pass)$/;
    return map { "free:$_" } @{ $game->{revealed} } if $verb eq 'free';
    # If two tiles are alike, a bid that does not raise the price chooses the other tile.
    my ($raised, $price) = @$game{qw(auctioned price)};
    my $least = $raised && (grep { $_ eq $raised } @{ $game->{revealed} }) > 1 ? $price + 1 : 0;
    return map { my $tile = $_; map { "bid:$tile,$_" } $least .. 12 } $raised // @{ $game->{revealed} } if $verb eq 'bid';
    my ($x, $y) = split /,/, $cells[-1];
    my @near = grep { my ($cx, $cy) = split /,/; abs($cx - $x) <= 3 && abs($cy - $y) <= 3 } @cells;
    my @cities = map { my $cell = $_; map { "c$_\@$cell" } qw(N E S W) } @near;
    return map { "castle:$_" } @cities if $verb eq 'castle';
    return map { my $castle = $_; map { "take:$castle=$_" } map { segments($_) } @near } map { my $cell = $_; map { "c$_\@$cell" } qw(N E S W) } @{ $game->{castles} };
}

# Returns the record up to a decision as text. Each act of the turn has a line of its own.
sub before {
    my ($lines, $turn, $decision, $steps) = @_;
    my @text = grep { !/^(\d+)/ || $1 < $turn } @$lines;
    my ($head) = grep { /^$turn\w \S+ -?\d+,/ } @$lines;
    my ($start) = $head =~ /^(\S+ \S+ \S+(?: (?:-|[a-z][A-Z]*|(?:bridge|fairy|princess):\S+)(?:@\S+)?(?= |$))*)/;
    my ($number, @acts) = (0);
    for (@$steps) {
        next if !defined $_->{taken} || $_->{taken} eq '-' || $_->{decision} =~ /^(?:place|move)/;
        push @acts, "$turn." . ++$number . "$_->{seat} $_->{taken}";
    }
    # The tiles that chance reveals are no decision.
    my ($bazaar) = map { /^$turn(?:\.\d+)?\w.* (bazaar:\S+)/ ? $1 : () } @$lines;
    my ($first) = grep { $acts[$_] =~ /bid:|free:/ } 0 .. $#acts;
    splice @acts, $first // @acts, 0, "$turn." . (++$number) . substr($head, length $turn, 1) . " $bazaar" if $bazaar && $decision !~ /^(?:castle|take)$/;
    return (join('', map { "$_\n" } @text, $start =~ / \S+ \S+ \S/ ? $start : "$start -", @acts), $turn . '.' . ($number + 1));
}

# Returns for each act whether the judge finds it legal, and the identity of the game.
sub verdicts {
    my ($text, $head, $seat, @acts) = @_;
    my @rows = map { [split /\t/] } split /\n/, (run_input(join('', map { "$text$head$seat $_\nend stopped\n" } @acts), bastide(), 'check', '--summary'))[1];
    return map { { act => $acts[$_], legal => $rows[$_][0] eq 'valid', identity => $rows[$_][7] } } 0 .. $#acts;
}

my (%tried, %legal, %decisions);
my $long = $ENV{BASTIDE_LONG};
my $most = $long ? 1000 : 3; # decisions of each kind in a game
# Castles with a choice are rare, so the script searches for games in which a player chose.
my @games = map { my ($sets, $profile, $seats, $count) = @$_; map { ["$sets, $profile, seed $_", deal($_, 1, $seats, $profile, $sets)] } 1 .. ($long ? 2 : 1) * $count }
    ['base,bridges', 'book-1', 3, 4], ['base,bridges', 'official-1', 4, 2], ['the-city-r1', 'book-1', 2, 2], ['the-city-r1', 'official-1', 3, 2];
my @taking = (grep { / take:/ } split /^(?=%CRN)/m, deal(1, 1000, 3, 'book-1', 'base,bridges'))[0 .. ($long ? 11 : 5)];
push @games, map { ["a game with a choice of castles, $_", $taking[ $_ - 1 ]] } 1 .. @taking;
for (@games) {
    my ($name, $record) = @$_;
    my $file = spurt(scratch('game.crn'), $record);
    my @lines = map { s/ =.*//r } grep { !/^end/ } split /\n/, $record;
    my (%turns, %done, @wrong, @castles);
    push @{ $turns{ $_->{turn} } }, $_ for json_lines((run(bastide(), qw(moves --each --by=step --format=json), $file))[1]);
    for my $turn (sort { $a <=> $b } keys %turns) {
        my @steps = @{ $turns{$turn} };
        my @cells = ($record =~ /^game: the-city/m ? () : '0,0', map { /^(\d+)\w \S+ (-?\d+,-?\d+)/ && $1 <= $turn ? $2 : () } @lines);
        for my $i (0 .. $#steps) {
            my ($decision, $seat) = @{ $steps[$i] }{qw(decision seat)};
            push @castles, ($steps[$i]{taken} =~ /@(.*)/ ? $1 : $cells[-1]) if $decision eq 'castle' && ($steps[$i]{taken} // '-') ne '-';
            next if !$verbs{$decision} || $done{$decision}++ >= $most;
            my @before = grep { $_->{number} < $steps[$i]{number} } @steps[0 .. $i - 1];
            my ($text, $head) = before(\@lines, $turn, $decision, \@before);
            my %game = (cells => \@cells, castles => \@castles, revealed => [map { /^bazaar:(.*)/ ? split(/,/, $1) : () } map { split / / } grep { /^$turn(?:\.\d+)?\w / } @lines]);
            @game{qw(auctioned price)} = (map { ($_->{taken} // '') =~ /^bid:(\w+),(\d+)/ ? [$1, $2] : () } @before)[-1]->@* if $decision eq 'pass';
            my %offered = map { $_ => 1 } map { /^(bid:\w+),(\d+)\.\.(\d+)$/ ? map { "$1,$_" } $2 .. ($3 < 12 ? $3 : 12) : $_ } grep { $_ ne '-' } map { $_->{act} } @{ $steps[$i]{choices} };
            my @think = map { thinkable($_, \%game) } @{ $verbs{$decision} };
            my @may = grep { $_->{legal} } verdicts($text, $head, $seat, @think);
            $decisions{$decision}++;
            $tried{$decision} += @think;
            $legal{$decision} += @may;
            # An offered act may have other spellings. They lead to the same game, to the same castle, or to a
            # tower that is paid for the same walls.
            my $same = sub {
                my ($verdict) = @_;
                my $act = $verdict->{act};
                return paid_walls($text, $head, $seat, $act) if $act =~ /^tower:/;
                return $decision =~ /^(?:castle|take)$/ ? ledger_name($text, $head, $seat, $decision, $act) : $verdict->{identity};
            };
            my %may = map { $same->($_) => $_->{act} } @may;
            my %must = map { $same->($_) => $_->{act} } verdicts($text, $head, $seat, sort keys %offered);
            push @wrong, map({ "turn $turn, $seat: $may{$_} is legal, and not offered" } grep { !$must{$_} } sort keys %may),
                map { "turn $turn, $seat: $must{$_} is offered, and not legal" } grep { !$may{$_} } sort keys %must;
        }
    }
    is(join("\n", @wrong), '', "$name: offered what is legal");
}

# Returns the feature that became a castle, or what a castle took.
sub ledger_name {
    my ($text, $head, $seat, $event, $act) = @_;
    my @events = json_lines((run_input("$text$head$seat $act\nend stopped\n", bastide(), 'audit', '--format=json'))[1]);
    my ($what) = reverse grep { $_->{event} eq ($event eq 'castle' ? 'castle' : 'taken') && $_->{seat} eq $seat } @events;
    return join ' ', map { "$_=" . ($what->{$_} // '') } sort grep { !/^(?:line|column|file|game)$/ } keys %$what;
}

# Returns the walls that the last tower is paid for.
sub paid_walls {
    my ($text, $head, $seat, $act) = @_;
    my ($walls) = (run_input("$text$head$seat $act\nend stopped\n", bastide(), 'audit', '--by=tower'))[1] =~ /.*tower on \S+ (.*)/s or die "no tower: $act\n";
    return $walls =~ s/\n.*//sr;
}

for my $decision (sort keys %verbs) {
    next if $decision =~ /^(?:sell)$/;
    cmp_ok($legal{$decision} // 0, '>', 0, sprintf '%s: %d decisions, %d acts tried, %d legal', $decision, map { $_->{$decision} // 0 } \%decisions, \%tried, \%legal);
}
done_testing;

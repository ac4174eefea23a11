#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the audits by castle, fairy, dragon, bazaar and bridge. Their objects are computed again from all events and
# features of a game, and their text from the words that bastide-audit(1) has for them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my %delta = (N => [0, -1], E => [1, 0], S => [0, 1], W => [-1, 0]);
my $games = spurt(scratch('pieces.crn'), deal(31, 12, 3, 'official-1', 'base,princess-dragon,bridges') . deal(5, 6, 2, 'book-1', 'base,princess-dragon,bridges')
    . join '', map { slurp($_) } grep { !/city/ } glob source('testdata/figures/*.crn'));
my @all = json_lines((run(bastide(), qw(audit --format=json --events=all), $games))[1]);
sub view { return grep { $_->{event} ne 'end' && $_->{event} ne 'finding' } json_lines((run(bastide(), qw(audit --format=json), @_, $games))[1]) }
my %features;
push @{ $features{ $_->{game} } }, $_ for map { view("--by=$_") } qw(road city monastery garden);
# The text of each audit by game, without headings.
my %text;
for my $by (qw(castle fairy dragon bazaar bridge)) {
    my $game = 0;
    my $words = (run(bastide(), 'audit', "--by=$by", $games))[1];
    for my $line (split /\n/, $words) {
        $game++, next if $line =~ /^\S+:\d+: a /;
        push @{ $text{$by}{$game} }, $line unless $line =~ /^no |^\S+:\d+:\d+: /;
    }
}
sub lines { my ($by, $list) = @_; my %by; push @{ $by{ $_->[0] } }, $_->[1] for @$list; is_deeply($text{$by} // {}, \%by, "$by: the text says so") }
sub same { my ($by, $got, $want) = @_; is_deeply($got, $want, "$by: the events say so"); cmp_ok(scalar @$got, '>', 20, "$by: " . @$got . ' of them') }

my %kinds = (c => 'city', r => 'road', f => 'field', m => 'monastery', g => 'garden', t => 'tower');
my %castle = map { ("$_->{game} $_->{feature}" => $_->{turn}) } grep { $_->{event} eq 'castle' } @all;
sub stand {
    my ($e) = @_;
    my $castle = $castle{"$e->{game} $e->{feature}"};
    my $kind = defined $castle && $castle <= $e->{turn} ? 'castle' : $kinds{ substr $e->{feature}, 0, 1 };
    return ($e->{segment} eq $e->{feature} ? '' : "$e->{segment} of ") . "the $kind $e->{feature}";
}

# ---- The fairy ----
my @fairy = grep { $_->{event} eq 'fairy' || ($_->{event} eq 'score' && $_->{kind} eq 'fairy') } @all;
same('fairy', [map { [@$_{qw(game turn seat cell points rule feature)}] } view('--by=fairy')],
    [map { my $e = $_; [@$e{qw(game turn seat)}, $e->{event} eq 'fairy' ? ($e->{cell}, 0, '') : (undef, @$e{qw(points rule)}), $e->{feature}] } @fairy]);
my @moved = map { my $e = $_; [$e->{game}, sprintf('%6u%s moved to %s%s', @$e{qw(turn seat cell)}, $e->{feature} ? ', beside the follower on ' . stand($e) : '')] } grep { $_->{event} eq 'fairy' } @fairy;
$text{all} = delete $text{fairy};
push @{ $text{fairy}{$_} }, grep { / moved to / } @{ $text{all}{$_} } for keys %{ $text{all} };
delete $text{fairy}{$_} for grep { !@{ $text{fairy}{$_} } } keys %{ $text{fairy} };
lines('fairy', \@moved);
is(scalar(grep { /^ *\d+\+? +[a-f] \+[13]  fairy/ } map { @$_ } values %{ $text{all} }), @fairy - @moved, 'fairy: each award has a line');

# ---- The dragon ----
my (@flights, @flown, %at, %fairy_at);
for my $event (@all) {
    my $game = $event->{game};
    if ($event->{event} eq 'dragon') {
        if ($event->{step} <= 1) {
            push @flights, { %$event, path => [], sent => [], steps => [], from => $at{$game}, fairy => $fairy_at{$game} };
        }
        push @{ $flights[-1]{path} }, $event->{cell};
        push @{ $flights[-1]{steps} }, "$event->{seat}:$event->{cell}";
        $at{$game} = $event->{cell};
    }
    push @{ $flights[-1]{sent} }, { map { $event->{$_} ? ($_ => $event->{$_}) : () } qw(seat feature segment follower) } if $event->{event} eq 'returned' && $event->{why} eq 'dragon';
    $fairy_at{$game} = $event->{cell} if $event->{event} eq 'fairy';
}
same('dragon', [map { [@$_{qw(game turn)}, $_->{volcano} ? 1 : 0, @$_{qw(path sent)}] } view('--by=dragon')], [map { [@$_{qw(game turn)}, $_->{step} ? 0 : 1, @$_{qw(path sent)}] } @flights]);
for my $flight (@flights) {
    if ($flight->{step} == 0) {
        push @flown, [$flight->{game}, sprintf '%6u%s came to the volcano on %s', @$flight{qw(turn seat cell)}];
        next;
    }
    my $end = '';
    if (@{ $flight->{path} } < 6) {
        my ($x, $y) = split /,/, $flight->{path}[-1];
        my $near = grep { ($flight->{fairy} // '') eq ($x + $_->[0]) . ',' . ($y + $_->[1]) } values %delta;
        $end = '; no way on' . ($near ? ", with the fairy on $flight->{fairy}" : '');
    }
    push @flown, [$flight->{game}, sprintf '%6u%s flew from %s: %s%s', @$flight{qw(turn seat from)}, "@{ $flight->{steps} }", $end];
    push @flown, [$flight->{game}, "        $_->{seat} lost the @{[$_->{follower} // 'follower']} on " . stand({ %$flight, %$_ })] for @{ $flight->{sent} };
}
lines('dragon', \@flown);

# ---- The bazaar ----
my @lots = grep { $_->{event} eq 'bazaar' } @all;
same('bazaar', [map { [@$_{qw(game turn seat step tile points other)}] } view('--by=bazaar')], [map { [@$_{qw(game turn seat step tile points other)}] } @lots]);
my (@sales, $revealed);
for my $lot (@lots) {
    if ($lot->{step} eq 'revealed') {
        push @sales, [$lot->{game}, sprintf '%6u%s bazaar:', @$lot{qw(turn seat)}] unless $revealed;
        $sales[-1][1] .= " $lot->{tile}";
        $revealed = 1;
        next;
    }
    $revealed = 0;
    my ($seat, $points, $other) = @$lot{qw(seat points other)};
    my %words = (opened => "$seat opens with $points", raised => "$seat bids $points", bought => "$seat buys for $points, paid to " . ($other // 'the bank'),
        sold => ($other // '') . " sells for $points, paid by $seat", free => "$seat takes free");
    push @sales, [$lot->{game}, sprintf '        %-6s %s', $lot->{tile}, $words{ $lot->{step} } // "?? $lot->{step}"];
}
lines('bazaar', \@sales);

# ---- Bridges ----
my @bridges = grep { $_->{event} eq 'bridge' } @all;
my @viewed = view('--by=bridge');
same('bridge', [map { [@$_{qw(game turn seat feature)}] } @viewed], [map { [@$_{qw(game turn seat feature)}] } @bridges]);
my @built;
for my $bridge (@viewed) {
    my ($cell) = $bridge->{feature} =~ /@(.*)/;
    my ($road) = grep { $_->{kind} eq 'road' && $_->{feature} eq $bridge->{road} } @{ $features{ $bridge->{game} } };
    ok($road && grep({ $_ eq $cell } @{ $road->{tiles} }), "bridge $bridge->{feature}: it lies on road $bridge->{road}");
    is($bridge->{tiles}, scalar @{ $road->{tiles} // [] }, 'which has as many tiles');
    is(!!$bridge->{completed}, !!defined $road->{completed}, 'and is completed or not');
    push @built, [$bridge->{game}, sprintf '%6u%s bridge %s, of road %s: %u tile%s, %s', @$bridge{qw(turn seat feature road tiles)}, $bridge->{tiles} == 1 ? '' : 's', $bridge->{completed} ? 'completed' : 'unfinished'];
}
lines('bridge', \@built);

# ---- Castles ----
my (@castles, @told);
for my $founded (grep { $_->{event} eq 'castle' } @all) {
    my ($side, $x, $y) = $founded->{feature} =~ /^c([NESW])@(-?\d+),(-?\d+)$/;
    my ($dx, $dy) = @{ $delta{$side} };
    my ($left, $right) = sort { $a <=> $b } $x, $x + $dx;
    my ($high, $low) = sort { $a <=> $b } $y, $y + $dy;
    # The castle's two tiles and those beside both of them, but not those beyond its ends.
    ($dx ? ($high, $low) : ($left, $right)) = $dx ? ($high - 1, $low + 1) : ($left - 1, $right + 1);
    my ($taken) = grep { $_->{event} eq 'taken' && $_->{game} == $founded->{game} && $_->{feature} eq $founded->{feature} } @all;
    my @watched;
    for my $feature (@{ $features{ $founded->{game} } }) {
        my $done = $feature->{completed};
        next if $feature->{kind} eq 'garden' && !($taken && $taken->{source} eq $feature->{feature});
        next if defined $done && $done <= $founded->{turn} || $taken && !(defined $done && $done <= $taken->{turn});
        push @watched, "$feature->{kind} $feature->{feature}, " . (defined $done ? "completed in turn $done, worth $feature->{value}" : 'unfinished')
            if grep { my ($i, $k) = split /,/; $i >= $left && $i <= $right && $k >= $high && $k <= $low } @{ $feature->{tiles} };
    }
    push @castles, [@$founded{qw(game turn seat feature)}, ["$left,$high", "$right,$low"], [sort @watched], $taken ? [@$taken{qw(turn source sourceKind points chosen candidates)}] : undef];
    my $why = !$taken ? '' : $taken->{chosen} ? 'its owner chose it' : $taken->{sourceKind} eq 'castle' ? 'it scored near this one' : $taken->{candidates} > 1 ? 'the highest of several' : 'the first that was completed';
    push @told, [$founded->{game}, join "\n", "castle $founded->{feature} of $founded->{seat}, founded in turn $founded->{turn}; watches x $left to $right, y $high to $low",
        map({ "        $_" } sort @watched), $taken ? sprintf('%6u  took the %s %s: %s', @$taken{qw(turn sourceKind source)}, $why) : '        never took anything', $taken ? "        $founded->{seat} +$taken->{points}  castle $founded->{feature}:" : ()];
}
same('castle', [map { my $c = $_; [@$c{qw(game turn seat feature vicinity)},
        [sort map { "$_->{kind} $_->{feature}, " . (defined $_->{completed} ? "completed in turn $_->{completed}, worth $_->{value}" : 'unfinished') } @{ $c->{watched} }],
        $c->{taken} ? [@{ $c->{taken} }{qw(turn source sourceKind points chosen candidates)}] : undef] } view('--by=castle')], \@castles);
my %blocks;
for my $game (keys %{ $text{castle} }) {
    for my $block (split /\n(?=castle )/, join "\n", @{ $text{castle}{$game} }) {
        my ($head, @rest) = split /\n/, $block;
        my @watched = grep { /^ {8}(?:city|road|monastery|garden) / } @rest;
        my @others = map { s/^( {8}\w \+\d+  castle \S+:).*/$1/r } grep { !/^ {8}(?:city|road|monastery|garden) / } @rest;
        push @{ $blocks{$game} }, join "\n", $head, sort(@watched), @others;
    }
}
$text{castle} = \%blocks;
lines('castle', \@told);
for my $why ('the first that was completed', 'the highest of several', 'never took anything', 'unfinished', 'it scored near this one') {
    cmp_ok(scalar(grep { $_->[1] =~ /$why/ } @told), '>', 0, "castle: $why");
}
# ---- Mayors, wagons and barns ----
# The points are the sum of the awards for the feature while the meeple stood there. A tile with several
# segments of the kind is left out, because an award does not name its segments.
my $abbey = spurt(scratch('abbey.crn'), deal(8, 25, 3, 'official-1', 'base,abbey-mayor'));
my @events = json_lines((run(bastide(), qw(audit --format=json --events=all), $abbey))[1]);
my %segments;
for (json_lines((run(bastide(), qw(tiles --format=json)))[1])) {
    my $design = $_;
    $segments{$_}{ $design->{name} }++ for map { substr $_->{segment}, 0, 1 } @{ $design->{segments} };
}
for my $by (qw(mayor wagon barn)) {
    my (@got, @want);
    for my $stay (grep { $_->{event} eq $by } json_lines((run(bastide(), 'audit', "--by=$by", '--format=json', $abbey))[1])) {
        my ($letter, $cell) = $stay->{segment} =~ /^(.).*@(.*)/;
        my ($laid) = grep { $_->{event} eq 'laid' && $_->{game} == $stay->{game} && $_->{cell} eq $cell } @events;
        next if $by eq 'barn' ? 0 : $segments{$letter}{ $laid->{tile} } != 1;
        my $sum = 0;
        for my $award (grep { $_->{event} eq 'score' && $_->{game} == $stay->{game} && $_->{seat} eq $stay->{seat} && $_->{turn} >= $stay->{turn} && $_->{turn} <= ($stay->{home} // 9999) } @events) {
            $sum += $award->{points} if $award->{kind} eq $kinds{$letter} && ($by ne 'barn' || $award->{rule} eq 'barn-final') && grep { $_ eq $cell } @{ $award->{tiles} };
        }
        next if $by eq 'barn' && grep { $_->{event} eq 'score' && ($_->{rule} // '') =~ /^barn-(?:placed|joined)/ && $_->{game} == $stay->{game} && $_->{seat} eq $stay->{seat} } @events;
        push @got, "$stay->{game} $stay->{seat} $stay->{segment} $stay->{points}";
        push @want, "$stay->{game} $stay->{seat} $stay->{segment} $sum";
    }
    is_deeply(\@got, \@want, "$by: the points of the awards");
    cmp_ok(scalar(grep { !/ 0$/ } @want), '>', 5, "$by: some are paid");
}
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests games of JCloisterZone with known answers: every drawn and discarded tile, every score with its arithmetic, the
# scores after every message, and the final scoring. Needs ../shared.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $games = shared('games/jcz');
plan skip_all => 'needs ../shared: games of JCloisterZone' unless $games;

my %letter;
for my $tile (json_lines((run(bastide(), 'tiles', '--format=json'))[1])) {
    $letter{$_} = $tile->{name} for @{ $tile->{aliases} };
}

# ours() and theirs() return an award as "seat points kind terms". A castle has the kind of feature that fed it instead
# of terms.
sub ours {
    my ($e, $fed) = @_;
    return join ' ', ord($e->{seat}) - ord('a'), $e->{points}, $e->{kind}, $fed->{"$e->{part_of_game} $e->{feature}"} // () if $e->{kind} eq 'castle' && !$e->{final};
    return join ' ', ord($e->{seat}) - ord('a'), $e->{points}, 'fairy' if $e->{kind} eq 'fairy';
    return join ' ', ord($e->{seat}) - ord('a'), $e->{points}, 'trade', $e->{terms}[0]{name} if $e->{kind} eq 'goods';
    my %sum;
    for my $term (@{ $e->{terms} }) {
        # JCloisterZone counts a monastery's neighbours as tiles of it.
        my $name = $term->{name} eq 'neighbours' ? 'tiles' : $term->{name} eq 'sheep' ? "sheep $term->{each}" : $term->{name};
        $sum{$name}[0] += $term->{count};
        $sum{$name}[1] += $term->{points};
    }
    # With an inn or a cathedral JCloisterZone has one item for tiles and shields.
    if (my ($mark) = @{ $e->{marks} // [] }) {
        return join ' ', ord($e->{seat}) - ord('a'), $e->{points}, $e->{kind}, $mark if !$e->{points};
        my ($tiles, $shields) = map { $sum{$_}[0] // 0 } qw(tiles shields);
        return join ' ', ord($e->{seat}) - ord('a'), $e->{points}, $e->{kind}, "$mark=" . ($tiles + $shields) . ":$e->{points}";
    }
    return join ' ', ord($e->{seat}) - ord('a'), $e->{points}, $e->{kind}, map { "$_=$sum{$_}[0]:$sum{$_}[1]" } grep { $sum{$_}[0] } sort keys %sum;
}

sub theirs {
    my ($p) = @_;
    my %name = (tiles => 'tiles', pennants => 'shields', cities => 'cities', castles => 'castles', pigs => 'pig', roads => 'roads', vineyards => 'vineyards', map { ("sheep.SHEEP_${_}X" => "sheep $_") } 1 .. 4);
    (my $kind = $p->{name}) =~ s/\..*//;
    return join ' ', $p->{player}, $p->{points}, 'trade', map { lc s/^trade-goods\.//r } map { $_->{name} } @{ $p->{items} } if $kind eq 'trade-goods';
    # The engine's item for a fixed number of points has the name of the card.
    return join ' ', $p->{player}, $p->{points}, 'cards', "cards=2:$p->{points}" if $kind eq 'king+robber';
    return join ' ', $p->{player}, $p->{points}, $kind, "cards=1:$p->{points}" if $kind =~ /^(?:king|robber)$/ && !defined $p->{items}[0]{count};
    # JCloisterZone has no count for a pig's item: it is one for each point.
    $_->{count} = $_->{points} for grep { $_->{name} eq 'pigs' } @{ $p->{items} };
    return join ' ', $p->{player}, $p->{points}, $kind, map { $_->{name} =~ /^castle\.(castle|city|monastery|garden|road)(?:\.tiny)?$/ ? $1 : () } @{ $p->{items} } if $kind eq 'castle';
    if (my ($more) = grep { $_->{name} =~ /^(?:inn|cathedral)$/ } @{ $p->{items} }) {
        my ($count, $points) = (0, 0);
        ($count, $points) = ($count + ($_->{count} // 0), $points + $_->{points}) for @{ $p->{items} };
        return join ' ', $p->{player}, $p->{points}, $kind, $points ? "$more->{name}=$count:$points" : $more->{name};
    }
    my @terms = map { ($name{ $_->{name} } // "?$_->{name}") . "=$_->{count}:$_->{points}" } grep { $_->{count} } @{ $p->{items} };
    return join ' ', $p->{player}, $p->{points}, $kind, sort @terms;
}

# piece() and their_piece() return a meeple on the table as "seat kind cell letter".
sub piece {
    my ($e) = @_;
    my ($kind, $cell) = $e->{segment} =~ /^(\w).*@(.*)/;
    return join ' ', ord($e->{seat}) - ord('a'), $e->{follower} // 'small', $cell, $kind;
}

sub their_piece {
    my ($id, $at) = @_;
    my ($seat, $kind) = split /\./, $id;
    return join ' ', $seat, $kind, join(',', @{ $at->{position} }), $at->{feature} eq 'Castle' ? 'c' : lc substr $at->{feature}, 0, 1;
}

for my $save (known_saves()) {
    (my $name = $save) =~ s{.*/|\.jcz$}{}g;
    my $expected = decode_json(slurp($save =~ s/\.jcz$/.expected.json/r));
    my $document = decode_json(slurp($save));
    my @replay = @{ $document->{replay} };
    my $free_bazaars = $document->{setup}{rules}{'bazaar-no-auction'};
    my ($status, $out, $err) = run(bastide(), 'audit', '--format=json', '--events=all', $save);
    is("$status$err", '0', "$name: no finding");
    my @events = json_lines($out);
    # A turn may have two parts. All parts of the game are numbered one after the other here.
    my $part = 1;
    my @turns;
    for my $e (@events) {
        $e->{part_of_game} = $part;
        next if $e->{event} ne 'turn';
        push @turns, $e;
        $part++;
    }
    my @scores = grep { $_->{event} eq 'score' } @events;
    my %fed = map { ("$_->{part_of_game} $_->{feature}" => $_->{sourceKind}) } grep { $_->{event} eq 'taken' } @events;
    my ($end) = grep { $_->{event} eq 'end' } @events;

    is_deeply([ grep { $_ ne 'a0' } map { $_->{tile} } @turns ], [ map { $letter{$_} } @{ $expected->{tilesDrawn} } ], "$name: tiles drawn");
    is_deeply([ map { $_->{tile} } grep { $_->{event} eq 'discarded' } @events ],
        [ map { $letter{$_} } @{ $expected->{discarded} } ], "$name: tiles set aside");

    # The k-th part of a turn ends with the k-th COMMIT, when it is scored. Payments of a bazaar come with the message
    # that closes an auction. The fairy's point at the start of a turn comes with the last message before that turn.
    my (%scored, %fairy, %back, %flock, @turn_of, @vectors);
    my @payments;
    my $seats = @{ $end->{scores} };
    for my $e (grep { !$_->{final} } @scores) {
        next if $e->{kind} =~ /^(?:bazaar|ransom)$/;
        my $of = $e->{rule} eq 'fairy-turn' ? \%fairy : $e->{rule} eq 'abbot-back' ? \%back : $e->{rule} eq 'flock' ? \%flock : \%scored;
        push @{ $of->{ $e->{part_of_game} } }, $e;
    }
    my @ransoms = grep { $_->{event} eq 'freed' && $_->{why} eq 'ransom' } @events;
    my @closed = grep { $_->{event} eq 'bazaar' && $_->{step} =~ /bought|sold/ } @events;
    my @now = (0) x $seats;
    my $placed = 0;
    my ($turn, $given, $lot, $answers, $chooser, $bidder, $in_auction) = (1, 0, 0, 0);
    my $add = sub { $now[ ord($_->{seat}) - ord('a') ] += $_->{points} for @_ };
    my $close = sub {
        my $e = shift @closed;
        $now[ ord($e->{seat}) - ord('a') ] -= $e->{points};
        $now[ ord($e->{other}) - ord('a') ] += $e->{points} if $e->{other};
        ($lot, $given) = (0, $given + 1);
        $given = 0 if $given == $seats - 1;
    };
    for my $i (0 .. $#replay) {
        my $m = $replay[$i];
        push @turn_of, $turn;
        if ($m->{type} eq 'BAZAAR_BID' && !$free_bazaars && !$lot) {
            ($lot, $answers, $chooser, $bidder) = (1, 0, $m->{player}, $m->{player});
        } elsif ($lot && $m->{type} =~ /BAZAAR_BID|PASS/) {
            $bidder = $m->{player} if $m->{type} eq 'BAZAAR_BID';
            $close->() if ++$answers == $seats - $given - 1 && $bidder == $chooser;
        } elsif ($m->{type} eq 'BAZAAR_BUY_OR_SELL') {
            $close->();
        }
        # JCloisterZone has no score event for a ransom.
        if ($m->{type} eq 'PAY_RANSOM') {
            my ($at) = grep { ord($ransoms[$_]{seat}) - ord('a') == $m->{player} } 0 .. $#ransoms;
            my $ransom = splice @ransoms, $at // 0, 1;
            $now[ ord($ransom->{$_}) - ord('a') ] += $_ eq 'from' ? 3 : -3 for qw(seat from);
        }
        # An abbot who is taken back scores at once.
        $add->(@{ delete $back{$turn} // [] }) if $m->{type} eq 'RETURN_MEEPLE' && $m->{payload}{source} eq 'ABBOT_RETURN';
        # Flocks are gathered with the decision about them, or after the last message before the COMMIT. Those of other
        # fields that are closed are gathered before the decision.
        my ($after) = map { $_->{type} } grep { $_->{type} ne 'PAY_RANSOM' } @replay[$i + 1 .. $#replay];
        my $decides = ($after // '') eq 'FLOCK_EXPAND_OR_SCORE';
        $placed ||= $m->{type} eq 'PLACE_TILE';
        my $flies = $placed && ($i < $#replay ? $replay[$i + 1]{payload}{figureId} // '' : '') =~ /^dragon/;
        if ($m->{type} eq 'FLOCK_EXPAND_OR_SCORE' || $decides || ($placed && ($after // '') eq 'COMMIT') || $flies) {
            my @due = @{ delete $flock{$turn} // [] };
            my ($own) = map { $_->{feature} } grep { $decides && ord($_->{seat}) - ord('a') == $m->{player} } @due;
            $flock{$turn} = [ grep { $_->{feature} eq $own } @due ] if defined $own;
            $add->(grep { !defined $own || $_->{feature} ne $own } @due);
        }
        # A COMMIT before the tile is for an abbey that is not laid, or for a wagon that moves.
        if ($m->{type} eq 'COMMIT' && $placed) {
            $placed = 0;
            $add->(@{ $scored{$turn} // [] });
            $turn++;
        }
        my ($next) = grep { $replay[$_]{type} ne 'PAY_RANSOM' } $i + 1 .. $#replay;
        $add->(@{ delete $fairy{$turn} // [] }) if $turn > 1 && defined $next && ($replay[$next]{type} eq 'PLACE_TILE' || ($replay[$next]{type} eq 'PASS' && !$placed && (map { $_->{type} } grep { $_->{type} ne 'PAY_RANSOM' } @replay[$next + 1 .. $#replay], +{ type => '' })[0] eq 'COMMIT'));
        push @vectors, [@now];
    }
    # The last COMMIT includes the final scoring.
    $vectors[-1] = $end->{scores};
    is_deeply(\@vectors, $expected->{scoresAfterStep}, "$name: scores after every message");

    my @want = sort map {
        my $step = $_->{step};
        map { $turn_of[ $step + ($_->{name} eq 'fairy.turn') ] . ' ' . theirs($_) } grep { $_->{name} !~ /\.empty/ } @{ $_->{points} }
    } @{ $expected->{scoreEvents} };
    my @got = sort map { "$_->{part_of_game} " . ours($_, \%fed) } grep { !$_->{final} && $_->{kind} !~ /^(?:bazaar|ransom)$/ } @scores;
    is_deeply(\@got, \@want, "$name: score events");
    @want = sort map { map { theirs($_) } grep { $_->{name} !~ /\.empty/ } @{ $_->{points} } } @{ $expected->{finalScoring} };
    @got = sort map { ours($_) } grep { $_->{final} } @scores;
    is_deeply(\@got, \@want, "$name: final scoring");
    is_deeply($end->{scores}, $expected->{finalScores}, "$name: final scores");

    # The seat and part of the turn of each tile; the followers that returned, and from where; the tokens that each seat
    # took.
    if ($expected->{turnParts}) {
        # A part without a tile belongs to a player who keeps the abbey at the end.
        my @steps = map { $_->{step} } @{ $expected->{turnParts} };
        my @laying = map { my ($from, $to) = ($steps[$_], $steps[$_ + 1] // $#replay); (grep { $_->{type} eq 'PLACE_TILE' } @replay[$from + 1 .. $to]) ? $expected->{turnParts}[$_] : () } 0 .. $#steps;
        my @parts = map { ord($_->{seat}) - ord('a') . ($_->{part} ? ' second' : '') } @turns;
        is_deeply(\@parts, [ map { $_->{player} . ($_->{second} ? ' second' : '') } @laying ], "$name: turns and parts of them");
        my %why = (scored => 0, gathered => 0, map { $_ => 1 } qw(dragon princess abbot tower captured wolf));
        my @home = sort map { piece($_) . " $why{ $_->{why} }" } grep { $_->{event} eq 'returned' } @events;
        @want = sort map { their_piece($_->{meepleId}, $_->{from}) . ($_->{forced} ? ' 1' : ' 0') } @{ $expected->{returned} };
        is_deeply(\@home, \@want, "$name: who went home");
    }
    if ($expected->{left}) {
        my %left;
        $left{ piece($_) } += $_->{event} eq 'stood' ? 1 : -1 for grep { $_->{event} =~ /^(?:stood|returned|captured)$/ } @events;
        @want = sort map { their_piece(@$_{qw(meepleId at)}) } grep { $_->{meepleId} =~ /^\d/ } @{ $expected->{left} };
        is_deeply([ sort map { ($_) x $left{$_} } keys %left ], \@want, "$name: who stands at the end");
    }
    if ($expected->{captured}) {
        my @got = sort map { "$_->{part_of_game} " . piece($_) . ' by ' . (ord($_->{by}) - ord 'a') } grep { $_->{event} eq 'captured' } @events;
        @want = sort map { "$turn_of[ $_->{step} ] " . their_piece(@$_{qw(meepleId from)}) . " by $_->{by}" } @{ $expected->{captured} };
        is_deeply(\@got, \@want, "$name: who was captured");
        # An exchange frees two followers.
        my $freed = sub { my ($id, $from) = @_; my ($seat, $kind) = split /\./, $id; return "$seat $kind from $from" };
        my %got;
        push @{ $got{ $_->{why} } }, join ' ', ord($_->{seat}) - ord('a'), $_->{follower} // 'small', 'from', ord($_->{from}) - ord('a') for grep { $_->{event} eq 'freed' } @events;
        my %want;
        $want{ransom} = [ map { $freed->(@$_{qw(meepleId to)}) } @{ $expected->{ransoms} } ];
        $want{exchange} = [ map { my ($taken, $own) = @$_{qw(captured for)}; ($freed->($taken, substr $own, 0, 1), $freed->($own, substr $taken, 0, 1)) } @{ $expected->{exchanged} } ];
        for my $why (qw(ransom exchange)) {
            is_deeply([ sort @{ $got{$why} // [] } ], [ sort @{ $want{$why} } ], "$name: who was freed by $why");
        }
        my %height = map { ($_->{cell} => $_->{height}) } grep { $_->{event} eq 'floor' } @events;
        is_deeply(\%height, { map { (join(',', @{ $_->{at} }) => $_->{height}) } grep { $_->{height} } @{ $expected->{finalTowers} } }, "$name: the towers at the end");
        my (@prisoners, @left);
        $prisoners[ ord($_->{by} // $_->{from}) - ord 'a' ]{ (ord($_->{seat}) - ord 'a') . '.' . ($_->{follower} // 'small') } += $_->{event} eq 'captured' ? 1 : -1 for grep { $_->{event} =~ /^(?:captured|freed)$/ } @events;
        for my $jailer (0 .. $seats - 1) {
            my %held = %{ $prisoners[$jailer] // {} };
            is_deeply([ sort map { ($_) x $held{$_} } keys %held ], [ sort map { s/\.\d+$//r } @{ $expected->{finalPrisoners}[$jailer] } ], "$name: prisoners of $jailer");
        }
    }
    if ($expected->{sheep}) {
        my @got = sort map { "$_->{part_of_game} " . piece({ %$_, follower => 'shepherd' }) . " $_->{token}" } grep { $_->{event} eq 'sheep' } @events;
        @want = sort map {
            my ($step, $at) = @$_{qw(step at)};
            my $token = lc $_->{token} =~ s/^SHEEP_(\d)X$/$1/r;
            my $seat = $replay[$step]{player};
            "$turn_of[$step] " . their_piece("$seat.shepherd.1", $at) . " $token";
        } @{ $expected->{sheep} };
        is_deeply(\@got, \@want, "$name: tokens of sheep");
        is(scalar(grep { $_->{event} eq 'hill' } @events), $expected->{underHills}, "$name: tiles under hills");
        my %flock;
        for my $e (grep { $_->{event} =~ /^(?:sheep|returned)$/ } @events) {
            if ($e->{event} eq 'returned') { delete $flock{ $e->{segment} }; next }
            push @{ $flock{ $e->{segment} } }, $e->{token};
        }
        @got = sort map { /\@(.*)/; join ' ', $1, sort @{ $flock{$_} } } keys %flock;
        @want = sort map { join ' ', join(',', @{ $_->{at}{position} }), sort map { s/^SHEEP_(\d)X$/$1/r } @{ $_->{tokens} } } @{ $expected->{finalFlocks} };
        is_deeply(\@got, \@want, "$name: flocks at the end");
    }
    if ($expected->{goodsEvents}) {
        my (%got, %want, %total);
        for my $e (grep { $_->{event} eq 'goods' } @events) {
            my $seat = ord($e->{seat}) - ord('a');
            $got{"$e->{part_of_game} $seat $_"} += $e->{$_} for grep { $e->{$_} } qw(wine cloth grain);
            $total{$seat}{$_} += $e->{$_} for qw(wine cloth grain);
        }
        $want{"$turn_of[$_->{step}] $_->{player} " . lc $_->{goods}} += $_->{count} for @{ $expected->{goodsEvents} };
        is_deeply(\%got, \%want, "$name: goods");
        is_deeply([ map { my $seat = $_; +{ map { (uc $_ => $total{$seat}{$_} // 0) } qw(wine cloth grain) } } 0 .. $seats - 1 ], $expected->{finalGoods}, "$name: tokens at the end");
    }

    # The seat that took each card, and the number of tiles of the feature. If several features were completed at once,
    # the engine names the first that brings the card, and bastide the largest.
    if ($expected->{awards}) {
        my %size;
        my @got = sort map { my $key = join ' ', $_->{part_of_game}, ord($_->{seat}) - ord('a'), uc $_->{card} =~ s/ .*//r; "$key " . ($size{$key} = $_->{tiles}) } grep { $_->{event} eq 'card' } @events;
        my %completed;
        $completed{"$_->{part_of_game} " . substr $_->{feature}, 0, 1}++ for grep { $_->{event} eq 'completed' } @events;
        @want = sort map {
            my $key = join ' ', $turn_of[ $_->{step} ], @$_{qw(player token)};
            my $several = ($completed{"$turn_of[ $_->{step} ] " . ($_->{token} eq 'KING' ? 'c' : 'r')} // 0) > 1 && ($size{$key} // 0) > $_->{size};
            "$key " . ($several ? $size{$key} : $_->{size});
        } @{ $expected->{awards} };
        is_deeply(\@got, \@want, "$name: cards");
    }

    # The record as CRN gives the same audit.
    my $record = spurt(scratch("$name.crn"), (run(bastide(), 'fmt', $save))[1]);
    my @again = json_lines((run(bastide(), 'audit', '--format=json', '--events=all', $record))[1]);
    delete @{$_}{qw(file part_of_game)} for @events, @again;
    is_deeply(\@again, \@events, "$name: the same audit by way of CRN");
}
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Compares everything that JCloisterZone offered before each message of its games with what the referee allows under
# profile jcz-1: placements, also with a bridge; spots of followers, bridges, moves of the fairy and knights, before
# each act of a turn; each step of the dragon; castles; the seat whose turn it is in a bazaar. Needs ../shared.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Uncompress::Gunzip qw(gunzip);
use Test::More;

my $games = shared('games/jcz');
plan skip_all => 'needs ../shared: games of JCloisterZone' unless $games;

my @sides = qw(N E S W);
my %half = (NL => 'NNW', NR => 'NNE', EL => 'ENE', ER => 'ESE', SL => 'SSE', SR => 'SSW', WL => 'WSW', WR => 'WNW');
my @halves = qw(NNW NNE ENE ESE SSE SSW WSW WNW);

# Returns the ports of an offer. The tool that recorded the offers writes them as "NL.NR" or "_N".
sub ports {
    my ($p) = @_;
    my $location = $p->{location};
    return '' if $location eq 'I';
    if ($p->{feature} eq 'Field') {
        my %has = map { $_ => 1 } grep { defined } map { $half{$_} } split /\./, $location;
        return join '', map { "$_." } grep { $has{$_} } @halves;
    }
    return join '', grep { $location =~ /^_/ ? $location !~ /$_/ : $location =~ /$_/ } @sides;
}

sub spot {
    my ($what, $p) = @_;
    my $kind = $p->{feature} eq 'Castle' ? 'city' : lc $p->{feature};
    return "$what:$p->{position}[0],$p->{position}[1],$kind," . ports($p);
}

# Returns a small city, named by the northern or western of its two tiles.
sub castle {
    my ($what, $x, $y, $kind, $side) = split /[:,]/, shift;
    ($x, $side) = ($x - 1, 'E') if $side eq 'W';
    ($y, $side) = ($y - 1, 'S') if $side eq 'N';
    return "$what:$x,$y,$kind,$side";
}

# Returns the corner of the last tile where a barn may be placed: the north-western one of the tile that is named.
sub corner {
    my ($p, $last) = @_;
    my ($x, $y) = map { $p->{position}[$_] - $last->[$_] } 0, 1;
    return 'barn:' . ($y ? 'S' : 'N') . ($x ? 'E' : 'W');
}

# Returns the decision before a message, and its choices, as the tool recorded them.
sub decision {
    my ($offer, $message, $last) = @_;
    my %items = map { $_->{type} => $_ } @{ $offer->{items} };
    # Nobody is asked about an abbey here once the pack is empty, unless it is laid.
    return $offer->{phase} eq 'AbbeyPhase' && $message->{type} eq 'PASS' ? (abbey => 'abbey') : () if $offer->{phase} =~ /^Abbey/ && $message->{type} ne 'PLACE_TILE';
    return wagon => map { spot('go', $_) } map { @{ $_->{options} } } grep { $_->{type} eq 'Meeple' } @{ $offer->{items} } if $offer->{phase} eq 'WagonPhase';
    if (my $tile = $items{TilePlacement}) {
        return place => map { my $o = $_; map { "$o->{position}[0],$o->{position}[1]," . $_ / 90 } @{ $o->{rotations} } } @{ $tile->{options} };
    }
    return dragon => map { "$_->[0],$_->[1]" } @{ $items{MoveDragon}{options} } if $items{MoveDragon};
    return castle => map { castle(spot('castle', $_)) } @{ $items{Castle}{options} } if $items{Castle};
    return bazaar => "choose:$offer->{player}" if $items{BazaarSelectTile};
    return bazaar => "bid:$offer->{player}" if $items{BazaarBid};
    return bazaar => "word:$offer->{player}" if $items{BazaarSelectBuyOrSell};
    return move => map { spot('catch', $_->{featurePointer}) } @{ $items{CaptureFollower}{options} } if $items{CaptureFollower};
    return move => map { 'swap:' . ($_->{id} =~ /\.(\w+)\./)[0] } @{ $items{SelectPrisonerToExchange}{options} } if $items{SelectPrisonerToExchange};
    return flock => 'flock' if $items{Flock};
    return unless $offer->{phase} eq 'ActionPhase';
    return move => map({ "floor:$_->[0],$_->[1]" } @{ $items{TowerPiece}{options} // [] }), map({ my $kind = lc $_->{meeple} =~ s/Follower$//r; map { $kind eq 'barn' ? corner($_, $last) : spot($kind eq 'small' ? 'follower' : $kind, $_) } @{ $_->{options} } } grep { $_->{type} eq 'Meeple' } @{ $offer->{items} }),
        map({ spot('bridge', $_) } @{ $items{Bridge}{options} // [] }),
        map({ spot('fairy', $_->{featurePointer}) } @{ $items{MoveFairyNextTo}{options} // [] }),
        map({ my $what = $_->{source} eq 'ABBOT_RETURN' ? 'back' : 'princess'; map { spot($what, $_->{featurePointer}) } @{ $_->{options} } } grep { $_->{type} eq 'ReturnMeeple' } @{ $offer->{items} });
}

# Returns the decision and the choices that bastide offers, in the same words.
sub choices {
    my ($step) = @_;
    my $what = $step->{decision};
    # JCloisterZone does not offer ransoms.
    my @choices = grep { $_->{act} !~ /^(?:-|ransom:.*)$/ } @{ $step->{choices} };
    return place => map { $_->{act} =~ /^(.*)([NESW])$/; "$1," . index('NESW', $2) } @choices if $what eq 'place';
    return dragon => map { $_->{cell} } @choices if $what eq 'dragon';
    return if $what =~ /^(?:buy|sell)$/ && @choices == 1;    # nobody is asked
    return bazaar => ($choices[0]{act} eq 'pass' ? 'bid:' : $what =~ /^(?:bid|free)$/ ? 'choose:' : 'word:') . (ord($step->{seat}) - ord 'a')
        if $what =~ /^(?:bid|free|pass|buy|sell)$/;
    return flock => 'flock' if $what eq 'grow';
    return $step->{taken} eq '-' ? (abbey => 'abbey') : () if $what eq 'outside';
    return wagon => map { act($_) } grep { $_->{act} ne 'stay' } @choices if $what eq 'stay';
    my @items = map { act($_) } @choices;
    return $what eq 'move' ? 'move' : 'castle', @items;
}

sub act {
    my ($choice) = @_;
    return "floor:$choice->{cell}" if $choice->{act} =~ /^floor:/;
    my ($verb, $kind) = $choice->{act} =~ /^(?:(\w+):)?(\w)/;
    return "bridge:$choice->{cell},road," . ($choice->{act} =~ /NS/ ? 'NS' : 'EW') if ($verb // '') eq 'bridge';
    return $choice->{act} if $choice->{act} =~ /^barn:/;
    return "swap:$1" if $choice->{act} =~ /^swap:(\w+)/;
    my %kinds = (c => 'city', r => 'road', m => 'monastery', g => 'garden', f => 'field', t => 'tower');
    my $field = $kind eq 'f';
    my @ports = grep { $field == (length == 3) } @{ $choice->{ports} // [] };
    return ($verb // 'follower') . ":$choice->{cell},$kinds{$kind}," . join '', map { $field ? "$_." : $_ } @ports;
}

# Leaves out decisions without choices, and decisions that repeat the one before.
sub points {
    my (@points) = @_;
    my @told;
    for (@points) {
        push @told, $_ unless $_ eq '' || (@told && $told[-1] eq $_ && !/:\d$/);
    }
    return \@told;
}

my %decisions;
for my $save (known_saves()) {
    (my $name = $save) =~ s{.*/|\.jcz$}{}g;
    my ($status, $out) = run(bastide(), qw(moves --each --by=step --format=json --limit=0), $save);
    is($status, 0, "$name: nothing is wrong with the game");
    my (%got, %want, %ransomed, $number);    # ransomed: other acts were offered after a ransom
    my $ransom = 0;
    my ($part, $of) = (0, '');
    for my $step (map { decode_json($_) } split /\n/, $out) {
        # A turn may have two parts. All parts are numbered one after the other here, as COMMITs count them.
        my $now = $step->{turn} . ($step->{part} ? ".$step->{part}" : '');
        ($part, $of) = ($part + 1, $now) if $now ne $of;
        $step->{turn} = $part;
        my ($what, @items) = choices($step) or next;
        my $list = $got{$what}{ $step->{turn} } //= [];
        # Several seats may decide at once. Their choices are joined.
        $list->[-1] = join ' ', sort split(' ', $list->[-1]), @items if @$list && $what eq 'castle' && $number eq "$step->{turn}.$step->{number}";
        $ransomed{$part} = $ransom == $part && $what eq 'move' ? @items : $ransomed{$part};
        $ransom = $step->{taken} =~ /^ransom:/ ? $part : 0;
        push @$list, join ' ', sort @items unless $what eq 'castle' && @$list && $number eq "$step->{turn}.$step->{number}";
        $number = "$step->{turn}.$step->{number}";
    }
    my @replay = @{ decode_json(slurp($save))->{replay} };
    gunzip($save =~ s/\.jcz$/.offers.jsonl.gz/r => \my $text) or die;
    my @offers = map { decode_json($_) } split /\n/, $text;
    my ($turn, $laid, $placed, $last) = (1, 0, 0);
    # The turn of a bazaar, or of a dragon that flies late, goes on after its COMMIT.
    for my $i (0 .. $#replay) {
        my ($what, @items) = decision($offers[$i], $replay[$i], $last);
        undef $what if $what && $what eq 'bazaar' && $replay[$i]{type} eq 'PAY_RANSOM';
        $laid = $turn if $what && $what eq 'place';
        push @{ $want{$what}{ $what eq 'abbey' ? $turn : $laid } }, join ' ', sort @items if $what;
        # JCloisterZone offers acts after a ransom that was paid before the tile, or before one that was paid when all
        # acts were over.
        $got{move}{$turn}[0] = '' if $replay[$i]{type} eq 'PAY_RANSOM' && $offers[$i]{phase} =~ /^(?:Tile|Abbey|CommitAbbeyPass)Phase$/;
        pop @{ $got{move}{$turn} } if $replay[$i]{type} eq 'PAY_RANSOM' && $offers[$i]{phase} eq 'CommitActionPhase' && $ransomed{$turn};
        ($placed, $last) = (1, $replay[$i]{payload}{position}) if $replay[$i]{type} eq 'PLACE_TILE';
        # A COMMIT before the tile is for an abbey that is not laid, or for a wagon that moves.
        ($turn, $placed) = ($turn + 1, 0) if $replay[$i]{type} eq 'COMMIT' && $placed;
    }
    # Nobody chooses the last tile of a bazaar.
    pop @$_ for values %{ $got{bazaar} };
    for my $what (qw(place move dragon castle bazaar flock abbey wagon)) {
        for my $side (\%got, \%want) {
            $_ = points(@$_) for values %{ $side->{$what} };
            delete $side->{$what}{$_} for grep { !@{ $side->{$what}{$_} } } keys %{ $side->{$what} };
        }
        is_deeply($got{$what} // {}, $want{$what} // {}, "$name: $what");
        $decisions{$what} += @$_ for values %{ $want{$what} };
    }
}

# Tests of the engine: what they claim about points and the phase, and the choices of a turn that goes on. Two need a rule
# of another program.
my %other = map { ("$_.jcz" => 1) } 'inns-and-cathedrals__cathedrals-final-scoring-ignore', 'inns-and-cathedrals__inns-final-scoring-ignore';
my ($tests, $open) = (0, 0);
for my $test (map { @{ decode_json(slurp($_)) } } grep { defined } shared('games/engine-tests/expected.json')) {
    my $file = shared("games/engine-tests/$test->{file}") or next;
    my (undef, $out) = run(bastide(), qw(check --format=json), $file);
    my %codes = map { ($_ => 1) } $out =~ /"code":(\d+)/g;
    next if $codes{907} || $other{ $test->{file} };
    is(join(' ', grep { $codes{$_} && $_ != 603 } 200 .. 799), '', "$test->{file}: what it claims is right") or diag $out;
    $tests++;
    next if $test->{engine}{phase} !~ /^(?:Action|Wagon)Phase$/;
    my @items = map { { %$_, type => $_->{action}, options => [ map { { %$_, featurePointer => $_ } } @{ $_->{options} } ] } } @{ $test->{options} };
    my @want = decision({ phase => $test->{engine}{phase}, items => \@items }, { type => 'PASS' }, [ map { $_->{payload}{position} } grep { $_->{type} eq 'PLACE_TILE' } @{ decode_json(slurp($file))->{replay} } ]->[-1]);
    my @steps = map { decode_json($_) } split /\n/, (run(bastide(), qw(moves --each --by=step --format=json --limit=0), $file))[1];
    my @got = choices((grep { $_->{decision} =~ /^(?:move|stay)$/ } @steps)[-1]);
    @got = ($got[0], grep { my $verb = s/:.*//r; grep { /^$verb:/ } @want } @got[1 .. $#got]);
    is_deeply([ sort @got ], [ sort @want ], "$test->{file}: choices");
    $open++;
}
if (shared('games/engine-tests/expected.json')) {
    cmp_ok($tests, '>', 40, "$tests tests of the engine");
    cmp_ok($open, '>', 3, "$open of them in a turn");
}
cmp_ok($decisions{$_} // 0, '>', 80, "$_: " . ($decisions{$_} // 0) . ' decisions') for qw(place move dragon castle bazaar flock abbey wagon);
done_testing;

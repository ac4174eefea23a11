#!/usr/bin/perl
# Everything that JCloisterZone offered to a seat before it laid its tile and before its first act then, against what the referee
# allows under profile jcz-1: placements, those with a bridge included; spots of followers; bridges; the fairy's moves; knights.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Uncompress::Gunzip qw(gunzip);
use JSON::PP;
use Test::More;

my $games = shared('games/jcz');
plan skip_all => 'no games of JCloisterZone here' unless $games;

my @sides = qw(N E S W);
my %half = (NL => 'NNW', NR => 'NNE', EL => 'ENE', ER => 'ESE', SL => 'SSE', SR => 'SSW', WL => 'WSW', WR => 'WNW');
my @halves = qw(NNW NNE ENE ESE SSE SSW WSW WNW);

# "NL.NR" and "_N" as the tool writes ports.
sub ports {
    my ($p) = @_;
    my $location = $p->{location};
    return '' if $location eq 'I';
    if ($p->{feature} eq 'Field') {
        my %has = map { $half{$_} => 1 } split /\./, $location;
        return join '', map { "$_." } grep { $has{$_} } @halves;
    }
    return join '', grep { $location =~ /^_/ ? $location !~ /$_/ : $location =~ /$_/ } @sides;
}

sub spot {
    my ($what, $p) = @_;
    my $kind = $p->{feature} eq 'Castle' ? 'city' : lc $p->{feature};
    return "$what:$p->{position}[0],$p->{position}[1],$kind," . ports($p);
}

for my $save (sort glob "$games/*.jcz") {
    (my $name = $save) =~ s{.*/|\.jcz$}{}g;
    my ($status, $out) = run(helper('offers'), $save);
    is($status, 0, "$name: the tool ran");
    my (%place, %act);
    for my $line (split /\n/, $out) {
        my ($file, $turn, $what, @items) = split ' ', $line;
        ($what eq 'place' ? \%place : \%act)->{$turn} = join ' ', sort @items;
    }
    my @replay = @{ decode_json(slurp($save))->{replay} };
    gunzip($save =~ s/\.jcz$/.offers.jsonl.gz/r => \my $text) or die;
    my @offers = map { decode_json($_) } split /\n/, $text;
    my (%want_place, %want_act);
    my $turn = 1;
    for my $i (0 .. $#replay) {
        my %items = map { $_->{type} => $_ } @{ $offers[$i]{items} };
        if ($items{TilePlacement}) {
            $want_place{$turn} = join ' ', sort map { my $o = $_; map { "$o->{position}[0],$o->{position}[1]," . $_ / 90 } @{ $o->{rotations} } } @{ $items{TilePlacement}{options} };
            $want_act{$turn} = '';
        }
        if ($i && $replay[ $i - 1 ]{type} eq 'PLACE_TILE' && $offers[$i]{phase} eq 'ActionPhase') {
            $want_act{$turn} = join ' ', sort
                map({ spot('follower', $_) } @{ $items{Meeple}{options} // [] }),
                map({ spot('bridge', $_) } @{ $items{Bridge}{options} // [] }),
                map({ spot('fairy', $_->{featurePointer}) } @{ $items{MoveFairyNextTo}{options} // [] }),
                map({ spot('princess', $_->{featurePointer}) } @{ $items{ReturnMeeple}{options} // [] });
        }
        $turn++ if $replay[$i]{type} eq 'COMMIT';
    }
    is_deeply(\%place, \%want_place, "$name: placements");
    is_deeply(\%act, \%want_act, "$name: what may be done");
}
done_testing;

#!/usr/bin/perl
# Games of JCloisterZone with known answers: every drawn and discarded tile, every score with its arithmetic, every
# vector after a message, the final scoring.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP;
use Test::More;

my $games = shared('games/jcz');
plan skip_all => 'no games of JCloisterZone here' unless $games;

my %letter;
for my $tile (json_lines((run(bastide(), 'tiles', '--format=json'))[1])) {
    $letter{$_} = $tile->{name} for @{ $tile->{aliases} };
}

# "seat points kind terms", as both sides tell it.
sub ours {
    my ($e) = @_;
    my %sum;
    for my $term (@{ $e->{terms} }) {
        # JCloisterZone counts a monastery's neighbours as tiles of it.
        my $name = $term->{name} eq 'neighbours' ? 'tiles' : $term->{name};
        $sum{$name}[0] += $term->{count};
        $sum{$name}[1] += $term->{points};
    }
    return join ' ', ord($e->{seat}) - ord('a'), $e->{points}, $e->{kind}, map { "$_=$sum{$_}[0]:$sum{$_}[1]" } grep { $sum{$_}[0] } sort keys %sum;
}

sub theirs {
    my ($p) = @_;
    my %name = (tiles => 'tiles', pennants => 'shields', cities => 'cities');
    (my $kind = $p->{name}) =~ s/\..*//;
    my @terms = map { ($name{ $_->{name} } // "?$_->{name}") . "=$_->{count}:$_->{points}" } grep { $_->{count} } @{ $p->{items} };
    return join ' ', $p->{player}, $p->{points}, $kind, sort @terms;
}

for my $save (sort glob "$games/base-*.jcz") {
    (my $name = $save) =~ s{.*/|\.jcz$}{}g;
    my $expected = decode_json(slurp($save =~ s/\.jcz$/.expected.json/r));
    my @replay = @{ decode_json(slurp($save))->{replay} };
    my ($status, $out, $err) = run(bastide(), 'audit', '--format=json', '--events=all', $save);
    is("$status$err", '0', "$name: no finding");
    my @events = json_lines($out);
    my @turns = grep { $_->{event} eq 'turn' } @events;
    my @scores = grep { $_->{event} eq 'score' } @events;
    my ($end) = grep { $_->{event} eq 'end' } @events;

    is_deeply([ map { $_->{tile} } @turns ], [ map { $letter{$_} } @{ $expected->{tilesDrawn} } ], "$name: tiles drawn");
    is_deeply([ map { $_->{tile} } grep { $_->{event} eq 'discarded' } @events ],
        [ map { $letter{$_} } @{ $expected->{discarded} } ], "$name: tiles set aside");

    # The k-th turn ends with the k-th COMMIT, which is when it is scored.
    my ($turn, @turn_of, @vectors) = (1);
    my @after = ([ (0) x @{ $end->{scores} } ], map { $_->{scores} } @turns);
    for my $i (0 .. $#replay) {
        $turn_of[$i] = $turn;
        $turn++ if $replay[$i]{type} eq 'COMMIT';
        push @vectors, $after[ $turn - 1 ];
    }
    # The last COMMIT brings the final scoring with it.
    $vectors[-1] = $end->{scores};
    is_deeply(\@vectors, $expected->{scoresAfterStep}, "$name: scores after every message");

    my @want = sort map { my $t = $turn_of[ $_->{step} ]; map { "$t " . theirs($_) } @{ $_->{points} } } @{ $expected->{scoreEvents} };
    my @got = sort map { "$_->{turn} " . ours($_) } grep { !$_->{final} } @scores;
    is_deeply(\@got, \@want, "$name: score events");
    @want = sort map { map { theirs($_) } @{ $_->{points} } } @{ $expected->{finalScoring} };
    @got = sort map { ours($_) } grep { $_->{final} } @scores;
    is_deeply(\@got, \@want, "$name: final scoring");
    is_deeply($end->{scores}, $expected->{finalScores}, "$name: final scores");

    # Through CRN the same comes out.
    my $record = spurt(scratch("$name.crn"), (run(bastide(), 'fmt', $save))[1]);
    my @again = json_lines((run(bastide(), 'audit', '--format=json', '--events=all', $record))[1]);
    delete @{$_}{qw(file)} for @events, @again;
    is_deeply(\@again, \@events, "$name: the same audit by way of CRN");
}
done_testing;

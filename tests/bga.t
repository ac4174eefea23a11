#!/usr/bin/perl
# Real games of Board Game Arena with known answers: its legal spots at every turn, its scores, totals and results.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP;
use Test::More;

my $games = shared('games/bga');
plan skip_all => 'no games of Board Game Arena here' unless $games;

for my $log (sort glob "$games/*.json.gz") {
    (my $name = $log) =~ s{.*/|\.json\.gz$}{}g;
    my $expected = decode_json(slurp($log =~ s/\.json\.gz$/.expected.json/r));
    my ($status, $out) = run(bastide(), 'check', '--format=json', $log);
    my ($end) = json_lines($out);
    is($status, 0, "$name: no finding");
    ok($end->{legal} && $end->{valid} && $end->{complete}, "$name: legal, valid, complete");
    is($end->{claims}, 'equal', "$name: every score and total that it tells is right");
    is_deeply($end->{scores}, [ @{ $expected->{final} }{qw(P1 P2)} ], "$name: final scores");

    my @spots = map { [ (split)[2 .. 9] ] } split /\n/, (run(helper('spots'), $log))[1];
    @spots = map { [ grep { defined } @$_ ] } @spots;
    my @want = map { $_->{bga_legal_spots} // [] } @{ $expected->{turns} };
    is_deeply(\@spots, \@want, "$name: legal spots at every turn");

    my @scores = grep { $_->{event} eq 'score' } json_lines((run(bastide(), 'audit', '--format=json', $log))[1]);
    my %kind = (cloister => 'monastery');
    my @got = map { join ' ', $_->{final} ? 'end' : $_->{turn}, ord($_->{seat}) - ord('a') + 1, $_->{points}, $_->{kind} } @scores;
    my $turn = 0;
    my @told = map { $turn++; map { [ $turn, $_ ] } @{ $_->{scored} } } @{ $expected->{turns} };
    push @told, map { [ 'end', $_ ] } @{ $expected->{endgame} };
    my @all = map { my ($t, $s) = @$_; map { join ' ', $t, substr($_, 1), $s->{points}, $kind{ $s->{kind} } // $s->{kind} } @{ $s->{winners} } } @told;
    is_deeply([ sort @got ], [ sort @all ], "$name: every scoring event");
}
done_testing;

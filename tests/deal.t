#!/usr/bin/perl
# Random games: legal, whole, the same for the same seed, of every policy and number of seats.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

sub dealt { return (run(bastide(), 'deal', @_))[1] }
my @sets = ('base', 'base,princess-dragon', 'base,bridges', 'base,princess-dragon,bridges', 'the-city-r1');
for my $sets (@sets) {
    for my $policy (qw(lively uniform)) {
        my @words = ('--count=40', "--sets=$sets", "--policy=$policy", '--rules=book-1');
        my $games = dealt(@words);
        is(scalar(() = $games =~ /^%CRN 1$/mg), 40, "$sets, $policy: 40 games");
        my ($status, $out) = run_input($games, bastide(), 'check', '--werror');
        is($status, 0, 'all of them valid') or diag substr $out, 0, 400;
        is(scalar(() = $out =~ /: legal, [\d:-]+, claims equal$/mg), 40, 'and whole, with totals that hold');
        is(dealt(@words), $games, 'the same again');
        isnt(dealt(@words, '--seed=2'), $games, 'others from another seed');
        is(dealt(@words, '--count=7'), join('', (split /(?=^%CRN )/m, $games)[0 .. 6]), 'the first of them alone');
        my $bare = dealt(@words, '--bare');
        unlike($bare, qr/ =\d|^end \d/m, '--bare claims nothing');
        is((run_input($bare, bastide(), 'diff', '--quiet', '--key=identity', '-', spurt(scratch('games.crn'), $games)))[0], 0, 'and is the same game');
    }
}
my %seats = map { my $s = $_; ($s => { map { $_ => 1 } map { scalar(() = /[A-Z]\w+/g) } dealt('--count=60', "--sets=$s") =~ /^players: (.*)$/mg }) } 'base', 'the-city-r1';
is(join(' ', sort keys %{ $seats{base} }), '2 3 4 5 6', '2 to 6 seats');
is(join(' ', sort keys %{ $seats{'the-city-r1'} }), '2 3 4', 'The City 2 to 4');
like(dealt('--players=5'), qr/^players: \[Ada, Ben, Cid, Dora, Emil\]$/m, '--players');
like(dealt('--options=shield=1,small-city=2'), qr/^options: \{shield: 1, small-city: 2\}$/m, '--options');
is(dealt('--count=0'), '', 'no game');
# Followers, by policy: whoever may do anything does nothing less often than a lively player.
cmp_ok(length dealt('--policy=uniform', '--bare', '--count=50', '--players=2'), '!=', length dealt('--bare', '--count=50', '--players=2'), 'the policies differ');

for (['--sets=moon', 'moon'], ['--rules=moon', 'moon'], ['--options=moon=1', 'moon'], ['--options=shield', 'shield'], ['--options=shield=9', 'shield'],
    ['--sets=the-city-r1 --players=5', '4 seats'], ['--sets=base,base,base,base', '255'], ['--players=7', 'seats'], ['--players=1', 'seats'], ['--count=x', 'number'],
    ['--seed=-1', 'seed'], ['--policy=bold', 'policy'], ['games.crn', 'no file']) {
    my ($words, $why) = @$_;
    my ($status, $out, $err) = run(bastide(), 'deal', split ' ', $words);
    is($status, 2, "deal $words");
    like($err, qr/$why/, 'and why');
    is($out, '', 'and nothing is printed');
}
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests random games. They are legal, complete and the same for the same seed, for each policy and number of seats.
# Mutated games have their error where it is marked. BASTIDE_LONG: four times as many games.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

sub dealt { return (run(bastide(), 'deal', @_))[1] }
my @sets = set_kinds();
my $some = $ENV{BASTIDE_LONG} ? 40 : 6;
for my $sets (@sets) {
    for my $policy (qw(lively uniform)) {
        my @words = ("--games=$some", "--sets=$sets", "--policy=$policy", '--rules=book-1');
        my $games = dealt(@words);
        is(scalar(() = $games =~ /^%CRN 1$/mg), $some, "$sets, $policy: $some games");
        my ($status, $out) = brief run_input($games, bastide(), 'check', '--werror');
        is($status, 0, 'all of them valid') or diag substr $out, 0, 400;
        is(scalar(() = $out =~ /: legal, [\d:-]+, claims equal$/mg), $some, 'and whole, with totals that hold');
        is(dealt(@words), $games, 'the same again');
        isnt(dealt(@words, '--seed=2'), $games, 'others from another seed');
        is(dealt(@words, '--games=4'), join('', (split /(?=^%CRN )/m, $games)[0 .. 3]), 'the first of them alone');
        my $bare = dealt(@words, '--bare');
        unlike($bare, qr/ =\d|^end \d/m, '--bare claims nothing');
        is((run_input($bare, bastide(), 'diff', '--quiet', '--key=identity', '-', spurt(scratch('games.crn'), $games)))[0], 0, 'and is the same game');
    }
}
my %seats = map { my $s = $_; ($s => { map { $_ => 1 } map { scalar(() = /[A-Z]\w+/g) } dealt('--games=60', "--sets=$s") =~ /^players: (.*)$/mg }) } 'base', 'the-city-r1';
is(join(' ', sort keys %{ $seats{base} }), '2 3 4 5 6', '2 to 6 seats');
is(join(' ', sort keys %{ $seats{'the-city-r1'} }), '2 3 4', 'The City 2 to 4');
is(dealt('--game=the-city', '--seats=3'), dealt('--sets=the-city-r1', '--seats=3'), '--game, --seats');
is(dealt('--game=carcassonne'), dealt(), 'the usual one');
like(dealt('--seats=5'), qr/^players: \[Ada, Ben, Cid, Dora, Emil\]$/m, '--players');
like(dealt('--options=shield=1,shield=2'), qr/^options: \{shield: 2\}$/m, '--options: the last value counts');
like(dealt('--options=shield=1,small-city=2'), qr/^options: \{shield: 1, small-city: 2\}$/m, '--options');
is(dealt('--games=0'), '', 'no game');
# The policies differ in followers: a uniform player does nothing less often than a lively one.
cmp_ok(length dealt('--policy=uniform', '--bare', '--games=50', '--seats=2'), '!=', length dealt('--bare', '--games=50', '--seats=2'), 'the policies differ');

# Mutated games: the first error is at the marked line, with the marked code.
my %ways;
for (split /\n/, dealt('--spoil=list')) {
    my ($code, $name, $games, $way) = split /\t/;
    push @{ $ways{$games}{$code} }, $way;
}
my %spoilt = (header => ['the-city-r1'], base => ['base'], pieces => [every_set()], city => ['the-city-r1']);
my %asks = (222 => '--options=builder-turn=must', 421 => '--rules=book-1', 310 => '--options=farmers=off', 311 => '--options=portal-dragon=forbidden', 447 => '--options=bridge-joins=road');
# Some mutations succeed in few games. With these seeds they succeed early.
my %early = (320 => 12, 432 => 2, 433 => 4, 452 => 21, 455 => 9, 496 => 3);
for my $games (sort keys %ways) {
    for my $code (sort keys %{ $ways{$games} }) {
        my $sets = $spoilt{$games}[0];
        my ($status, $out, $err) = run(bastide(), 'deal', "--spoil=$code", "--sets=$sets", $early{$code} ? "--seed=$early{$code}" : '--games=2', $asks{$code} // ());
        is("$status$err", '0', "$sets, $code: " . join ', ', @{ $ways{$games}{$code} });
        is(scalar(() = $out =~ / #! $code$/mg), $early{$code} ? 1 : 2, 'marked');
        my @lines = split /\n/, $out;
        my @starts = grep { $lines[$_] =~ /^%CRN/ } 0 .. $#lines;
        my %marked = map { $_ + 1 => 1 } grep { $lines[$_] =~ / #! / } 0 .. $#lines;
        my @found = grep { ($_->{severity} // '') eq 'error' } json_lines((brief run_input($out, bastide(), qw(check --format=json)))[1]);
        my %first;
        for my $finding (grep { $_->{line} && $_->{code} } @found) {
            my ($game) = grep { $starts[$_] < $finding->{line} && ($_ == $#starts || $starts[ $_ + 1 ] >= $finding->{line}) } 0 .. $#starts;
            $first{$game} = $finding->{line} if !$first{$game} || $finding->{line} < $first{$game};
        }
        is(join(' ', sort { $a <=> $b } values %first), join(' ', sort { $a <=> $b } keys %marked), 'where the first error of each is');
        my %codes = map { ("$_->{line} $_->{code}" => 1) } @found;
        is(scalar(grep { !$codes{"$_ $code"} } keys %marked), 0, 'with that code');
    }
}
is(dealt('--spoil=any', '--games=20'), dealt('--spoil=any', '--games=20'), 'the same for a seed');
is(scalar(() = dealt('--spoil=feature-occupied', '--games=3') =~ / #! 302$/mg), 3, 'by name');
# Sets without the pieces that a mutation needs are no error, and no game is lost.
for my $sets ('base,bridges', 'base,princess-dragon') {
    my ($status, $out, $err) = run(bastide(), 'deal', "--sets=$sets", '--spoil=any', '--games=30');
    is("$status$err" . scalar(() = $out =~ / #! \d+$/mg), '030', "$sets, any: thirty");
}
for (['--spoil=504', 'there is one in games with --game=the-city'], ['--spoil=101', 'nor in any others'], ['--spoil=310', 'offered a place'], ['--spoil=302 --bare', 'claim their totals']) {
    my ($words, $why) = @$_;
    my ($status, $out, $err) = run(bastide(), 'deal', split ' ', $words);
    is("$status$out", '2', "deal $words");
    like($err, qr/$why/, 'and why');
}
# Each finding has a mutation that leads to it, or the manual lists it among those that have none.
my $page = slurp(source('man/bastide-deal.1')) =~ s/.*Findings that no mutation leads to://sr =~ s/\n\.El.*//sr;
my %reason;
for ($page =~ /^\.It (\d.*)$/mg) {
    /(\d+) to (\d+)/ ? @reason{ $1 .. $2 } = () : (@reason{ /\d+/g } = ());
}
for my $code (map { /^(\d+)/ } split /\n/, (run(bastide(), 'explain'))[1]) {
    my $has = grep { $_->{$code} } values %ways;
    is(exists $reason{$code}, !$has, "$code: " . ($has ? 'a way' : 'a reason'));
}

for (['--sets=moon', 'moon'], ['--rules=moon', 'moon'], ['--options=moon=1', 'moon'], ['--options=shield', 'shield'], ['--sets=base,base', "set 'base' is named twice"], ['--sets=base,', "tile set ''"], ['--options=shield=9', 'shield'],
    ['--sets=the-city-r1 --seats=5', 'at most 4 can play'], ['--sets=base,base,base,base', 'named twice'], ['--seats=7', 'seats'], ['--seats=1', 'seats'], ['--games=x', 'number'],
    ['--seed=-1', 'seed'], ['--game=moon', 'moon'], ['--policy=bold', 'policy'], ['games.crn', 'no file'],
    ['--spoil=moon', 'moon'], ['--spoil=501', '501'], ['--spoil=302 --bare', 'totals']) {
    my ($words, $why) = @$_;
    my ($status, $out, $err) = run(bastide(), 'deal', split ' ', $words);
    is($status, 2, "deal $words");
    like($err, qr/$why/, 'and why');
    is($out, '', 'and nothing is printed');
}
done_testing;

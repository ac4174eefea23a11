#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Converts dealt games of every kind to saves of JCloisterZone and back: record, save, record, save. The second save
# must equal the first, and seats, results and scores must stay the same. BASTIDE_LONG: 10,000 games of each kind
# instead of 50. BASTIDE_SEED: seed of the games.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use File::Compare;
use Test::More;

my $games = $ENV{BASTIDE_LONG} ? 500 : 25;      # of each policy in a round
my $rounds = $ENV{BASTIDE_LONG} ? 10 : 1;
my $seed = $ENV{BASTIDE_SEED} // 11;

sub to { my ($file, @words) = @_; spurt(scratch($file), (run(bastide(), @words))[1]); return scratch($file) }
sub cut {
    my @rows = map { join ' ', (split /\t/)[0, 1, 4] } split /\n/, (run(bastide(), 'check', '--summary', $_[0]))[1];
    return \@rows;
}

my %seen;
for (['base,bridges', 'bazaar=variant'],
    ['base,princess-dragon', 'dragon-move=after-scoring,princess=must,fairy=tile'], ['base,princess-dragon,bridges', 'dragon-move=after-scoring'], map({ [$_] } grep { !/city/ } set_kinds()), ['base,princess-dragon,bridges,inns,traders', 'dragon-move=after-scoring']) {
    my ($sets, $options) = @$_;
    for my $policy (map { ($_) x $rounds } qw(lively uniform)) {
        $seed++;
        my $kind = join ' ', $sets, $options // (), $policy, $seed;
        my $dealt = to('dealt.crn', 'deal', '--bare', '--rules=jcz-1', "--games=$games", "--policy=$policy", "--seed=$seed", "--sets=$sets", $options ? "--options=$options" : ());
        my $save = to('save.jcz', 'convert', '--to=jcz', '--lossy', $dealt);
        my $back = to('back.crn', 'convert', '--to=crn', $save);
        my $again = to('again.jcz', 'convert', '--to=jcz', $back);
        is(compare($save, $again), 0, "$kind: the second save is the first");
        my $results = cut($dealt);
        is(scalar @$results, $games, "$kind: $games games");
        is_deeply(cut($save), $results, "$kind: the save has the same results");
        is_deeply(cut($back), $results, "$kind: and so has the record from it");
        my $text = slurp($dealt);
        $seen{$_} += () = $text =~ / $_/g for qw(discard: pass: bazaar: dragon: fairy: princess: bridge: castle: aside: big: abbot: back: builder: pig:);
    }
}
cmp_ok($seen{$_}, '>', 0, "with $_ among them") for qw(discard: pass: bazaar: dragon: fairy: princess: bridge: castle:);
diag(join ', ', 'dealt games', map { "$seen{$_} with $_" } sort keys %seen);
done_testing();

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests records that earlier versions read wrongly, each found against another judge. The README beside the records has
# the verdicts. Needs ../shared.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $repro = shared('repro') or plan skip_all => 'needs ../shared: records read wrongly once';
# clients.t tests the folder saves, and memory.t and limits.t make files like those in hostile. What is in files cannot
# be read yet.
my %tested = map { $_ => 1 } 'README.md', 'nofit.yaml', qw(hostile truth saves files);

sub verdict {
    my ($name, @words) = @_;
    my ($file) = $name =~ m{^/} ? $name : "$repro/$name";
    $tested{$name} = 1;
    my ($status, $out, $err) = brief run(bastide(), 'check', @words, $file);
    s/\Q$file\E//g for $out, $err;
    is($err, '', "$name: nothing on standard error");
    return $out;
}

# Legal records, with the scores of the whole game; records that are cut are unfinished.
for (['noplayer-all.jcz', '74-58-91'], ['noplayer-one-tile.jcz', '74-58-91'], ['solo-a-8.jcz', '137'], ['solo-b-46.jcz', '17']) {
    like(verdict($_->[0]), qr/^: legal, \Q$_->[1]\E(?:, 1 finding)?(?:; options: [a-z-]+=[a-z0-9-]+)?$/m, "$_->[0]: legal");
}
unlike(verdict($_), qr/error/, "$_: one seat holds no auction") for 'solo-a-8.jcz', 'solo-b-46.jcz';
like(verdict($_), qr/^: legal, unfinished, /m, "$_: unfinished") for 'cut-in-auction.jcz', 'cut-in-dragon-flight.jcz';

# Each has one finding, at its message.
for (['deploy-other-seats-meeple.jcz', 1, 312], ['silent-deploy-noid.jcz', 43, 312], ['silent-deploy-nr8.jcz', 43, 312], ['silent-deploy-same-as-before.jcz', 136, 312],
    ['silent-fairy-other-seat-id.jcz', 118, 312], ['silent-fairy-other-number.jcz', 118, 312], ['silent-princess-other-seat-id.jcz', 271, 312],
    ['silent-princess-other-number.jcz', 271, 312], ['silent-fairy-other-seat-id-score-differs.jcz', 376, 312], ['silent-fairy-to-tile.jcz', 118, 312],
    ['silent-rule-fairy-on-tile.jcz', 25, 312], ['silent-drop-DEPLOY_MEEPLE.jcz', 86, 910], ['silent-drop-PLACE_TOKEN.jcz', 200, 910], ['silent-drop-PASS.jcz', 37, 910],
    ['silent-dup-PASS.jcz', 38, 910], ['silent-wrongplayer-COMMIT.jcz', 69, 601], ['silent-wrongplayer-PASS.jcz', 37, 601],
    ['silent-wrongplayer-BAZAAR_BUY_OR_SELL.jcz', 97, 601], ['unclear-907-after-random-changed.jcz', 137, 216], ['unclear-bid-negative.jcz', 91, 908]) {
    my ($name, $at, $code) = @$_;
    is(join(' ', verdict($name) =~ /^: (replay\[\d+\]): error: .*\[(\d+) /mg), "replay[$at] $code", "$name: one finding, at its message");
}

# Records with a tile discarded or declined in a bazaar. The save that is written is the one that the engine plays; the
# save that an earlier version wrote is not.
for my $name (qw(engine-bcb-4-uniform-12 engine-bcb-5-uniform-9 engine-both-3-lively-5 engine-both-4-uniform-6)) {
    my ($scores) = verdict("$name.crn") =~ /^:1: legal, (\S+)$/m;
    like(verdict("$name.repaired-draworder.jcz"), qr/^: legal, \Q$scores\E$/m, "$name: the repaired save is the game");
    my $save = spurt(scratch("$name.jcz"), (run(bastide(), qw(convert --to=jcz), "$repro/$name.crn"))[1]);
    like(verdict($save), qr/^: legal, \Q$scores\E$/m, "$name: and so is what is written");
    my ($order, $repaired) = map { join ' ', slurp($_) =~ /"drawOrder":\s*\[([^\]]*)\]/s ? $1 =~ /"([^"]+)"/g : () } $save, "$repro/$name.repaired-draworder.jcz";
    is($order, $repaired, "$name: with the same tiles in the same order");
    like(verdict("$name.jcz"), qr/\[216 not-drawn\]/, "$name: another order is told");
}

# Moves are counted in the middle of a bazaar.
verdict('moves-count-in-bazaar.crn');
my ($status, $out, $err) = run(bastide(), qw(moves --count --at=18), "$repro/moves-count-in-bazaar.crn");
is("$status $err", '0 ', 'moves-count-in-bazaar: moves are counted');
like($out, qr/\b1838\b/, 'all of them');

# The City. Two of these records lack walls for features that were scored without a trigger. The book wants such walls;
# with option unclaimed-triggers: no the records are legal.
for my $name (qw(close-after-discards tower-at-gate)) {
    (my $record = slurp("$repro/$name.crn")) =~ s/^(rules: book-1)$/$1\noptions: {unclaimed-triggers: no}/m;
    my $out = verdict(spurt(scratch("$name.crn"), $record), "--tileset=$repro/nofit.yaml");
    like($out, qr/^:1: legal, /m, "$name: legal");
    unlike($out, qr/error/, 'without a finding');
    is(join(' ', verdict("$name.crn", "--tileset=$repro/nofit.yaml") =~ /\[(\d+) /g), '501', "$name: by the letter of the book a phase of walls is missing");
}
my ($tower) = (run(bastide(), qw(audit --by=tower), "$repro/tower-at-gate.crn"))[1];
like($tower, qr{36c tower on -1,7W: 0 walls}, 'tower-at-gate: worth nothing');
like(verdict('ring-tower-29.crn'), qr/^:1: legal, 74-96, claims equal$/m, 'ring-tower-29: the better corner');
like(verdict('ring-tower-15.crn'), qr/^:1: legal but not valid, 74-96, claims differ/m, 'ring-tower-15: the same, which its claims deny');


# A tower on the closed ring: the book does not define in which direction it counts.
for (['longer', '55-65'], ['shorter', '55-47'], ['none', '55-34']) {
    my ($way, $scores) = @$_;
    like(verdict('truth/closed-ring.crn', "--tileset=$repro/truth/kit.yaml", "--options=tower-ring=$way"), qr/^:1: legal, $scores$/m, "tower-ring: $way");
}
# A finding has a hint about the refused decision, or none.
for (['H3-not-one-by-one', 'kit', '30:7', 504], ['bid-undecided', '', '21:7', 473], ['guard-on-gate', 'kit', '36:26', 516], ['has-a-tile', '', '120:11', 463], ['wall-wrong-seat', 'kit', '85:7', 504],
    ['walls-missing', 'kit', '40:7', 501], ['z-has-tile', 'land', '21:7', 463], ['princess-ignored', '', '95:9', 421], ['z-second-round', 'land', '21:7', 461, qr/Ben could only do buy sell/],
    ['z-place-wrong-tile', 'land', '25:5', 466], ['fits-only-with-bridge', '', '6:7', 203, qr/b4 fits on 9 places, .* -1,0E with bridge:EW\b/]) {
    my ($name, $set, $at, $code, $hint) = @$_;
    my @words = $set && slurp("$repro/truth/$name.crn") =~ /^sets: \[\Q$set\E/m ? "--tileset=$repro/truth/$set.yaml" : ();
    my ($first) = verdict("truth/$name.crn", '--context', @words) =~ /^(:\d+:\d+: error: .*\n(?:(?!:\d).*\n)*)/m;
    like($first, qr/^:$at: error: .*\[$code /, "$name: $code at $at");
    $hint ? like($first, $hint, "$name: the hint") : unlike($first, qr/^ {6}= /m, "$name: no hint");
}
# An award names an option only if another value would have changed it.
for (['cc-two-default', '4-0', qr/castle-choice/, "--tileset=$repro/truth/land.yaml"], ['ch-chain', '2-2', qr/castle-choice/, "--tileset=$repro/truth/land.yaml"], ['options-named', '41-39-18', qr/\([^)]*\b(?:dragon-move|market-across|fairy):/]) {
    my ($name, $scores, $false, @words) = @$_;
    like(verdict("truth/$name.crn", @words), qr/^:1: legal, $scores$/m, "$name: legal");
    unlike((run(bastide(), 'audit', @words, "$repro/truth/$name.crn"))[1] =~ s/^ +end .*//mr, $false, "$name: names no option that changes nothing");
}
# Two bazaar tiles and a builder, in each order that somebody considered right.
my @mini = ("--tileset=$repro/truth/mini14.yaml");
for (['16-bazaar-drawn-by-builder-in-bazaar-round', 'bazaar-in-round=after', 'bazaar-in-round=none', 470], ['16b-the-same-without-the-delayed-bazaar', 'bazaar-in-round=none', 'bazaar-in-round=after', 469],
    ['17a-auction-and-round-then-builder', 'bazaar-double=round', 'bazaar-double=once', 602], ['17b-auction-then-builder-then-round', 'bazaar-double=first', 'bazaar-double=round', 604], ['17c-builder-then-auction', 'bazaar-double=once', 'bazaar-double=first', 469]) {
    my ($name, $right, $wrong, $code) = @$_;
    like(verdict("truth/$name.crn", @mini, "--options=$right"), qr/^:1: legal, /m, "$name: $right");
    like(verdict("truth/$name.crn", @mini, "--options=$wrong"), qr/^:\d+:\d+: error: .*\[$code /m, "$name: $wrong");
}
# A player without points opens with 0 or, by an option, may not bid.
like(verdict('truth/z-zero-seat-bids0.crn', "--tileset=$repro/truth/land.yaml"), qr/^:1: legal, /m, 'a bid of 0 by a seat without points');
like(verdict('truth/z-zero-seat-bids0.crn', "--tileset=$repro/truth/land.yaml", '--options=bid-zero=none'), qr/Ben has 0 points and bids 0 \(option bid-zero: none\) \[462 /, 'bid-zero: none');
# The fairy's 3 points by the letter of the book: every follower on her cell counts when a feature of the cell is
# scored.
for (['cell', '8-4'], ['feature', '5-4']) {
    my ($value, $scores) = @$_;
    like(verdict('truth/w2-fairy-letter.crn', "--tileset=$repro/truth/land.yaml", "--options=fairy-scored=$value"), qr/^:1: legal, $scores$/m, "fairy-scored: $value");
}
like(verdict('truth/X1-guard-late-own.crn', "--tileset=$repro/truth/kit.yaml"), qr/other walls were laid after the one on 19,0N; .*\[513 /, 'a guard on the last wall of its seat, too late');
like(verdict('truth/X4-guard-nowhere.crn', "--tileset=$repro/truth/kit.yaml"), qr/no wall stands on \S+ \[517 /, 'a guard where no wall stands');
like((run(bastide(), 'audit', "$repro/truth/castle-named-a-city.crn"))[1], qr/field fNNW\@-5,4: 1 castle × 4 = 4; castles cE\@-3,4; .*field-city: 3/, 'a field that counts a castle alone');

# A record cannot acquit itself. Other scripts test the other files of this folder.
like(verdict('trust/disable.crn'), qr/^:1: illegal, /m, 'a comment switches nothing off');
like(verdict('trust/silent-levers.crn'), qr/^:1: legal, 2-10015; own tiles: 1; adjusted: Mallory \+9999$/m, 'what the verdict depends on is named');
like(verdict('trust/silent-levers.crn', '--strict'), qr/^:1: legal but not valid.*/m, 'and a finding with --strict');
for (['audit', '--by=guard', "$repro/trust/escape-title.crn"], ['tiles', "--tileset=$repro/trust/escape-provenance.yaml", '--set=mine'], ['tiles', '--format=json', "--tileset=$repro/trust/escape-provenance.yaml", '--set=mine']) {
    my ($status, $out) = run(bastide(), @$_);
    like($out, qr/TTT|RED/, "$_->[0]: foreign text is printed");
    unlike($out, qr/[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80\xae/, 'and moves no cursor');
}
$tested{trust} = 1;

opendir my $folder, $repro or die $!;
is(join(' ', grep { !/^\./ && !$tested{$_} } sort readdir $folder), '', 'no record is left out');
done_testing();

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests saves of JCloisterZone 4 and 5.0 to 5.6. Dealt games are written in their form, with seeds and salts by which the generator draws the
# tiles of the game; both generators are computed here once more. Each save must be the same game as in today's form. Then seeds,
# salts and locations are changed, which must be reported.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Math::BigInt;
use Storable qw(dclone);
use Test::More;

my $json = JSON::PP->new->canonical;
my %sets = ('base' => ['basic:1', 'base'], 'base,inns' => ['inns-and-cathedrals:1', 'base inns']);

# ---- Java's generator ----
my $mask = Math::BigInt->new(2)->bpow(48)->bsub(1);
sub java_new { my ($seed) = @_; return { state => Math::BigInt->new($seed)->band($mask)->bxor(Math::BigInt->from_hex('5DEECE66D')) } }
sub java_next { my ($java, $bits) = @_; $java->{state}->bmul(Math::BigInt->from_hex('5DEECE66D'))->badd(11)->band($mask); return $java->{state}->copy->brsft(48 - $bits)->numify }
sub java_below {
    my ($java, $n) = @_;
    my $bits = java_next($java, 31);
    return int($n * $bits / 2**31) if !($n & ($n - 1));
    $bits = java_next($java, 31) while $bits - $bits % $n + $n - 1 >= 2**31;
    return $bits % $n;
}

# ---- The Mersenne Twister ----
my $word = 0xFFFFFFFF;
sub twister_new {
    my ($seed) = @_;
    my @key = map { $_->numify } $seed->copy->band(Math::BigInt->from_hex('FFFFFFFFFFFFFFFF'))->brsft(32), $seed->copy->band(Math::BigInt->new($word));
    my @mt = (19650218);
    push @mt, (1812433253 * ($mt[-1] ^ $mt[-1] >> 30) + @mt) & $word while @mt < 624;
    my ($i, $j) = (1, 0);
    for (1 .. 624) {
        $mt[$i] = (($mt[$i] ^ (($mt[ $i - 1 ] ^ $mt[ $i - 1 ] >> 30) * 1664525 & $word)) + $key[$j] + $j) & $word;
        ($i, $j) = ($i + 1, 1 - $j);
        ($mt[0], $i) = ($mt[623], 1) if $i == 624;
    }
    for (1 .. 623) {
        $mt[$i] = (($mt[$i] ^ (($mt[ $i - 1 ] ^ $mt[ $i - 1 ] >> 30) * 1566083941 & $word)) - $i) & $word;
        ($mt[0], $i) = ($mt[623], 1) if ++$i == 624;
    }
    $mt[0] = 0x80000000;
    return { words => \@mt, at => 624 };
}
sub twister_word {
    my ($twister) = @_;
    my $mt = $twister->{words};
    if ($twister->{at} == 624) {
        for my $i (0 .. 623) {
            my $y = ($mt->[$i] & 0x80000000) | ($mt->[ ($i + 1) % 624 ] & 0x7FFFFFFF);
            $mt->[$i] = $mt->[ ($i + 397) % 624 ] ^ $y >> 1 ^ ($y & 1 ? 0x9908B0DF : 0);
        }
        $twister->{at} = 0;
    }
    my $y = $mt->[ $twister->{at}++ ];
    $y ^= $y >> 11;
    $y ^= $y << 7 & 0x9D2C5680;
    $y ^= $y << 15 & 0xEFC60000;
    return $y ^ $y >> 18;
}
sub twister_long {
    my ($twister) = @_;
    my $high = twister_word($twister);
    my $long = Math::BigInt->new($high)->blsft(32)->badd(twister_word($twister));
    return $high & 0x80000000 ? $long->bsub(Math::BigInt->new(2)->bpow(64)) : $long;
}
is(twister_long(twister_new(Math::BigInt->new('-4561354762132204739')))->bstr =~ /^-?\d+$/, 1, 'a number of the generator');

# ---- A save in the old form ----
my %stock;
for my $set (qw(base inns)) {
    $stock{$set} = { map { $_->{aliases}[0] => $_->{count} } json_lines((run(bastide(), 'tiles', "--set=$set", '--format=json'))[1]) };
}
my %location = ('Monastery I' => 'CLOISTER', 'Field I' => 'INNER_FARM', 'Field II' => 'INNER_FARM_B');

sub old_pointer {
    my ($pointer) = @_;
    my $feature = delete $pointer->{feature};
    $pointer->{location} = $location{"$feature $pointer->{location}"} // $pointer->{location};
    return;
}

# Returns a save in the old form. Draws are made by one of the generators: salts are chosen so that each gives the tile of the game.
# undef if a tile is set aside, because then one salt would have to give two tiles.
sub old_save {
    my ($save, $sets, $generator, $version) = @_;
    my $old = dclone($save);
    my %left = map { %{ $stock{$_} } } @$sets;
    my @placed = map { $_->{payload}{tileId} } grep { $_->{type} eq 'PLACE_TILE' } @{ $old->{replay} };
    my $order = delete $old->{gameAnnotations};
    return if "@placed" ne "@{ $order->{drawOrder} }";
    $left{ $old->{setup}{start}[0]{tile} }--;
    my ($seed, $random, @indexes) = (Math::BigInt->new('-1234567890123456789'));
    for my $tile (@placed) {
        my @tiles = map { ($_) x $left{$_} } sort keys %left;
        push @indexes, [ (grep { $tiles[$_] eq $tile } 0 .. $#tiles)[0], scalar @tiles ];
        $left{$tile}--;
    }
    # The first draw has no salt, so the seed must give the tile.
    for (;; $seed->badd(1)) {
        my ($index, $n) = @{ $indexes[0] };
        $random = $generator eq 'java' ? java_new($seed) : twister_new($seed);
        last if $index == ($generator eq 'java' ? java_below($random, $n) : twister_long($random)->babs->bmod($n)->numify);
    }
    shift @indexes;
    for my $message (@{ $old->{replay} }) {
        my $payload = $message->{payload};
        delete $message->{$_} for qw(player clock);
        old_pointer($payload->{pointer}{featurePointer} // $payload->{pointer}) if $payload->{pointer};
        old_pointer($payload->{to}{featurePointer}) if ref $payload->{to} eq 'HASH';
        next if $message->{type} ne 'COMMIT';
        my $salt = Math::BigInt->new(77);
        if (my $next = shift @indexes) {
            my ($index, $n) = @$next;
            $salt = $generator eq 'java' ? Math::BigInt->new(($index - java_below($random, $n)) % $n + 5 * $n) : twister_long($random)->bxor(Math::BigInt->new($index));
        }
        $message->{payload} = { salt => "$salt" };
    }
    $old->{initialSeed} = "$seed";
    delete $old->{initialRandom};
    $old->{appVersion} = $version;
    $old->{setup}{rules}{$_} //= { 'princess-action' => 'may', 'keep-monasteries' => 'replace', 'hill-tiebreaker' => 'at-least-one-follower', 'espace-variant' => 'any-tile' }->{$_} for qw(princess-action keep-monasteries hill-tiebreaker espace-variant);
    return $old;
}

# Returns a save of version 5 in the form of version 4.
sub four_save {
    my ($save, $sets) = @_;
    my $four = dclone($save);
    $four->{appVersion} = '4.6.1';
    $four->{initialSeed} = 0 + $four->{initialSeed};
    my ($i, @slots) = (0);
    push @slots, { number => $i, serial => ++$i, nickname => $_->{name}, clientId => "c$i" } for @{ delete $four->{players} };
    $four->{slots} = [ reverse @slots ];
    my @capabilities = map { join '', map { ucfirst } split /-/ } grep { !/^(?:small-follower|farmers)$/ } sort keys %{ $four->{setup}{elements} };
    $four->{setup} = { expansions => { map { ($_ => 1) } @$sets }, rules => { FARMERS => JSON::PP::true, KEEP_CLOISTERS => JSON::PP::true }, capabilities => [ 'StandardGame', @capabilities ] };
    for my $message (@{ $four->{replay} }) {
        my $payload = $message->{payload};
        $payload->{tileId} =~ s{/}{.} if $payload->{tileId};
        $payload->{salt} = 0 + $payload->{salt} if defined $payload->{salt};
        $payload->{clock} = 0;
    }
    # Players are asked although they can do nothing.
    my ($acts, @messages) = (0);
    for my $message (@{ $four->{replay} }) {
        push @messages, { type => 'PASS', payload => { clock => 0 } } if $message->{type} eq 'COMMIT' && !$acts;
        $acts = $message->{type} eq 'PLACE_TILE' ? 0 : 1;
        push @messages, $message;
    }
    $four->{replay} = [ @messages, { type => 'GAME_OVER', payload => {} } ];
    return $four;
}

sub printed { return (run_input($json->encode($_[0]), bastide(), 'fmt'))[1] }
sub verdict { return join '', (brief run_input($json->encode($_[0]), bastide(), 'check', '--no-context'))[ 1, 2 ] }

my ($count, $sample, $four_sample) = (0);
for my $kind (sort keys %sets) {
    my @games = split /^(?=%CRN)/m, deal(31, 8, 0, 'jcz-1', $kind);
    for my $game (@games) {
        my $save = $json->decode((run_input($game, bastide(), qw(convert --to=jcz --lossy)))[1]);
        for (['java', '5.5.5'], ['twister', '5.6.2'], ['java', '5.6.2'], ['twister', '5.6.1']) {
            my ($generator, $version) = @$_;
            my $old = old_save($save, [ split / /, $sets{$kind}[1] ], $generator, $version) or next;
            $sample //= $old;
            if ($generator eq 'java' && $version eq '5.5.5') {
                my $four = four_save($old, $kind eq 'base' ? ['BASIC'] : [ 'BASIC', 'INNS_AND_CATHEDRALS' ]);
                $four_sample //= $four;
                is(printed($four), printed($save), "$kind, version 4: the same game");
                like(verdict($four), qr/\A\S+: legal, [^\n]*\d(?:; [^\n]*)?\n\z/, 'in which the tiles are those that are drawn') or diag verdict($four);
            }
            is(printed($old), printed($save), "$kind, $generator, $version: the same game");
            like(verdict($old), qr/\A\S+: legal, [^\n]*\d\n\z/, 'in which the tiles are those that are drawn') or diag verdict($old);
            $count++;
        }
    }
}
cmp_ok($count, '>', 10, "$count saves");

# ---- Changes ----
sub changed { my ($change) = @_; my $copy = dclone($sample); $change->($copy); return verdict($copy) }
like(changed(sub { $_[0]{initialSeed} = '5' }), qr/the random numbers draw/, 'another seed');
like(changed(sub { $_[0]{initialSeed} = 5 }), qr/a seed or salt must be a text with a number of 64 bits/, 'a seed that is no text');
like(changed(sub { $_[0]{initialSeed} = '9223372036854775808' }), qr/a seed or salt must be/, 'a seed that is too large');
my ($commit) = grep { $sample->{replay}[$_]{type} eq 'COMMIT' } 0 .. $#{ $sample->{replay} };
like(changed(sub { $_[0]{replay}[$commit]{payload}{salt} .= '1' }), qr/the random numbers draw/, 'another salt');
like(changed(sub { $_[0]{replay}[$commit]{payload}{salt} = 'x' }), qr/a seed or salt must be/, 'a salt that is no number');
like(changed(sub { $_[0]{replay}[$commit]{payload} = { random => 0.5 } }), qr/a seed or salt must be/, 'a random number of later versions');
# Without a COMMIT the generator cannot go on, so nothing is said of later draws.
my $lost = changed(sub { splice @{ $_[0]{replay} }, $commit, 1 });
like($lost, qr/COMMIT/, 'a COMMIT that is missing');
unlike($lost, qr/the random numbers draw/, 'and no draw is doubted');
my $unseeded = changed(sub {
    delete $_[0]{initialSeed};
    $_[0]{gameAnnotations} = { drawOrder => [ map { $_->{payload}{tileId} } grep { $_->{type} eq 'PLACE_TILE' } @{ $_[0]{replay} }[ 0 .. 20 ] ] };
});
unlike($unseeded, qr/the random numbers draw/, 'without a seed nothing is said of the draws after the order');
like(changed(sub { $_[0]{assertions} = ['Ada has 999 points'] }), qr/: assertions\[0\]: error: .*999/, 'assertions of early versions are compared');
my ($deploy) = grep { $sample->{replay}[$_]{type} eq 'DEPLOY_MEEPLE' } 0 .. $#{ $sample->{replay} };
like(changed(sub { $_[0]{replay}[$deploy]{payload}{pointer}{location} = 'MOON' }), qr/error/, 'a location that does not exist');
like(changed(sub { $_[0]{appVersion} = '3.4.1' }), qr/a save of version '3\.4\.1' of JCloisterZone; those of 4\.0 and later are read/, 'version 3');

$sample = $four_sample;
like(changed(sub { $_[0]{initialSeed} = 5 }), qr/the random numbers draw/, 'version 4, another seed');
like(changed(sub { $_[0]{initialSeed} = '5' }), qr/a seed or salt must be/, 'a seed that is a text');
($commit) = grep { $sample->{replay}[$_]{type} eq 'COMMIT' } 0 .. $#{ $sample->{replay} };
like(changed(sub { $_[0]{replay}[$commit]{payload}{salt} += 31 }), qr/the random numbers draw/, 'another salt');
like(changed(sub { $_[0]{setup}{expansions}{PHANTOM} = 1 }), qr/not supported: tile set 'phantom:1'/, 'an unknown expansion');
like(changed(sub { push @{ $_[0]{setup}{capabilities} }, 'MageAndWitch' }), qr/not supported: element 'mage-and-witch'/, 'an unknown capability');
like(changed(sub { $_[0]{setup}{rules}{MOON} = JSON::PP::true }), qr/not supported: rule 'MOON'/, 'an unknown rule');
like(changed(sub { $_[0]{setup}{rules}{TINY_CITY_2_POINTS} = 7 }), qr/not supported: the value of rule 'tiny-city-scoring'/, 'an unknown value of a rule');
like(printed(do { my $copy = dclone($sample); $copy->{setup}{rules}{TINY_CITY_2_POINTS} = JSON::PP::true; $copy }), qr/^options: \{small-city: 2\}$/m, 'a rule that is on');
like(printed(do { my $copy = dclone($sample); delete $copy->{setup}{rules}{FARMERS}; $copy }), qr/^options: \{farmers: off\}$/m, 'without fields');
like(printed(do { my $copy = dclone($sample); delete $copy->{setup}{rules}{FARMERS}; $copy->{appVersion} = '4.4.0'; $copy }), qr/\A(?!.*^options:)/ms, 'which were always there before 4.6');
like(changed(sub { $_[0]{setup}{rules}{FARMERS} = 5 }), qr/not supported: rule 'FARMERS'/, 'a value of FARMERS that is neither true nor false');
like(changed(sub { $_[0]{setup}{expansions}{BASIC} = 'x' }), qr/not supported: /, 'an expansion without a number');
like(changed(sub { push @{ $_[0]{setup}{capabilities} }, 'Inn', 'Inn' }), qr/duplicate object key/, 'a capability twice');
like(changed(sub { $_[0]{annotations}{tilePack}{params}{drawLimit} = 'x' }), qr/error: .*endTurn/, 'a limit that is no number');
like(changed(sub { $_[0]{annotations}{tilePack}{params}{drawOrder} = 'x' }), qr/error: /, 'an order that is no list');
like(changed(sub { $_[0]{slots}[0]{moon} = 1 }), qr/field 'moon', which is skipped/, 'an unknown field');

# ---- The shared files ----
my %points = ('5.0.15-city-and-road-scoring' => '7-16', '5.0.15-field-scoring' => '9-0', '5.0.6-fairy-endgame-road' => '6', 'made-5.5.5-base' => '21-19', 'made-5.5.5-inns-discard' => '28-12', 'made-5.5.5-inns' => '24-20', 'made-5.6.2-base-mt' => '13-31');
my %points_of_four = ('made-4.6.1-base' => '27-29', 'made-4.6.1-inns' => '40-29', 'scoring' => '14-11', 'tradeGoodsScoring' => '16-20');
if (my $folder = shared('games/old/json-4.x')) {
    for my $name (sort keys %points_of_four) {
        is((brief run(bastide(), 'check', '--no-context', "$folder/$name.jcz"))[0], 0, "$name is valid");
        like((brief run(bastide(), 'check', "$folder/$name.jcz"))[1], qr/: legal, $points_of_four{$name}\b/, 'its points');
        next if $name !~ /made/;
        # The big follower is in play only in today's form, which has no times.
        is((run(bastide(), 'fmt', "$folder/$name.jcz"))[1] =~ s/^brings: \[inn, cathedral\]\n//mr =~ s/ took:\S+//gr, (run(bastide(), 'fmt', "$folder/../rewritten/conv-$name.jcz"))[1], 'the same game as in today\'s form');
    }
}
if (my $folder = shared('games/old/json-5.0')) {
    for my $name (sort keys %points) {
        my (undef, $out) = brief run(bastide(), 'check', '--no-context', "$folder/$name.jcz");
        like($out, qr/: legal(?:, unfinished)?, $points{$name}\b/, "$name: its points");
        unlike($out, qr/error/, 'and no error');
    }
    for my $name (qw(made-5.5.5-base made-5.5.5-inns made-5.5.5-inns-discard made-5.6.2-base-mt)) {
        is((run(bastide(), 'fmt', "$folder/$name.jcz"))[1], (run(bastide(), 'fmt', "$folder/../rewritten/conv-$name.jcz"))[1], "$name: the same game as in today's form");
    }
}
done_testing;

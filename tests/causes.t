#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# One cause, one finding. Changes one word in dealt games of all sets, as a typing mistake would, and counts the
# findings that `check` prints as text. There must be few, whatever follows from the change. BASTIDE_LONG: three times
# as many games.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my @sets = set_kinds();
my $wanted = 2000;
sub pick { return $_[ rand @_ ] }

# Returns another word for a place in a line: the same place of another line, no word, the word twice, or the word with
# another letter, number, side or seat.
sub other_word {
    my ($words, $at, $lines) = @_;
    my $was = $words->[$at];
    my $way = int rand 8;
    if (my ($number, $seat) = $at ? () : $was =~ /^(\d+(?:\.\d+)?)([a-f])$/) {
        return $way < 5 ? $number . pick('a' .. 'd') : ($number =~ /\./ ? $number : $number + pick(-1, 1)) . $seat;
    }
    if (my ($x, $y, $side, $rest) = $was =~ /^(-?\d+),(-?\d+)([NESW]?)(.*)$/) {
        $x += pick(-1, 1) if $way < 3;
        $y += pick(-1, 1) if $way == 3 || $way == 4;
        $side = pick(qw(N E S W)) if $way > 4 && $side;
        return "$x,$y$side$rest";
    }
    return $was =~ s/(\d+)/$1 + 1/er if $was =~ /^=/;
    return +(split / +/, pick(@$lines) =~ s/\n//r)[ $at / 2 ] // '-' if $way < 2;
    return '' if $way < 3;
    return "$was $was" if $way < 4;
    my $letters = $was;
    substr($letters, rand length $was, 1) = pick('a' .. 'z', 'A' .. 'Z', 0 .. 9);
    return $letters if $way < 6;
    return $was =~ /^(\w)([NESW]+)$/ ? $1 . pick(qw(N E S W NNE ENE SSW WNW)) : $was eq '-' ? 'fN' : '-';
}

# Returns the game with one word changed, and the line before and after the change.
sub change {
    my ($head, $body) = $_[0] =~ /\A(.*?^---\n)(.*)\z/ms;
    my @lines = split /^/, $body;
    while (1) {
        my $i = int rand @lines;
        my @words = split /( +)/, $lines[$i] =~ s/\n//r;
        my $at = 2 * int rand((@words + 1) / 2);
        $words[$at] = other_word(\@words, $at, \@lines);
        my $line = join('', @words) =~ s/^ +//r . "\n";
        next if $line =~ s/ +$//mr eq $lines[$i];
        my $was = $lines[$i];
        $lines[$i] = $line;
        return (join('', $head, @lines), $was, $line);
    }
}

for my $seed (1 .. ($ENV{BASTIDE_LONG} ? 3 : 1)) {
    srand $seed;
    my @games = map { my $sets = $sets[$_]; map { [$sets, "%CRN$_"] } grep { /\S/ } split /^%CRN/m, deal(100 * $seed + $_, 20, 0, undef, $sets) } 0 .. $#sets;
    my @changed = map { my $game = pick(@games); [$game->[0], change($game->[1])] } 1 .. $wanted;
    my ($line, @begins) = (1);
    for (@changed) { push @begins, $line; $line += $_->[1] =~ tr/\n// }
    my $file = spurt(scratch('changed.crn'), join '', map { $_->[1] } @changed);
    my @shown;
    for (split /^/, (run(bastide(), 'check', '--no-context', $file))[1]) {
        my ($number, $words) = /^\S+?:(\d+):\d+: ((?:error|warning): .*)/ or next;
        # The changed word may be the record's last line. The finding that the record is unfinished does not count.
        next if $words =~ /\[803 /;
        my ($low, $high) = (0, $#begins);
        while ($low < $high) {
            my $middle = int(($low + $high + 1) / 2);
            $begins[$middle] <= $number ? ($low = $middle) : ($high = $middle - 1);
        }
        push @{ $shown[$low] }, $words;
    }
    my %times;
    $times{ @{ $shown[$_] // [] } }++ for 0 .. $#changed;
    my $told = $wanted - delete $times{0};
    my $few = 0;
    diag "$wanted games with one other word, of which $told are wrong now; findings shown: "
        . join ', ', map { my $n = $_; $few += $times{$n}; sprintf "%d or fewer %.1f %%", $n, 100 * $few / $told } sort { $a <=> $b } keys %times;
    cmp_ok($told, '>', $wanted / 2, 'most are wrong');
    cmp_ok(($times{1} // 0) + ($times{2} // 0), '>=', 0.95 * $told, 'one or two findings in 95 % of them');
    my ($most) = sort { $b <=> $a } keys %times;
    cmp_ok($most, '<=', 4, 'never more than four');
    for (grep { @{ $shown[$_] // [] } > 4 } 0 .. $#changed) { diag "$changed[$_][0]\n- $changed[$_][2]+ $changed[$_][3]", map { "  $_\n" } @{ $shown[$_] } }
}
done_testing;

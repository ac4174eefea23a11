#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the hint below a finding (check --context). It never offers what was refused, and what it offers is accepted in
# that place. The mistakes come from random changes of words and from deal --spoil, 150 games of each for each
# combination of sets. BASTIDE_LONG: 2,000 games; BASTIDE_STRIDE: 15.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my @sets = set_kinds();
my $wanted = $ENV{BASTIDE_LONG} ? 2000 : $ENV{BASTIDE_STRIDE} ? 15 : 150;
srand 1;
sub pick { return $_[ rand @_ ] }

# Returns a record with one word of its moves changed, so that the record can still be read.
sub changed {
    my ($head, $body) = $_[0] =~ /\A(.*?^---\n)(.*)\z/ms;
    my @lines = split /^/, $body;
    while (1) {
        my $i = int rand @lines;
        my @words = split /( +)/, $lines[$i] =~ s/\n//r;
        next if @words < 3;
        my $at = 2 + 2 * int rand((@words - 1) / 2);
        my ($was, $other) = ($words[$at], (split / +/, pick(@lines) =~ s/\n//r)[ $at / 2 ] // next);
        if (my ($x, $y, $side) = $was =~ /^(-?\d+),(-?\d+)([NESW])$/) {
            $other = rand() < 0.5 ? $other : join('', $x + pick(-1, 0, 1), ',', $y + pick(-1, 0, 1), rand() < 0.5 ? $side : pick(qw(N E S W)));
        }
        next if $other eq $was || $other =~ /^=/ || $was =~ /^=/;
        $words[$at] = $other;
        $lines[$i] = join('', @words) . "\n";
        return join '', $head, @lines;
    }
}

my (%hints, @offered, @refused);
for my $sets (@sets) {
    my @games = map { "%CRN$_" } grep { /\S/ } split /^%CRN/m, deal(7, 20, 0, undef, $sets);
    my $spoilt = (run(bastide(), 'deal', '--seed=8', "--games=$wanted", '--spoil=any', "--sets=$sets"))[1];
    my @spoilt = map { "%CRN$_" } grep { /\S/ } split /^%CRN/m, $spoilt =~ s/^#!.*\n//gmr =~ s/ *#!.*//gr;
    my @all = (@spoilt, map { changed(pick(@games)) } 1 .. $wanted);
    my ($line, @begins) = (0);
    for (@all) { push @begins, $line; $line += tr/\n// }
    my @text = map { split /^/ } @all;
    my $out = (run(bastide(), 'check', '--context', spurt(scratch('hinted.crn'), join '', @all)))[1];
    my @try;
    while ($out =~ /^\S+?:(\d+):(\d+): error: ([^\n]*) \[(\d+) [\w-]+\]\n(?:\S+?: note: [^\n]*\n)?((?:      \| | *\d+ \| )[^\n]*\n(?:      \|[^\n]*\n)?)(      = [^\n]*\n)/mg) {
        my ($number, $column, $message, $code, $hint) = ($1, $2, $3, $4, $6);
        my ($token) = substr($text[ $number - 1 ], $column - 1) =~ /^([^\s#]+)/ or next;
        my ($game) = grep { $begins[$_] < $number && ($_ == $#begins || $begins[ $_ + 1 ] >= $number) } 0 .. $#begins;
        my $is_place = $hint =~ /= \S+ fits/;
        $hints{$sets}++;
        my $list = $hint =~ s/^      = (?:\S+ fits (?:only on|on \d+ places, for example)|\w+ could (?:only )?do) ?//r =~ s/, and \d+ more|, or nothing//gr;
        my @acts = $is_place ? split(/, | and /, $list =~ s/\s+\z//r) : split ' ', $list;
        for my $act (grep { length && !/nowhere/ } @acts) {
            # A bid may be any number of a range; both ends are tried.
            my ($tile, $low, $high) = $act =~ /^(bid:.*,)(\d+)\.\.(\d+)$/;
            for my $word ($tile ? ("$tile$low", "$tile$high") : $act) {
                push @refused, "$sets: $message\n  $token: $hint" if $word eq $token;
                my ($spot, $building) = $word =~ /^(\S+) with (\S+)$/ ? ($1, " $2") : ($word, '');
                my @lines = split /^/, $all[$game];
                my $at = $number - 1 - $begins[$game];
                substr $lines[$at], $column - 1, length $token, $spot;
                $lines[$at] =~ s/^(\S+ \S+ \S+)/$1$building/ if $building;
                push @try, [join('', @lines), $at + 1, $column, $column + length($spot) - 1, $is_place, "$message\n  $token to $word: $hint"];
            }
        }
    }
    # The first offers stand for the others.
    @try = @try[ 0 .. 10 * $wanted - 1 ] if @try > 10 * $wanted;
    next if !@try;
    ($line, @begins) = (0);
    for (@try) { push @begins, $line; $line += $_->[0] =~ tr/\n// }
    my %wrong;
    my $tried = (run(bastide(), 'check', '--all', '--no-context', spurt(scratch('tried.crn'), join '', map { $_->[0] } @try)))[1];
    $wrong{"$1"}{$2} = $3 while $tried =~ /^\S+?:(\d+):(\d+): error: (.*)$/mg;
    for my $i (0 .. $#try) {
        # At a tile's cell there are also findings about acts that its turn lacks; only those about the placement count.
        my (undef, $at, $from, $to, $is_place, $words) = @{ $try[$i] };
        my $found = $wrong{ $begins[$i] + $at } // {};
        my ($why) = grep { !$is_place || /\[(?:203|204|205|207|212|218|220) / } map { $found->{$_} } grep { $_ >= $from && $_ <= $to } keys %$found;
        push @offered, "$sets: $words  $why" if $why;
    }
    cmp_ok(scalar @try, '>', $wanted / 5, "$sets: what is offered is tried");
}
diag 'hints: ' . join ', ', map { "$_ $hints{$_}" } sort keys %hints;
is(scalar @refused, 0, 'nothing that was refused is offered') or diag join "\n", @refused[0 .. ($#refused < 5 ? $#refused : 5)];
is(scalar @offered, 0, 'what is offered is accepted in that place') or diag join "\n", @offered[0 .. ($#offered < 9 ? $#offered : 9)];
done_testing;

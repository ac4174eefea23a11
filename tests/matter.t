#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# An award must name the options that matter: those that would have changed it with another value. Each game is judged
# again with each other value. Up to the first award that differs the tables are the same. So awards that are the same
# must not name the option. The first award that differs must name it, or the end of the game must list it among the
# options that may matter. BASTIDE_LONG: 200 games of each kind instead of 10; BASTIDE_STRIDE: 2.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $games = $ENV{BASTIDE_LONG} ? 200 : $ENV{BASTIDE_STRIDE} ? 2 : 10;
my %values;
for my $row (split /^(?=OPTION\()/m, rows()) {
    $values{$1} = [$row =~ /VALUE\(\w+, \w+, "([^"]*)"\)/g] if $row =~ /^OPTION\(\w+, "([\w-]+)"/;
}
cmp_ok(scalar keys %values, '>', 30, "options");

my (%named, %false, %missing, %listed, @examples);
for my $kind (['base', 'official-1'], ['base', 'book-1'], ['base,princess-dragon', 'official-1'], ['base,princess-dragon', 'book-1'], ['base,bridges', 'jcz-1'], ['base,bridges', 'official-1'],
    [every_set(), 'official-1'], [every_set(), 'jcz-1'], ['the-city-r1', 'official-1'], ['the-city-r1', 'book-1']) {
    my ($sets, $profile) = @$kind;
    my $file = spurt(scratch('games.crn'), deal(31, $games, 0, $profile, $sets));
    my $awards = sub {
        my (@list, @may);
        for (json_lines((run(bastide(), 'audit', '--format=json', @_, $file))[1])) {
            push @{ $list[ $_->{game} ] }, $_ if $_->{event} eq 'score';
            $may[ $_->{game} ] = { map { $_ => 1 } @{ $_->{mayMatter} // [] } } if $_->{event} eq 'end';
        }
        return (\@list, \@may);
    };
    my ($list, $may) = $awards->();
    $named{$_}++ for map { map { keys %{ $_->{option} // {} } } @{ $_ // [] } } @$list;
    my $same = sub { my ($one, $two) = @_; return !grep { ($one->{$_} // '') ne ($two->{$_} // '') } qw(turn seat kind rule points feature edge) };
    for my $option (sort keys %values) {
        for my $value (@{ $values{$option} }) {
            my ($other) = $awards->("--options=$option=$value");
            for my $game (1 .. $#$list) {
                my @one = @{ $list->[$game] // [] };
                my @two = @{ $other->[$game] // [] };
                my $at = 0;
                $at++ while $at < @one && $at < @two && $same->($one[$at], $two[$at]);
                for my $award (@one[ 0 .. $at - 1 ]) {
                    my $options = $award->{option} // {};
                    # If the option has more than two values, one of the others may have changed the award.
                    $false{$option}++, push @examples, "$sets $profile $option=$value: game $game turn $award->{turn} $award->{kind}" if exists $options->{$option} && @{ $values{$option} } == 2 && $options->{$option} ne $value;
                }
                next if $at == @one || $at == @two;
                # The same feature at the same moment, with another worth.
                my ($one, $two) = ($one[$at], $two[$at]);
                next if grep { ($one->{$_} // '') ne ($two->{$_} // '') } qw(turn seat kind rule feature edge);
                next if exists $one->{option}{$option};
                if ($may->[$game]{$option}) { $listed{$option}++; next }
                $missing{$option}++;
                push @examples, "$sets $profile $option=$value: game $game turn $one->{turn} $one->{kind} $one->{points} or $two->{points}";
            }
        }
    }
}
diag 'named: ' . join ', ', map { "$_ $named{$_}" } sort keys %named;
is(join(', ', map { "$_ $false{$_}" } sort keys %false), '', 'no option is named that changes nothing');
is(join(', ', map { "$_ $missing{$_}" } sort keys %missing), '', 'each option is named that changes an award') or diag join "\n", @examples[0 .. ($#examples < 9 ? $#examples : 9)];
cmp_ok(scalar keys %named, '>=', 6, 'options are named');
done_testing;

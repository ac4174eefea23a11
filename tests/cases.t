#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Every record in testdata lists in comments what must be found in it. This script checks the lists:
#
#   #! 302:13-14 305        findings of this line, with columns where they matter (#!@7 102 means line 7)
#   #! 802 option beyond    the message of one of them names this option; other messages name none
#   #> a+4 cS@0,-1          awards of this line's turn, or of the final scoring on a final or end line. One such comment
#                           in a game means that all its awards are listed. Points that are for no feature have their
#                           kind instead, such as "fairy"
#   #< b rE@1,1             followers that returned in this line's turn. Again one comment means that all are listed
#
# A record without "#!" must have no findings.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

# Returns where in the game a finding of this line is: turn, step, seat, tile and cell, and the edge if its columns name
# one.
sub situation {
    my ($line, $column) = @_;
    my ($turn, $step, $seat, $rest) = $line =~ /^(\d+)(?:\.(\d+))?([a-f]) +(.*)/ or return {};
    my %is = (turn => $turn, seat => $seat, $step ? (step => $step) : ());
    @is{qw(tile cell)} = ($1, $2) if !$step && $rest =~ /^(\S+) (-?\d+,-?\d+)[NESW?]/;
    my ($token) = substr($line, $column - 1) =~ /^(\S+)/;
    if (my ($cell, $side) = $token =~ /^[^=]*?[:@](-?\d+,-?\d+)([NESW]?)(?:=|$)/) {
        $is{cell} = $cell;
        $is{edge} = "$cell$side" if $side;
    }
    return \%is;
}

my (%raised, %clean, %said);
for my $file (sort(glob(source('testdata/cases/*.crn')), glob(source('testdata/figures/*.crn')), glob(source('replays/*.crn')))) {
    (my $name = $file) =~ s{.*/(.*)\.crn$}{$1};
    my (@want_findings, %options, $game, $turn);
    my $number = 0;
    my @games;
    my @lines = split /\n/, slurp($file);
    for my $line (@lines) {
        $number++;
        if ($line =~ /^%CRN/) {
            $game = { line => $number, awards => [], returned => [], findings => 0 };
            push @games, $game;
        }
        $turn = $1 if $line =~ /^(\d+)[a-f] /;
        $turn = 'final' if $line =~ /^(final|end)\b/;
        while ($line =~ /#!(?:@(\d+))? ([0-9: -]+)/g) {
            my ($at, $codes) = ($1 // $number, $2);
            push @want_findings, map { "$at:$_" } split ' ', $codes;
            $game->{findings}++ if $game;
        }
        $options{$number} = $1 if $line =~ /#! [0-9: -]+ option ([a-z-]+)/;
        push @{ $game->{awards} }, map { "$turn $_" } $line =~ /#> ([a-f]\+-?\d+ \S+)/g;
        push @{ $game->{returned} }, map { "$turn $_" } $line =~ /#< ([a-f] \S+)/g;
    }

    my ($status, $out, $err) = run(bastide(), 'audit', '--format=json', '--events=all', $file);
    is($err, '', "$name: nothing on standard error");
    my @events = json_lines($out);
    my @found = grep { $_->{event} eq 'finding' } @events;
    my %column = map { /^(\d+:\d+):(\d+-\d+)$/ ? ($1 => $2) : () } @want_findings;
    s/^(\d+:\d+):.*/$1/ for @want_findings;
    my @got = map { "$_->{line}:$_->{code}" } @found;
    is_deeply([ sort @got ], [ sort @want_findings ], "$name: findings") or diag(map { "$_->{line}: $_->{code} $_->{message}\n" } @found);
    is(scalar(grep { !$_->{column} } @found), 0, "$name: each stands in a column");
    for my $finding (@found) {
        my $key = "$finding->{line}:$finding->{code}";
        is("$finding->{column}-$finding->{endColumn}", $column{$key}, "$name: columns of $key") if $column{$key};
        $raised{ $finding->{code} }{$name}++;
        my $where = situation($lines[ $finding->{line} - 1 ], $finding->{column});
        is_deeply({ map { exists $finding->{$_} ? ($_ => $finding->{$_}) : () } qw(turn step seat tile cell edge) }, $where, "$name: where $key is") if $finding->{code} >= 200 && $finding->{code} != 803 && $name !~ /slip$|^no-flood$/;
        # Messages that differ only in numbers have the same shape.
        (my $shape = $finding->{message}) =~ s/-?\d+,-?\d+|\d+/#/g;
        $said{"$finding->{code} $shape"} //= "$finding->{code} $name:$finding->{line} $finding->{message}" if $file =~ m{/cases/};
    }
    my %named = map { $_->{message} =~ /\(option ([a-z-]+): [a-z-]+[;)]/ ? ($_->{line} => $1) : () } @found;
    is_deeply(\%named, \%options, "$name: which findings depend on an option");
    my $errors = grep { $_->{severity} eq 'error' } @found;
    is($status, $errors ? 1 : 0, "$name: exit status");
    for my $i (0 .. $#games) {
        $clean{$name}++ unless $games[$i]{findings};
        my @awards = map { ($_->{final} ? 'final' : $_->{turn}) . " $_->{seat}+$_->{points} " . ($_->{feature} // $_->{kind}) }
            grep { $_->{event} eq 'score' && $_->{game} == $i + 1 } @events;
        is_deeply([ sort @awards ], [ sort @{ $games[$i]{awards} } ], "$name: awards of the record at line $games[$i]{line}") if @{ $games[$i]{awards} };
        my @returned = map { "$_->{turn} $_->{seat} $_->{segment}" } grep { $_->{event} eq 'returned' && $_->{game} == $i + 1 } @events;
        is_deeply([ sort @returned ], [ sort @{ $games[$i]{returned} } ], "$name: who came home in the record at line $games[$i]{line}")
            if @{ $games[$i]{returned} };
    }
}

# Every finding that text can raise has a file of its own, which raises it and also holds a record that nearly raises
# it. The others come from --strict or from input that is not text or not a record: bad.t, import.t and conditions.t.
my %elsewhere = map { $_ => 1 } 115, 117, 119, 216, 312, 705, 901 .. 910;
my ($status, $list) = run(bastide(), 'explain');
for my $row (grep { /^\d/ } split /\n/, $list) {
    my ($code, $name) = split ' ', $row;
    next if $elsewhere{$code};
    ok($raised{$code}{"$code-$name"}, "$code $name is raised in its own file");
    ok($clean{"$code-$name"}, "$code $name has a record that nearly raises it") unless $code == 214;
}
# The messages have been reviewed: testdata/messages.txt lists them.
my $messages = slurp(source('testdata/messages.txt')) =~ s/^#.*\n//r;
utf8::decode($messages);
is(join("\n", sort values %said), join("\n", sort split /\n/, $messages), 'the messages of the findings');

# Every value of every option is in force in some record here: the header or the profile has the value, and the option's
# rules are in play.
my %brought = brought();
$brought{'the-city'} = delete $brought{'the-city-r1'};
my %options = rows() =~ /^OPTION\(\w+, "([a-z-]+)", "[^"]*", ("[^"]*",\n[^\n]*)/mg;
my %names = rows() =~ /^OPTION\((\w+), "([a-z-]+)"/mg;
my %texts = map { /^(\w+, \w+), "(.*)"$/ ? ($1 => $2) : () } rows() =~ /\bVALUE\((\w+, \w+, "[^"]*")\)/g;
my %profiles = rows() =~ /^PROFILE\((\w+), "([a-z0-9-]+)"/mg;
my %chosen;
push @{ $chosen{ $profiles{ $_->[0] } } }, "$names{ $_->[1] }: $texts{\"$_->[1], $_->[2]\"}" for map { [split /, /] } rows() =~ /\bCHOSEN\(([A-Z0-9_]+, \w+, \w+)\)/g;
%profiles = map { $_ => join ', ', @{ $chosen{$_} } } keys %chosen;
my %force;
for my $record (map { split /^(?=%CRN)/m, slurp($_) } glob(source('testdata/*/*.crn'))) {
    my ($header) = split /^---$/m, $record;
    my %in_play = map { $_ => 1 } '', map { @{ $brought{$_} // [] } } $header =~ /^game: (\S+)/m, ($header =~ /^sets: \[(.*)\]/m ? split(/, */, $1) : ());
    my ($profile) = $header =~ /^rules: (\S+)/m;
    my %value = map { split /: */ } map { split /,\s*/ } grep { defined } $profiles{ $profile // '' }, $header =~ /^options: \{(.*)\}/m;
    for my $name (grep { $options{$_} } keys %value) {
        my ($rules) = $options{$name} =~ /^"([^"]*)"/;
        $force{"$name: $value{$name}"}++ if $rules eq '' || grep { $in_play{$_} } split /,/, $rules;
    }
}
for my $name (sort keys %options) {
    ok($force{"$name: $_"}, "$name: $_ is in force in a record") for $options{$name} =~ /VALUE\(\w+, \w+, "([^"]*)"\)/g;
}
done_testing;

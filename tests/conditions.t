#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# A record cannot acquit itself. Whatever in it changes how it is judged is named with the verdict in every format, and
# --strict reports it as a finding. Each case has a record, its conditions as text, its last condition in JSON, and the
# place of the finding.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
my $own = qq(tiles:\n  - {name: Y1, count: 2, segments: [{kind: city, sides: S}, {kind: field, halves: [NNW, NNE, ENE, ESE, WSW, WNW]}]}\n);
my @cases = (
    ['own tiles', "$head$own---\nend stopped\n", 'own tiles: 1', { kind => 'own-tiles', count => 1 }, '4:1'],
    ['a correction', "$head---\n1a U 1,0N rE\n1.1b adjust:-7\nend stopped\n", 'adjusted: Ben -7', { kind => 'adjusted', seat => 'b', points => -7 }, '6:6'],
    ['several corrections of one player', "$head---\n1a U 1,0N rE\n1.1b adjust:-7\n1.2b adjust:9\nend stopped\n", 'adjusted: Ben +2', { kind => 'adjusted', seat => 'b', points => 2 }, '6:6'],
    ['an option', "${head}options: {farmers: off}\n---\nend stopped\n", 'options: farmers=off', { kind => 'option', name => 'farmers', value => "off" }, '4:20'],
    ['rules brought', "${head}brings: [dragon]\n---\nend stopped\n", 'rules in play: dragon', { kind => 'brings', name => 'dragon' }, '4:1'],
    ['no rules brought', "${head}sets: [base, river]\nbrings: []\nstart: w1 0,0N\n---\nend stopped\n", 'rules in play: none', { kind => 'brings', name => 'none' }, '5:1'],
    ['a start tile that no set has', "%CRN 1\nrules: official-1\nsets: [inns]\nplayers: [Ada, Ben]\n${own}start: Y1 0,0N\n---\nend stopped\n", 'own tiles: 1; start on trust: Y1', { kind => 'start', name => 'Y1' }, '7:8'],
    ['an unknown tile discarded', "$head---\n1a discard:?\n1a U 1,0N -\nend stopped\n", 'discards on trust: 1', { kind => 'discards', count => 1 }, '5:4'],
);

for (@cases) {
    my ($name, $record, $text, $condition, $place) = @$_;
    my $check = sub { return brief run_input($record, bastide(), 'check', @_) };
    my ($status, $out) = $check->();
    like($out, qr/^<stdin>:1: legal[^;\n]*; \Q$text\E$/m, "$name: text");
    is($status, 0, "$name: the status is that of the findings");
    my ($strict, $said) = $check->('--strict', '--all');
    is($strict, 1, "$name: --strict");
    like($said, qr/^<stdin>:$place: error: .*\[119 condition\]$/m, "$name: its place");
    like($said, qr/^<stdin>:1: legal but not valid.*; \Q$text\E$/m, "$name: the strict verdict names it too");
    my ($end) = grep { $_->{event} eq 'end' } json_lines(($check->('--format=json'))[1]);
    is_deeply($end->{conditions}[-1], $condition, "$name: JSON");
    ($end) = grep { $_->{event} eq 'end' } json_lines((run_input($record, bastide(), 'audit', '--format=json'))[1]);
    is_deeply($end->{conditions}[-1], $condition, "$name: audit");
    like((run_input($record, bastide(), 'audit'))[1], qr/^   end .*; \Q$text\E$/m, "$name: audit as text");
    like(($check->('--format=tap'))[1], qr/^ok 1 - .*\n(?:# .*\n)*# \Q$text\E$/m, "$name: TAP");
    like(($check->('--format=github'))[1], qr/^::notice file=<stdin>,line=1,title=legal::\Q$text\E$/m, "$name: GitHub");
    like(($check->('--summary'))[1], qr/\t\Q$text\E\t-$/m, "$name: a line a game");
    like(($check->('--format=sarif'))[1], qr/"kind":"informational","level":"none","message":\{"text":"legal; \Q$text\E"\}/, "$name: SARIF");
}
# A tile of a turn that cannot be read may lie where the discarded tile would fit.
like((brief run_input("$head---\n1a U 5x -\n2b discard:C\n2b U 1,0N -\nend stopped\n", bastide(), 'check'))[1], qr/; discards on trust: 1$/m, 'a discard after a turn that cannot be read');

# These are not conditions: the profile's own value, an option of rules that are not in play, an option of the command
# line, rules that the sets bring anyway, the usual start tile.
my %plain = (
    'the value of the profile' => ["${head}options: {farmers: on}\n---\nend stopped\n"],
    'an option of rules that are not in play' => ["${head}options: {dragon-early: placed}\n---\nend stopped\n"],
    'an option on the command line' => ["$head---\nend stopped\n", '--options=farmers=off'],
    'one on the command line over that of the header' => ["${head}options: {farmers: off}\n---\nend stopped\n", '--options=farmers=off'],
    'rules that the sets bring anyway' => ["${head}sets: [base, river]\nbrings: [river]\n---\nend stopped\n"],
    'the start tile' => ["${head}start: D 0,0E\n---\nend stopped\n"],
);
for my $name (sort keys %plain) {
    my ($record, @options) = @{ $plain{$name} };
    my ($status, $out) = brief run_input($record, bastide(), 'check', '--strict', @options);
    unlike($out, qr/condition|;/, "$name is no condition");
}

# Disabled findings are counted in every format.
my $wrong = "$head---\n1a U 5,5N -\nend stopped\n";
my %format = (
    text => qr/^<stdin>:1: legal, 0-0; 1 finding disabled$/m, json => qr/"disabled":1\b/, tap => qr/^# 1 finding disabled$/m,
    github => qr/^::notice .*::1 finding disabled$/m, summary => qr/\t1 finding disabled\t-$/m, sarif => qr/"legal; 1 finding disabled"/);
like((brief run_input($wrong, bastide(), 'check', '--disable=204', "--format=$_"))[1], $format{$_}, "disabled: $_") for sort keys %format;
# The same with --jobs.
like((brief run_input($wrong x 2, bastide(), 'check', '--disable=204', '--jobs=2'))[1], qr/; 1 finding disabled\n.*; 1 finding disabled$/m, 'by workers');
like((brief run_input($cases[0][1] x 2, bastide(), 'check', '--strict', '--jobs=2'))[1], qr/119.*119/s, '--strict by workers');
# No rules remove a condition, so --fit does not count it.
like((brief run_input($cases[0][1], bastide(), 'check', '--strict', '--fit'))[1], qr/fits as it is/, '--fit leaves conditions out');
done_testing;

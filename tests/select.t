#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests `select`: each condition keeps the records that match, and drops records that nearly match.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $head = sub { "%CRN 1\nevent: $_[0]\nrules: official-1\nplayers: [$_[1]]\n---\n" };
my %game = (
    open => $head->('Open 2026', 'Ada, Ben') . "1a U 1,0N rW\n2b U 2,0N -\nend stopped\n",
    cup => $head->('Cup', 'Cid, Ben, Eva') . "1a U 1,0N -\n2b U 2,0N rW\n3c U 3,0N -\nend stopped\n",
    wrong => $head->('Cup', 'Ada, Ben') . "1a U 1,0N rW\n2b U 2,0N rW\nend stopped\n",
    claim => $head->('Cup', 'Ada, Ben') . "1a U 1,0N rW =5,0\n2b U 2,0N -\nend stopped\n",
    cut => $head->('Open 2025', 'Ada, Ben') . "1a U 1,0N rW\n",
    unknown => $head->('Open 2025', 'Ada, Ben') . "1a ? 1,0N ?\nend stopped\n",
    expansion => "%CRN 1\nsets: [base, bridges]\nrules: book-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N -\nend stopped\n",
);
my @order = qw(open cup wrong claim cut unknown expansion);
my $all = join '', @game{@order};

# Returns the names of the selected games, which are recognised by their text.
sub selected {
    my ($status, $out, $err) = run_input($all, bastide(), 'select', @_);
    my %name = map { ((run_input($game{$_}, bastide(), 'fmt'))[1] => $_) } @order;
    is($err, '', "@_: nothing on standard error");
    my @names = map { $name{$_} // "another text: $_" } split /(?=^%CRN )/m, $out;
    is($status, @names ? 0 : 1, "@_: exit status");
    return "@names";
}
my @base = grep { $_ ne 'expansion' } @order;
my %want = (
    '' => "@order",
    '--header=event=Open*' => 'open cut unknown', '--header=event=Open' => '', '--header=players=C?d' => 'cup', '--header=site=*' => '',
    '--player=E*' => 'cup', '--player=e*' => '',
    '--set=bridges' => 'expansion', '--set=base' => "@order",
    '--seats=3' => 'cup', '--seats=3-' => 'cup', '--seats=-2' => 'open wrong claim cut unknown expansion', '--seats=4-6' => '',
    '--turns=1' => 'cut unknown expansion', '--turns=2-' => 'open cup wrong claim', '--turns=3' => 'cup',
    '--result=2-*' => '', '--result=1-0' => '', '--result=*' => "@order",
    '--is=valid' => 'open cup cut unknown expansion', '--is=legal' => 'open cup claim cut unknown expansion', '--is=illegal' => 'wrong',
    '--is=complete' => 'open cup wrong claim unknown expansion', '--is=unfinished' => 'cut', '--is=undetermined' => 'unknown',
    '--finding=302' => 'wrong', '--finding=total-differs' => 'claim', '--finding=803' => 'cut', '--finding=301' => '',
    '--seats=2 --is=valid --turns=2' => 'open', '--invert --is=legal' => 'wrong', '--invert --seats=2 --is=valid' => 'cup wrong claim',
    '--unique' => 'open cup wrong cut unknown expansion',
    '--unique --header=event=Cup' => 'cup wrong claim',
);
# Scores are those that the rules give, as `check` prints them.
my %scores = map { my ($s) = (run_input($game{$_}, bastide(), 'check', '--summary'))[1] =~ /^(?:\S+\t){4}(\S+)/; ($_ => $s) } @order;
for my $result ('--result=2-*', '--result=1-0') {
    my $pattern = $result =~ s/^--result=//r =~ s/\*/.*/r;
    $want{$result} = join ' ', grep { $scores{$_} =~ /^$pattern$/ } @order;
}
is(selected(split ' ', $_), $want{$_}, "select $_") for sort keys %want;
is((run_input($all, bastide(), 'select', '--count', '--is=illegal'))[1], "1\n", '--count');
is((run_input($all, bastide(), 'select', '--count', '--is=illegal', '--seats=5'))[0], 1, '--count of none');

# Only a complete game has a winner; in a tie each of the best does.
my $won = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS\nend 4,0\n";
is((run_input($won, bastide(), 'select', '--count', "--winner=$_->[0]"))[1], "$_->[1]\n", "winner $_->[0]") for ['Ada', 1], ['Ben', 0], ['A*', 1];
is((run_input($won =~ s/ cS/ -/r, bastide(), 'select', '--count', '--winner=Ben'))[1], "1\n", 'one of two who tie');
is((run_input($won =~ s/end.*\n//r, bastide(), 'select', '--count', '--winner=Ada'))[1], "0\n", 'nobody has won yet');

# Many duplicates, with other names.
my $dealt = deal(41, 900, 2);
my $again = $dealt =~ s/Ada/Zoe/gr =~ s/^(\d+[a-f] .*?)( =\S+)?$/$1 # so/mgr;
is((run_input($dealt . $again, bastide(), 'select', '--count', '--unique'))[1], "900\n", '--unique over many games');
like((run_input("nonsense\n", bastide(), 'select', '--seats=3'))[2], qr/^<stdin>.*\[\d/, 'what is no record is reported');

for my $words ('--seats=x', '--seats=5-3', '--seats=-', '--seats=5x', '--seats=2- 3', '--seats=+2', '--seats=2-99999999999999999999', '--turns=', '--is=odd', '--finding=999', '--header=event', '--set=moon', '--frobnicate') {
    my ($status, $out, $err) = run_input($all, bastide(), 'select', $words);
    is($status, 2, "select $words");
    is($out, '', 'and nothing is printed');
}
is((run(bastide(), 'select', ('--is=legal') x 64, source('replays/friendly-1.crn')))[0], 0, '64 conditions');
like((run(bastide(), 'select', ('--is=legal') x 65, source('replays/friendly-1.crn')))[2], qr/too many conditions/, 'one too many');
done_testing;

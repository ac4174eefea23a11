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

# --where: what happened. The audits as JSON say which games are meant.
my @dealt = map { deal($_, 1, 2 + $_ % 3, 'official-1', $_ % 2 ? 'base' : 'base,princess-dragon,traders') } 1 .. 24;
my $archive = spurt(scratch('archive.crn'), join '', @dealt);
my $by = sub { my %rows; push @{ $rows{ $_->{game} } }, $_ for json_lines((run(bastide(), 'audit', "--by=$_[0]", '--format=json', $archive))[1]); return \%rows };
my %where = (
    'award:kind=city,points=14-' => ['award', sub { $_->{event} eq 'score' && $_->{kind} eq 'city' && $_->{points} >= 14 }],
    'award:kind=city,points=-3' => ['award', sub { $_->{event} eq 'score' && $_->{kind} eq 'city' && $_->{points} <= 3 }],
    'award:kind=road,#tiles=7-9' => ['award', sub { $_->{event} eq 'score' && $_->{kind} eq 'road' && @{ $_->{tiles} } >= 7 && @{ $_->{tiles} } <= 9 }],
    'award:rule=monastery-completed,turn=-30' => ['award', sub { $_->{event} eq 'score' && $_->{rule} eq 'monastery-completed' && $_->{turn} <= 30 }],
    'award:#owners=2-,final=false' => ['award', sub { $_->{event} eq 'score' && keys %{ $_->{owners} } >= 2 && !$_->{final} }],
    'award:tiles=1,0' => ['award', sub { $_->{event} eq 'score' && grep { $_ eq '1,0' } @{ $_->{tiles} } }],
    'turns:tile=[CQ],turn=10-20' => ['turn', sub { $_->{event} eq 'turn' && defined $_->{tile} && $_->{tile} =~ /^[CQ]$/ && $_->{turn} >= 10 && $_->{turn} <= 20 }],
    'turn:cell=1,0,seat=b' => ['turn', sub { $_->{event} eq 'turn' && defined $_->{cell} && $_->{cell} eq '1,0' && $_->{seat} eq 'b' }],
    'city:shields=3-' => ['city', sub { $_->{event} eq 'feature' && $_->{shields} >= 3 }],
    'seat:field=12-' => ['seat', sub { $_->{event} eq 'seat' && $_->{field} >= 12 }],
    'seat:adjust=-1' => ['seat', sub { $_->{event} eq 'seat' && $_->{adjust} <= 1 }],
    'dragon' => ['dragon', sub { $_->{event} !~ /^(?:end|finding)$/ }],
);
my $mixed = 0;
for my $where (sort keys %where) {
    my ($key, $test) = @{ $where{$where} };
    my $rows = $by->($key);
    my @want = grep { grep { $test->() } @{ $rows->{$_} // [] } } 1 .. @dealt;
    $mixed += @want && @want < @dealt;
    is((run(bastide(), 'select', "--where=$where", $archive))[1], join('', @dealt[map { $_ - 1 } @want]), "--where=$where: " . @want . ' games');
    is((run(bastide(), 'select', '--jobs=2', '--invert', '--count', "--where=$where", $archive))[1], @dealt - @want . "\n", 'and the others');
}
cmp_ok($mixed, '>', 6, 'most of these are met by some games and not by others');
my $timed = spurt(scratch('timed.crn'), "%CRN 1\nclock: 15:00\nrules: official-1\nplayers: [Ana, Bo]\n---\n1a U 1,0N - took:30.5 t:869.5\n2b U 2,0N - took:75 t:825\nend stopped\n");
is((run(bastide(), 'select', '--count', "--where=clock:$_->[0]", $timed))[1], "$_->[1]\n", "time: $_->[0]") for ['used=60-', 1], ['used=80-', 0], ['used=30.5', 1], ['used=30', 0], ['seat=a,used=60-', 0], ['left=-800', 0];
is((run(bastide(), 'select', '--count', '--where=clock:seat=a', '--where=clock:used=60-', $timed))[1], "1\n", 'two rows meet two conditions');
like((run(bastide(), 'select', "--where=award:$_", $archive))[2], qr/a range ends below its beginning; write the least number first, as in 5-7: 'award:\Q$_\E'/, "--where=award:$_ is no range") for 'points=16-5', 'kind=city,points=5.5-5';
is((run(bastide(), 'select', "--where=award:$_", $archive))[2], '', "--where=award:$_") for 'points=5-5', 'rule=16-b';
for ([ 'turn:tle=C', qr/rows of turn have no column 'tle'; 'bastide audit --by=turn --format=csv' shows their columns/ ], [ 'moon:x=1', qr/no key of audits.*'moon:x=1'/ ], [ 'citty:x=1', qr/did you mean 'city'\?/ ],
    [ 'award:kind', qr/not KEY:COLUMN=VALUE/ ], [ 'award:#tiles=x', qr/not KEY:COLUMN=VALUE/ ], [ 'award:=1', qr/not KEY/ ], [ 'award:' . join(',', ('kind=city') x 17), qr/too many conditions/ ]) {
    for my $jobs ('--jobs=1', '--jobs=2') {
        my ($status, $out, $err) = run(bastide(), 'select', $jobs, "--where=$_->[0]", $archive);
        is("$status$out", '2', "--where=$_->[0]");
        like($err, $_->[1], 'what is wrong');
    }
}

for my $words ('--seats=x', '--seats=5-3', '--seats=-', '--seats=5x', '--seats=2- 3', '--seats=+2', '--seats=2-99999999999999999999', '--turns=', '--is=odd', '--finding=999', '--header=event', '--set=moon', '--frobnicate') {
    my ($status, $out, $err) = run_input($all, bastide(), 'select', $words);
    is($status, 2, "select $words");
    is($out, '', 'and nothing is printed');
}
is((run(bastide(), 'select', ('--is=legal') x 64, source('replays/friendly-1.crn')))[0], 0, '64 conditions');
like((run(bastide(), 'select', ('--is=legal') x 65, source('replays/friendly-1.crn')))[2], qr/too many conditions/, 'one too many');
done_testing;

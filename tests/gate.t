#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Text that others wrote: names, events, comments, keys, terms and tiles of accounts, names of files, with characters that move a
# cursor, turn the writing direction, begin a line or a formula. Whatever is printed of it, by each command in each form, holds none.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;
use JSON::PP;

my $nasty = "N\e[31m\a\n::error file=x::y\r\t\x{9b}31m\x{202e}\x{2066}\x{200f}\x{85}\x{2028}\x{feff}";
my $json = JSON::PP->new->utf8->canonical;
my $two = spurt(scratch('two.crn'), (run(bastide(), qw(deal -p 2 --bare)))[1]);
my $save = $json->decode((run(bastide(), qw(convert --to=jcz --lossy), $two))[1]);
$_->{name} = $nasty . $_->{slot} for @{ $save->{players} };
$save->{$_} = $nasty for qw(gameId name);
my $jcz = spurt(scratch('save.jcz'), $json->encode($save));
my @account = json_lines((run(bastide(), qw(audit --format=json), $two))[1]);
for my $event (@account) {
    $event->{$_} && !ref $event->{$_} and $event->{$_} = "$nasty$event->{$_}" for qw(tile cell feature kind rule file);
    $_->{name} = "$nasty$_->{name}" for @{ $event->{terms} // [] };
    $_ = "$nasty$_" for @{ $event->{tiles} // [] };
}
my $account = spurt(scratch('account.json'), join '', map { $json->encode($_) . "\n" } @account);
my @figures = json_lines((run(bastide(), qw(stats --format=json), $two))[1]);
$_->{key} = "$nasty$_->{key}" for grep { $_->{table} ne 'games' } @figures;
my $figures = spurt(scratch('figures.json'), join '', map { $json->encode($_) . "\n" } @figures);
my $bytes = $nasty;
utf8::encode($bytes);
(my $line = $bytes) =~ tr/\r\n//d;
my $crn = spurt(scratch('bad.crn'), "%CRN 1\nrules: official-1\nplayers: [\"$line\", Ben]\nevent: \"$line\"\n$line: x\nk: $line\n---\n1a U 1,0N rW # $line\n1b $line 1,0N\n2b V 0,1N x-$line +a3:$line\n");
(my $short = $bytes) =~ tr{/}{};
my $odd = scratch("od$line=1\n.crn");
spurt($odd, slurp($crn));

# U+0009 stands in tables of text, U+000A ends lines; in the canonical text of records comments stay what they are.
my $forbidden = qr/[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf/;
my @forms = (
    (map { ['check', "--format=$_"] } qw(text json sarif tap github summary)), (map { ['audit', "--format=$_"] } qw(text json yaml csv csv-raw)), (map { ['audit', "--by=$_"] } qw(tile city field seat)),
    ['show'], ['convert', '--to=json'], ['convert', '--to=jcz'], ['convert', '--to=jcz', '--lossy'], ['convert', '--to=carcassonnelab', '--lossy'], (map { ['stats', "--format=$_"] } qw(text json yaml csv csv-raw)), ['moves'], ['moves', '--each', '--by=step'],
    ['moves', '--at=1', '--format=yaml'], ['select', '--is=illegal', '--count'], ['diff', '--claims'], ['diff', '--claims', '--format=json'],
);
sub printed_well {
    my ($name, @command) = @_;
    my ($status, $out, $err) = run(@command);
    cmp_ok($status, '<', 3, "$name: no crash");
    for my $text ($out, $err) {
        my @found = map { sprintf '%s', join ' ', map { sprintf '%02x', ord } split //, $_ } $text =~ /($forbidden)/g;
        is("@found", '', "$name: nothing that others wrote gets through");
    }
    unlike("$out$err", qr/^::error file=x/m, "$name: nor begins a line");
    return $out;
}
for my $form (@forms) {
    printed_well(join(' ', @$form, $_->[0]), bastide(), @$form, $_->[1]) for ['a record', $crn], ['a save', $jcz], ['a file with an odd name', $odd], ['no file', "/nowhere/$odd"];
}
printed_well('fmt a save', bastide(), 'fmt', $jcz);
for my $pair ([$account, $two], [$two, $account], [$account, $account], [$account, $jcz]) {
    printed_well("diff @$_", bastide(), 'diff', @$_, @$pair) for [], ['--format=json'], ['--stat'], ['--by=tile'], ['--key=file'];
}
printed_well("stats --merge --format=$_", bastide(), 'stats', '--merge', "--format=$_", $figures) for qw(text json yaml csv csv-raw);
printed_well("explain", bastide(), 'explain', $line);
printed_well("a wrong command", bastide(), $line);
printed_well("a wrong option: $_", bastide(), 'audit', "$_$line") for qw(--by= --x --at= -b);
printed_well("a wrong $_->[0]", bastide(), @$_, $line) for ['tiles'], ['tiles', '-s'], ['deal', '-s'], ['deal', '-R'], ['deal', '-O'], ['check', '-R'], ['check', '-O'], ['select', '-r'], ['moves', '-T'];
printed_well("a tile set", bastide(), 'check', "--tileset=$odd", $two);

# The verdict on a file is that on its canonical text.
for my $file ($jcz, $two, $crn) {
    my ($text) = (run(bastide(), 'fmt', $file))[1];
    my @verdicts = map { (run_input($text, bastide(), 'check', '--summary', $_))[1] } $file, '-';
    is((split /\t/, $verdicts[1])[0], (split /\t/, $verdicts[0])[0], "$file: fmt changes no verdict");
}

# Formulas: an apostrophe stands before them, and nothing else has one.
my $formulas = { %$save, players => [map { { %{ $save->{players}[$_] }, name => ('=HYPERLINK("x")', '-2+3+cmd|x')[$_] } } 0, 1] };
my $sheet = spurt(scratch('sheet.jcz'), $json->encode($formulas));
my $csv = (run(bastide(), qw(stats --by=player --format=csv), $sheet))[1];
like($csv, qr/^stats,player,"'=HYPERLINK\(""x""\)",/m, 'a formula is none any more');
like($csv, qr/^stats,player,'-2\+3\+cmd\|x,/m, 'nor one with a sign');
like((run(bastide(), qw(stats --by=player --format=csv-raw), $sheet))[1], qr/^stats,player,"=HYPERLINK\(""x""\)",/m, 'but where that is wanted');
unlike((run(bastide(), qw(audit --format=csv), source('replays/japan-2015-final.crn')))[1], qr/'/, 'cells of a table are no formulas');
done_testing;

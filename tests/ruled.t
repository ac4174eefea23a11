#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests rules from the command line: --rules and --options change what each judging command prints, as if the header had
# them. check --fit finds the rules under which a record is valid.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

# A record with options of the command line gives the same output as a record with the same words in its header.
my $japan = slurp(source('replays/japan-2015-final.crn'));
my @ways = ([['--rules=book-1'], $japan =~ s/^rules: .*/rules: book-1/mr], [['--options=shield=1'], $japan =~ s/^---/options: {shield: 1}\n---/mr],
    [['--rules=jcz-1', '-O', 'shield=1,farmers=off', '--option=small-city=2,shield=2'], $japan =~ s/^rules: .*/rules: jcz-1/mr =~ s/^---/options: {shield: 2, farmers: off, small-city: 2}\n---/mr]);
my @commands = (['check'], ['check', '--format=json'], ['audit'], ['audit', '--by=city', '--format=json'], ['show'], ['stats', '--by=player'], ['stats', '--by=rules'], ['convert', '--to=json'], ['moves', '--at=30', '--tiles=V'],
    ['select', '--count', '--is=valid'], ['diff', '--claims']);
for my $way (@ways) {
    my ($options, $other) = @$way;
    my $file = spurt(scratch('game.crn'), $japan);
    my %before = map { ("@$_" => join ' ', run(bastide(), @$_, $file)) } @commands;
    my %ruled = map { ("@$_" => join ' ', run(bastide(), @$_, @$options, $file)) } @commands;
    spurt($file, $other);
    for my $command (@commands) {
        # Lines after the header move down, and a verdict names only options of the header. Both are left out of the
        # comparison.
        my ($got, $want) = map { s/; options: .*//gr =~ s/,"conditions":\[\{.*?\}\]//gr =~ s/(game\.crn(?:-\S+)?:)\d+/$1/gr =~ s/"line":\d+//gr =~ s/"text":"[^"]*rules[^"]*"//gr } $ruled{"@$command"}, join ' ', run(bastide(), @$command, $file);
        is($got, $want, "@$options: @$command");
    }
    is_deeply([grep { $before{$_} eq $ruled{$_} } map { "@$_" } grep { $_->[0] ne 'moves' } @commands], [], "@$options: each says something else");
}
# An option of the command line replaces that option of the header; the others stay.
my $two = "%CRN 1\nrules: official-1\noptions: {shield: 1, small-city: 2}\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS\nend 2,0 stopped\n";
is((brief run_input($two, bastide(), 'check'))[1], "<stdin>:1: legal, 2-0, claims equal; options: shield=1, small-city=2\n", 'options of the header');
like((brief run_input($two, bastide(), 'check', '-O', 'small-city=4'))[1], qr/^<stdin>:1: .*, 4-0, claims differ/m, 'one of them over it');
is((brief run_input($two, bastide(), 'check', '-R', 'book-1', '-O', 'shield=2'))[1], "<stdin>:1: legal, 2-0, claims equal; options: small-city=2\n", 'the others stay');
# Imports have rules too. With --rules a header without rules is no error.
my $save = source('replays/friendly-1.crn');
my $address = (run(bastide(), qw(convert --to=carcassonnelab --lossy), $save))[1];
isnt((brief run_input($address, bastide(), 'check', '--rules=book-1'))[1], (brief run_input($address, bastide(), 'check'))[1], 'an address');
is((brief run_input($two =~ s/^rules.*\n//mr, bastide(), 'check', '--rules=official-1'))[1], "<stdin>:1: legal, 2-0, claims equal; options: shield=1, small-city=2\n", 'a header without rules');

# ---- Unknown profiles and options ----
for (['--rules=moon', qr/unknown profile 'moon'; the profiles are book-1, official-1, jcz-1, bga-1$/m], ['--options=moon=1', qr/there is no option 'moon' of the rules; 'bastide explain' lists all$/m],
    ['--options=shild=1', qr/there is no option 'shild' of the rules; did you mean 'shield'\?$/m], ['--options=shield=3', qr/option shield has no value '3'; its values are 1, 2$/m],
    ['--options=shield', qr/option shield has no value ''/], ['--options=', qr/there is no option ''/], ['--options=shield=1,', qr/there is no option ''/], ['--fit --format=tap', qr/--fit can be used only with text and json/]) {
    my ($words, $why) = @$_;
    my ($status, $out, $err) = brief run_input($japan, bastide(), 'check', split ' ', $words);
    is("$status$out", '2', "check $words");
    like($err, $why, 'and why');
}

# ---- Fitting rules ----
sub fit { return (brief run_input(@_ > 1 ? @_ : ($_[0], ()), bastide(), 'check', '--fit'))[1] =~ /^<stdin>:1: (fits .*)$/m ? $1 : '' }
is(fit($japan), 'fits as it is, --rules=jcz-1, --rules=bga-1', 'as it is');
is(fit($japan =~ s/^rules: .*/rules: book-1/mr), 'fits --rules=official-1, --rules=jcz-1, --rules=bga-1', 'another profile');
like(fit($japan =~ s/^rules: .*\n/$&options: {shield: 1}\n/mr), qr/^fits --options=shield=2(, --rules=\S+ --options=shield=2)*$/, 'another option');
# Claims are made with changed options, alone and in pairs. --fit must find rules that fit them.
for my $options (['shield=1'], ['small-city=2'], ['shield=1', 'small-city=2']) {
    my $list = join ',', @$options;
    my ($scores) = (brief run_input($japan, bastide(), 'check', "--options=$list"))[1] =~ /^<stdin>:1: .*?, (\d+-\d+)/m;
    my $claims = $japan =~ s/^end .*/'end ' . $scores =~ tr{-}{,}r/mer =~ s/^result.*\n//mr;
    my $found = fit($claims);
    my @wrong = grep { !/^as it is$/ && (brief run_input($claims, bastide(), 'check', split ' '))[0] } split /, /, $found =~ s/^fits //r =~ s/, and \d+ more$//r;
    is("@wrong", '', "$list: what is said to fit does") or diag $found;
    like($found, qr/^fits (?!no)/, "$list: something fits");
}
like(fit($japan =~ s/^end .*/end 1,1/mr), qr/^fits no rules; the fewest errors, 2: as it is, /, 'what no rules give');
my @json = grep { $_->{event} eq 'fit' } json_lines((brief run_input($japan, bastide(), qw(check --fit --format=json -O shield=1 -O small-city=2)))[1]);
is_deeply([map { [@$_{qw(rules options errors)}] } @json], [map { [$_, { shield => '2', 'small-city' => '4' }, 0] } qw(official-1)], 'in JSON') or diag explain \@json;
is((brief run_input($japan, bastide(), qw(check --fit --quiet)))[1], '', 'nothing when quiet');
done_testing;

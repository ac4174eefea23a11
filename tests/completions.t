#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests completion: commands, all options of each command, and values, which the program must accept. Runs bash, and zsh
# and fish if they are installed. Tries one in five values of a long list, or all with BASTIDE_LONG.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

sub candidates { return map { s/\t.*//r } split /\n/, (run(bastide(), '__complete', @_))[1] }
my @commands = map { /^  ([a-z]+) / ? $1 : () } split /\n/, (run(bastide(), '--help'))[1];
cmp_ok(scalar @commands, '>=', 11, 'there are commands');
is(join(' ', candidates('')), "@commands", 'all of them');
is(join(' ', candidates('se')), 'select', 'those that begin so');
is(join(' ', candidates('--v')), '--version', 'or an option of the program');
my $round = 0;
for my $command (@commands) {
    my %want = map { $_ => 1 } (run(bastide(), $command, '--help'))[1] =~ /^ .*? (--[a-z-]+=?)/mg;
    my %got = map { $_ => 1 } candidates($command, '--');
    is_deeply(\%got, \%want, "$command: its options");
    is_deeply([candidates($command, 'x')], [], "$command: files are the shell's");
    for my $option (grep { /=$/ && $_ ne '--spoil=' } sort keys %got) {
        my @candidates = candidates($command, $option);
        for my $candidate (one_in($ENV{BASTIDE_LONG} || @candidates <= 8 ? 1 : 5, $round++, @candidates)) {
            my ($status, $out, $err) = run_input('', bastide(), $command, $option =~ /events/ ? '--format=json' : (), $command eq 'convert' && $option ne '--to=' ? '--to=json' : (), $candidate, $command eq 'record' ? scratch('no-record.crn') : (), $command eq 'diff' ? ('/dev/null', '/dev/null') : ());
            unlike($err, qr/Usage|Try/, "$command takes $candidate");
        }
    }
}
my %ways = map { /^(\d+)/ => 1 } split /\n/, (run(bastide(), 'deal', '--spoil=list'))[1];
is(join(' ', sort map { /(\d+)/ ? $1 : () } candidates('deal', '--spoil=')) =~ s/\b(\d+)(?: \1)+\b/$1/gr, join(' ', sort keys %ways), 'findings for which games can be mutated');
is(join(' ', candidates('convert', '--to=')), join(' ', map { "--to=$_" } qw(crn jcz carcassonnelab json)), 'formats');
is(join(' ', candidates('audit', '-b', 'cas')), 'castle', 'a value after a short option');
is(join(' ', candidates('audit', '--by', 'cas')), 'castle', 'or after a long one');
is(join(' ', candidates('select', '--is', 'un')), 'unfinished undetermined', 'of another command');
is(join(' ', candidates('audit', '-w', 'cas')), '', 'an option without a value wants none');
my ($listed) = slurp(source('Makefile.am')) =~ /^SETS = ((?:.*\\\n)*.*)$/m;
my %named;
my @sets = grep { !/^game: the-city$/m } map { slurp(source($_)) } $listed =~ /(\S+\.yaml)/g;
is(join(' ', candidates('deal', '-s', 'base,')), join(' ', map { "base,$_" } grep { $_ ne 'base' && !$named{$_}++ } map { /^name: (\S+)/m } @sets), 'sets that a list has not, and that may stand in one');
is(join(' ', candidates('deal', '--game=')), '--game=carcassonne --game=the-city', 'games');
my @by = candidates('audit', '--by=');
is(scalar(@by), scalar(() = rows() =~ /^BY\(/mg), 'each key of an audit, with both names of one');
is(join(' ', candidates('audit', '--by=cas')), '--by=castle', 'one of them');
is(join(' ', candidates('deal', '--sets=base,pr')), '--sets=base,princess-dragon', 'the next of a list');
is(join(' ', candidates('deal', '--options=shield=1,fa')), join(' ', map { "--options=shield=1,$_" } qw(farmers=on farmers=off farmers-by=field farmers-by=city fairy=tile fairy=follower fairy-scored=feature fairy-scored=cell fairy-castle=yes fairy-castle=no)), 'options of the rules, with their values');
is(join(' ', candidates('explain', '30')), join(' ', grep { /^30/ } map { /^(\d+)/ } split /\n/, (run(bastide(), 'explain'))[1]), 'findings');
is(join(' ', candidates('explain', 'city.guard')), join(' ', rows() =~ /^RULE\("(city\.guard\.[a-z-]+)"/mg), 'rules');
is(join(' ', candidates('deal', '--rules=')), join(' ', map { "--rules=$_" } rows() =~ /^PROFILE\(\w+, "([^"]+)"/mg), 'profiles');
is(join(' ', candidates('moon', '--')), '', 'no options for an unknown command');

# The completion scripts, called as each shell calls them.
my $path = bastide() =~ s{/[^/]*$}{}r;
local $ENV{PATH} = "$path:$ENV{PATH}";
my $bash = source('completions/bastide.bash');
for (['bastide se', 'select'], ['bastide check --su', '--summary'], ['bastide audit --by=cas', 'castle'], ['bastide audit --by=', join ' ', map { s/.*=//r } @by], ['bastide check file', '']) {
    my ($line, $want) = @$_;
    my ($status, $out) = run('bash', '-c', ". '$bash'; compopt() { :; }; COMP_LINE='$line'; COMP_POINT=\${#COMP_LINE}; _bastide; echo \"\${COMPREPLY[*]}\"");
    is($out, "$want\n", "bash: $line");
}
SKIP: {
    skip 'needs fish', 3 if system('command -v fish >/dev/null 2>&1');
    for (['bastide se', 'select'], ['bastide check --su', '--summary'], ['bastide audit --by=ca', '--by=castle']) {
        my ($line, $want) = @$_;
        my ($status, $out) = run('fish', '--no-config', '-c', "source '" . source('completions/bastide.fish') . "'; complete -C '$line'");
        is($out =~ s/\t.*//r =~ s/\n.*//sr, $want, "fish: $line");
    }
}
SKIP: {
    skip 'needs zsh', 1 if system('command -v zsh >/dev/null 2>&1');
    is((run('zsh', '-n', source('completions/_bastide')))[0], 0, 'zsh reads its own');
}
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the manual: clean mdoc; every option of every command, every finding, option and profile is in it; its examples
# work.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Compress::Zip qw(zip $ZipError);
use Test::More;

my @pages = sort glob source('man/*');
cmp_ok(scalar @pages, '>', 10, 'there are pages');
SKIP: {
    skip 'needs mandoc', scalar @pages if system('command -v mandoc >/dev/null 2>&1');
    for my $page (@pages) {
        my ($status, $out) = run('mandoc', '-Tlint', '-W', 'warning', $page);
        is(join('', grep { !/referenced manual not found/ } split /^/, $out), '', $page =~ s{.*/}{}r);
    }
}
for my $command (qw(check audit show diff deal moves record convert fmt select stats tiles explain)) {
    my $page = slurp(source("man/bastide-$command.1"));
    my $help = (run(bastide(), $command, '--help'))[1];
    my @options = $help =~ /--([a-z-]+)/g;
    ok(@options > 0, "$command has options");
    like($page, qr/Fl -$_\b/, "bastide-$command.1 tells of --$_") for @options;
    like(slurp(source('man/bastide.1')), qr/Xr bastide-$command 1/, "bastide.1 names $command");
}
my $findings = slurp(source('man/bastide-findings.7'));
for my $row (grep { /^\d/ } split /\n/, (run(bastide(), 'explain'))[1]) {
    my ($code, $name) = split ' ', $row;
    like($findings, qr/^\.It $code $name /m, "bastide-findings.7 tells of $code");
}
my $rules = slurp(source('man/bastide-rules.7'));
my @options = rows() =~ /^OPTION\(\w+, "([a-z-]+)"/mg;
ok(@options > 3, 'there are options');
like(slurp(source('man/bastide-options.7')), qr/^\.It Cm $_$/m, "bastide-options.7 tells of $_") for @options, rows() =~ /^PROFILE\(\w+, "([^"]+)"/mg;
my %rule = map { $_ => 1 } map { slurp($_) =~ /\.rule = "([\w-]+)"/g, slurp($_) =~ /"(\w+-(?:final|completed))"/g } map { sources($_, 'c') } qw(board referee expansions ledger);
$rule{$_} = 1 for rows() =~ /^KIND_AWARD\(\w+, \w+, "([^"]+)", "([^"]+)"\)/mg;
cmp_ok(scalar keys %rule, '>', 8, 'there are rules of awards');
like($rules, qr/\b$_\b/, "bastide-rules.7 tells of $_") for sort keys %rule;

# Each key of a command's JSON objects is in the page of the command or in bastide-audit(5).
my $audits = slurp(source('man/bastide-audit.5'));
my @city = (source('replays/city-two-seats.crn'), source('replays/friendly-1.crn'));
for (['stats', @city], ['moves', '--each', '--by=step', $city[0]], ['moves', '--at=2', $city[1]], ['moves', '--at=70', '--count', $city[1]], ['diff', @city], ['diff', '--by=seat', '--claims', source('replays/broken-scores.crn')], ['convert', '--to=json', @city, glob(source('testdata/cases/*.crn'))]) {
    my ($command, @arguments) = @$_;
    my ($page, %keys) = slurp(source("man/bastide-$command.1")) . $audits;
    my ($status, $out) = run(bastide(), $command, $command eq 'convert' ? () : '--format=json', @arguments);
    for my $object (json_lines($out)) {
        my @rest = $object;
        while (my $value = shift @rest) {
            push @rest, ref $value eq 'HASH' ? map({ $keys{$_} = 1; $_ eq 'header' ? () : $value->{$_} } sort keys %$value) : ref $value eq 'ARRAY' ? @$value : ();
        }
    }
    cmp_ok(scalar keys %keys, '>', 5, "$command: its objects have keys");
    is(join(' ', grep { $page !~ /^\.(?:It |Pq )?(?:Cm|Li) (?:.* )?\Q$_\E(?: |$)/m } sort keys %keys), '', "@$_[0, 1]: each is told");
}

# Each page of a command has examples, and all examples work. This folder has the files that they name.
my $dir = scratch('examples');
mkdir $dir or die;
chdir $dir or die;
symlink source('replays'), 'replays' or die;
my @plays = map { my ($player, $id, $type, $x, $y, $ori) = @$_; qq({"type":"playTile","args":{"player_id":$player,"player_name":"P$player","id":$id,"type":$type,"x":$x,"y":$y,"ori":$ori}}) }
    [7, 22, 11, 0, -1, 3], [8, 40, 16, 1, 0, 2];
my $result = '{"type":"gameStateChange","args":{"id":99,"args":{"result":[{"player":7,"name":"P7","score":0},{"player":8,"name":"P8","score":0,"concede":1}]}}}';
my $log = '{"data":{"logs":[{"channel":"/table/t1","data":[' . join(',', @plays, $result) . ']}],"players":[]}}';
spurt('log.json', $log);
spurt('broken.crn', slurp('replays/broken-scores.crn'));
spurt('games.crn', deal(1, 5));
spurt('table7.jcz', (run_input((run(bastide(), qw(deal --rules=jcz-1 --bare)))[1], bastide(), qw(convert --to=jcz)))[1]);
system('gzip -k games.crn log.json') == 0 or die;
zip ['table7.jcz'] => 'table7.jcz.zip' or die $ZipError;
local $ENV{PATH} = (bastide() =~ s{/[^/]*$}{}r) . ":$ENV{PATH}";
my $has_zip = slurp(built('config.h')) =~ /^#define HAVE_MINIZIP/m;
my %here = (bastide => 1);
# The tutorial: its records are valid, and the output that it shows is what the program prints. Comments in the page
# mark its literal blocks.
my $tutorial = slurp(source('man/crn-tutorial.7'));
my ($files, $printed) = (0, 0);
while ($tutorial =~ /^\.\\" (file|run|prints): (.*)\n(?:(?:\.\\" (?!file|run|prints).*\n)*\.Bd -literal.*\n((?:.*\n)*?)\.Ed\n)?/mg) {
    my ($what, $words, $text) = ($1, $2, $3);
    s/^\\&//mg, s/\\e/\\/g for grep { defined } $words, $text;
    if ($what eq 'file') {
        is((run(bastide(), 'check', '--werror', spurt($words, $text)))[0], 0, "the tutorial's $words");
        is((run(bastide(), 'fmt', '--check', $words))[0] , $words eq 'table.crn' ? 1 : 0, 'as a newcomer or the program writes it');
        $files++;
    } elsif ($what eq 'run') {
        is(system($words), 0, $words);
    } else {
        my ($status, $out) = run('/bin/sh', '-c', $words);
        is($out =~ s/ +$//mgr, $text =~ s/ +$//mgr, "the tutorial shows what $words prints");
        like($tutorial, qr/^\.Dl \$ \Q$words\E$/m, 'and how to have it');
        $printed++;
    }
}
is("$files $printed", '2 5', 'its records and what is printed');
my ($turned) = $tutorial =~ /^ +N +E +S +W\n((?:.*\n){3})/m;
for my $i (0 .. 3) {
    my $orient = substr('NESW', $i, 1);
    my @rows = split /\n/, (run_input("%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n1a V 0,2$orient -\nend stopped\n", bastide(), 'show'))[1];
    my ($middle) = grep { $rows[$_] =~ /^   2 / } 0 .. $#rows;
    is(join("\n", map { substr $_, 5, 5 } @rows[ $middle - 1 .. $middle + 1 ]), join("\n", map { s/\\&//gr =~ s/^ +| +$//gr } map { substr $_, 11 * $i, 10 } map { "$_          " } split /\n/, $turned), "tile V, its top to $orient");
}

for my $page (grep { !/tutorial/ } @pages) {
    my @examples = slurp($page) =~ /^\.Dl \$ (.*)$/mg;
    cmp_ok(scalar @examples, '>', 0, ($page =~ s{.*/}{}r) . ' has examples') if $page =~ /\.1$/;
    for my $example (@examples) {
        next if $example =~ /--sshlogin/ || ($example =~ /\.zip/ && !$has_zip);
      SKIP: {
            # An example may need a program that is not on every machine.
            my ($missing) = grep { !($here{$_} //= system("command -v $_ >/dev/null 2>&1") == 0 ? 1 : 0) } $example =~ /(?:^|[|;&]) *([a-z][\w-]*)/g;
            skip "needs $missing", 1 if $missing;
            my $command = $example =~ s/\\\(dq/"/gr =~ s/\\e/\\/gr;
            my ($status, $out, $err) = run('/bin/sh', '-c', $command);
            $err =~ s/\A[\d,]+ games: .*\n\z//;
            # A command whose output goes into a file, or that finds no difference, prints nothing.
            ok($status == 0 && ($out ne '' || $example =~ />|diff --claims|--split/) && $err eq '', "$example") or diag "$status $err";
        }
    }
}
chdir source('.') or die;
# The record on the first page of crn(5) is valid notation.
my ($example) = slurp(source('man/crn.5')) =~ /^(%CRN 1\n.*?)\.Ed/ms;
$example =~ s/\\\(dq/"/g;
my $out = (run_input($example, bastide(), 'check'))[1];
unlike($out, qr/\[1\d\d /, "crn(5)'s example is read without a finding about the notation") or diag $out;
# The tile sets in crn(5) can be read: one of the countryside, and one of The City, which stands there in parts.
my $page = slurp(source('man/crn.5')) =~ s/\\\(dq/"/gr;
my ($mine) = $page =~ /^(name: mine .*?)\.Ed/ms;
my ($keys) = $page =~ /^(game: the-city\nbrings.*?)\.Ed/ms;
my ($tile) = $page =~ /^(  - name: Y2\n.*?)\.Ed/ms;
$keys =~ s/\[30, 25, 20\]/[1]/;
for my $set ($mine, "name: mine\n${keys}tiles:\n$tile") {
    my ($status, $list, $err) = run(bastide(), 'tiles', '--set=mine', '--tileset=' . spurt(scratch('mine.yaml'), $set));
    is("$status$err", '0', "crn(5)'s tile set is read");
    like($list, qr/^mine: .*Y[12], [12] tile/s, 'and has its tile');
}
done_testing;

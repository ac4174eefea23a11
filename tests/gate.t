#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests that foreign text is printed safely: names, events, comments, keys, terms and tiles of accounts, names of files,
# with characters that move a cursor, turn the writing direction, or begin a line or a formula. No command prints such
# characters in any format. BASTIDE_STRIDE: fewer texts; BASTIDE_LONG: more texts, and more commands for some.
use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;
use JSON::PP ();

my $nasty = "N\e[31m\a\n::error file=x::y\r\t\x{9b}31m\x{202e}\x{2066}\x{200f}\x{85}\x{2028}\x{feff}";
my $json = JSON::PP->new->utf8->canonical;
my $two = spurt(scratch('two.crn'), (run(bastide(), qw(deal --seats=2 --bare)))[1]);
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

# U+0009 may stand in tables of text, and U+000A ends lines. In the canonical text of records comments stay as they are.
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
printed_well("a wrong $_->[0]", bastide(), @$_, $line) for ['tiles'], ['tiles', '--set'], ['deal', '-s'], ['deal', '-R'], ['deal', '-O'], ['check', '-R'], ['check', '-O'], ['select', '-r'], ['moves', '--tiles'];
printed_well("a tile set", bastide(), 'check', "--tileset=$odd", $two);

# A file and its canonical text have the same verdict.
for my $file ($jcz, $two, $crn) {
    my ($text) = (run(bastide(), 'fmt', $file))[1];
    my @verdicts = map { (run_input($text, bastide(), 'check', '--summary', $_))[1] } $file, '-';
    is((split /\t/, $verdicts[1])[0], (split /\t/, $verdicts[0])[0], "$file: fmt changes no verdict");
}

# Formulas: an apostrophe stands before them, and before no other cell.
my $formulas = { %$save, players => [map { { %{ $save->{players}[$_] }, name => ('=HYPERLINK("x")', '-2+3+cmd|x')[$_] } } 0, 1] };
my $sheet = spurt(scratch('sheet.jcz'), $json->encode($formulas));
my $csv = (run(bastide(), qw(stats --by=player --format=csv), $sheet))[1];
like($csv, qr/^stats,player,"'=HYPERLINK\(""x""\)",/m, 'a formula is escaped');
like($csv, qr/^stats,player,'-2\+3\+cmd\|x,/m, 'and so is one with a sign');
like((run(bastide(), qw(stats --by=player --format=csv-raw), $sheet))[1], qr/^stats,player,"=HYPERLINK\(""x""\)",/m, 'csv-raw keeps formulas');
unlike((run(bastide(), qw(audit --format=csv), source('replays/japan-2015-final.crn')))[1], qr/'/, 'cells of a table are no formulas');
# Each string and each key of a file of each kind gets such characters before it, and is then replaced by them. Each
# file goes to the next few commands. Some of the strings are taken. BASTIDE_LONG takes more, with the first two of each
# kind of place, which more commands read.
my $long = $ENV{BASTIDE_LONG};
my %seen;
# Returns how many commands read a text that differs at a place of this kind.
sub readers_of { $long && $seen{"@_"}++ < 2 ? 8 : 2 }
# tests/said does not collect the messages about these texts.
delete $ENV{BASTIDE_SAID};
my @table = (
    (map { ['check', "--format=$_"] } qw(text json sarif tap github summary)), ['check', '--fit'], ['check', '--strict', '--all'], ['show'], ['show', '--format=svg'], ['replay'],
    (map { ['audit', "--by=$_"] } qw(turn tile road city monastery garden field market residence castle fortress fairy dragon bazaar bridge wall guard tower inn cathedral abbot pig goods seat award)),
    (map { my $form = $_; map { ['audit', "--format=$form", @$_] } ['--events=all'], ['--by=seat'], ['--by=guard'] } qw(json yaml csv csv-raw)),
    (map { ['convert', "--to=$_", '--lossy'] } qw(json jcz carcassonnelab)), (map { ['stats', "--format=$_"] } qw(text json yaml csv)), ['stats', '--by=player'],
    ['moves', '--at=1'], ['moves', '--at=2', '--format=yaml'], ['moves', '--each', '--by=step'], ['select', '--is=illegal', '--count'], ['diff', '--claims'], ['fmt', '--check'],
);

# Returns the places of all strings and other scalars of a document, including keys, in the order of its canonical text:
# the kind of place, and whether it is a key.
sub places_in {
    my ($at, $kind) = @_;
    if (ref $at eq 'HASH') {
        exists $at->{$_} && !ref $at->{$_} and $kind .= "=$at->{$_}" for qw(type kind event table);
        return map { (["$kind $_", 1], places_in($at->{$_}, "$kind/$_")) } sort keys %$at;
    }
    return ref $at eq 'ARRAY' ? map { places_in($_, "$kind/*") } @$at : [$kind, 0];
}

sub nasty_json {
    my ($name, $text, $most, @commands) = @_;
    my @documents = map { $json->decode($_) } $text =~ /\}\n\{/ ? grep { length } split /\n/, $text : $text;
    my @pieces = split /("(?:[^"\\]++|\\.)*+"|(?<![\w.+-])-?[0-9][0-9.eE+-]*|true|false|null)/, join '', map { $json->encode($_) . "\n" } @documents;
    my @places = map { places_in($_, '') } @documents;
    is(@places, int(@pieces / 2), "$name: each scalar is found in its text");
    my @found = grep { $pieces[2 * $_ + 1] =~ /^".*[^-0-9."]/ } 0 .. $#places;
    my ($step, $round, %kinds) = (int(@found / $most) + 1, 0);
    @found = grep { $round++ % $step == 0 || ($long && $kinds{"@{ $places[$_] }"}++ < 2) } @found;
    my $alone = $json->allow_nonref->encode($nasty);
    my @next;
    nasty_texts($name, sub {
        @next = map { my $i = shift @found; ([$i, 0], [$i, 1]) } 1 if !@next && @found;
        my ($i, $is_whole) = @{ shift @next // return };
        my @new = @pieces;
        $new[2 * $i + 1] = $is_whole ? $alone : substr($alone, 0, -1) . substr $pieces[2 * $i + 1], 1;
        return [(join '', @new), readers_of($name, @{ $places[$i] }, $is_whole)];
    }, @commands);
}

my $turn = 0;
# Runs commands on each text that $next returns. With a text $next returns how many commands must read it.
sub nasty_texts {
    my ($name, $next, @commands) = @_;
    @commands = @table if !@commands;
    my ($texts, $runs, @leaks) = (0, 0);
    my $file = scratch('nasty');
    while (my $given = $next->()) {
        my ($text, $readers) = @$given;
        $texts++;
        spurt($file, $text);
        for (map { $commands[$turn++ % @commands] } 1 .. ($readers < @commands ? $readers : @commands)) {
            my @words = grep({ /FILE/ } @$_) ? map({ s/FILE/$file/r } @$_) : (@$_, $file);
            my ($status, $out, $err) = run(bastide(), @words);
            $runs++;
            # The pages have line feeds and scripts of their own. Foreign text is escaped in them.
            push @leaks, "@$_: status $status, " . join ' ', map { sprintf '%s', join '', map { sprintf '%02x', ord } split // } ($out . $err) =~ /(.{0,8}$forbidden)/ if $status > 2 || ($out . $err) =~ $forbidden || ($out . $err) =~ /^::error file=x/m;
        }
    }
    is("@leaks[0 .. ($#leaks < 4 ? $#leaks : 4)]", '', "$name: $runs runs over $texts texts print no such character");
    cmp_ok($runs, '>', 30, "$name: there were such texts");
}

my $city = (run(bastide(), qw(deal --seats=2 --sets=the-city-r1 --seed=3)))[1];
my $dragons = (run(bastide(), qw(deal --seats=3 --seed=4), "--sets=base,princess-dragon,bridges,traders"))[1];
my $few = $ENV{BASTIDE_LONG} ? 300 : $ENV{BASTIDE_STRIDE} ? 8 : 12;
nasty_json('a record as JSON', (run_input($dragons, bastide(), qw(convert --to=json)))[1], $few);
nasty_json('a save', $json->encode($save), $few);
nasty_json('an account', (run_input($city, bastide(), qw(audit --format=json --events=all)))[1], $few, map { [@$_, 'FILE', $two] } ['diff'], ['diff', '--format=json'], ['diff', '--stat'], ['diff', '--by=tile'], ['diff', '--key=players']);
nasty_json('figures', (run_input($dragons, bastide(), qw(stats --format=json)))[1], $few, map { ['stats', '--merge', "--format=$_", 'FILE'] } qw(text json yaml csv csv-raw));
my ($lab) = (run_input($two, bastide(), qw(convert --to=carcassonnelab --lossy)))[1];
nasty_json('a game of CarcassonneLab', $lab, $few) if $lab =~ /^\{/;
{
    my $game = shared('games/bga/bga-3.json.gz');
    my ($status, $table) = $game ? run('gzip', '-dc', $game) : (1);
    nasty_json('a table of Board Game Arena', $table, $few) if !$status;
}

# Each token of a record, and of tile definitions within a record.
my $own = "tiles:\n  - name: mine\n    title: Own\n    provenance: reconstruction\n    tiles:\n      - {name: o1, count: 2, title: Hall, sides: RFCF, segments: [c N, r S]}\n";
for my $text ($city, $dragons, slurp(source('replays/broken-scores.crn'))) {
    my @tokens = split /([\s,:\[\]]+)/, $text;
    my @texts;
    my $step = int(@tokens / 2 / $few) + 1;
    for (my $i = 0; $i < @tokens; $i += 2 * $step) {
        # Tokens that differ only in digits and letters are of one kind.
        my $kind = $tokens[$i] =~ s/[0-9]+/0/gr =~ s/[A-Z]+/A/gr =~ s/[a-z]{3,}/word/gr;
        for my $new ($line, "$line$tokens[$i]", "\"$line\"", "$tokens[$i]$line") {
            my @new = @tokens;
            $new[$i] = $new;
            push @texts, [(join '', @new), readers_of('token', $kind, index $new, $line)];
        }
    }
    nasty_texts('a record, ' . (split /\n/, $text)[2], sub { shift @texts });
}

# Each scalar of a tile set.
my $escaped = join '', map { sprintf '\\U%08x', ord } split //, $nasty;
for my $name (qw(bridges the-city-r1)) {
    my $text = tileset($name) =~ s/^name: .*/name: mine\ntitle: "Mine"\nprovenance: "nobody's"/mr =~ s/count: (\d+)/count: $1, title: "Hall"/gr;
    my @scalars = split /((?<=: )"?[\w\x27.!+-]+"?|(?<=[\[,] )[\w.!+-]+)/, $text;
    my @texts = [$text, 6];
    my $step = int(@scalars / 2 / $few) + 1;
    for (my $i = 1; $i < @scalars; $i += 2 * $step) {
        my $bare = $scalars[$i] =~ tr/"//dr;
        for my $new ("\"$escaped\"", "\"$bare$escaped\"") {
            my @new = @scalars;
            $new[$i] = $new;
            push @texts, [(join '', @new), $long ? 8 : 2];
        }
    }
    nasty_texts("the set $name", sub { shift @texts }, map { [$_->[0], '--tileset=FILE', @$_[1 .. $#$_]] } ['tiles'], ['tiles', '--set=mine'], ['tiles', '--format=json'], ['tiles', '--format=csv'], ['deal', '--sets=mine'], ['check', $two]);
}
done_testing;

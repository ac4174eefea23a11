#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# bastide record: games typed line by line, from pipes and on a terminal, are the games that they were.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IPC::Open2;
use Test::More;

my $file = scratch('typed.crn');

# Types lines into a file that holds so much already; status, output and what the file holds then.
sub typed {
    my ($held, $lines, @options) = @_;
    unlink $file;
    spurt($file, $held) if defined $held;
    my ($status, $out, $err) = run_input($lines, bastide(), 'record', @options, $file);
    return ($status, $out, -e $file ? slurp($file) : undef, $err);
}

sub head { return $_[0] =~ /\A(.*?^---\n)/ms ? $1 : die }

# ---- Games typed again without numbers and, where the next seat is certain, without seats ----
my %games = (
    base => deal(11, 2), pieces => deal(12, 2, 0, 'official-1', 'base,princess-dragon,bridges'), free => deal(13, 1, 3, 'jcz-1', 'base,bridges'),
    books => deal(14, 1, 4, 'book-1', 'base,princess-dragon,bridges'), city => deal(15, 2, 0, 'book-1', 'the-city-r1'), walls => slurp(source('replays/city-two-seats.crn')),
    japan => slurp(source('replays/japan-2015-final.crn')),
);
for my $name (sort keys %games) {
    for my $game (split /^(?=%CRN)/m, (run_input($games{$name}, bastide(), 'fmt'))[1]) {
        my $body = substr($game, length head($game)) =~ s/^#.*\n//gmr;
        my $lines = $body =~ s/^\d+[a-f] //gmr;
        # In an auction nobody knows who bids, and castles and guards may be anybody's.
        $lines =~ s/^\d+\.\d+([a-f]) (?!wall|gate|short|tower|close)/$1 /gm;
        $lines =~ s/^\d+\.\d+[a-f] //gm;
        my ($status, $out, $text) = typed(head($game), $lines);
        is($text, head($game) . $body, "$name: typed as it was");
        is($status, 0, "$name: nothing is wrong with it");
        my ($scores) = (run_input($game, bastide(), qw(check --no-context)))[1] =~ /: legal, (-?\d+(?:[-:]-?\d+)+)/ or die;
        my @scores = split /(?<=\d)[-:]/, $scores;
        my $last = ($out =~ /^(a .*) left/mg)[-1];
        is(join(' ', $last =~ /(-?\d+)(?=[,;])/g), join(' ', @scores), "$name: the scores");
    }
}

# ---- What is said ----
my @options = ('--players=Ada, Ben');
my ($status, $out, $text) = typed(undef, "V\nV 1,0N r\nU 0,-1N\nB 0,1N m\nmoves\nB\nundo\nB 0,1W m\nshow\nhelp\nend stopped\nquit\nnothing\n", @options);
is($text, "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a V 1,0N r\n2b B 0,1W m\nend stopped\n", 'a new record');
is($status, 1, 'a line from a pipe that is not kept');
like($out, qr/71 tiles left\n  \.\.\.\.\.\n  --\+\.\.\n  \.\.\|\.\.\nit fits: -1,0S -1,0W 1,0N 1,0E 0,1N 0,1W\n/, 'a tile alone: as it is printed, and where it fits');
like($out, qr/typed\.crn:6:6: error: turn 2, Ben \(b\), U on 0,-1N: .*\[203 sides-differ\]\n    6 \| 2b U 0,-1N\n.*^      = U fits [^\n]*; nothing else\n.*^the line is not kept\n/ms, 'a line with an error');
like($out, qr/^tiles that may be drawn: A B C D E F G H /m, 'moves');
like($out, qr/^taken back: 2b B 0,1N m$/m, 'undo');
like($out, qr/^a stands on the road rS\@1,0 since turn 1\nb stands on the monastery m\@0,1 since turn 2\na Ada 0, b Ben 0; 69 tiles left$/m, 'show');
like($out, qr/^  undo +take the last line back$/m, 'help');
unlike($out, qr/nothing\n/, 'behind quit nothing is read');
like((typed(undef, "undo\n", @options))[1], qr/^there is no line to take back$/m, 'undo of nothing');
is((typed(undef, '', '--sets=base,bridges', '--rules=jcz-1', '--options=shield=1', @options))[2], "%CRN 1\nsets: [base, bridges]\nrules: jcz-1\noptions: {shield: 1}\nplayers: [Ada, Ben]\n---\n", 'a header by options');
is((typed(undef, '', '--sets=the-city-r1', '--rules=book-1', '--players=A: b,"C"'))[2], "%CRN 1\ngame: the-city\nrules: book-1\nplayers: [\"A: b\", \"\\\"C\\\"\"]\n---\n", 'of The City, with odd names');
# Whatever the header cannot say is told, and no line written.
for (['--players='], ['--players=Ada', '--sets=moon'], ['--players=Ada,Ben', '--sets=the-city-r1', '--rules=bga-1']) {
    my ($status, undef, $text, $err) = typed(undef, "V 1,0N\n", @$_);
    is($status . ($text // ' and no file'), '2 and no file', "@$_");
    like($err, qr/error: /, 'is told');
}

# ---- Files that exist ----
my $begun = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a V 1,0N rW\n";
is((typed($begun, "B 0,1N m\n"))[2], "${begun}2b B 0,1N m\n", 'a game goes on');
is((typed($begun =~ s/\n\z//r, "B 0,1N m\n"))[2], "${begun}2b B 0,1N m\n", 'also without its last newline');
is((typed("${begun}end stopped\n", "undo\nB 0,1N m\n"))[2], "${begun}2b B 0,1N m\n", 'behind the end that is taken back');
my $told_once = (typed("${begun}2b B 0,2N m\n", "E 0,-1S cS\n"))[1];
is(scalar(() = $told_once =~ /\[204 no-neighbour\]/g), 1, 'what was wrong before is told once');
is((typed("${begun}2b B 0,2N m\n", "E 0,-1S cS\n"))[2], "${begun}2b B 0,2N m\n3a E 0,-1S cS\n", 'what was wrong before does not count again');
is((typed($begun, "# so it was\nB 0,1N m\n2.1a adjust:-2\n"))[2], "$begun# so it was\n2b B 0,1N m\n2.1a adjust:-2\n", 'comments and corrections');
for (['two records', "$begun$begun", qr/more than one record/], ['no record', "Dear Ben,\n", qr/holds no record/], ['text before', "so\n$begun", qr/holds no record/], ['a save', '{"a":1}', qr/holds no record/]) {
    my ($what, $held, $why) = @$_;
    my ($status, undef, $text, $err) = typed($held, "B 0,1N m\n");
    is($status, 2, $what);
    like($err, $why, 'is told');
    is($text, $held, 'and nothing written');
}
my $packed = (run_input($begun, 'gzip', '-c'))[1];
is_deeply([(typed($packed, "B 0,1N m\n"))[0, 2]], [2, $packed], 'a gzipped one');
like((typed($begun, '', @options))[3], qr/holds a record already/, 'options for a new one');
is((run(bastide(), 'record', '/nonexistent/game.crn'))[0], 2, 'a file that cannot be');
is((run(bastide(), 'record'))[0], 2, 'no file');

# What others wrote reaches no terminal as it is.
my $hostile = $begun =~ s/Ada, Ben/"A\\u001b[2Jda", "B\\u202Een"/r;
my ($quiet, $said, undef, $told) = typed($hostile, "B 0,1N m\nV \e[2J\nundo\nshow\n");
unlike("$said$told", qr/[\x00-\x09\x0B-\x1F]|\xE2\x80\xAE/, 'a hostile header and line');

# What is no line, or would begin another record, is not kept.
for (["# hi %CRN 1\n", "a record's beginning"], ['# ' . 'x' x 300_000 . "\n", 'a line too long'], ["B 0,1N -\0 junk\n", 'a NUL'], ["undo\0x\n", 'a command with one']) {
    my ($status, $out, $text) = typed($begun, "$_->[0]");
    is($text, $begun, $_->[1]);
    like($out, qr/^the line is not kept: /m, 'is told');
    is($status, 1, 'and seen');
}
is((typed('my shopping list', ''))[2], 'my shopping list', 'what is no record is not touched');
is((run_input('', bastide(), 'record', '-'))[0], 2, 'standard input is no file');
is((run_input('', bastide(), 'record', '/dev/null'))[0], 2, 'nor is a device');
is((typed(undef, "V 1,0N -\n", '--players=a,b,c,d,e,f,g'))[0], 2, 'seven players');

# ---- Nothing is lost ----
spurt($file, $begun);
my $pid = open2(my $from, my $to, bastide(), 'record', $file);
print $to "B 0,1N m\n";
$to->flush;
my $seen = '';
1 while sysread($from, $seen, 4096, length $seen) && $seen !~ /left\n.*left\n/s;
kill 'KILL', $pid;
waitpid $pid, 0;
is(slurp($file), "${begun}2b B 0,1N m\n", 'what was answered is on the disk');

# ---- On a terminal ----
SKIP: {
    skip 'needs script(1), and a terminal for it', 8 if system('script -qec true /dev/null >/dev/null 2>&1');
    my $program = bastide();
    my $terminal = sub {
        my ($held, $keys) = @_;
        unlink $file;
        spurt($file, $held) if defined $held;
        my $out = (run_input("$keys\nquit\n", 'script', '-qec', "TERM=xterm $program record '$file'", '/dev/null'))[1] =~ s/\r//gr;
        return ($out, slurp($file));
    };
    # The tutorial's game, a line of it taken back and typed otherwise.
    my ($tutorial) = slurp(source('man/crn-tutorial.7')) =~ /^((?:\d+[ab] .*\n){12})/m or die;
    my @turns = map { s/^\d+[ab] //r } split /\n/, $tutorial;
    my ($shown, $kept) = $terminal->(undef, join "\n", '', 'official-1', 'Ada, Ben', @turns[0 .. 5], 'undo', 'V', @turns[5 .. 11], 'end stopped');
    is($kept, "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n${tutorial}end stopped\n", 'twelve turns');
    like($shown, qr/^a Ada 23, b Ben 14; 59 tiles left/m, 'and their scores');
    like($shown, qr/tile sets \(base\):/, 'the header is asked for');
    like($shown, qr/12b Ben> /, 'seat and turn too');
    my ($no) = $terminal->($begun, "B 0,2N m\nn\nB 0,2N m\ny");
    like($no, qr/keep it all the same\? \(y\/N\)/, 'a line with an error');
    is(slurp($file), "${begun}2b B 0,2N m\n", 'is kept when it is wanted');
    SKIP: {
        skip 'needs libedit', 3 if (run('ldd', bastide()))[1] !~ /libedit/;
        is(($terminal->($begun, "E 0,-1\tc\t"))[1], "${begun}2b E 0,-1S cS\n", 'Tab completes cells and acts');
        is(($terminal->($begun, "B 0,1N \tm"))[1], "${begun}2b B 0,1N m\n", 'of several none is taken');
        is(($terminal->($begun, "Q 2\b\b\bB 0,1N m"))[1], "${begun}2b B 0,1N m\n", 'a line is edited');
    }
}
done_testing;

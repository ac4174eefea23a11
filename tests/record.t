#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests `bastide record`: games that are typed line by line, from a pipe or on a terminal, give the same records again.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IPC::Open2;
use Test::More;

my $file = scratch('typed.crn');

# Types lines into a file with a given text. Returns the status, standard output, the new text of the file, and standard
# error.
sub typed {
    my ($held, $lines, @options) = @_;
    unlink $file;
    spurt($file, $held) if defined $held;
    my ($status, $out, $err) = run_input($lines, bastide(), 'record', @options, $file);
    return ($status, $out, -e $file ? slurp($file) : undef, $err);
}

sub head { return $_[0] =~ /\A(.*?^---\n)/ms ? $1 : die }

# ---- Games typed again without numbers, and without seats where the next seat is certain ----
my %games = (
    base => deal(11, 2), pieces => deal(12, 2, 0, 'official-1', 'base,princess-dragon,bridges'), free => deal(13, 1, 3, 'jcz-1', 'base,bridges'),
    books => deal(14, 1, 4, 'book-1', 'base,princess-dragon,bridges'), city => deal(15, 2, 0, 'book-1', 'the-city-r1'), walls => slurp(source('replays/city-two-seats.crn')),
    japan => slurp(source('replays/japan-2015-final.crn')),
);
for my $name (sort keys %games) {
    for my $game (split /^(?=%CRN)/m, (run_input($games{$name}, bastide(), 'fmt'))[1]) {
        my $body = substr($game, length head($game)) =~ s/^#.*\n//gmr;
        my $lines = $body =~ s/^\d+[a-f] //gmr;
        # In an auction the next seat is not certain; castles and guards may be of any seat.
        $lines =~ s/^\d+\.\d+([a-f]) (?!wall|gate|short|tower|close)/$1 /gm;
        $lines =~ s/^\d+\.\d+[a-f] //gm;
        my ($status, $out, $text) = typed(head($game), $lines);
        is($text, head($game) . $body, "$name: typed as it was");
        is($status, 0, "$name: nothing is wrong with it");
        my ($scores) = (brief run_input($game, bastide(), qw(check --no-context)))[1] =~ /: legal, (-?\d+(?:[-:]-?\d+)+)/ or die;
        my @scores = split /(?<=\d)[-:]/, $scores;
        my $last = ($out =~ /^(a .*) left/mg)[-1];
        is(join(' ', $last =~ /(-?\d+)(?=[,;])/g), join(' ', @scores), "$name: the scores");
    }
}

# ---- Output ----
my @options = ('--players=Ada, Ben');
my ($status, $out, $text) = typed(undef, "V\nV 1,0N r\nB 0,1N m\nmoves\nB\nundo\nB 0,1W m\nshow\nhelp\nend stopped\nquit\nnothing\n", @options);
is($text, "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a V 1,0N r\n2b B 0,1W m\nend stopped\n", 'a new record');
is($status, 0, 'nothing is wrong with it');
like($out, qr/71 tiles left\n  \.\.\.\.\.   1: 1,0N   2: 0,1N\n  --\+\.\.\n  \.\.\|\.\.\n.*?^it fits on these cells; a number chooses one/ms, 'a tile alone: where it fits in each orientation');
like($out, qr/^tiles that may be drawn: A B C D E F G H /m, 'moves');
like($out, qr/^taken back: 2b B 0,1N m$/m, 'undo');
like($out, qr/^a stands on rS\@1,0 of the road rE\@0,0 since turn 1\nb stands on the monastery m\@0,1 since turn 2\na Ada 0, b Ben 0; 69 tiles left$/m, 'show');
like($out, qr/^  undo +take the last line back$/m, 'help');
unlike($out, qr/nothing\n/, 'after quit nothing is read');
# After a refused line the next line could be meant for another seat, so nothing more is read from a pipe.
my ($refused, $why, $before) = typed(undef, "V 1,0N r\nU 0,-1N\nB 0,1N m\nend stopped\n", @options);
is($before, "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a V 1,0N r\n", 'a line that is refused, and those after it');
is($refused, 1, 'and the status says so');
like($why, qr/typed\.crn:6:6: error: turn 2, Ben \(b\), U on 0,-1N: .*\[203 sides-differ\]\n    6 \| 2b U 0,-1N\n.*^      = U fits on 10 places, for example [^\n]*\n.*^the line is not kept; nothing after it is read\n/ms, 'a line with an error');
like((typed(undef, "undo\n", @options))[1], qr/^there is no line to undo$/m, 'undo of nothing');
is((typed(undef, '', '--sets=base,bridges', '--rules=jcz-1', '--options=shield=1', @options))[2], "%CRN 1\nsets: [base, bridges]\nrules: jcz-1\noptions: {shield: 1}\nplayers: [Ada, Ben]\n---\n", 'a header by options');
is((typed(undef, '', '--sets=the-city-r1', '--rules=book-1', '--players=A: b,"C"'))[2], "%CRN 1\ngame: the-city\nrules: book-1\nplayers: [\"A: b\", \"\\\"C\\\"\"]\n---\n", 'of The City, with odd names');
# A header that cannot be written is reported, and no file is made.
for (['--players='], ['--players=Ada', '--sets=moon'], ['--players=Ada,Ben', '--sets=the-city-r1', '--rules=bga-1']) {
    my ($status, undef, $text, $err) = typed(undef, "V 1,0N\n", @$_);
    is($status . ($text // ' and no file'), '2 and no file', "@$_");
    like($err, qr/error: /, 'is reported');
}

# ---- Slips ----
# What newcomers type. Lines without an answer are also read from a pipe.
my $started = "%CRN 1\nsets: [base, bridges, inns, abbot]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a V 1,0N rW\n2b U -1,0N -\n";
my @slips = map { /^(.*?)(?: \| (.*?))? => ?(.*)$/ ? [$1, $2, $3] : die } grep { !/^#/ } split /\n/, slurp(source('testdata/slips.txt'));
cmp_ok(scalar @slips, '>=', 25, 'slips');
sub after { my ($written) = @_; return $written =~ /^-(.*)/ ? $started =~ s/\Q$1\E\n//r : $started . ($written ne '' ? "$written\n" : '') }
for (grep { !defined $_->[1] } @slips) {
    my ($line, undef, $written) = @$_;
    my ($status, $out, $text) = typed($started, "$line\n");
    is($text, after($written), "slip: $line");
    my $read = $written =~ /^3a (.*)/ ? $1 : $written;
    like($out, qr/^read as: (?:3a )?\Q$read\E$/m, 'and how it was read') if $line !~ /^(?:undo|E 0,-1)$/i;
}
# A line that can be read as it is stays as it is, and what makes no sense is no slip.
for ('E 0,-1S cS', 'E 0,-1S', 'B 0,1N -') {
    my (undef, $out, $text) = typed($started, "$_\n");
    is($text, "${started}3a $_\n", "no slip: $_");
    unlike($out, qr/read as/, 'nothing is said');
}
for ('E', 'the dog ate it', 'E 0,-1S cS cS', 'E 0,-1S wS', 'Z 0,-1S', 'E 0,-1S bridge:NE', 'end end', 'Zoe resigns', 'E 99999999999,1', 'end 3-', "\xFF\xFE", '-' x 400, '1 ' x 200) {
    my (undef, $out, $text) = typed($started, "$_\n");
    is($text, $started, 'no line: ' . substr $_, 0, 20);
}

# ---- Files that exist ----
my $begun = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a V 1,0N rW\n";
is((typed($begun, "B 0,1N m\n"))[2], "${begun}2b B 0,1N m\n", 'a game goes on');
is((typed($begun =~ s/\n\z//r, "B 0,1N m\n"))[2], "${begun}2b B 0,1N m\n", 'also without its last newline');
is((typed("${begun}end stopped\n", "undo\nB 0,1N m\n"))[2], "${begun}2b B 0,1N m\n", 'after the end that is taken back');
my $told_once = (typed("${begun}2b B 0,2N m\n", "E 0,-1S cS\n"))[1];
is(scalar(() = $told_once =~ /\[204 no-neighbour\]/g), 1, 'what was wrong before is reported once');
is((typed("${begun}2b B 0,2N m\n", "E 0,-1S cS\n"))[2], "${begun}2b B 0,2N m\n3a E 0,-1S cS\n", 'what was wrong before does not count again');
is((typed($begun, "# so it was\nB 0,1N m\n2.1a adjust:-2\n"))[2], "$begun# so it was\n2b B 0,1N m\n2.1a adjust:-2\n", 'comments and corrections');
for (['two records', "$begun$begun", qr/more than one record/], ['no record', "Dear Ben,\n", qr/holds no record/], ['text before', "so\n$begun", qr/holds no record/], ['a save', '{"a":1}', qr/holds no record/]) {
    my ($what, $held, $why) = @$_;
    my ($status, undef, $text, $err) = typed($held, "B 0,1N m\n");
    is($status, 2, $what);
    like($err, $why, 'is reported');
    is($text, $held, 'and nothing written');
}
my $packed = (run_input($begun, 'gzip', '-c'))[1];
is_deeply([(typed($packed, "B 0,1N m\n"))[0, 2]], [2, $packed], 'a gzipped one');
like((typed($begun, '', @options))[3], qr/holds a record already/, 'options for a new one');
is((run(bastide(), 'record', '/nonexistent/game.crn'))[0], 2, 'a file that cannot be');
is((run(bastide(), 'record'))[0], 2, 'no file');

# Foreign control characters do not reach the terminal.
my $hostile = $begun =~ s/Ada, Ben/"A\\u001b[2Jda", "B\\u202Een"/r;
my ($quiet, $said, undef, $told) = typed($hostile, "B 0,1N m\nV \e[2J\nundo\nshow\n");
unlike("$said$told", qr/[\x00-\x09\x0B-\x1F]|\xE2\x80\xAE/, 'a hostile header and line');

# Input that is not a line, or that would begin another record, is not kept.
for (["# hi %CRN 1\n", "a record's beginning"], ['# ' . 'x' x 300_000 . "\n", 'a line too long'], ["B 0,1N -\0 junk\n", 'a NUL'], ["undo\0x\n", 'a command with one']) {
    my ($status, $out, $text) = typed($begun, "$_->[0]");
    is($text, $begun, $_->[1]);
    like($out, qr/^the line is not kept: /m, 'is reported');
    is($status, 1, 'and gives status 1');
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

# ---- Other programs write to the file too ----
# Types one line in a session, calls $others, which may change the file, and types $next.
sub meanwhile {
    my ($others, $next) = @_;
    spurt($file, $begun);
    my $err = scratch('err');
    my $pid = open2(my $from, my $to, '/bin/sh', '-c', 'exec "$0" record "$1" 2>"$2"', bastide(), $file, $err);
    print $to "B 0,1N m\n";
    $to->flush;
    my $seen = '';
    1 while sysread($from, $seen, 4096, length $seen) && $seen !~ /left\n.*left\n/s;
    $others->();
    print $to $next;
    close $to;
    1 while sysread($from, $seen, 4096, length $seen);
    waitpid $pid, 0;
    return ($? >> 8, slurp($file), slurp($err));
}
my $typed = "${begun}2b B 0,1N m\n";
my $append = sub { open my $to, '>>', $file or die $!; print $to "3a # by hand\n" };
is_deeply([meanwhile(sub { }, "E 0,-1S cS\n")], [0, "${typed}3a E 0,-1S cS\n", ''], 'alone');
is_deeply([meanwhile($append, "E 0,-1S cS\n")], [2, "${typed}3a # by hand\n", "bastide record: $file: it was changed by another program\nnot written: 3a E 0,-1S cS\n"], 'somebody appends a line: nothing is written, and the typed line is reported');
is_deeply([(meanwhile($append, "undo\n"))[0, 1]], [2, "${typed}3a # by hand\n"], 'undo takes no line of others');
is_deeply([(meanwhile(sub { spurt($file, $typed =~ s/0,1N/0,2N/r) }, "E 0,-1S cS\n"))[0, 1]], [2, $typed =~ s/0,1N/0,2N/r], 'another text as long');
is_deeply([(meanwhile(sub { spurt("$file.new", $typed); rename "$file.new", $file or die $! }, "E 0,-1S cS\n"))[0, 1]], [2, $typed], 'another file of that name');
is_deeply([(meanwhile(sub { truncate $file, 20 }, "undo\n"))[0, 1]], [2, substr $typed, 0, 20], 'a file that was cut');
is_deeply([(meanwhile(sub { is_deeply([(run_input("E 0,-1S cS\n", bastide(), 'record', $file))[0, 2]], [2, "bastide record: $file: another program is writing it\n"], 'a second one is refused') }, "E 0,-1S cS\n"))[0, 1]], [0, "${typed}3a E 0,-1S cS\n"], 'and the first one goes on');
is_deeply([(meanwhile(sub { is_deeply([(run(bastide(), 'fmt', '-i', $file))[0, 2]], [2, "bastide fmt: $file: another program is writing it\n"], 'fmt --in-place is refused') }, "E 0,-1S cS\n"))[0, 1]], [0, "${typed}3a E 0,-1S cS\n"], 'and the record goes on');
SKIP: {
    skip 'needs a device that is full', 2 if !-w '/dev/full';
    # With a limit on the size of files, a line that was written in part is removed again.
    spurt($file, $begun);
    my ($status, undef, $err) = run_input("B 0,1N m\n", '/bin/bash', '-c', 'ulimit -f 0; exec "$0" record "$1"', bastide(), $file);
    is($status, 2, 'a limit of the size of files');
    is(slurp($file), $begun, 'nothing of the line stays');
}

# ---- On a terminal ----
SKIP: {
    skip 'needs script(1), and a terminal for it', 1 if system('script -qec true /dev/null >/dev/null 2>&1');
    my $program = bastide();
    my $terminal = sub {
        my ($held, $keys) = @_;
        unlink $file;
        spurt($file, $held) if defined $held;
        my $out = (run_input("$keys\nquit\n", 'script', '-qec', "TERM=xterm $program record '$file'", '/dev/null'))[1] =~ s/\r//gr;
        return ($out, slurp($file));
    };
    # The tutorial's game, with one line taken back and typed in another form.
    my ($tutorial) = slurp(source('man/crn-tutorial.7')) =~ /^((?:\d+[ab] .*\n){12})/m or die;
    my @turns = map { s/^\d+[ab] //r } split /\n/, $tutorial;
    my ($shown, $kept) = $terminal->(undef, join "\n", '', 'official-1', 'Ada, Ben', @turns[0 .. 5], 'undo', 'V', @turns[5 .. 11], 'end stopped');
    is($kept, "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n${tutorial}end stopped\n", 'twelve turns');
    like($shown, qr/^a Ada 23, b Ben 14; 59 tiles left/m, 'and their scores');
    like($shown, qr/tile sets, with commas between them \(base\):/, 'the header is asked for');
    like($shown, qr/12b Ben> /, 'seat and turn too');
    my ($no) = $terminal->($begun, "B 0,2N m\nn\nB 0,2N m\ny");
    like($no, qr/keep it all the same\? \(y\/N, or the right line\)/, 'a line with an error');
    is(slurp($file), "${begun}2b B 0,2N m\n", 'is kept when it is wanted');
    # Each slip is resolved within one answer.
    for (@slips) {
        my ($line, $answer, $written) = @$_;
        my ($out, $text) = $terminal->($started, $line . (defined $answer ? "\n$answer" : ''));
        is($text, after($written), "on a terminal: $line" . (defined $answer ? ", then $answer" : ''));
    }
    # The questions list their answers and are asked again.
    my $header = "%CRN 1\nsets: [base, bridges]\nrules: jcz-1\nplayers: [Ada, Ben]\n---\n";
    my ($asked, $got) = $terminal->(undef, "base brigdes\n?\nbase bridges\njcz1\njcz-1\n\n?\nAda Ben\nwhat\n2");
    is($got, $header, 'questions are asked again');
    like($asked, qr/^  princess-dragon +\S.*\n/m, 'tile sets are listed');
    like($asked, qr/there is no tile set 'brigdes'; did you mean 'bridges'\?/, 'a wrong one');
    like($asked, qr/^  book-1 +\S/m, 'rules are listed');
    like($asked, qr/there is no profile 'jcz1'; did you mean 'jcz-1'\?/, 'a wrong one');
    like($asked, qr/an answer is needed/, 'no players');
    like($asked, qr/is 'Ada Ben' one player, or 2\? \(1\/2\)/, 'one player or two');
    is(($terminal->(undef, "\n\nAda Ben\n1"))[1], "%CRN 1\nrules: official-1\nplayers: [Ada Ben]\n---\n", 'one');
    is(($terminal->(undef, "\n\nAda Ben\nAda, Ben Bell"))[1], "%CRN 1\nrules: official-1\nplayers: [Ada, Ben Bell]\n---\n", 'names instead of a number');
    is(($terminal->(undef, "the-city-r1\nbga-1\nAda, Ben\nthe-city-r1\nbook-1\nAda, Ben"))[1], "%CRN 1\ngame: the-city\nrules: book-1\nplayers: [Ada, Ben]\n---\n", 'answers that do not go together');
    is(($terminal->(undef, "\n\nZo\xC3\xAB, Bj\xC3\xB6rn"))[1], "%CRN 1\nrules: official-1\nplayers: [Zo\xC3\xAB, Bj\xC3\xB6rn]\n---\n", 'names in UTF-8');
    like(($terminal->(undef, "base, the-city-r1\n\n\nAda"))[0], qr/the sets base and the-city-r1 are of different games/, 'sets that do not');
    is(($terminal->(undef, "$_\n\nAda, Ben"))[1], "%CRN 1\nsets: [base, inns, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n---\n", "sets: $_")
        for 'Base, inns & cathedrals, Bridges, Castles & Bazaars', 'base, Inns and bridges', 'Carcassonne, Inns and Cathedrals, bridges, castles and bazaars';
    ok(!eval { $terminal->(undef, $_) }, "quit at a question creates no file: $_") for 'quit', "\nquit", "\n\nquit", "\n\nAda Ben\nquit";
    is(($terminal->(undef, "bridges\nundo\n\njcz-1\nundo\nbook-1\nAda Ben\nundo\nofficial-1\nAda, Ben"))[1], "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n", 'undo asks the question before again');
    # A kept line whose tile could not be laid is a turn, too.
    is(($terminal->($begun, "V 1,0N rW\ny\nU 0,-1N -\nn\nB 0,1N m"))[1], "${begun}2b V 1,0N rW\n3a B 0,1N m\n", 'after a line on a taken cell the next player draws');
    like(($terminal->($begun, "D 0,1N"))[0], qr/D fits on \d+ places, for example 0,1S, /, 'where a tile fits, first on the typed cell');
    # '?' says what can be typed, at each place.
    my ($helped) = $terminal->($started, "?\nE ?\nE 0,-1S ?\nE 0,-1N\n?\nn");
    like($helped, qr/Ada draws a tile: type its name.*It could be: A B C/, 'before a tile');
    like($helped, qr/^  \.\.\.\.\.   11: 0,-1S   12: /m, 'after a tile');
    like($helped, qr/it may go on with: (?=.*cS)(?=.*fNNW)(?=.*bridge:EW)/, 'after a placement');
    like($helped, qr/y: it is what was played.*A line that is typed here takes its place/, 'at a question');
    # At the question about a line, undo drops that line alone, and another command runs without it.
    is(($terminal->($begun, "B 0,2N m\nundo"))[1], $begun, 'undo of a line in question');
    my ($dropped, $without) = $terminal->($begun, "B 0,2N m\nshow");
    like($dropped, qr/the line is not kept\n(?:.*\n)*a stands on/, 'another command says that it is not kept');
    is($without, $begun, 'and it is not');
    # A line that cannot be read is not kept, and a lone tile may be in lower case.
    my ($lone, $unread) = $terminal->($begun, "hello\ny\nv\n99\nundo\n7");
    unlike($lone, qr/hello[^\n]*\n[^>]*keep it all the same/, 'what cannot be read is not asked about');
    is($unread, $begun =~ s/1a .*\n//r, 'and not kept');
    like($lone, qr/it fits on these cells/, 'a lone tile in lower case');
    like($lone, qr/no place 99: the list has \d+ places/, 'a number beyond the list');
    like($lone, qr/type a tile to get one/, 'a number without a list');
    like($lone, qr/taken back: 1a V 1,0N rW\n(?:.*\n)*a Ada 0, b Ben 0; 71 tiles left/, 'after undo the table is shown');
    # A placement that is wrong has no acts to follow.
    like(($terminal->($begun, "B 5,5N ?"))[0], qr/\[204 no-neighbour\]/, 'a placement is judged before its acts are listed');
    # Bazaars: what is revealed, all bids, and a purchase that need not be written.
    my @figure = split /^/, slurp(source('testdata/figures/bridges-bazaar.crn')) =~ s/ *#.*//gmr;
    my $opens = join('', @figure[0 .. 12]) . "4a b6 0,1N fNNW\n";
    my ($bazaar) = $terminal->($opens, "?\na bazaar:V,U,E\n?\nbid:V,2\n?");
    like($bazaar, qr/It could be: bazaar:\nafter the colon, type the names of 3 tiles, with commas between them/, 'a bazaar opens');
    like($bazaar, qr/It could be: bid:V,0 bid:V,1 bid:V,2 bid:V,3 bid:U,0/, 'each bid');
    like($bazaar, qr/It could be: pass bid:V,3\n/, 'and what another player may do');
    my ($sold) = $terminal->($opens =~ s/\n\z/ bazaar:V,U,E\n/r, "bid:V,2\npass\npass\n?");
    like($sold, qr/4\.4c Green> .*It could be: bid:U,0/s, 'a purchase without a choice is not asked for');
    # Placements are drawn, numbered and chosen.
    my ($listed, $chosen) = $terminal->($started, "V\n3 -\nU\n1");
    my ($third) = $listed =~ /\b3: (\S+)/ or die;
    my ($first) = $listed =~ /^U\b.*?\b1: (\S+)/ms ? $1 : ($listed =~ /\b1: (\S+)/g)[-1];
    like($chosen, qr/^3a V \Q$third\E -$/m, 'the third placement of a tile');
    like($chosen, qr/^4b U \Q$first\E$/m, 'the first one of the next');
    my @drawn = $listed =~ /^  ([.|+-]{5})(?:   \d+: \S+)*$/mg;
    cmp_ok(scalar @drawn, '>=', 15, 'with a drawing of each orientation');
    # If another program appends to the file, the typed line can be recalled. It is written after the new text.
    spurt($file, $begun);
    my $said = (run('/bin/bash', '-c', "(printf 'B 0,1N m\\n'; sleep 1; printf '# by hand\\n' >>'$file'; printf 'E 0,-1S cS\\n'; sleep 1; printf '\\033[A\\n'; sleep 1; printf 'quit\\n') | script -qec \"TERM=xterm $program record '$file'\" /dev/null"))[1] =~ s/\r//gr;
    like($said, qr/changed by another program\nnot written: 3a E 0,-1S cS\nit is read again\n/, 'a file that others write to is read again');
    SKIP: {
        skip 'needs libedit', 4 if (run('ldd', bastide()))[1] !~ /libedit/;
        is(slurp($file), "$typed# by hand\n3a E 0,-1S cS\n", 'and the line that was called back stands after it');
    }
    SKIP: {
        skip 'needs libedit', 3 if (run('ldd', bastide()))[1] !~ /libedit/;
        is(($terminal->($begun, "E 0,-1\tc\t"))[1], "${begun}2b E 0,-1S cS\n", 'Tab completes cells and acts');
        is(($terminal->($begun, "B 0,1N \tm"))[1], "${begun}2b B 0,1N m\n", 'Tab takes none of several candidates');
        is(($terminal->($begun, "Q 2\b\b\bB 0,1N m"))[1], "${begun}2b B 0,1N m\n", 'a line is edited');
    }
}
done_testing;

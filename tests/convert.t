#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests conversion to other formats. What a format can hold comes back the same; what it cannot hold is reported. A save
# of a game that JCloisterZone played has the same messages as the program's own save.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP ();
use Test::More;

sub converted { my ($input, @words) = @_; return run_input($input, bastide(), 'convert', @words) }
sub identities { return map { (split /\t/)[7] } split /\n/, (run_input($_[0], bastide(), 'check', '--summary'))[1] }

# Conversion to a format and back.
for (['base', 12, 'shield=2'], ['base,bridges', 6, ''], ['base,princess-dragon', 6, ''], ['base,princess-dragon,bridges', 8, ''], ['base,bridges', 3, 'bazaar=variant'],
    ['base,princess-dragon', 3, 'dragon-move=after-scoring,princess=must,fairy=tile'], ['base', 2, 'farmers=off,small-city=2']) {
    my ($sets, $count, $options) = @$_;
    for my $game (split /(?=^%CRN )/m, (run(bastide(), 'deal', '--bare', '--rules=jcz-1', "--games=$count", "--sets=$sets", $options ? "--options=$options" : ()))[1]) {
        my ($status, $save, $err) = converted($game, '--to=jcz');
        if ($game =~ / (aside|take):/) {
            is("$status$save", 1, "$sets: not with $1");
            like($err, qr/error: jcz cannot hold (?:tiles put aside|what a castle takes)/, 'which is reported');
            next;
        }
        is("$status$err", '0', "$sets: to jcz");
        is_deeply([identities($save)], [identities($game)], 'and back, the same game');
        my ($scores) = map { (split /\t/)[4] } (run_input($save, bastide(), 'check', '--summary'))[1];
        is($scores, (split /\t/, (run_input($game, bastide(), 'check', '--summary'))[1])[4], 'with the same result');
    }
}
my $base = (run(bastide(), qw(deal --bare --rules=bga-1 --seats=2 --games=300)))[1];
my ($status, $addresses, $err) = converted($base, '--to=carcassonnelab');
is("$status$err", '0', 'to addresses');
is(scalar(() = $addresses =~ m{^https://www\.carcassonnelab\.com/#/0/0[.\d]*/[\w-]+/\w+\?players=Ada,Ben$}mg), 300, 'a line a game');
ok($addresses =~ m{/0\.\d+}, 'with tiles set aside among them');
is_deeply([identities($addresses)], [identities($base)], 'and back, the same games');
# A table that is turned and moved has the same address: there the start tile lies at 0,0 with its top to the north.
sub quarter_turn {
    my ($text) = @_;
    my %next = (qw(N E E S S W W N), qw(NNE ESE ESE SSW SSW WNW WNW NNE), qw(ENE SSE SSE WSW WSW NNW NNW ENE));
    my ($head, $body) = split /^---\n/m, $text, 2;
    $head .= "start: D 0,0N\n" if $head !~ /^start:/m;
    s/(?<= )(-?\d+),(-?\d+)([NESW])(?=\s)/(-$2 + 0) . ",$1$next{$3}"/eg for $head, $body;
    $body =~ s/(?<= )([crf])([NESW]+)(?=\s)/"$1$next{$2}"/eg;
    return "$head---\n$body";
}
sub moved { return $_[0] =~ s/(?<= )(-?\d+),(-?\d+)(?=[NESW]\s)/($1 + 3) . ',' . ($2 - 5)/egr }
my @straight = ($base =~ /^(%CRN .*?^end\n)/msg)[0 .. 19];
my @straight_addresses = (split /\n/, $addresses)[0 .. 19];
my @quarter = @straight;
for my $quarters (1 .. 4) {
    @quarter = map { quarter_turn($_) } @quarter;
    my ($status, $out) = converted(join('', map { moved($_) } @quarter), '--to=carcassonnelab', '--lossy');
    is($out, join('', map { "$_\n" } @straight_addresses), "moved, and turned $quarters times, the same addresses");
}
# The examples in the description of the format: tiles of types 15, 17 and 4; a tile set aside; cells and spots.
my $head = "%CRN 1\nrules: bga-1\nplayers: [A, B]\n---\n";
like((converted("${head}1a V 0,1N -\n2b M 0,-1S -\n", '--to=carcassonnelab', '--lossy'))[1], qr{/0/0/CED/}, 'three types');
like((converted("${head}1a discard:V\n1a Q 1,0N -\n2b M 0,-1S -\n", '--to=carcassonnelab', '--lossy'))[1], qr{/0/0\.1/xor/}, 'one set aside');
like((converted("${head}1a U -1,2E -\n", '--to=carcassonnelab', '--lossy'))[1], qr{/23H0\?}, 'a cell to the west, a tile as it is drawn');
like((converted("${head}1a X -2,3W fWSW\n", '--to=carcassonnelab', '--lossy'))[1], qr{/34L5\?}, 'one turned, with a farmer');

# Each loss is reported and refused. With --lossy the game is written anyway, unless the rest would be another game.
for (['event: Cup', 'jcz', "header field 'event'"], ['players: [A, B, C]', 'carcassonnelab', '3 players', 1], ['sets: [base, bridges]', 'carcassonnelab', 'tiles of other sets', 1],
    ['options: {small-city: 2}', 'carcassonnelab', 'option small-city: 2'], ['options: {field-city: 4}', 'jcz', 'option field-city: 4'], ['game: the-city', 'jcz', 'tiles of other sets', 1],
    ['game: the-city', 'carcassonnelab', 'tiles of other sets', 1], ['start: D 0,0E', 'carcassonnelab', 'a start tile that lies elsewhere or turned'], ['start: T 0,0N', 'carcassonnelab', 'this start tile', 1], ['event: Cup # a comment', 'jcz', 'comments']) {
    my ($line, $form, $why, $another) = @$_;
    my $record = $line =~ /^players/ ? "%CRN 1\nrules: bga-1\n$line\n---\nend stopped\n" : "%CRN 1\nrules: bga-1\n$line\nplayers: [A, B]\n---\n";
    $record =~ s/bga-1/jcz-1/ if $form eq 'jcz';
    $record =~ s/jcz-1/book-1/ if $line =~ /the-city/;
    my ($status, $out, $err) = converted($record, "--to=$form");
    is($out, '', "$form: refused for $line");
    like($err, qr/^<stdin>:1: error: $form cannot hold \Q$why\E/m, 'and why');
    is($status, 1, 'with status 1');
    ($status, $out, $err) = converted($record, "--to=$form", '--lossy');
    is($out ne '', !$another, $another ? '--lossy: refused too' : '--lossy: written');
    is($status, $another ? 1 : 0, 'with its status');
    my $how = $another ? 'error' : 'warning';
    like($err, qr/^<stdin>:1: $how: $form cannot hold \Q$why\E/m, 'and told');
}
for (['1a V 0,1N - # well', 'comments'], ['1a V 0,1N - =0,0', 'claimed scores'], ['1a V 0,1N - t:5', 'clocks'], ['1a V 0,1N - x-a:b', 'extensions'], ['1a V 0,1N ?', 'what could not be read'],
    ['1a V 5,5N -', 'an illegal move: 204 no-neighbour'], ['end resigned:a', 'why the game ended']) {
    my ($line, $why) = @$_;
    for my $form (qw(jcz carcassonnelab)) {
        my ($status, $out, $err) = converted(($form eq 'jcz' ? $head =~ s/bga-1/jcz-1/r : $head) . "$line\n", "--to=$form");
        is("$status$out", '1', "$form: refused for $line");
        like($err, qr/cannot hold \Q$why\E/, 'and why');
    }
}
# A game with tiles set aside. JCloisterZone draws them only when they can be laid. In the end the same tiles lie on the
# table.
my ($aside) = grep { /aside:/ } split /(?=^%CRN )/m, (run(bastide(), 'deal', '--sets=base,princess-dragon', qw(--rules=jcz-1 --bare --games=20)))[1];
my ($aside_status, $save, $told) = converted($aside, '--to=jcz', '--lossy');
like("$aside_status$told", qr/^0.*warning: jcz cannot hold tiles put aside/, 'tiles put aside are reported');
my $back = (run_input($save, bastide(), 'fmt'))[1];
is($back =~ s/.*^---\n//msr, $aside =~ s/^\d+\w aside:\w+\n//mgr =~ s/.*^---\n//msr, 'and all else is there');
# Broken games: the program does not fail, and writes what it can.
for ('1a V 0,0N rS', '1a V 1,0? rS', '1a zz 1,0N rS', '1a ? 1,0N ?', "1a V 1,0E rW\n2b V 0,0N cN fairy:rS bridge:NS") {
    for my $form (qw(jcz carcassonnelab)) {
        my ($status, $out, $err) = converted(($head =~ s/bga-1/jcz-1/r) . "$_\n", "--to=$form", '--lossy');
        cmp_ok($status, '<=', 1, "$form, $_: no trouble");
        isnt($out, '', 'and a product');
    }
}
# After a refused game the rest of the stream is converted.
my @three = ($base =~ /^(%CRN .*?^end\n)/msg)[0 .. 2];
$three[1] =~ s/^rules/event: Cup\nrules/m;
($status, $addresses, $err) = converted(join('', @three), '--to=carcassonnelab');
is(scalar(() = $addresses =~ /^https/mg), 2, 'of three games the two that can be held');

# CRN and JSON.
is((converted($base, '--to=crn'))[1], (run_input($base, bastide(), 'fmt'))[1], 'to crn: as fmt does');
for my $file (map { source("replays/$_") } qw(friendly-1.crn broken-text.crn city-two-seats.crn)) {
    my ($object) = json_lines((run(bastide(), 'convert', '--to=json', $file))[1]);
    my $text = (run(bastide(), 'fmt', $file))[1];
    my ($header, $body) = $text =~ /^%CRN 1\n(.*?)^---\n(.*)/ms;
    is(join('', map { "$_->{text}\n" } @{ $object->{lines} }), $body, 'to json: all lines');
    is(join(' ', sort keys %{ $object->{header} }), join(' ', sort $header =~ /^([\w-]+):/mg), 'and header fields');
    is($object->{identity}, (identities($text))[0], 'and the identity');
    my ($tile) = grep { $_->{tile} } @{ $object->{lines} };
    like($tile->{text}, qr/^$tile->{turn}$tile->{seat} $tile->{tile} $tile->{cell}$tile->{orientation}/, 'and parts of lines');
}
for (['', q(option '--to' is missing)], ['--to=moon', 'moon'], ['--to=jcz /nowhere', 'cannot open']) {
    my ($words, $why) = @$_;
    my ($status, $out, $err) = run(bastide(), 'convert', split ' ', $words);
    is($status, 2, "convert $words");
    like($err, qr/$why/, 'and why');
}

# The messages of games that JCloisterZone played stay the same. Not compared are clocks, random numbers, and which of
# two equal tiles of a bazaar is meant.
SKIP: {
    my $games = shared('games/jcz') or skip 'needs ../shared: games of JCloisterZone', 1;
    my $count = 0;
    for my $file (sort glob "$games/*.jcz") {
        my ($status, $out, $err) = run(bastide(), 'convert', '--to=jcz', $file);
        my ($theirs, $ours) = (decode_json(slurp($file)), decode_json($out));
        for my $message (@{ $theirs->{replay} }, @{ $ours->{replay} }) {
            delete $message->{clock};
            delete $message->{payload}{random};
            delete $message->{payload}{supplyIndex};
        }
        is_deeply($ours->{replay}, $theirs->{replay}, $file =~ s{.*/}{}r . ': the same messages');
        is_deeply([@{ $ours->{setup} }{qw(sets elements rules start)}], [@{ $theirs->{setup} }{qw(sets elements rules start)}], 'and setup');
        is_deeply([identities($out)], [identities(slurp($file))], 'and game');
        $count += "$status$err" eq '0';
    }
    is($count, 32, '32 games, without loss');
}
# ---- Records as JSON are read back ----
for my $file (grep { !/broken-text/ } glob(source('replays/*.crn')), glob(source('testdata/figures/*.crn'))) {
    my $json = spurt(scratch('back.json'), (run(bastide(), qw(convert --to=json), $file))[1]);
    my $bare = (run(bastide(), 'fmt', $file))[1] =~ s/^(%CRN 1\n.*?^---\n)/my $head = $1; $head =~ s{^#.*\n}{}gm; $head =~ s{ +#.*}{}gm; $head/gemsr;
    is((run(bastide(), 'fmt', $json))[1], $bare, "$file: as text");
    my @verdicts = map { (run(bastide(), qw(check -s --), $_))[1] =~ s/^[^\t]*\t//gmr } $file, $json;
    my ($there, $back) = map { join '', map { "$_->{message}\n" } grep { $_->{event} eq 'finding' } json_lines((run(bastide(), qw(check --format=json), $_))[1]) } $file, $json;
    is($back, $there, "$file: the same findings");
}
# Each key of an object that contradicts the object's texts is reported, and so is each unknown key.
my ($object) = json_lines((run(bastide(), qw(convert --to=json), source('replays/city-two-seats.crn')))[1]);
my ($turn) = grep { $object->{lines}[$_]{kind} eq 'turn' } 0 .. $#{ $object->{lines} };
my ($step) = grep { $object->{lines}[$_]{kind} eq 'step' } 0 .. $#{ $object->{lines} };
my $changed = sub {
    my ($change) = @_;
    my $copy = JSON::PP->new->decode(JSON::PP->new->encode($object));
    $change->($copy);
    return (run_input(JSON::PP->new->canonical->encode($copy), bastide(), qw(check --no-context --werror)))[0, 1];
};
is(($changed->(sub { }))[0], 0, 'unchanged');
for ([kind => 'step'], [turn => 99], [seat => 'c'], [tile => 'A'], [cell => '7,7'], [orientation => 'X'], [turn => []], [text => ''], [text => "a\nb"], [text => 3], [note => 1]) {
    my ($key, $value) = @$_;
    my ($status, $out) = $changed->(sub { $_[0]{lines}[$turn]{$key} = $value });
    is($status, 1, "$key otherwise");
    like($out, qr/lines\[$turn\]\.$key: .*\[90[78] /, 'is reported with its place');
}
is(($changed->(sub { $_[0]{lines}[$step]{step} = 9 }))[0], 1, 'step otherwise');
for ([identity => '0' x 32], [identity => 1], [header => []], [lines => {}], [header => { rules => 'book-1', players => [1, 2] }], [header => { rules => { a => [] } }], [note => 1]) {
    my ($key, $value) = @$_;
    my ($status, $out) = $changed->(sub { $_[0]{$key} = $value });
    cmp_ok($status, '>', 0, "$key otherwise");
}
for (["a\nb", 'rules'], ["  - a\nb\n", 'tiles'], ["a\n", "tiles"], ["  %CRN 1\n", 'tiles'], ['x', '%CRN 1'], ['x', "a\nb"], ["a\nb", 'event']) {
    my ($value, $key) = @$_;
    my ($status, $out) = $changed->(sub { $_[0]{header}{$key} = $value });
    cmp_ok($status, '>', 0, 'a header that is not valid');
    like($out, qr/header.*\[908/, 'is reported');
}
my ($hidden, $beginning) = $changed->(sub { $_[0]{lines}[$turn]{text} .= ' # %CRN 1' });
like("$hidden $beginning", qr/^1 .*lines\[$turn\]\.text: .*begin a record/, 'a line that would begin a record');
is(($changed->(sub { $_[0]{file} = 'x'; $_[0]{game} = 7 }))[0], 0, 'where it came from is ignored');

# A second tile is laid after another player's step. Acts with it stand on its own line.
my $turn7 = "7a D 3,0N -\n7.1b castle:cN\n7a B 1,1N m\n";
my $builder = "%CRN 1\nsets: [base, bridges, traders]\nrules: jcz-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N rE\n2b B 1,-1N -\n3a U 2,0N builder:rE\n4b B 2,-1N -\n5a B 0,1N -\n6b E 3,-1S cS\n${turn7}8b V 4,0N -\nend stopped\n";
is((run_input($builder, bastide(), qw(check --quiet)))[0], 0, 'a legal record');
my ($saved, $as_jcz) = run_input($builder, bastide(), qw(convert --to=jcz --lossy));
is($saved, 0, 'as a save');
my $from_jcz = (run_input($as_jcz, bastide(), 'fmt'))[1];
is(join('', $from_jcz =~ /^(7.*\n)/mg) =~ s/ =[\d,]+$//mgr, $turn7, 'and back');
# A tile has two fields that touch no side. Each has a name of its own in saves.
for my $field (1, 2) {
    my $turn = "1a k5 0,-1N f$field\n";
    my $inside = (run_input("%CRN 1\nsets: [base, king-robber]\nrules: jcz-1\nplayers: [Ada, Ben]\n---\n${turn}end stopped\n", bastide(), qw(convert --to=jcz --lossy)))[1];
    like($inside, $field == 1 ? qr/"location":"I","feature":"Field"/ : qr/"location":"II","feature":"Field"/, "field $field inside a tile");
    is(join('', (run_input($inside, bastide(), 'fmt'))[1] =~ /^(1a.*\n)/m), $turn, 'and back');
    my ($status, $told) = run_input($inside =~ s/"II?","feature":"Field"/"III","feature":"Field"/r, bastide(), 'check');
    like("$status $told", qr/^1 .*replay\[1\]: error: .*a pointer does not name a feature \[908/s, 'there is no third');
}
# A save does not name the tiles that were set aside. Those that fit with a bridge were declined. Those that fit nowhere,
# whatever is built, were discarded.
my $set_aside = "6c pass:H\n6c discard:d18\n6c G -1,0W bridge:EW\n7a discard:N\n7a pass:d5\n7a pass:b3\n7a discard:R\n7a L -2,0S cS\n";
my $declining = <<'END' . $set_aside . "end stopped\n";
%CRN 1
sets: [base, princess-dragon, bridges]
rules: jcz-1
players: [Ada, Ben, Cid]
---
1a P 0,-1S rN
2b d15 0,1N -
3c b11 1,0S bridge:EW fNNE bazaar:I,d28,H
3.1a bid:I,4
3.2c bid:I,7
3.3a buy
3.4b bid:H,0
3.5c bid:H,5
3.6b sell free:d28
4a discard:I
4a d26 1,1S rN dragon:ENWN
5b d28 1,2N fESE dragon:SESS
END
is((run_input($declining, bastide(), qw(check --quiet)))[0], 0, 'a legal record');
my $declined = (run_input($declining, bastide(), qw(convert --to=jcz --lossy)))[1];
is((run_input($declined, bastide(), qw(check --quiet)))[0], 0, 'its save is legal too');
is(join('', (run_input($declined, bastide(), 'fmt'))[1] =~ /^([67].*\n)/mg) =~ s/ =[-\d,:]+$//mgr, $set_aside, 'the same tiles are declined');
# A bazaar's tile, then a second tile with a dragon that flies after the scoring. The bazaar is held after the flight.
my $turn5 = "5a b10 3,0E -\n5a d13 -1,-1N cN dragon:N bazaar:E,V\n5.1b bid:E,0\n5.2a free:V\n";
my $flown = "%CRN 1\nsets: [base, princess-dragon, bridges, traders]\nrules: jcz-1\noptions: {dragon-move: after-scoring}\nplayers: [Ada, Ben]\n---\n"
    . "1a U 1,0N rE\n2b d17 -1,0N -\n3a U 2,0N builder:rE\n4b B 0,1N -\n${turn5}6b E 1,-1N -\n7a V 4,0N -\nend stopped\n";
is((run_input($flown, bastide(), qw(check --quiet)))[0], 0, 'a legal record');
$as_jcz = (run_input($flown, bastide(), qw(convert --to=jcz --lossy)))[1];
is((run_input($as_jcz, bastide(), qw(check --quiet)))[0], 0, 'its save is legal too');
is(join('', (run_input($as_jcz, bastide(), 'fmt'))[1] =~ /^(5.*\n)/mg) =~ s/ =[\d,]+$//mgr, $turn5, 'and back');
# The last tile of a bazaar is free. The record need not contain that.
my $unsaid = (run_input($flown =~ s/^5\.2a .*\n//mr, bastide(), qw(convert --to=jcz --lossy)))[1];
is($unsaid, $as_jcz, 'the same save, whether the last tile is said to be free or not');
# A save may break off in a flight after the scoring. A missing COMMIT before the flight is reported, although no later
# message shows it.
my $late = JSON::PP->new->decode($as_jcz);
my @messages = @{ $late->{replay} };
my ($fly) = grep { ($messages[$_]{payload}{figureId} // '') eq 'dragon.1' } 0 .. $#messages;
is($messages[$fly - 1]{type}, 'COMMIT', 'the COMMIT stands before the flight');
$late->{replay} = [ @messages[ 0 .. $fly ] ];
is((run_input(JSON::PP->new->canonical->encode($late), bastide(), qw(check --quiet)))[0], 0, 'a save that breaks off in a flight');
$late->{replay} = [ @messages[ 0 .. $fly - 2, $fly ] ];
my $at = $fly - 1;
like((run_input(JSON::PP->new->canonical->encode($late), bastide(), 'check'))[1], qr/replay\[$at\]: error: .*Ada's COMMIT is missing before this MOVE_NEUTRAL_FIGURE \[910 /, 'and one whose COMMIT is missing there');
# Acts of rules that are not in play, on the tile's line and on steps. They are reported, and have no other effect.
my %by_shape = (SEGMENT => 'cN', BRIDGE => 'NS', TAKE => 'cN@0,0=rW@1,1', TILES => 'V,U', BID => 'V,2', TILE => 'V', WORD => '', EDGE => '0,0S', PLACE => '0,0', PATH => 'NE');
my @acts = map { my $rows = $_; map { /^VERB\((\w+), "(\w+)", (\w+),/ ? "$2" . ($by_shape{$3} ? ":$by_shape{$3}" : '') : () } split /\n/, $rows } map { slurp($_) } glob(source('src/expansions/*/room.def'));
cmp_ok(scalar @acts, '>=', 19, scalar(@acts) . ' acts');
my $strange = join '', map { "%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n1a V 1,0N $_\n1.1b $_\n1.2a $_\n2b U 2,0N -\nend stopped\n" } @acts;
for my $words ('--to=jcz', '--to=carcassonnelab', '--to=json', '--to=crn') {
    my ($status) = converted($strange, $words, '--lossy');
    cmp_ok($status, '<=', 1, "$words: acts of rules that are not in play");
}
for my $words ('check --all', 'audit --format=json --events=all', 'show', 'moves --each', 'stats', 'replay') {
    my ($status) = run_input($strange, bastide(), split ' ', $words);
    cmp_ok($status, '<=', 1, "$words: acts of rules that are not in play");
}
# An abbot that is not there is taken back. The save holds no PASS for it: the engine would ask nothing more in that turn.
my $no_abbot = "%CRN 1\nsets: [base, abbot]\nrules: jcz-1\nplayers: [Ada, Ben]\n---\n1a B 0,1N -\n2b U 1,0N back:m\@0,1\n3a U 2,0N -\nend stopped\n";
my $returned = (run_input($no_abbot, bastide(), qw(convert --to=jcz --lossy)))[1];
like($returned, qr/"RETURN_MEEPLE".*?"COMMIT"/, 'the message of a refused act');
unlike($returned =~ /("RETURN_MEEPLE".*?"COMMIT")/ ? $1 : '', qr/"PASS"/, 'no PASS follows it');
done_testing;

#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests imports with cases that the known games do not have. bastide(1), FORMATS, describes the formats.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP qw(encode_json);
use Test::More;

sub check { return (brief run_input($_[0], bastide(), 'check', @_[1 .. $#_]))[0, 1] }
sub fmt { return (run_input($_[0], bastide(), 'fmt'))[1] }
sub body { my ($b) = fmt($_[0]) =~ /^---\n(.*)/ms; return $b }

# ---- JCloisterZone ----
sub save {
    my (%change) = @_;
    my %save = (
        setup => { sets => { 'basic:1' => 1 }, elements => { 'small-follower' => 7, farmers => JSON::PP::true }, rules => {},
            start => [ { tile => 'BA/RCr', x => 0, y => 0, rotation => 0 } ] },
        players => [ { name => 'Ada', slot => 0 }, { name => 'Ben', slot => 1 } ],
        initialRandom => 0.5, replay => [], %change,
    );
    return JSON::PP->new->canonical->encode(\%save);
}
sub place { return { type => 'PLACE_TILE', payload => { tileId => $_[1], rotation => $_[2], position => [ @_[ 3, 4 ] ] }, player => $_[0] } }
sub put { return { type => 'DEPLOY_MEEPLE', payload => { pointer => { position => [ @_[ 1, 2 ] ], feature => $_[3], location => $_[4] }, meepleId => "$_[0].small.1" }, player => $_[0] } }
sub commit { return { type => 'COMMIT', payload => { random => 0.25 }, player => $_[0] } }

my @start = (start => [ { tile => 'BA/RCr', x => 0, y => 0, rotation => 0 } ]);
my @order = (drawOrder => [ 'BA/C', 'BA/Cccc+', 'BA/RFr', 'BA/L' ]);
my @game = (place(0, 'BA/C', 'R180', 0, -1), put(0, 0, -1, 'City', 'S'), commit(0), place(1, 'BA/RFr', 'R0', 1, 0), put(1, 1, 0, 'Road', 'WE'), commit(1));
my $ordered = save(replay => \@game, gameAnnotations => {@order});
is(body($ordered), "1a E 0,-1S cS\n2b discard:C\n2b U 1,0N rE\n", 'JCloisterZone: drawOrder, and the discard that it implies');
is(body(save(replay => \@game, gameAnnotations => { tilePack => { params => {@order} } })), body($ordered), 'the other place of drawOrder');
my ($status, $out) = check($ordered);
like("$status $out", qr/^0 .*: replay\[3\]: warning: the file does not say that the game ended; it is unfinished/, 'an unfinished save');
my @undone = (@game[ 0, 1 ], { type => 'UNDO', payload => {} }, { type => 'PASS', payload => {}, player => 0 }, @game[ 2 .. 5 ]);
is(body(save(replay => \@undone, gameAnnotations => {@order})), "1a E 0,-1S -\n2b discard:C\n2b U 1,0N rE\n", 'UNDO takes back one message');
is(body(save(replay => \@game, setup => { sets => { 'basic:2' => 1 }, elements => { 'small-follower' => 7 }, rules => { 'tiny-city-scoring' => '2' }, @start })),
    "1a E 0,-1S cS\n2b U 1,0N rE\n", 'the second edition');
like(fmt(save(replay => \@game, setup => { sets => { 'basic:2' => 1 }, elements => { 'small-follower' => 7 }, rules => { 'tiny-city-scoring' => '2' }, @start })),
    qr/^options: \{farmers: off, small-city: 2\}$/m, 'rules and elements become options');
is(body(save(replay => [ place(0, 'BA/CG', 'R180', 0, -1), commit(0) ], setup => { sets => { 'basic:2' => 1 }, elements => { 'small-follower' => 7, farmers => JSON::PP::true }, @start })),
    "1a Eg 0,-1S -\n", 'a tile with a garden');

my @assertions = ('Ada has 4 points', 'Ben has 0 points', 'Ada scored city for 4 points');
($status, $out) = check(save(replay => \@game, gameAnnotations => {@order}, test => { assertions => \@assertions }));
like("$status $out", qr/^0 .*legal, unfinished, 4-0, claims equal/s, 'assertions that hold');
($status, $out) = check(save(replay => \@game, gameAnnotations => {@order}, test => { assertions => [ @assertions, 'Ben has 9 points', 'Ada scored road for 4 points', 'Ada is happy' ] }));
like($out, qr/test\.assertions\[3\]: error: .*\[701 total-differs\]/, 'a total that does not');
like($out, qr/test\.assertions\[4\]: error: .*\[704 award-differs\]/, 'an award that does not');
like($out, qr/test\.assertions\[5\]: warning: assertion not understood: Ada is happy \[908/, 'and an unknown assertion');
is($status, 1, 'are errors');

my $unnamed = place(0, 'BA/RFr', 'R0', 1, 0);
delete $unnamed->{player};
like((check(save(replay => [ $unnamed, commit(0) ], setup => { sets => { 'basic:1' => 1, 'traders-and-builders:1' => 1 }, elements => { 'small-follower' => 7, builder => 1 }, @start })))[1],
    qr/replay\[0\]: error: .*PLACE_TILE lacks its player/, 'whose tile it is, where a builder may bring a second one');

for my $case (
    [ 'one player with builders', 907, qr/a game of one player with element 'builder'/, players => [ { name => 'A', slot => 0 } ], setup => { sets => { 'basic:1' => 1, 'traders-and-builders:1' => 1 }, elements => { 'small-follower' => 7, builder => 1 } } ],
    [ 'a set', 907, qr/tile set 'inns:1'/, setup => { sets => { 'basic:1' => 1, 'inns:1' => 1 } } ],
    [ 'an element', 907, qr/element 'ferry'/, setup => { sets => { 'basic:1' => 1 }, elements => { ferry => 1 } } ],
    [ 'seventeen followers', 907, qr/element 'small-follower: 17'/, setup => { sets => { 'basic:1' => 1 }, elements => { 'small-follower' => 17 } } ],
    [ 'a rule', 907, qr/rule 'hill-scoring'/, setup => { sets => { 'basic:1' => 1 }, rules => { 'hill-scoring' => 'x' } } ],
    [ 'a house rule for cards', 907, qr/the value of rule 'king-and-robber-scoring'/, setup => { sets => { 'basic:1' => 1, 'king-and-robber:1' => 1 }, elements => { 'small-follower' => 7, robber => JSON::PP::true }, rules => { 'king-and-robber-scoring' => '20/20' } } ],
    [ 'two kings', 907, qr/element 'king: 2'/, setup => { sets => { 'basic:1' => 1, 'king-and-robber:1' => 1 }, elements => { 'small-follower' => 7, king => 2 } } ],
    [ 'ten copies', 907, qr/1 to 9 of tile set 'basic:1'/, setup => { sets => { 'basic:1' => 10 }, elements => { 'small-follower' => 7 } } ],
    [ 'a message', 907, qr/replay\[0\].*message 'CAST_SPELL'/, replay => [ { type => 'CAST_SPELL' } ] ],
    [ 'a figure', 907, qr/replay\[1\].*figure '0.giant.1'/, replay => [ $game[0], { %{ $game[1] }, payload => { %{ $game[1]{payload} }, meepleId => '0.giant.1' } } ] ],
    [ 'seven players', 907, qr/more than six players/, players => [ map { { name => $_ } } 1 .. 7 ] ],
    [ 'no players', 908, qr/names no players/, players => [] ],
    [ 'no replay', 908, qr/a list 'replay'/, replay => {} ],
    [ 'no setup', 908, qr/no setup/, setup => 3 ],
    [ 'no tile', 908, qr/PLACE_TILE lacks/, replay => [ { type => 'PLACE_TILE', payload => {}, player => 0 } ] ],
    [ 'a player', 908, qr/names an unknown player/, replay => [ place(5, 'BA/C', 'R0', 0, -1) ] ],
    [ 'a location', 908, qr/does not name a feature/, replay => [ $game[0], put(0, 0, -1, 'City', 'X') ] ],
    [ 'a follower first', 908, qr/before a tile is laid/, replay => [ $game[1] ] ],
    [ 'a far cell', 111, qr/255 cells/, replay => [ place(0, 'BA/C', 'R0', 900, 0) ] ],
    [ 'a random number', 908, qr/replay\[1\].*must be from 0 to 1/, replay => [ $game[0], { type => 'COMMIT', payload => { random => '0.5' }, player => 0 } ] ],
    [ 'another', 908, qr/initialRandom.*must be from 0 to 1/, initialRandom => -3.5 ],
    [ 'a tile', 907, qr/tile 'Nope'/, replay => [ place(0, 'Nope', 'R0', 0, -1) ] ],
    [ 'a set with a line of its own', 907, qr/setup.sets.x\?::error: error: .*'x\?::error'/, setup => { sets => { "x\n::error" => 1 }, elements => { 'small-follower' => 7 } } ],
    [ 'a value of a rule', 907, qr/the value of rule 'tiny-city-scoring'/, setup => { sets => { 'basic:1' => 1 }, rules => { 'tiny-city-scoring' => '7' } } ],
    [ 'a start of two tiles', 907, qr/not supported: a start of several tiles/, setup => { sets => { 'basic:1' => 1 }, elements => { 'small-follower' => 7 }, start => [ map { { tile => 'BA/RCr', x => $_, y => 0, rotation => 0 } } 0, 1 ] } ],
    [ 'a crooked start tile', 908, qr/the start tile's rotation must be 0, 90, 180 or 270/, setup => { sets => { 'basic:1' => 1 }, elements => { 'small-follower' => 7 }, start => [ { tile => 'BA/RCr', x => 0, y => 0, rotation => 45 } ] } ],
    [ 'a wrong end', 908, qr/endTurn must be the number of the last turn/, gameAnnotations => { endTurn => 'soon' } ],
    [ 'another version', 907, qr/a save of version '3.4.1'/, appVersion => '3.4.1' ],
    [ 'a bridge on a field', 908, qr/replay\[1\].*a bridge must be a Road from side to side/, replay => [ $game[0], { type => 'PLACE_TOKEN', payload => { token => 'BRIDGE', pointer => { position => [ 0, -1 ], feature => 'Field', location => 'EL' } }, player => 0 } ] ],
    [ 'a castle on a road', 908, qr/replay\[1\].*a castle must be founded on a City, with a side/, replay => [ $game[0], { type => 'PLACE_TOKEN', payload => { token => 'CASTLE', pointer => { position => [ 0, -1 ], feature => 'Road', location => 'WE' } }, player => 0 } ] ],
    [ 'a start tile', 908, qr/the start tile is not in the sets/, setup => { sets => { 'basic:1' => 1 }, elements => { 'small-follower' => 7 }, start => [ { tile => 'BA/X', x => 0, y => 0, rotation => 0 } ] } ],
) {
    my ($name, $code, $message, @change) = @$case;
    ($status, $out) = check(save(@change));
    like($out, qr/error: .*\[$code /, "JCloisterZone, $name: $code");
    like($out, $message, "JCloisterZone, $name: its message");
    # A wrong game gives status 1, a document that is not a game 2.
    is($status, $out =~ /^<stdin>: (?:il)?legal/m ? 1 : 2, "JCloisterZone, $name: exit status");
}

# ---- Messages that JCloisterZone expects: wrong ones are reported at their places, nearly wrong ones are not ----
my $told = sub { my ($name, $want, @save) = @_; my $found = (check(save(@save)))[1]; is(join(' ', map { "$_->[0]:$_->[1]" } map { /^[^ ]+ replay\[(\d+)\]: error: .*\[(\d+) / ? [$1, $2] : () } split /\n/, $found), $want, $name) or diag($found) };
my @drawn = (gameAnnotations => {@order});
my $pass = sub { return { type => 'PASS', payload => {}, player => $_[0] } };
my $changed = sub { my ($i, $key, $value) = @_; my @other = map { JSON::PP->new->decode(JSON::PP->new->encode($_)) } @game; $key eq 'player' ? ($other[$i]{player} = $value) : ($other[$i]{payload}{$key} = $value); return (@drawn, replay => \@other) };
$told->('as it is', '', @drawn, replay => \@game);
$told->('a follower of the other seat', '1:312', $changed->(1, 'meepleId', '1.small.2'));
$told->('a follower that the seat does not have', '1:312', $changed->(1, 'meepleId', '0.small.8'));
$told->('a follower without its number', '1:312', $changed->(1, 'meepleId', undef));
$told->('another free follower of the seat is as good', '', $changed->(1, 'meepleId', '0.small.7'));
$told->('a follower put by the other seat', '1:601', $changed->(1, 'player', 1));
$told->('a COMMIT of the other seat', '2:601', $changed->(2, 'player', 1));
$told->('a COMMIT too many', '3:910', @drawn, replay => [ @game[ 0 .. 2 ], commit(0), @game[ 3 .. 5 ] ]);
$told->('no follower and no PASS', '1:910', @drawn, replay => [ @game[ 0, 2 .. 5 ] ]);
$told->('no follower, with its PASS', '', @drawn, replay => [ $game[0], $pass->(0), @game[ 2 .. 5 ] ]);
$told->('PASS twice', '2:910', @drawn, replay => [ $game[0], $pass->(0), $pass->(0), @game[ 2 .. 5 ] ]);
$told->('a COMMIT left out', '2:910', @drawn, replay => [ @game[ 0, 1, 3 .. 5 ] ]);
$told->('another tile than drawn', '3:216', @drawn, replay => [ @game[ 0 .. 2 ], place(1, 'BA/RrC', 'R0', 1, 0), $pass->(1), commit(1) ]);

# The annotation endTurn ends the game. After the last tile of drawOrder the random numbers go on.
like(fmt(save(@drawn, replay => [ @game[ 0 .. 2 ] ], gameAnnotations => { @order, endTurn => 1 })), qr/^end stopped$/m, 'endTurn ends the game');
unlike(fmt(save(@drawn, replay => [ @game[ 0 .. 2 ] ], gameAnnotations => { @order, endTurn => 2 })), qr/^end/m, 'not before that turn');
like((check(save(replay => \@game, gameAnnotations => { drawOrder => [ 'BA/C', 'BA/RFr' ] })))[1], qr/: legal, unfinished, 4-0\b/, 'a drawOrder that is used up ends no game');

# A refusal names all that is unknown, and nothing else. What the engine allows is read.
$out = (check(save(setup => { sets => { 'basic:1' => 1, 'inns:1' => 1 }, elements => { 'small-follower' => 7, ferry => 1, farmers => JSON::PP::true, fairy => 1 }, rules => { 'hill-scoring' => 'x' }, @start }, replay => \@game)))[1];
is(scalar(() = $out =~ /\[907 /g), 1, 'one refusal');
like($out, qr/tile set 'inns:1'.*element 'ferry'.*rule 'hill-scoring'|element 'ferry'.*\[907/, 'names all of it');
unlike($out, qr/fairy|farmers|basic/, 'and blames nothing that is known');
like(fmt(save(setup => { sets => { 'basic:1' => 1 }, elements => { 'small-follower' => 7, farmers => JSON::PP::true, fairy => 1 }, rules => {}, @start }, replay => \@game, @drawn)), qr/^brings: \[fairy\]$/m, 'an element without its tiles');
like((check(save(@drawn, replay => \@game, moon => 1)))[1], qr/: warning: not supported: .*'moon'.*\[907/, 'an unknown field is reported');
my @fields = (check(save(@drawn, replay => \@game, map { ("moon$_" => 1) } 1 .. 100)))[1] =~ /: warning: not supported: (.*) \[907/g;
is_deeply([ scalar @fields, scalar(grep { /^field 'moon\d+', which is skipped$/ } @fields), $fields[-1] ], [ 64, 63, 'more fields, which are skipped' ], 'a hundred of them are reported too');

# A message that makes no sense is skipped, and the game goes on. An unknown message stops the import, which is reported
# with its place.
$told->('a message without sense', '1:908', @drawn, replay => [ $game[0], { type => 'DEPLOY_MEEPLE', player => 0, payload => { meepleId => '0.small.1', pointer => { position => [ 'x', 0 ], feature => 'City', location => 'S' } } }, @game[ 2 .. 5 ] ]);
$out = (check(save(@drawn, replay => [ @game[ 0 .. 2 ], { type => 'CAST_SPELL', payload => {}, player => 1 }, @game[ 3 .. 5 ] ])))[1];
like($out, qr/replay\[3\]: error: turn 2, Ben \(b\): not supported: message 'CAST_SPELL'; import stopped at message 4 of 7 \[907/, 'a message that nobody knows');
my ($whose) = grep { $_->{event} eq 'finding' && $_->{severity} eq 'error' } json_lines((check(save($changed->(4, 'meepleId', '0.small.2')), '--format=json'))[1]);
is_deeply({ map { $_ => $whose->{$_} } qw(code turn seat) }, { code => 312, turn => 2, seat => 'b' }, 'findings of importers carry turn and seat');

# The last tile fits nowhere, and no message reports that: the importer infers that it is set aside. drawOrder gives the
# same draws as the random numbers.
my $games = shared('games/jcz');
SKIP: {
    skip 'needs ../shared: games of JCloisterZone', 1 unless $games;
    my $save = decode_json(slurp("$games/base-000.jcz"));
    my @ids = @{ decode_json(slurp("$games/base-000.expected.json"))->{tilesDrawn} };
    $save->{gameAnnotations}{drawOrder} = \@ids;
    is(body(encode_json($save)), body(slurp("$games/base-000.jcz")), 'drawOrder gives what the random numbers gave');
}

# ---- JCloisterZone's other sets ----
my @pieces = (dragon => JSON::PP::true, fairy => JSON::PP::true, princess => JSON::PP::true, portal => JSON::PP::true);
my %pd = (setup => { sets => { 'basic:1' => 1, 'princess-and-dragon:1' => 1 }, elements => { 'small-follower' => 7, farmers => JSON::PP::true, @pieces }, rules => {},
    start => [ { tile => 'BA/RCr', x => 0, y => 0, rotation => 0 } ] });
my %bcb = (setup => { sets => { 'basic:1' => 1, 'bridges-castles-and-bazaars:1' => 1 }, elements => { 'small-follower' => 7, farmers => JSON::PP::true, bridge => 1, castle => 1, bazaar => JSON::PP::true },
    rules => {}, start => [ { tile => 'BA/RCr', x => 0, y => 0, rotation => 0 } ] });
is(body(save(%bcb, replay => [ { type => 'PASS', payload => {}, player => 0 }, place(0, 'BA/RFr', 'R0', 1, 0), commit(0) ], gameAnnotations => { drawOrder => [ 'BA/C', 'BA/RFr' ] })),
    "1a pass:E\n1a U 1,0N -\n", 'PASS before a placement declines the tile, and the same seat draws again');
is(body(save(%bcb, replay => [ place(0, 'BA/C', 'R0', 1, 0), commit(0) ], gameAnnotations => { drawOrder => ['BA/C'] })), "1a E 1,0N bridge:EW\n", 'a bridge that no message tells');

# A COMMIT is missing between two flights; an act stands between two steps of a flight. Nothing else is lost.
sub dragon { return { type => 'MOVE_NEUTRAL_FIGURE', payload => { figureId => 'dragon.1', to => [ @_[ 1, 2 ] ] }, player => $_[0] } }
my @flown = (place(0, 'DG/RFr.v', 'R0', 1, 0), dragon(0, 0, 0), place(0, 'BA/RFr', 'R0', 2, 0), dragon(0, -1, 0));
is(body(save(%pd, replay => \@flown)) =~ s/^\d\w discard:\w+\n//gmr, "1a d17 1,0N dragon:W\n2a U 2,0N dragon:W\n", 'a flight of a turn whose COMMIT is lost');
@flown = (place(0, 'DG/RFr.v', 'R0', 1, 0), dragon(0, 0, 0), put(0, 1, 0, 'Road', 'WE'), dragon(0, -1, 0));
is(body(save(%pd, replay => \@flown)) =~ s/^\d\w discard:\w+\n//gmr, "1a d17 1,0N dragon:W rE dragon:W\n", 'a follower between two steps');
($status, $out) = check(save(replay => [ place(0, 'BA/C', 'R180', -9223372036854775807 - 1, 0) ]));
like($out, qr/255 cells away.*\[111 /, 'the least of all numbers is far away');

# Returns the order of all draws, from the imported game: tiles that the record sets aside, lays, or reveals in a
# bazaar.
sub draw_order {
    my ($body, $id) = @_;
    my (@drawn, @held, $left);
    for (split /\n/, $body) {
        my ($turn, $rest) = /^(\d+)[a-f] (.*)/ or next;
        for my $tile ($rest =~ /^(?:discard|pass|aside):(\w+)/ ? $1 : $rest =~ /^(\w+) -?\d/ ? $1 : ()) {
            my ($i) = grep { $held[$_] eq $tile } 0 .. $#held;
            defined $i ? splice @held, $i, 1 : push @drawn, $tile;
        }
    } continue {
        if (/ bazaar:(\S+)/) {
            push @drawn, split /,/, $1;
            push @held, split /,/, $1;
        }
    }
    return map { $id->{$_} } @drawn;
}
SKIP: {
    skip 'needs ../shared: games of JCloisterZone', 5 unless $games;
    my %id = map { $_->{name} => $_->{aliases}[0] } map { decode_json($_) } split /\n/, (run(bastide(), 'tiles', '--format=json'))[1];
    for my $name ('pd-000', 'bcb-002', 'both-001') {
        my $save = decode_json(slurp("$games/$name.jcz"));
        my $body = body(encode_json($save));
        $save->{gameAnnotations}{drawOrder} = [ draw_order($body, \%id) ];
        delete $save->{initialRandom};
        is(body(encode_json($save)), $body, "$name: drawOrder gives what the random numbers gave");
    }
    my $save = decode_json(slurp("$games/pd-000.jcz"));
    $save->{setup}{sets} = { map { s/:1/:2/r => 1 } keys %{ $save->{setup}{sets} } };
    like((check(encode_json($save)))[1], qr/the random numbers draw (\S+), but \S+ is laid \[216 /, 'other editions have other tiles');
    my ($set) = keys %{ $save->{setup}{sets} };
    $save->{setup}{sets}{ $set =~ s/:2/:1/r } = delete $save->{setup}{sets}{$set};
    like((check(encode_json($save)))[1], qr/not supported: sets of both editions \[907 /, 'not both');
    $save = decode_json(slurp("$games/bcb-000.jcz"));
    delete $save->{initialRandom};
    like((check(encode_json($save)))[1], qr/a bazaar in a save that does not say 'which tiles were drawn'.*\[907 /, 'a bazaar whose tiles nobody knows is refused, and says why');
}

# ---- Board Game Arena ----
sub play { my ($p, $id, $type, $x, $y, $ori) = @_; return { type => 'playTile', args => { player_id => "$p", player_name => "P$p", id => "$id", type => $type, x => "$x", y => $y, ori => "$ori" } } }
sub partisan { my ($p, $id, $pos, $type) = @_; return { type => 'playPartisan', args => { player_id => $p, id => $id, pos => "$pos", type => $type // 'city' } } }
sub state { my ($id, %args) = @_; return { type => 'gameStateChange', args => { id => $id, %args } } }
sub realized { my ($type, $values, @winners) = @_; return { type => 'realizationAchieved', args => { real_type => $type, tile_to_value => $values, winners => \@winners } } }
sub win { my ($p, $points, $score) = @_; return { type => 'winPoints', args => { player_id => $p, points => $points, score => "$score" } } }
sub result { return state(99, args => { result => [ map { { player => $_->[0], name => "P$_->[0]", score => $_->[1], concede => $_->[2] // 0 } } @_ ] }) }
sub packets { return [ { channel => '/table/t1', data => [@_] }, { channel => '/player/p7', data => [ play(7, 1, 1, 5, 5, 1) ] } ] }

# E closes the start tile's city. U is Board Game Arena's type 16, which is turned by a quarter from ours.
my @moves = (play(7, 22, 11, 0, -1, 3), partisan(7, 22, 1), realized('city', { 22 => 2, 36 => 2 }, 7), win(7, 4, 4), { type => 'cantPlay', args => { tile_id => 68 } },
    play(8, 40, 16, 1, 0, 2), partisan(8, 40, 1, 'road'));
my $old = encode_json({ status => 1, data => { valid => 1, data => packets(@moves, result([ 7, 4 ], [ 8, 0 ])) } });
my $new = encode_json({ data => { logs => packets(@moves, result([ 7, 4 ], [ 8, 0 ])), players => [] } });
is(body($old), "1a E 0,-1S cS +a4:cS =4,0\n2b discard:C\n2b U 1,0S rE\nend 4,0\n", 'Board Game Arena: the old envelope, cantPlay');
is(body($new), body($old), 'the new envelope');
like(fmt($old), qr/^players: \[P7, P8\]$/m, 'seats in the order of the first tiles');
like(body(encode_json({ data => { logs => packets(@moves, result([ 7, 4 ], [ 8, 0, 1 ])) } })), qr/^end resigned:b$/m, 'conceded');
($status, $out) = check(encode_json({ data => { logs => packets(map { $_->{type} eq 'winPoints' ? win(7, 4, 6) : $_ } @moves) } }));
like($out, qr/data\.logs\[0\]\.data\[\d+\]: error: turn 1, P7 \(a\), E on 0,-1S: P7 has 4 points after this line, not 6 \[701/, 'a wrong running score');
# Each claim of a log is compared with the game at its event. A claim in other words is no finding.
my $says = sub { my ($name, $want, @events) = @_; my $found = (check(encode_json({ data => { logs => packets(@events) } })))[1]; is(join(' ', map { /\.data\[(\d+)\]: error: .*\[(\d+) / ? "$1:$2" : () } split /\n/, $found), $want, "Board Game Arena, $name") or diag($found) };
my @claims = @moves;
$says->('as it is', '', @claims);
$says->('another winner', '2:704', @claims[ 0, 1 ], realized('city', { 22 => 2, 36 => 2 }, 8), @claims[ 3 .. 6 ]);
$says->('another value of a tile, and so of all', '2:704', @claims[ 0, 1 ], realized('city', { 22 => 3, 36 => 2 }, 7), @claims[ 3 .. 6 ]);
$says->('values of its tiles, the other way round', '2:705', @claims[ 0, 1 ], realized('city', { 22 => 3, 36 => 1 }, 7), @claims[ 3 .. 6 ]);
$says->('a tile that does not lie, and one that is left out', '2:705 2:705', @claims[ 0, 1 ], realized('city', { 22 => 2, 40 => 2 }, 7), @claims[ 3 .. 6 ]);
$says->('a follower of another player', '1:601', $claims[0], partisan(8, 22, 1), @claims[ 2 .. 6 ]);
$says->('a follower on a road that is a city', '1:705', $claims[0], partisan(7, 22, 1, 'road'), @claims[ 2 .. 6 ]);
$says->('another number of points won', '3:705', @claims[ 0 .. 2 ], win(7, 5, 4), @claims[ 4 .. 6 ]);
$says->('a feature scored that is not', '7:705', @claims, realized('road', { 40 => 1, 36 => 1 }));
$says->('its winner too', '7:704', @claims, realized('road', { 40 => 1, 36 => 1 }, 8));
$says->('before its follower is put', '6:705', @claims[ 0 .. 5 ], realized('road', { 40 => 1, 22 => 1 }, 8), $claims[6]);
$says->('a feature scored that is not told', '0:704', @claims[ 0, 1, 3 .. 6 ]);

# The result. bga.t has the cases that need a finished game.
for my $case (
    [ 'a player who left', qr/not supported: a player who left the table \(zombie\)/, { zombie => 1 } ], [ 'who it is', qr/the result is of player 9, who is 'P7'/, { player => 9 } ],
    [ 'who conceded', qr/the table says that a player conceded, but none did/, {}, { concede => JSON::PP::true } ],
) {
    my ($name, $words, $player, $table) = @$case;
    my $end = result([ 7, 4 ], [ 8, 0 ]);
    $end->{args}{args}{result}[0] = { %{ $end->{args}{args}{result}[0] }, %$player };
    $end->{args}{args}{table} = $table if $table;
    like((check(encode_json({ data => { logs => packets(@moves, $end) } })))[1], $words, "Board Game Arena, the result: $name");
}

for my $case (
    [ 'no packets', 908, encode_json({ data => {} }) ],
    [ 'no tile', 908, encode_json({ data => { logs => [] } }) ],
    [ 'a physical tile', 908, encode_json({ data => { logs => packets(play(7, 99, 1, 0, 0, 1)) } }) ],
    [ 'a type', 908, encode_json({ data => { logs => packets(play(7, 1, 0, 0, 0, 1)) } }) ],
    [ 'a type of an expansion', 907, encode_json({ data => { logs => packets(play(7, 80, 31, 0, 0, 1)) } }) ],
    [ 'an orientation', 908, encode_json({ data => { logs => packets(play(7, 1, 1, 0, 0, 5)) } }) ],
    [ 'a spot', 908, encode_json({ data => { logs => packets(play(7, 22, 11, 0, -1, 3), partisan(7, 22, 7)) } }) ],
    [ 'a cell', 111, encode_json({ data => { logs => packets(play(7, 22, 11, 0, -999, 3)) } }) ],
) {
    my ($name, $code, $text) = @$case;
    ($status, $out) = check($text);
    like($out, qr/error: .*\[$code /, "Board Game Arena, $name: $code");
    is($status, $out =~ /^<stdin>: (?:il)?legal/m ? 1 : 2, "Board Game Arena, $name: exit status");
}

($status, $out) = check(encode_json({ data => { logs => packets(win(7, 4, 4), @moves) } }));
like("$status$out", qr/^0.*legal/s, 'a score before the first tile is nobody\'s');
for my $case ([ 'no player', { type => 'playTile', args => undef } ], [ 'a score beyond bounds', realized('city', { 22 => 2147483647, 36 => 2147483647 }, 7) ], [ 'a total beyond bounds', win(7, 1, 99999999999) ]) {
    ($status, $out) = check(encode_json({ data => { logs => packets(@moves[ 0, 1 ], $case->[1]) } }));
    my @errors = $out =~ /error:/g;
    like($out, qr/\[908 /, "Board Game Arena, $case->[0]");
    is(scalar @errors, 1, "Board Game Arena, $case->[0]: one error");
}
my $rolled = save(replay => [ place(0, 'BA/RFr', 'R0', 1, 0), commit(0), place(1, 'BA/RCr', 'R0', 2, 0), commit(1) ], gameAnnotations => { drawOrder => [ ('BA/RFr') x 3 ] });
is(body($rolled), "1a U 1,0N -\n2b D 2,0N -\n", 'a drawOrder that does not lead to the tiles is not believed');
like(fmt(save(players => [ { name => "%CRN 1\n" }, { name => 'Ben' } ])), qr/^players: \["\\u0025CRN 1\?", Ben\]$/m, 'a name that looks like a record');

# ---- CarcassonneLab ----
my $url = 'https://www.carcassonnelab.com/#/0/0/CED/';
is(fmt("${url}?players=A,B\n"), "%CRN 1\nrules: bga-1\nstart: D 0,0N\nplayers: [A, B]\n---\n", 'CarcassonneLab: tiles drawn, none laid');
is(body("${url}211023H0\n"), "1a V 1,0N -\n2b M -1,2N -\n", 'its four characters: type 17 on 1,0; type 4 on -1,2');
is(body("https://www.carcassonnelab.com/#/0/0.1/xor/2110?players=Ada%20L,B&colors=red,blue\n"), "1a discard:V\n1a Q 1,0N -\n", 'a discard after one placed');
like(fmt("https://www.carcassonnelab.com/#/0/0.1/xor/2110?players=Ada%20L,B\n"), qr/^players: \[Ada L, B\]$/m, 'names');
is(body('https://www.carcassonnelab.com/#/0/0/Fd/34L5' . "\n") // '', "1a L -2,3W fNNW\n", 'turned three quarters, on spot 5');
my $two = "${url}2110\n\n${url}2110\n";
is(scalar(() = fmt($two) =~ /^%CRN 1$/mg), 2, 'one game a line');
for my $case ([ 'MOVES cut', "${url}211\n" ], [ 'a strange digit', "${url}2I10\n" ], [ 'more moves than tiles', "${url}211031104110\n" ], [ 'a spot', "${url}2119\n" ],
    [ 'TILES', "https://www.carcassonnelab.com/#/0/0/C.D/2110\n" ], [ 'more text after it', "${url}2110 more\n" ], [ 'a discard that never comes', "https://www.carcassonnelab.com/#/0/0.9/xor/2110\n" ], [ 'another version', "https://www.carcassonnelab.com/#/1/0/CED/\n" ]) {
    my ($name, $text) = @$case;
    ($status, $out) = check("$text${url}2110\n");
    my $column = $name =~ /digit|spot/ ? 1 + index($text, '2I10') + index($text, '2119') + 1 : $name =~ /more moves/ ? 1 + index($text, '4110') : 1;
    like($out, qr/^<stdin>:1:$column: error: .*\[908 /m, "CarcassonneLab, $name");
    like($out, qr/^<stdin>:2: /m, "CarcassonneLab, $name: the next is judged");
}

# Each move has its place, so that a finding has the right turn. A move that cannot be read loses nothing else.
($status, $out) = check("${url}211055H0\n");
my $far = 1 + index("${url}211055H0", '55H0');
like($out, qr/^<stdin>:1:$far: error: turn 2, B \(b\), M on -4,4N: .*\[204 /m, 'CarcassonneLab: the turn that is wrong') or diag $out;
($status, $out) = check("${url}2I102110\n");
like($out, qr/\[908 /, 'CarcassonneLab: a move that cannot be read');
is(body("${url}2I102110\n"), "1a ?\n2b M 1,0N -\n", 'and the one after it, with its tile') or diag fmt("${url}2I102110\n");

# ---- Several documents ----
my $log = encode_json({ data => { logs => packets(@moves) } });
my $wrong = save(replay => \@game, gameAnnotations => {@order}, test => { assertions => ['Ben has 9 points'] });
my $spread = JSON::PP->new->canonical->pretty->encode(decode_json($ordered));
is(scalar(() = fmt("$ordered\n$log\n\n$ordered") =~ /^%CRN 1$/mg), 3, 'documents, a line each');
is(scalar(() = fmt($ordered . $log . $spread . $spread) =~ /^%CRN 1$/mg), 4, 'or without a line between them, or over lines');
my ($lines) = scalar(() = $spread =~ /\n/g);
($status, $out) = check("$spread$wrong\n$ordered\n");
is(join(' ', $out =~ /^<stdin>(\S*?):? legal/mg), ' :' . ($lines + 1) . ' :' . ($lines + 2), 'named by their lines, except the first') or diag $out;
like($out, qr/^<stdin>:@{[$lines + 1]}: test\.assertions\[0\]: error: .*\[701/m, 'and what is found in them');
my ($finding) = grep { ($_->{code} // 0) == 701 } json_lines((brief run_input("$spread$wrong\n", bastide(), qw(check --format=json)))[1]);
is("$finding->{line} $finding->{at}", $lines + 1 . ' test.assertions[0]', 'as JSON');
for my $case (['cut in its middle', substr($ordered, 0, length($ordered) / 2), 908], ['another bracket', $ordered =~ s/\]/}/r, 908], ['words', 'moon', 908], ['no game', '{"moon": 1}', 906],
    ['a list', "[1,\n2]", 906], ['two errors, told once', "moon\n{\"moon\": 1}\nmoon", 908], ['cut over lines', substr($spread, 0, length($spread) / 2), 908]) {
    my ($name, $text, $code) = @$case;
    ($status, $out) = check("$ordered\n$text\n$ordered\n");
    is(join(' ', $out =~ /\[(90\d) /g), $code, "among them, $name") or diag $out;
    is(scalar(() = $out =~ /: legal/g), 2, 'loses nothing else');
}
done_testing;

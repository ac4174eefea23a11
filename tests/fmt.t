#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the canonical text: `fmt` of it changes nothing, and nothing is lost. Also the identity of a game, and --check,
# --in-place and --totals.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Digest::SHA qw(sha256_hex);
use Test::More;

sub fmt { return (run_input($_[0], bastide(), 'fmt'))[1] }

for my $file (sort(glob(source('testdata/*/*.crn')), glob(source('replays/*.crn')))) {
    (my $name = $file) =~ s{.*/}{};
    my $once = (run(bastide(), 'fmt', $file))[1];
    is(fmt($once), $once, "$name: fmt of it changes nothing");
    # Every comment is still there.
    my @comments = sort map { /(#.*?)\s*$/ } grep { /(^|\s)#/ } split /\n/, slurp($file);
    my @kept = sort map { /(#.*?)\s*$/ } grep { /(^|\s)#/ } split /\n/, $once;
    is_deeply(\@kept, \@comments, "$name: no comment is lost") unless $name =~ /^101/;     # it holds text before a record
}
# Lines that cannot be read stay as they are, including the version line and bytes that are not text.
for my $kept ("%CRN 11", '%CRN 1 # hi', '%CRN1') {
    my $odd = "$kept\nrules: official-1\nplayers: [A, B]\n---\n1a V 1,0N rW # a\xffb\n2b B 0,1N - m\n3.1x what\nend 1,0 stopped soon 2,0\n";
    is(fmt($odd), $odd =~ s/1,0N rW/1,0N rW/r, "kept: $kept");
}
is(fmt("%CRN 1\nevent: \"100\\u0025CRN\"\nrules: official-1\nplayers: [A, B]\n---\nend stopped\n"), "%CRN 1\nevent: \"100\\u0025CRN\"\nrules: official-1\nplayers: [A, B]\n---\nend stopped\n", 'the magic word in a value stays escaped');
is(fmt("%CRN 1\r\nrules: official-1\r\nplayers: [A, B]\n---\nend stopped\r \r\r\n"), "%CRN 1\nrules: official-1\nplayers: [A, B]\n---\nend stopped\n", 'carriage returns at the end ');
my $blanks = "%CRN 1\ntiles:\n- name: Y1\n\n  segments:\n  - {kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}\nrules: official-1\nplayers: [A, B]\n---\n1a Y1 0,1N fN\nend stopped\n";
is(fmt($blanks), $blanks =~ s/\n\n/\n/r =~ s/fN\n/fNNW\n/r, 'a block without indentation, and with a blank line');
my $dealt = deal(21, 100);
is(fmt($dealt), $dealt, 'dealt games are canonical');

my $untidy = join "\r\n", "\xEF\xBB\xBF%CRN 1", 'players:   [ Ada ,  "Ben" ]  # two', '', 'x: "1"', 'result: [ 4, 2 ]', 'rules:   "official-1"', '# last', '---', '',
    '1a   BA/C 0,-1S   cSSE@0,-1   +a4:cN@0,0 =4,0  #   done', '', '2b U   1,0N rW', '2.7b   adjust:0', 'end  4,2   stopped', '';
is(fmt($untidy), <<'END', 'everything that fmt tidies');
%CRN 1
rules: official-1
players: [Ada, Ben] # two
x: "1"
result: [4, 2]
# last
---
1a E 0,-1S cS +a4:cN@0,0 =4,0 #   done
2b U 1,0N rE
2.1b adjust:0
end 4,2 stopped
END
my ($status, $out, $err) = run_input("%CRN 1\nevent: \"\\ud83c\\udff0\"\nrules: official-1\nplayers: [A]\n---\nend stopped\n", bastide(), 'fmt');
like($out, qr/^event: \xF0\x9F\x8F\xB0$/m, 'a JSON string with a pair of surrogates');

# A bridge is named rN or rE, whichever of its ends the record names. Where no bridge can be built, the printed road
# keeps its name.
is(fmt("%CRN 1\nsets: [base, bridges]\nrules: book-1\nplayers: [A, B]\n---\n1a E 1,0N rW bridge:EW +a2:rW\n2b U 2,0N bridge:NS fairy:rW\@1,0\n3a B 0,1N bridge:NS\n"
    . "4b V 0,2N rS\@0,1 bridge:EW rW\nend stopped\n"), <<'END', 'bridges');
%CRN 1
sets: [base, bridges]
rules: book-1
players: [A, B]
---
1a E 1,0N rE bridge:EW +a2:rE
2b U 2,0N bridge:NS fairy:rE@1,0
3a B 0,1N bridge:NS
4b V 0,2N rN@0,1 bridge:EW rS
end stopped
END

# Segments of other tiles, of turned tiles, and fields named by their side. Segments that do not exist stay as written.
is(fmt("%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n1a U 1,0E fE\n2b V 2,0S rE\@1,0 fWNW\n3a B 0,1W m\@0,1\n4b ? 0,2? rS\n5a Zz 3,0N fN\nend stopped\n"), <<'END', 'segments');
%CRN 1
rules: official-1
players: [A, B]
---
1a U 1,0E fNNE
2b V 2,0S rE@1,0 fNNW
3a B 0,1W m
4b ? 0,2? rS
5a Zz 3,0N fN
end stopped
END

# Mistakes stay mistakes, at the same places.
for my $body ("1a U 1,0N - City\n", "1a U 1,0N City - x-a:b\n", "1a U 1,0N - nice bridge:NS\n", "1a U 1,0N fE\n", "1a A 1,0E - -\n", "1a U 1,0N - +a3:fE\n", "1a U 1,0N rE\n2b V 1,0N -\n3a A 2,0E -\n4b A -1,0W - +a4:rE\@-1,0\n",
    "1a U 1,0N -\n2b V 2,0 -\n2.1b fairy:rE\@1,0\n", "1a U 1,0N -\n2b discard:U +a3:rE\@1,0\n", "1.1a fairy:rW\@0,0\n1a U 1,0N -\n", "1a V 0,0N rW\n") {
    my $record = "%CRN 1\nrules: official-1\nplayers: [A, B]\n---\n${body}end stopped\n";
    my $again = fmt($record);
    my @codes = map { join ',', map { $_->{event} eq 'end' ? "undetermined: $_->{undetermined}" : "$_->{line}:$_->{code}" } json_lines((brief run_input($_, bastide(), 'check', '--format=json'))[1]) } $record, $again;
    is($codes[1], $codes[0], 'the same findings after fmt: ' . ($body =~ s/\n/ \/ /gr));
    is(fmt($again), $again, 'and fmt of it changes nothing');
}

# All special moves of the notation are read and printed. fmt judges none of them.
my $special = <<'END';
%CRN 1
rules: official-1
players: [A, B, C]
---
2b discard:b1
2b U 1,0W bridge:NS@1,1 rN +b2:rN =0,2,0 t:812
3c d24 0,-3E cN@2,-2
4a d25 -2,0W cN dragon:WNWSWN
5b H -1,-1S fairy:cS@1,-2
5.1c castle:cS
6c d11 1,-5W princess:cN@2,-2 take:cS@-1,-1=cN
7a b9 3,1W rE castle:cN@4,1 bazaar:M,d10,U
7.1b bid:d10,0
7.2c bid:d10,2
7.3b sell =0,4,-2
7.4a bid:M,1 pass buy
7.5b free:U
56b t99 2,-3E zNNE =41,38
56.1b wall:2,-3N
56.2a short:3,-2N
56.3b guard:0,-2N guard
56.4a fairy:3,4 gate:4,-1E
56.5b tower:0,-2N +b4:tower
56.6b close:3,1E close:3,2E
final +a9:guard:4,-1E +b6:zNNE@2,-3
end 55,97,3 resigned:b x-a:b
END
is(fmt($special), $special, 'special moves');

sub identity {
    my ($end) = grep { $_->{event} eq 'end' } json_lines((brief run_input($_[0], bastide(), 'check', '--format=json'))[1]);
    return $end->{identity};
}
my $game = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N rW\n2b B 0,1N m\nend stopped\n";
my $same = "%CRN 1\nevent: Final\nsets: [base]\nstart: D 0,0N\nrules: bga-1\nplayers: [X, Y]\n---\n1a BA/RFr 1,0S rE =0,0 t:3 # so\n2b B 0,1W m\n2.1a adjust:3\nend stopped\n";
like(identity($game), qr/^[0-9a-f]{32}$/, 'an identity');
# The identity is the beginning of the SHA-256 of the decisions as text: seats, sets, start tile, turns.
is(identity("%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a E 0,-1S cS\nend stopped\n"), substr(sha256_hex("2\nbase\nD 0,00\n1a E 0,-1S cS\nend stopped"), 0, 32), 'which anybody can compute');
my $own = sub { "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\ntiles:\n  - {name: Y1, count: 2, segments: [{kind: city, sides: S, shields: $_[0]}, {kind: field, halves: [NNW, NNE, ENE, ESE, WSW, WNW]}]}\n---\n1a Y1 0,-1N cS\nend stopped\n" };
isnt(identity($own->(1)), identity($own->(2)), 'tiles of its own belong to a game');
is(identity($own->(1) =~ s/count: 2, /count:  2,  /r), identity($own->(1)), 'not how they are written');
is(identity($same), identity($game), 'the same moves, told otherwise');
isnt(identity($game =~ s/m$/-/mr), identity($game), 'another follower');
isnt(identity($game =~ s/0,1N/0,1N/r =~ s/1,0N/-1,0N/r), identity($game), 'another cell');
isnt(identity($game =~ s/Ben\]/Ben, Cid]/r), identity($game), 'another number of seats');
# Moves that can be written in more than one way.
my $city = "%CRN 1\ngame: the-city\nrules: book-1\nplayers: [Ada, Ben]\n---\n1a t1 0,0N zNNE gate:0,0W\n1.1b wall:0,0N guard\n1.2a wall:0,0S\n1.3a tower:0,0S\nend stopped\n";
is(identity($city =~ s/N guard/N guard:0,0N/r), identity($city), 'a guard by its edge');
is(identity($city =~ s/ gate/ -\n1.1a gate/r), identity($city), 'the gate on a step, and "-"');
is(identity($city =~ s/\n1.3a tower/ tower/r), identity($city), 'the tower after the wall');
is(identity($city =~ s/(0,0S)\nend/$1 +a1:tower\n1.4b =0,0\n1.5a close:0,0E\nend/r), identity($city), 'claims, and the closing');
isnt(identity($city =~ s/N guard/N guard:0,0S/r), identity($city), 'another guard');
isnt(identity($city =~ s/1.2a/1.2b/r), identity($city), 'another seat');

# A kind alone names the only segment of that kind; fmt prints the full name.
is(identity($game =~ s/rW/r/r), identity($game), 'the only road');
is((fmt($game =~ s/rW/r/r))[0], (fmt($game))[0], 'as canonical text');
like((fmt($game =~ s/rW/f/r))[0], qr/^1a U 1,0N f$/m, 'one of two fields stays as it is');
my $bridged = "%CRN 1\nsets: [base, bridges]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a B 1,0N bridge:EW r +a0:r\n";
like((fmt($bridged))[0], qr/^1a B 1,0N bridge:EW rE \+a0:rE$/m, 'a bridge that is the only road');
like((fmt($bridged =~ s/1a B/1a A/r))[0], qr/^1a A 1,0N bridge:EW r \+a0:r$/m, 'and one that is not');

# A line that holds only a Unicode blank is an empty line.
my $narrow = fmt($game =~ s/^1a/\xE2\x80\xAF\n1a/mr);
is($narrow, fmt($game), 'a narrow no-break space on a line of its own');

# ---- --check, --in-place, --totals ----
my $loose = $game =~ s/^(1a.*)/  $1   # so/mr =~ s/players: /players:    /r;
my ($tidy) = fmt($loose);
my ($one, $two, $three) = map { scratch("place-$_.crn") } 1 .. 3;
spurt($one, $tidy);
spurt($two, $loose);
is_deeply([run(bastide(), qw(fmt --check), $one)], [0, '', ''], '--check: a canonical file');
is_deeply([run(bastide(), qw(fmt --check), $one, $two, $one)], [1, "$two\n", ''], 'and one that is not');
is_deeply([run_input($loose, bastide(), qw(fmt --check))], [1, "<stdin>\n", ''], 'standard input');
is((run_input($tidy =~ s/\n\z//r, bastide(), qw(fmt --check)))[0], 1, 'without its last newline');
is((run_input($tidy . ' ', bastide(), qw(fmt --check)))[0], 1, 'a blank more');
spurt($three, (run('gzip', '-c', $one))[1]);
is((run(bastide(), qw(fmt --check), $three))[0], 0, 'gzipped');
chmod 0640, $two;
is_deeply([run(bastide(), qw(fmt --in-place), $one, $two)], [0, '', ''], '--in-place');
is(slurp($two), $tidy, 'is canonical then');
is((stat $two)[2] & 07777, 0640, 'with its permissions');
my $inode = (stat $one)[1];
run(bastide(), qw(fmt -i), $one);
is((stat $one)[1], $inode, 'a canonical file stays untouched');
# A symbolic link stays a link.
my $link = scratch('link.crn');
spurt($two, $loose);
symlink $two, $link or die;
is((run(bastide(), qw(fmt -i), $link))[0], 0, 'through a link');
ok(-l $link && slurp($two) eq $tidy, 'the file that it leads to is replaced');
# A file that would lose something stays as it is.
for (['gzipped', (run('gzip', '-c', spurt(scratch('loose.crn'), $loose)))[1], qr/it is gzipped/], ['text before', "so\n$loose", qr/would be lost/], ['an import', (run(bastide(), qw(convert --to=jcz --lossy), $one))[1], qr/not a text of records/],
    ['cut', substr((run('gzip', '-c', $one))[1], 0, 60), qr/left as it is/]) {
    my ($what, $bytes, $why) = @$_;
    spurt($three, $bytes);
    my ($status, $out, $err) = run(bastide(), qw(fmt --in-place), $three);
    is("$status$out", '2', "--in-place: $what");
    like($err, $why, 'is reported');
    ok(slurp($three) eq $bytes, 'and stays');
}
is((run_input($loose, bastide(), qw(fmt --in-place)))[0], 2, 'standard input is no file');
is((run(bastide(), qw(fmt --in-place /nonexistent)))[0], 2, 'nor what is not there');
is((run(bastide(), qw(fmt --in-place --check), $one))[0], 2, '--in-place and --check exclude each other');
is_deeply([glob(scratch('place-*'))], [$one, $two, $three], 'nothing else remains');
# The totals are those of the audit, and change neither verdict nor identity.
for my $text (slurp(source('replays/japan-2015-final.crn')), slurp(source('replays/city-two-seats.crn')), deal(5, 3), deal(6, 3, 0, 'official-1', 'base,princess-dragon,bridges'), deal(7, 2, 0, 'book-1', 'the-city-r1')) {
    my $bare = $text =~ s/ =-?\d+(?:,-?\d+)+//gr =~ s/^end -?\d+(?:,-?\d+)+/end/mgr =~ s/^result.*\n//mgr;
    my $filled = (run_input($bare, bastide(), qw(fmt --totals)))[1];
    my @events = json_lines((run_input($bare, bastide(), qw(audit --format=json)))[1]);
    my $games = grep { $_->{event} eq 'end' } @events;
    is(scalar(() = $filled =~ / =-?\d+(?:,-?\d+)+(?= |$)/mg), scalar(grep { $_->{event} eq 'turn' } @events), 'a total each turn');
    is(join(' ', $filled =~ / =(-?\d+(?:,-?\d+)+)(?= |$)/mg), join(' ', map { $_->{event} eq 'turn' ? join(',', @{ $_->{scores} }) : () } @events), 'the scores after it');
    is(scalar(() = $filled =~ /^end -?\d+,/mg), $games, 'and the result');
    is(scalar(() = (brief run_input($filled, bastide(), 'check'))[1] =~ /claims equal/g), $games, 'which hold');
    is(fmt($filled), $filled, 'in canonical text');
    is((run_input($filled, bastide(), qw(fmt --totals)))[1], $filled, 'once is enough');
}
like((run_input($game =~ s/rW/rW =9,9 t:5/r =~ s/m$/m t:7 x-a:b/mr, bastide(), qw(fmt --totals)))[1], qr/^1a U 1,0N rE =9,9 t:5\n2b B 0,1N m =0,0 t:7 x-a:b\nend 2,3 stopped$/m, 'what is claimed stays; clocks go last');
unlike((run_input($game =~ s/rW/?/r, bastide(), qw(fmt --totals)))[1], qr/=/, 'nothing is said of what is not determined');
my ($unfit, undef, $told) = run_input($game =~ s/1,0N/1,0E/r, bastide(), qw(fmt --totals));
like("$unfit $told", qr/^1 <stdin>:5:\d+: error: turn 1, .*\[203 sides-differ\]/, 'what is wrong with the game is reported');
done_testing;

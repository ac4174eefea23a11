#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the page of recorded games: it loads nothing, shows what the audit reports, and lets no foreign text run code.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Digest::SHA qw(sha256_base64);
use Test::More;

my ($japan, $broken, $city) = map { source("replays/$_.crn") } qw(japan-2015-final broken-followers city-two-seats);

# Returns the turns of a game's page: scores, and awards as "player points kind".
sub turns_of {
    my ($page) = @_;
    my @turns;
    while ($page =~ m{<section class="turn" data-name="([^"]*)" data-stage="(\d+)" data-scores="([^"]*)"><h2>(.*?)</h2>(.*?)</section>}gs) {
        my ($name, $turn, $scores, $heading, $list) = ($1, $2, $3, $4, $5);
        # Players who share a feature share a card.
        my @awards;
        while ($list =~ m{<li>(?:<button [^>]*>)?((?:<span class="points">[^<]* [+-]\d+</span>(?:, )?)+) (\w+)}g) {
            my ($players, $kind) = ($1, $2);
            push @awards, map { "$_ $kind" } $players =~ m{<span class="points">(.*?)</span>}g;
        }
        push @turns, { name => $name, stage => $turn, scores => $scores, heading => $heading, awards => \@awards, list => $list };
    }
    return @turns;
}

my ($status, $page, $err) = run(bastide(), 'replay', $japan);
is("$status$err", '0', 'a page');
cmp_ok(length $page, '<', 200_000, 'below 200 kB');
my ($held) = $page =~ m{<pre class="record" hidden>(.*?)</pre>}s;
is($held =~ s/&#39;/'/gr =~ s/&quot;/"/gr =~ s/&gt;/>/gr =~ s/&lt;/</gr =~ s/&amp;/&/gr, (run(bastide(), 'fmt', $japan))[1], 'with its record');
unlike($page, qr/(?:href|src|action)\s*=\s*"(?!#)|url\((?!#)|\@import|\bon\w+\s*=\s*"|javascript:/i, 'nothing is loaded, and no script but the page\'s');
my ($policy) = $page =~ /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;
my %hashes = map { ($_ => 1) } $policy =~ /'(sha256-[^']*)'/g;
my @texts = $page =~ m{<(?:style|script)>(.*?)</(?:style|script)>}gs;
is(scalar @texts, 3, 'two style sheets, one script');
for my $text (@texts) {
    my $hash = sha256_base64($text);
    $hash .= '=' while length($hash) % 4;
    ok($hashes{"sha256-$hash"}, 'which the policy names');
}
like($policy, qr/^default-src 'none'; style-src [^;]*; script-src [^;]*; base-uri 'none'; form-action 'none'$/, 'and nothing else');

# Each turn shows what the audit reports.
for my $file ($japan, $broken, $city, source('replays/three-sets.crn'), source('testdata/figures/bridges-bazaar.crn')) {
    my ($name) = $file =~ m{([^/]*)\.crn$};
    my @turns = turns_of((run(bastide(), 'replay', $file))[1]);
    my @events = json_lines((run(bastide(), qw(audit --format=json), $file))[1]);
    my ($end) = grep { $_->{event} eq 'end' } @events;
    my @want = ([0, join(' ', map { 0 } @{ $end->{scores} })], map({ [$_->{turn}, join ' ', @{ $_->{scores} }] } grep { $_->{event} eq 'turn' } @events), ['end', join ' ', @{ $end->{scores} }]);
    is_deeply([map { [$_->{name}, $_->{scores}] } @turns], \@want, "$name: scores");
    my %paid;
    my ($players) = slurp($file) =~ /^players: \[(.*)\]/m;
    my @players = split /, */, $players;
    my %player = map { (chr(97 + $_) => $players[$_]) } 0 .. $#players;
    push @{ $paid{ $_->{final} ? 'end' : $_->{turn} } }, sprintf '%s %+d %s', $player{ $_->{seat} }, $_->{points}, $_->{kind} for grep { $_->{event} eq 'score' } @events;
    is_deeply({ map { ($_->{name} => [sort @{ $_->{awards} }]) } grep { @{ $_->{awards} } } @turns }, { map { ($_ => [sort @{ $paid{$_} }]) } keys %paid }, "$name: awards");
}

# Each tile that an award highlights is on the page.
my %ids = map { ($_ => 1) } $page =~ /<path class="edge" id="g1t(\d+)"/g;
is(scalar keys %ids, 72, 'tiles that can be lit');
my @lit = map { split / / } $page =~ /data-tiles="([\d ]*)"/g;
cmp_ok(scalar @lit, '>', 50, 'awards light tiles');
is_deeply([grep { !$ids{$_} } @lit], [], 'that are there');

# An award lights the segments of its feature, which are those that its tiles and name say.
my ($shared) = $page =~ m{<button [^>]*data-tiles="([\d ]*)" data-segments="([\d. ]*)"><span class="points">J\.N \+11</span>, <span class="points">R\.N \+11</span> city cE\@5,-4} ? [$1, $2] : die 'no shared city';
my %of_city = map { (int($_) => 1) } split / /, $shared->[1];
is_deeply([sort keys %of_city], [sort split / /, $shared->[0]], 'the segments of a shared city are on its tiles');
my %outlines = map { ($_ => 1) } $page =~ /<path class="outline(?: line)?" data-segment="(\d+)"/g;
is_deeply([grep { !$outlines{$_} } map { s/.*\.//r } split / /, $shared->[1]], [], 'and have outlines');

# Findings lead to their turns.
my $wrong = (run(bastide(), 'replay', $broken))[1];
my @findings = $wrong =~ m{<li class="finding"><button type="button" data-stage="(\d+)">error (\d+): }g;
is("@findings", '2 302 3 304 4 301 5 203 5 305 5 302', 'findings');
my @told = $wrong =~ m{<li class="finding"><details><summary>error (\d+): .*?</summary>\n(?=<p class="why">Rule: )}g;
is("@told", '302 304 301 203 305 302', 'each once more in its turn, with its rules');
for my $code (302, 203) {
    my ($rule, $source) = (run(bastide(), 'explain', $code))[1] =~ /^Rule \S+: (.*)\nSource: (.*)\n/m;
    like($wrong, qr{<summary>error $code: .*</summary>\n<p class="why">Rule: \Q$rule\E</p>\n<p class="why">Source: \Q$source\E</p>\n}, "$code: as 'explain' has them");
}
like($wrong, qr{<span class="verdict illegal">illegal</span>\s*<p class="outcome">stopped</p>\s*<p>6 errors</p>}, 'the verdict');

# Turns with wrong numbers are stages in the order of their lines. A finding is shown at the stage of its line.
my $head = "%CRN 1\nrules: official-1\nplayers: [Ana, Bo]\n---\n";
my $slipped = (run(bastide(), 'replay', spurt(scratch('slipped.crn'), $head . "1a U 1,0N rW\n2b U 2,0N fNNW\n3a U 3,0N -\n1b U 4,0N -\nend stopped\n")))[1];
is(join(' ', $slipped =~ /data-name="(\w+)" data-stage="\d+"/g), '0 1 2 3 1 end', 'turns as they are numbered');
is(join(' ', $slipped =~ /data-name="\w+" data-stage="(\d+)"/g), '0 1 2 3 4 5', 'in their order');
is(join(' ', $slipped =~ /<g data-from="(\d+)">(?:(?!<\/g>).)* id="g1t\d+"/g), '0 1 2 3 4', 'each has its tile, to the end');
is(scalar(() = $slipped =~ /<g data-from="\d+"><g class="last">/g), 1, 'one tile is the last');
is(join(' ', map { "$_->{stage}" } grep { $_->{list} =~ /error 602/ } turns_of($slipped)), '4', 'what is wrong with the number stands there');
my $adrift = (run(bastide(), 'replay', spurt(scratch('adrift.crn'), $head . "1a U 1,0N rW\n2b D -1,0N zzz\n9.1b adjust:3\n3a U 2,0N -\nend stopped\n")))[1];
my %stages = map { ($_ => 1) } $adrift =~ /data-name="\w+" data-stage="(\d+)"/g;
is_deeply([grep { !$stages{$_} } $adrift =~ /<button type="button" data-stage="(\d+)"/g], [], 'every finding leads somewhere');
like((run_input('', bastide(), 'replay'))[1], qr/There is no game/, 'no game');

# After each turn the page has the scores if the game ended then, as an audit up to that turn does, and what changed.
my %before;
for my $turn (1 .. 71) {
    my ($end) = grep { $_->{event} eq 'end' } json_lines((run(bastide(), 'audit', '--format=json', "--at=$turn", source('replays/japan-2015-final.crn')))[1]);
    my %now = ('J.N' => $end->{scores}[0], 'R.N' => $end->{scores}[1]);
    my $said = join ', ', map { my $change = $now{$_} - ($before{$_} // 0); "$_ $now{$_}" . ($change ? sprintf ' (%+d)', $change : '') } sort keys %now;
    like($page, qr{<section class="turn" data-name="$turn"(?:(?!</section>).)*<li class="outlook">If the game ended now: \Q$said\E</li>}s, "turn $turn: if the game ended");
    %before = %now;
}
is(scalar(() = $page =~ /<polyline class="s[ab] outlook"/g), 2, 'a curve for each player');
# The tiles that may still come. `moves` says where each tile fits, and the tiles of the set less those laid are left.
my %copies = map { ($_->{name} => $_->{count}) } json_lines((run(bastide(), qw(tiles --set=base --format=json)))[1]);
for my $turn (1, 20, 45, 66) {
    my ($study) = $page =~ m{<section class="turn" data-name="$turn"(?:(?!</section>).)*?<li class="study" (data-next=.*?)</li>}s;
    my ($left, $cells, $list) = $study =~ m{^data-next="(\d+)" data-cells="([^"]*)"><details><summary>\1 tiles? (?:is|are) left</summary>\n<p class="why">(.*?)</p>}s or die;
    my %there = %copies;
    my ($table) = json_lines((run(bastide(), 'show', '--format=json', "--at=$turn", $japan))[1]);
    $there{ $_->{tile} }-- for @{ $table->{tiles} };
    is($list, join(', ', map { "$there{$_} $_" } grep { $there{$_} } sort keys %there), "turn $turn: the tiles that are left");
    is($left, 71 - $turn, 'and their number');
    my %want;
    for my $choice (grep { $_->{decision} eq 'place' } map { json_lines((run(bastide(), qw(moves --by=step --format=json), "--at=$turn", "--tiles=$_", $japan))[1]) } grep { $there{$_} } sort keys %there) {
        my %cells = map { ($_->{cell} => 1) } @{ $choice->{choices} };
        $want{$_} += $there{ $choice->{tile} } for keys %cells;
    }
    my %got = map { split /:/ } split / /, $cells;
    is_deeply({ map { ($_ => $got{$_}) } grep { $got{$_} } keys %got }, \%want, 'and how many of them fit on each cell');
    my %laid = map { ($_->{cell} => 1) } @{ $table->{tiles} };
    my %beside = map { my ($x, $y) = split /,/; map { ("$_->[0],$_->[1]" => 1) } [$x + 1, $y], [$x - 1, $y], [$x, $y + 1], [$x, $y - 1] } keys %laid;
    is_deeply([sort keys %got], [sort grep { !$laid{$_} } keys %beside], 'which are all that are free');
    my ($next) = $page =~ m{<section class="turn" data-name="@{[ $turn + 1 ]}"(?:(?!</section>).)*?The tile could be laid in (\d+) ways}s;
    my ($one) = grep { $_->{decision} eq 'place' } json_lines((run(bastide(), qw(moves --each --by=step --format=json), $japan))[1] =~ /^(.*"turn":@{[ $turn + 1 ]},.*"decision":"place".*)$/m);
    is($next, scalar @{ $one->{choices} }, 'and the ways to lay the next one');
}
# Only some of the tiles that are left may come next: those of the river at first, and no dragon before the first
# volcano. Tiles under hills count as out of the game. `moves` and `show` say so too.
for (['base,river', 4, [1, 5, 9, 30]], ['base,princess-dragon', 6, [1, 2, 3, 20]], ['base,hills-sheep', 3, [30, 50, 80]], ['base,princess-dragon,bridges', 2, [5, 20, 40]]) {
    my ($sets, $seed, $turns) = @$_;
    my $file = spurt(scratch('coming.crn'), deal($seed, 1, 2, 'official-1', $sets));
    my $text = (run(bastide(), 'replay', $file))[1];
    for my $turn (@$turns) {
        my ($next, $cells, $left) = $text =~ m{<section class="turn" data-name="$turn"(?:(?!</section>).)*?<li class="study" data-next="(\d+)" data-cells="([^"]*)"><details><summary>(\d+) tiles? (?:is|are) left</summary>}s or die;
        is($left, (run(bastide(), 'show', "--at=$turn", $file))[1] =~ /^left: (\d+) tile/m ? $1 : die, "$sets, turn $turn: the tiles that are left");
        my %fit = map { /^(.*?):(\d+)(?::(\d+))?$/ ? ($1 => $3 // $2) : die } split / /, $cells;
        my ($count, %want) = 0;
        for my $tile (split /, /, $text =~ m{<section class="turn" data-name="$turn"(?:(?!</section>).)*?left</summary>\n<p class="why">([^;<]*)}s ? $1 : die) {
            my ($number, $name) = split / /, $tile;
            my (undef, $out, $err) = run(bastide(), qw(moves --by=step --format=json), "--at=$turn", "--tiles=$name", $file);
            next if $err =~ /remains to be drawn/;
            $count += $number;
            my %cells = map { ($_->{cell} => 1) } map { @{ $_->{choices} } } grep { $_->{decision} eq 'place' } json_lines($out);
            $want{$_} += $number for keys %cells;
        }
        is($next, $count, 'those that may come next');
        is_deeply({ map { ($_ => $fit{$_}) } grep { $fit{$_} } keys %fit }, \%want, 'and the cells on which they fit');
    }
}
# A cell on which nothing fits stays empty, and a feature that cannot be completed is not.
my ($never, $dead) = (0, 0);
for my $seed (1 .. 25) {
    my $file = spurt(scratch('study.crn'), deal($seed, 1, 2, 'official-1', $seed % 2 ? 'base' : 'base,inns,traders'));
    my $text = (run(bastide(), 'replay', $file))[1];
    my ($table) = json_lines((run(bastide(), 'show', '--format=json', $file))[1]);
    my %laid = map { ($_->{cell} => $_->{turn}) } @{ $table->{tiles} };
    my @open = grep { $_->{event} eq 'feature' && !defined $_->{completed} } json_lines((run(bastide(), 'audit', '--by=road,city', '--format=json', $file))[1]);
    my @bad;
    while ($text =~ m{<section class="turn" data-name="(\d+)"((?:(?!</section>).)*)}gs) {
        my ($turn, $part) = ($1, $2);
        for my $cell ($part =~ /[" ](-?\d+,-?\d+):0\b/g) {
            $never++;
            push @bad, "$turn: $cell" if exists $laid{$cell};
        }
        my ($names) = $part =~ /Can no longer be completed: (.*?)<\/p>/ or next;
        for (split /, /, $names) {
            my ($kind, $cell) = /^([rc]).*@(.*)/ or die;
            $dead++;
            push @bad, "$turn: $_" unless grep { $_->{kind} =~ /^$kind/ && grep { $_ eq $cell } @{ $_->{tiles} } } @open;
        }
    }
    is_deeply(\@bad, [], "game $seed: nothing comes where nothing can come");
}
cmp_ok($never, '>', 300, "$never cells on which nothing fits");
cmp_ok($dead, '>', 300, "$dead times a feature that cannot be completed");
my ($parts, $second);
for my $seed (1 .. 30) {
    $parts = (run(bastide(), 'replay', spurt(scratch('parts.crn'), deal($seed, 1, 2, 'official-1', 'base,traders'))))[1];
    ($second) = $parts =~ m{data-name="(\d+)/2"} and last;
}
ok($second, 'a turn of two tiles');
unlike($parts, qr{data-name="$second" (?:(?!</section>).)*class="outlook"}s, 'nothing between its tiles');
like($parts, qr{data-name="$second/2" (?:(?!</section>).)*class="outlook"}s, 'but after both');
my $long = (run(bastide(), 'replay', spurt(scratch('long.crn'), $head . join('', map { $_ . ($_ % 2 ? 'a' : 'b') . " U $_,0N -\n" } 1 .. 401) . "end stopped\n")))[1];
unlike($long, qr/class="[^"]*\boutlook/, 'not in a record of too many turns');

# Text of a record is shown as text.
my $evil = q{</script><script>alert(1)</script><img src=x onerror=alert(2)>"]]>&amp;'};
my $quoted = $evil =~ s/(["\\])/\\$1/gr;
my $name = "$quoted" . ('x' x 10_000);
my $record = spurt(scratch('<title><script>alert(3)<.crn'), "%CRN 1\nevent: \"$quoted\"\nsite: \"$quoted\"\ndate: \"$quoted\"\nrules: official-1\nplayers: [\"$name\", B]\n---\n1a E 0,-1S # $evil\n2b $evil\nend stopped\n");
my $hostile = (run(bastide(), 'replay', $record))[1];
is(scalar(() = $hostile =~ /<script\b/g), 1, 'one script');
is(scalar(() = $hostile =~ /<img\b/g), 0, 'no image');
like($hostile, qr/&lt;img src=x onerror=alert\(2\)&gt;/, 'names are text');
like($hostile, qr/&lt;title&gt;&lt;script&gt;alert\(3\)&lt;\.crn/, 'names of files too');

# So is text of a save or log, which may contain what a record may not.
my $save = (run(bastide(), qw(convert --to=jcz --lossy), source('replays/friendly-1.crn')))[1];
my $marked = 'A\\u202e\\u0007<b onclick=alert(4)>\\"\\u2028';
$save =~ s/"name":"Ada"/"name":"$marked"/ or die 'no Ada';
my $of_save = (run(bastide(), 'replay', spurt(scratch('save.jcz'), $save)))[1];
unlike($of_save, qr/<b |\xE2\x80[\xA8\xAE]|\x07/, 'no markup, no turning of the line, no control character');
like($of_save, qr/A\?\?&lt;b onclick=alert\(4\)&gt;&quot;/, 'the rest is there');

# Several games, no game, and input that is not a game.
my $several = (run(bastide(), 'replay', $japan, $city, $broken))[1];
is(join(' ', $several =~ /<section class="game" id="(\w+)">/g), 'g1 g2 g3', 'several games');
my @all_ids = $several =~ /\sid="([^"]*)"/g;
is(scalar @all_ids, scalar keys %{ { map { ($_ => 1) } @all_ids } }, 'no name twice');
my %there = map { ("#$_" => 1) } @all_ids;
is_deeply([grep { !$there{$_} } $several =~ /(?:href="|url\()(#[^")]*)/g], [], 'and none that is not there');
is(scalar(() = $several =~ m{<label>Speed <select><option }g), 3, 'the speed has a label that is seen');
($status, $page) = run_input("no game\n", bastide(), 'replay');
is($status, 2, 'what is no game');
like($page, qr{</html>\n\z}, 'is a page still');

# ---- The report to print ----

my @reported = ($japan, $broken, source('replays/broken-scores.crn'), $city);
($status, my $report, $err) = run(bastide(), 'replay', '--report', $japan);
is("$status$err", '0', 'a report');
like($report, qr{content="default-src 'none'; style-src '[^']*' '[^']*'; base-uri 'none'; form-action 'none'"}, 'without scripts');
unlike($report, qr/<script/, 'none at all');
like($report, qr{<article class="report one-page">}, 'a game without findings fills one page');
for my $file (@reported) {
    my ($name) = $file =~ m{([^/]*)\.crn$};
    my $paper = (run(bastide(), 'replay', '--report', $file))[1];
    my @seats = grep { $_->{event} eq 'seat' } json_lines((run(bastide(), qw(audit --by=seat --format=json), $file))[1]);
    my ($end) = grep { $_->{event} eq 'end' } json_lines((run(bastide(), qw(check --format=json), $file))[1]);
    my ($head) = $paper =~ m{<thead>(.*?)</thead>}s;
    my @columns = $head =~ m{<th scope="col">(.*?)</th>}g;
    my @rows = map { my $row = $_; { name => $row =~ m{</svg>(.*?)</th>}, numbers => [$row =~ m{<td[^>]*>(.*?)</td>}g] } } $paper =~ m{<tr>(<th scope="row">.*?)</tr>}gs;
    for my $k (0 .. $#seats) {
        my %cells;
        @cells{ @columns[1 .. $#columns] } = @{ $rows[$k]{numbers} };
        is($rows[$k]{name}, $seats[$k]{player}, "$name: player $k");
        is($cells{Total}, $seats[$k]{score}, 'the total');
        my @awards = grep { !/^(?:Total|In the record|Time.*)$/ } @columns[1 .. $#columns];
        is_deeply([@cells{@awards}], [@{ $seats[$k] }{@awards}], 'the points by award');
        my $sum = 0;
        $sum += $_ for @cells{@awards};
        is($sum, $seats[$k]{score}, 'which are all points');
        my ($claimed) = slurp($file) =~ /^end (\d+,\d+)/m;
        is($cells{'In the record'}, $claimed && (split /,/, $claimed)[$k], 'the total of the record');
    }
    my @codes = $paper =~ m{<h3>(?:error|warning) (\d+)}g;
    my @found = map { $_->{code} } grep { $_->{event} eq 'finding' } json_lines((run(bastide(), qw(check --format=json --all), $file))[1]);
    is_deeply([sort @codes], [sort @found], "$name: findings");
    is(scalar(() = $paper =~ /<figure class="spot">/g), scalar(() = $paper =~ /<li class="finding[^>]*>\n?<figure/g), 'each picture belongs to one');
    my %first;
    my @ruled = $paper =~ m{<h3>\w+ (\d+)(?:(?!</li>).)*?<p class="why">Rule: (?!as above)}gs;
    is_deeply([sort @ruled], [sort grep { !$first{$_}++ } @found], 'the rule stands with the first of a kind');
    like($paper, qr{<dt>Identity</dt><dd>$end->{identity}</dd>}, 'the identity');
    my ($lines) = $paper =~ m{(<section class="signatures".*?</section>)}s;
    is_deeply([$lines =~ m{<p>(.*?)</p>}g], [(map { $_->{player} } @seats), 'Judge, place and date'], 'lines to sign');
}
my $spots = (run(bastide(), 'replay', '--report', $broken))[1];
my @spots = $spots =~ m{<figure class="spot"><svg [^>]*viewBox="(-?\d+ -?\d+ \d+ \d+)"}g;
is($spots[0], '-1700 -700 3400 2400', 'the first spot: the cells -1,0 and 0,0, before the next tile was laid');
my $timed = (run(bastide(), 'replay', '--report', spurt(scratch('timed.crn'), "%CRN 1\nclock: 15:00\nrules: official-1\nplayers: [Ana, Bo]\n---\n1a U 1,0N rW took:30 t:870\n2b U 2,0N - took:75 t:825\nend stopped\n")))[1];
like($timed, qr{<dt>Clock</dt><dd>15:00</dd>}, 'the clock');
is(join(' ', $timed =~ m{<td class="time">(.*?)</td>}g), '0:30 14:30 1:15 13:45', 'the times, used and left');
like((run(bastide(), 'replay', '--report', spurt(scratch('own.crn'), "%CRN 1\nrules: official-1\noptions: {small-city: 2}\nplayers: [Ana, Bo]\n---\n1a U 1,0N rW\nend stopped\n")))[1], qr{<dt>Conditions</dt><dd>options: small-city=2</dd>}, 'the conditions of the verdict');
my $ruled_report = (run(bastide(), qw(replay --report --rules=book-1 --options=small-city=2 --tie=second --clock=12:00+0:05), spurt(scratch('ruled.crn'), "%CRN 1\nclock: 15:00\nsite: Here\nround: 5\ntable: 3\nrules: official-1\nplayers: [Ana, Bo]\n---\n1a U 1,0N rW took:5\n2b U 5,0N - took:7\nend\n")))[1];
like($ruled_report, qr{<dt>$_->[0]</dt><dd>\Q$_->[1]\E</dd>}, "what the judge chose: $_->[0]") for ['Rules', 'book-1, small-city=2 (chosen by the judge)'], ['Ties', 'second (chosen by the judge)'], ['Clock', '12:00+0:05 (chosen by the judge)'], ['Place and date', 'Here, round 5, table 3'];
like($ruled_report, qr{<p class="signed">Ana, Bo: Ana \d, Bo \d: .*; <span class="verdict illegal">illegal</span></p>}, 'a report with findings repeats the title and the verdict above the signatures');
unlike($report, qr/<p class="signed">/, 'but not on one page');
my $several_reports = (run(bastide(), 'replay', '--report', @reported))[1];
is(scalar(() = $several_reports =~ /<article /g), 4, 'one for each game');
@all_ids = $several_reports =~ /\sid="([^"]*)"/g;
is(scalar @all_ids, scalar keys %{ { map { ($_ => 1) } @all_ids } }, 'no name twice');
%there = map { ("#$_" => 1) } @all_ids;
is_deeply([grep { !$there{$_} } $several_reports =~ /(?:href="|url\()(#[^")]*)/g], [], 'and none that is not there');
my $hostile_report = (run(bastide(), 'replay', '--report', $record))[1];
is(scalar(() = $hostile_report =~ /<(?:script|img)\b/g), 0, 'text of a record is text');
like($hostile_report, qr/&lt;img src=x onerror=alert\(2\)&gt;/, 'and is there');
($status, my $none) = run_input("no game\n", bastide(), 'replay', '--report');
is($status, 2, 'what is no game');
like($none, qr{There is no game.*</html>\n\z}s, 'is a document still');

# A page holds 50 games; --split makes a folder of any number, with an index.
my $fifty = spurt(scratch('fifty.crn'), deal(5, 50, 2));
my $many = spurt(scratch('many.crn'), slurp($fifty) . slurp(source('replays/broken-followers.crn')));
($status, my $out, $err) = run(bastide(), 'replay', $fifty);
is($status . scalar(() = $out =~ /<section class="game"/g) . $err, '050', 'fifty games on a page');
($status, $out, $err) = run(bastide(), 'replay', $many);
is($status . scalar(() = $out =~ /<section class="game"/g), '250', 'no more');
like($err, qr/^bastide replay: error: a page holds at most 50 games: the others are left out; --split=FOLDER/, 'which is said');
like($out, qr{There are more games, which are left out.*</html>\n\z}s, 'on the page too');
is((run(bastide(), 'replay', '--report', $many))[1] =~ s/.*?<article//sr =~ /Report/ ? 1 : 0, 1, 'reports of any number');
my $pages = scratch('pages');
($status, $out, $err) = run(bastide(), 'replay', "--split=$pages", $many);
is($status, 1, '--split: the status is that of the games');
is($out, "$pages/index.html: 51 games\n", 'and the index is named');
is_deeply([map { s/.*\///r } sort glob("$pages/*")], [(map { sprintf '%06d.html', $_ } 1 .. 51), 'index.html'], 'a page of each game, and an index');
my $index = slurp("$pages/index.html");
is_deeply([$index =~ /<tr><td><a href="(\d+)\.html">/g], [map { sprintf '%06d', $_ } 1 .. 51], 'which leads to each');
like($index, qr{51 games, 1 with errors: <a href="000051\.html">51</a>\.}, 'and to the illegal ones');
is(scalar(() = $index =~ /<span class="verdict">valid/g), 50, 'with their verdicts');
like(slurp("$pages/000051.html"), qr{<title>(?!Carcassonne: recorded).*<a href="index\.html">All games</a>}s, 'a page has its own title and leads back');
($status, $out, $err) = run(bastide(), 'replay', "--split=$pages", $many);
is("$status$out", '2', 'a page that exists');
like($err, qr/cannot write '\S+000001\.html': File exists/, 'is left as it is');
my $reports = scratch('reports');
is((run(bastide(), qw(replay --report), "--split=$reports", $record))[0], 1, 'reports in a folder');
like(slurp("$reports/000001.html"), qr/Report of a game/, 'are files of their own');
my $thousands = spurt(scratch('thousands.crn'), "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N -\n\n" x 2001);
my $large = scratch('large');
($status, $out, $err) = run(bastide(), 'replay', "--split=$large", $thousands);
my @indexes = map { slurp("$large/$_") } qw(index.html index-2.html index-3.html);
is(join(' ', map { scalar(() = /<tr><td>/g) } @indexes), '1000 1000 1', 'an index holds a thousand games');
is(join(' ', map { join ',', /href="(index[^"]*)">(?:Previous games|Next games)/g } @indexes), 'index-2.html index.html,index-3.html index-2.html', 'and leads to the others');

# The HTML is well-formed: every element is closed.
SKIP: {
    skip 'needs python3', 1 if system 'python3 -c "import html.parser" 2>/dev/null';
    my @pages = map { spurt(scratch("page-$_.html"), ($several, $hostile, $wrong, $several_reports, $hostile_report, $index, $indexes[1])[$_]) } 0 .. 6;
    my ($failed, $said, $why) = run('python3', '-c', <<'END', @pages);
import sys
from html.parser import HTMLParser
class Checker(HTMLParser):
    VOID = {'meta', 'input', 'link', 'br'}
    def __init__(self):
        super().__init__()
        self.open = []
    def handle_starttag(self, tag, attrs):
        if len({name for name, value in attrs}) < len(attrs):
            print('twice in', tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)
    def handle_startendtag(self, tag, attrs):
        pass
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            print('not open:', tag, self.getpos())
for path in sys.argv[1:]:
    checker = Checker()
    checker.feed(open(path, encoding='utf-8').read())
    checker.close()
    if checker.open:
        print('left open:', checker.open)
END
    is("$failed$said$why", '0', 'elements are closed');
}
done_testing;

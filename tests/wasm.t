#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the program as WebAssembly: it prints the same bytes as the native program. Also tests the page around it in a
# browser. BASTIDE_WASM is the folder in which `make wasm` made both; without it the test is skipped. One record or foreign
# document in six is tried; with BASTIDE_LONG all are.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Browser;
use Test::More;
use Time::HiRes qw(sleep);

my $folder = $ENV{BASTIDE_WASM} or plan skip_all => 'needs BASTIDE_WASM, where make wasm was';
plan skip_all => 'needs node' if system 'node -e "require(\'node:wasi\')" 2>/dev/null';

my @records = (glob(source('testdata/cases/*.crn')), glob(source('replays/*.crn')), glob source('testdata/figures/*.crn'));
my $games = shared('games');
my @foreign = $games ? grep { /(?:gz|jcz|json)$/ && !/expected|offers/ } glob("$games/*/*"), "$games/japan-2015-final.json" : ();
push @foreign, spurt(scratch('address.txt'), "https://www.carcassonnelab.com/#/0/0.1/xor/2110?players=Ada%20L,B\n");
my $one_in = $ENV{BASTIDE_LONG} ? 1 : 6;
my @runs = (['tiles', '--format=svg'], ['tiles', '--format=json'], ['explain', '302'], ['deal', '--games=3', '--seed=5'], ['deal', '--games=2', '--sets=the-city-r1'],
    ['--version'], ['--help'], ['no-such-command'], ['check', '/nonexistent']);
for my $file (one_in($one_in, 0, @records)) {
    push @runs, $file =~ /cases/ ? ['check', $file] : ['audit', '--format=json', '--events=all', $file];
}
for my $file (one_in($one_in, 0, @foreign)) {
    push @runs, ['check', '--format=json', $file], ['replay', $file];
}
for my $command (['audit', '--by=seat'], ['stats'], ['moves', '--at=20'], ['show'], ['show', '--format=svg'], ['replay'], ['convert', '--to=json'], ['check', '--jobs=4'], ['fmt']) {
    push @runs, [@$command, source('replays/three-sets.crn')];
}
my @differ;
for my $run (@runs) {
    my @native = run(bastide(), @$run);
    my @wasm = run('node', '--no-warnings', source('tests/wasm.mjs'), "$folder/bastide.wasm", @$run);
    push @differ, "@$run" if grep { $native[$_] ne $wasm[$_] } 0 .. 2;
}
cmp_ok(scalar @runs, '>', ($games ? 300 : 200) / $one_in, @runs . ' runs');
is_deeply([@differ[0 .. ($#differ < 5 ? $#differ : 5)]], [], 'the same bytes and statuses');

# ---- The page ----

SKIP: {
    skip 'needs chromedriver', 1 if !browse();
    my $seen = q{
        return { verdict: document.getElementById('verdict').textContent, record: document.getElementById('record').value, page: document.getElementById('replay').srcdoc,
            report: document.getElementById('report').textContent, findings: [...document.querySelectorAll('#findings button')].map(each => each.textContent) };
    };
    my $wait = sub {
        my ($until) = @_;
        my $now;
        for (1 .. 100) {
            $now = js($seen);
            return $now if $until->($now);
            sleep 0.1;
        }
        return $now;
    };
    here('POST', 'url', { url => "file://$folder/bastide.html" });
    my $now = $wait->(sub { $_[0]{verdict} =~ /: J\.N wins; legal; all/ });
    is($now->{verdict}, 'J.N 96, R.N 95: J.N wins; legal; all scores in the log are right', 'it judges what it opens with');
    like($now->{page}, qr/<section class="game"/, 'and shows the game');
    look('live');
    # The game can be stepped through within the page.
    my $frame = here('POST', 'element', { using => 'css selector', value => '#replay' });
    here('POST', 'frame', { id => $frame });
    js('document.querySelector("[data-do=first]").click(); document.querySelector("[data-do=on]").click()');
    is(js('return document.querySelector(".status").textContent'), 'Turn 1: J.N lays U on -1,0, top to the east', 'turn by turn');
    here('POST', 'frame', { id => undef });

    # The record is edited.
    js(q{const e = document.getElementById('record'); e.value = e.value.replace('2b R 1,0S', '2b R 1,0N'); e.dispatchEvent(new Event('input'))});
    $now = $wait->(sub { $_[0]{verdict} =~ /illegal/ });
    like($now->{verdict}, qr/^J\.N \d+, R\.N \d+: .*; illegal; /, 'a turn that is changed');
    like($now->{findings}[0], qr/^error 203, line 15: /, 'with its finding');
    js('document.querySelector("#findings button").click()');
    is(js(q{const e = document.getElementById('record'); return e.value.slice(e.selectionStart, e.selectionEnd)}), '6b M 1,1E -', 'which leads to its line');

    # After another edit the page shows the same turn as before.
    here('POST', 'frame', { id => $frame });
    my $shown = 'return document.querySelector(".turn:not([hidden])").dataset.name';
    js('document.querySelector("[data-do=first]").click(); for (let i = 0; i < 4; i++) document.querySelector("[data-do=on]").click()');
    here('POST', 'frame', { id => undef });
    js(q{const e = document.getElementById('record'); e.value = e.value.replace('2b R 1,0N', '2b R 1,0S'); e.dispatchEvent(new Event('input'))});
    $wait->(sub { $_[0]{verdict} =~ /: J\.N wins; legal; all/ });
    sleep 0.5;
    here('POST', 'frame', { id => $frame });
    is(js($shown), '4', 'a turn stays while another is edited');
    here('POST', 'frame', { id => undef });

    # Other files are opened.
    my $open = sub {
        js('document.getElementById("file").value = ""');
        my $input = here('POST', 'element', { using => 'css selector', value => '#file' });
        here('POST', 'element/' . (values %$input)[0] . '/value', { text => $_[0] });
    };
    my $save = spurt(scratch('save.jcz'), (run(bastide(), qw(convert --to=jcz --lossy), source('replays/friendly-1.crn')))[1]);
    $open->($save);
    $now = $wait->(sub { $_[0]{record} =~ /JCloisterZone|Ada|^%CRN/ && $_[0]{record} !~ /Japan/ });
    is($now->{record}, (run(bastide(), 'fmt', $save))[1], 'a save becomes a record');
    my $packed = scratch('packed.crn.gz');
    system "gzip -c '" . source('replays/city-two-seats.crn') . "' >'$packed'";
    $open->($packed);
    $now = $wait->(sub { $_[0]{verdict} =~ /Ada 120, Ben 75/ });
    like($now->{verdict}, qr/^Ada 120, Ben 75: Ada wins; legal; /, 'a gzipped record');
    for (['audit', ['audit']], ['seats', ['audit', '--by=seat']], ['show', ['show']]) {
        my ($view, $command) = @$_;
        js("document.querySelector('[data-view=$view]').click()");
        my $want = (run(bastide(), @$command, $packed))[1] =~ s/\Q$packed\E/packed.crn.gz/gr;
        utf8::decode($want);
        ok(js($seen)->{report} eq $want, "$view: what the program prints, with the name of the file");
    }
    my $tonight = spurt(scratch('tonight.crn'), slurp(source('replays/friendly-2.crn')));
    js(q{document.querySelector('[data-view=audit]').click(); const t = new DataTransfer(); t.items.add(new File([arguments[0]], 'tonight.crn')); document.dispatchEvent(new DragEvent('drop', { dataTransfer: t, cancelable: true }))}, slurp($tonight));
    my $dropped = (run(bastide(), 'audit', $tonight))[1] =~ s/\Q$tonight\E/tonight.crn/gr;
    utf8::decode($dropped);
    ok($wait->(sub { $_[0]{report} eq $dropped })->{report} eq $dropped, 'a dropped file keeps its name');
    # A game is played: by mouse, by keyboard, by touch.
    $open->($save);
    $wait->(sub { $_[0]{verdict} =~ /Ada/ && $_[0]{verdict} !~ /J\.N|120/ });
    js(q{document.querySelector('[data-view=play]').click()});
    my $turn = sub { js('return document.getElementById("turn").textContent') };
    my $keys = sub { js('return [...document.querySelectorAll(arguments[0])].map(each => each.dataset.key)', $_[0]) };
    my $at = sub { js('const b = [...document.querySelectorAll(arguments[0])].find(each => each.dataset.key === arguments[1]).getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]', @_) };
    my $record = sub { js('return document.getElementById("record").value') };
    my $click = sub {
        js('[...document.querySelectorAll(arguments[0])].find(each => each.dataset.key === arguments[1]).scrollIntoView({ block: "center" })', @_);
        my ($x, $y) = map { int } @{ $at->(@_) };
        here('POST', 'actions', { actions => [{ type => 'pointer', id => 'mouse', parameters => { pointerType => 'mouse' }, actions => [{ type => 'pointerMove', x => $x, y => $y }, { type => 'pointerDown', button => 0 }, { type => 'pointerUp', button => 0 }] }] });
    };
    my $touch = sub {
        js('[...document.querySelectorAll(arguments[0])].find(each => each.dataset.key === arguments[1]).scrollIntoView({ block: "center" })', @_);
        my ($x, $y) = map { int } @{ $at->(@_) };
        here('POST', 'actions', { actions => [{ type => 'pointer', id => 'finger', parameters => { pointerType => 'touch' }, actions => [{ type => 'pointerMove', x => $x, y => $y }, { type => 'pointerDown', button => 0 }, { type => 'pointerUp', button => 0 }] }] });
    };
    like($turn->(), qr/^The game is over\. Ada \d+, Ben \d+$/, 'a game that is over');
    js(q{document.getElementById('players').value = 'Ann, Bob "B"'; document.querySelector('#new button').click()});
    is($turn->(), 'Turn 1: Ann: which tile is drawn? Ann 0, Bob "B" 0', 'a new game');
    my $empty = qq{%CRN 1\ngame: carcassonne\nsets: [base]\nrules: official-1\nplayers: ["Ann", "Bob \\"B\\""]\n---\n};
    is($record->(), $empty, 'and its record');
    my $begun = spurt(scratch('begun.crn'), $empty);
    my @drawn = map { $_->{tile} } grep { $_->{decision} eq 'place' } json_lines((run(bastide(), qw(moves --by=step --format=json), $begun))[1]);
    is_deeply($keys->('#tray button'), [map { "tile $_" } @drawn], 'the tiles that may be drawn');
    $click->('#tray button', 'tile V');
    is_deeply([sort @{ $keys->('.cell') }], ['-1,0', '0,1', '1,0'], 'the cells on which it fits');
    $click->('.cell', '1,0');
    my @acts = map { $_->{lines}[0] =~ / 1,0N (.*)/ ? "act $1" : () } json_lines((run(bastide(), qw(moves --tiles=V --format=json), $begun))[1]);
    is_deeply([sort grep { /^act/ } @{ $keys->('#choices button') }], [sort @acts], 'what may be done there');
    is_deeply([sort @{ $keys->('.spot') }], [sort map { s/^act/spot/r } grep { !/-$/ } @acts], 'with a spot for each follower');
    is($record->(), $empty, 'nothing is written yet');
    $click->('.handle', 'handle');
    is_deeply([grep { / r/ } @{ $keys->('.spot') }], ['spot rN'], 'the handle turns the tile');
    $click->('.spot', 'spot rN');
    like($record->(), qr/^1a V 1,0E rN\n\z/m, 'a tap on a spot writes the turn');
    like($turn->(), qr/^Turn 2: Bob "B": which tile is drawn\?/, 'the next player');
    look('play');
    # By keyboard: the buttons are focused and pressed; R turns the tile.
    js('[...document.querySelectorAll("#tray button")].find(each => each.dataset.key === "tile U").focus()');
    press("\x{E007}");
    js('document.querySelector(".cell").focus()');
    my ($where) = @{ js('return [document.activeElement.dataset.key]') };
    press("\x{E007}");
    my ($x, $y) = split /,/, $where;
    my @orients = js('return document.getElementById("choices").textContent') =~ /Turn the tile/ ? (1) : ();
    press('r') if @orients;
    is(js('return document.activeElement.dataset.key'), $where, 'the focus stays');
    js('[...document.querySelectorAll("#choices button")].find(each => each.dataset.key === "act -").focus()');
    press("\x{E007}");
    like($record->(), qr/^2b U \Q$where\E[NESW] -\n\z/m, 'a turn by keyboard');
    # By touch, on a phone.
    cdp('Emulation.setDeviceMetricsOverride', { width => 390, height => 844, deviceScaleFactor => 1, mobile => JSON::PP::true });
    $touch->('#tray button', 'tile E');
    ($where) = @{ $keys->('.cell') };
    my $size = js('const b = document.querySelector(".cell").getBoundingClientRect(); return Math.min(b.width, b.height)');
    cmp_ok($size, '>=', 36, "a cell is large enough for a finger ($size)");
    $touch->('.cell', $where);
    $touch->('#choices button', 'act -');
    like($record->(), qr/^3a E \Q$where\E[NESW] -\n\z/m, 'a turn by touch');
    cmp_ok(js('return document.scrollingElement.scrollWidth'), '<=', 390, 'a phone is wide enough');
    look('play-phone');
    cdp('Emulation.clearDeviceMetricsOverride', {});
    # Many turns at random are all legal. Undo takes them back.
    # The page draws its tiles at random, here always the same. A script may not take long, so each step has its own. A
    # tile that fits nowhere is a choice, too.
    js('let seed = 7; Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647');
    my $on = 'const all = [...document.querySelectorAll("#choices button")].filter(each => each.dataset.key !== "turn"), cells = document.querySelectorAll(".cell:not(.here)"); if (all.length && (!cells.length || document.querySelector(".here"))) all[i * 7 % all.length].click(); else if (cells.length) cells[i % cells.length].click(); else document.getElementById("random").click();';
    for (my $step = 0; $step < 200 && (() = $record->() =~ /^\d+[ab] \S+ -?\d+,/mg) < 23; $step++) {
        js("const i = $step; $on");
    }
    my $played = $record->();
    is((run_input("${played}end stopped\n", bastide(), qw(check -q)))[0], 0, '20 more turns are legal');
    is(scalar(() = $played =~ /^\d+[ab] \S+ -?\d+,/mg), 23, 'each with its line');
    js('document.getElementById("undo").click()') for 1 .. 3;
    is(scalar(() = $record->() =~ /^\d+[ab] /mg), 20, 'three are taken back');
    js('document.getElementById("stop").click()');
    like($record->(), qr/\nend stopped\n\z/, 'the game is stopped');
    like($turn->(), qr/^The game is over\./, 'and over');
    ok(js('let name; const click = HTMLAnchorElement.prototype.click; HTMLAnchorElement.prototype.click = function () { name = this.download; }; document.getElementById("save").click(); HTMLAnchorElement.prototype.click = click; return name') eq 'game.crn', 'and saved');
    faults_of_page('playing');
    # With more sets, later lines of a turn are choices, too: bazaars with their tiles and bids, and second tiles.
    js('for (const each of document.getElementById("sets").options) each.selected = ["base", "bridges", "traders", "abbey-mayor"].includes(each.value); document.querySelector("#new button").click()');
    my $more = '';
    # A game has some bazaars, which a player may meet late.
    for (my $part = 0; $part < 40 && ($more !~ / bazaar:.*\n(?:.*\n)*\d+\.\d+[ab] (?:buy|sell).*\n(?:.*\n)*\d+[ab]/ || $part < 4); $part++) {
        js("const i = $_; $on") for $part .. $part + 11;
        $more = $record->();
    }
    cmp_ok(scalar(() = $more =~ /^\d+[ab] /mg), '>=', 6, 'turns with four sets');
    like($more, qr/^\d+\.1[ab] bazaar:\S+,\S+$/m, 'a bazaar is held');
    like($more, qr/^\d+\.\d+[ab] bid:/m, 'with bids');
    my $errors = (run_input("${more}end stopped\n", bastide(), qw(check)))[1];
    unlike($errors, qr/error:/, 'all of it is legal') or diag $more;
    look('play-bazaar');
    # Another game.
    js('for (const each of document.getElementById("sets").options) each.selected = each.value === "the-city-r1"; document.querySelector("#new button").click()');
    js("const i = $_; $on") for 0 .. 59;
    my $city = $record->();
    cmp_ok(scalar(() = $city =~ /^\d+[ab] t/mg), '>=', 10, 'turns of The City');
    unlike((run_input("${city}end stopped\n", bastide(), qw(check)))[1], qr/error:/, 'are legal') or diag $city;
    js(q{document.querySelector('[data-view=audit]').click()});

    # Two files are two records. Each is judged in its original form.
    $open->("$packed\n$save");
    js(q{document.querySelector('[data-view=audit]').click()});
    $wait->(sub { $_[0]{verdict} =~ /Ada 120, Ben 75/ });
    js(q{const e = document.getElementById('which'); e.value = '1'; e.dispatchEvent(new Event('change'))});
    $now = $wait->(sub { $_[0]{verdict} !~ /Ada 120, Ben 75/ });
    is($now->{record}, (run(bastide(), 'fmt', $save))[1], 'the second of two files');
    js(q{const e = document.getElementById('which'); e.value = '0'; e.dispatchEvent(new Event('change'))});
    like($wait->(sub { $_[0]{verdict} =~ /Ada 120, Ben 75/ })->{verdict}, qr/^Ada 120, Ben 75: Ada wins; legal; /, 'and the first one again');
    look('live-city');
    js(q{document.querySelector('[data-view=replay]').click()});
    sleep 0.5;
    faults_of_page('the referee in the browser');
}
done_testing;

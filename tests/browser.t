#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the page of recorded games in a headless browser: every turn by the keyboard, scores compared with the audit,
# links, dark mode, print and phone. Five games are opened. Two of them are stepped through only with BASTIDE_LONG.
# BASTIDE_SCREENSHOTS and BASTIDE_AXE: tests/Browser.pm.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Browser;
use MIME::Base64;
use Test::More;
use Time::HiRes qw(sleep);

browse() or plan skip_all => 'needs chromedriver';

my $state = q{
    const game = [...document.querySelectorAll('.game')].find(each => !each.hidden);
    const turn = [...game.querySelectorAll('.turn')].filter(each => !each.hidden);
    return {
        name: turn.map(each => each.dataset.name).join(' '), hash: location.hash, status: game.querySelector('.status').textContent,
        scores: [...game.querySelectorAll('.score')].map(each => Number(each.textContent)),
        tiles: [...game.querySelectorAll('.edge[id]')].filter(each => each.getClientRects().length).length,
        lit: game.querySelectorAll('.lit').length, playing: game.querySelector('[data-do=play]').getAttribute('aria-pressed'),
    };
};

sub page {
    my ($name, @files) = @_;
    return spurt(scratch("$name.html"), (run(bastide(), 'replay', @files))[1]);
}

my %records = map { ($_ => source("replays/$_.crn")) } qw(japan-2015-final three-sets city-two-seats broken-followers);
# A game of all sets, with turns of two tiles. The second part of turn 5 has the name 5/2.
$records{'all-sets'} = spurt(scratch('all-sets.crn'), deal(3, 1, 3, 'official-1', every_set()));
for my $name (sort keys %records) {
    my $file = $records{$name};
    my @events = json_lines((run(bastide(), qw(audit --format=json --events=all), $file))[1]);
    my ($end) = grep { $_->{event} eq 'end' } @events;
    my @turns = grep { $_->{event} eq 'turn' } @events;
    my %laid;
    my @closed;
    for my $event (grep { $_->{event} =~ /^(?:laid|turn)$/ } @events) {
        $event->{event} eq 'laid' ? ($closed[0]++) : ($laid{ $event->{turn} .= $event->{part} ? "/$event->{part}" : '' } = shift @closed);
        $laid{0}++, @closed = () if $event->{event} eq 'laid' && !$event->{turn};
    }
    here('POST', 'url', { url => 'file://' . page($name, $file) });
    my $now = js($state);
    is($now->{name}, 'end', "$name: it opens at the end");
    is_deeply($now->{scores}, $end->{scores}, "$name: with the final scores");
    look("$name-end");
    faults_of_page($name);
    next if $name =~ /^(?:japan|three-sets)/ && !$ENV{BASTIDE_LONG};
    press('Home');
    my @wrong;
    my ($tiles, $pressed) = (0, 0);
    for my $stage ({ turn => 0, scores => [map { 0 } @{ $end->{scores} }] }, @turns, { turn => 'end', scores => $end->{scores} }) {
        $tiles += $laid{ $stage->{turn} } // 0;
        $now = js($state);
        push @wrong, "turn $stage->{turn}: " . $json->encode($now) if $now->{name} ne $stage->{turn} || "@{ $now->{scores} }" ne "@{ $stage->{scores} }" || $now->{tiles} != $tiles || $now->{hash} ne "#$stage->{turn}";
        look("$name-$stage->{turn}") if $stage->{turn} ne 'end' && $stage->{turn} =~ /^\d*[13579]0$/;
        press('Right');
        # Chromium allows only some 200 changes of the address at once.
        sleep 11 if ++$pressed % 150 == 0;
    }
    is_deeply(\@wrong, [], "$name: " . @turns . ' turns, their scores and tiles');
    faults_of_page($name);
}

# Keys and links.
here('POST', 'url', { url => 'file://' . scratch('japan-2015-final.html') . '#46' });
is(js($state)->{name}, '46', 'a link to a turn');
press('PageUp');
is(js($state)->{name}, '36', 'ten turns back');
press('PageDown', 'PageDown');
is(js($state)->{name}, '56', 'twenty on');
press('Left');
is(js($state)->{name}, '55', 'one back');
like(js($state)->{status}, qr/^Turn 55: J\.N lays /, 'which is said');
press('End');
press('Left');
is(js($state)->{name}, '71', 'the last turn');
js('document.querySelector("select").value = "300"');
press('Home', ' ');
is(js($state)->{playing}, 'true', 'it plays');
sleep 1.2;
press(' ');
my $played = js($state);
cmp_ok($played->{name}, '>=', 2, 'on and on');
is($played->{playing}, 'false', 'and stops');
is(js('return document.activeElement.tagName'), 'BODY', 'no element has to be chosen for that');

# Tab alone reaches every control.
press('Home');
my %reached;
for (1 .. 17) {
    press('Tab');
    $reached{ js('const e = document.activeElement; return e.tagName + (e.dataset.do || e.type || e.className || "")') } = 1;
}
is_deeply([sort grep { /BUTTON|INPUT|SELECT|ASIDE/ } keys %reached], [sort 'ASIDEside', map({ "BUTTON$_" } qw(first back play on last larger smaller chances finding crn svg address)), 'INPUTrange', 'SELECTselect-one'], 'what Tab reaches');

# Awards highlight their tiles; findings lead to their turns.
here('POST', 'url', { url => 'file://' . scratch('japan-2015-final.html') . '#end' });
my $parts = 'return document.querySelectorAll(".feature .outline").length';
my $count = js('const b = document.querySelector(".turn:not([hidden]) [data-segments]"); b.click(); return b.dataset.segments.split(" ").length');
is(js($parts), $count, 'the segments of the feature of an award');
is(js($state)->{lit}, 0, 'and no whole tiles');
ok(js('return [...document.querySelectorAll(".feature .outline")].every(each => each.getBoundingClientRect().width > 0)'), 'which are shown');
look('feature');
js('document.querySelector(".turn:not([hidden]) [data-segments]").click()');
is(js($parts), 0, 'and no longer');
my $monastery = js('for (const section of document.querySelectorAll(".turn")) { const b = section.querySelector("[data-tiles]:not([data-segments])"); if (b) { location.hash = section.dataset.name; return section.dataset.name; } }');
sleep 0.2;
$count = js('const b = document.querySelector(".turn:not([hidden]) [data-tiles]:not([data-segments])"); b.click(); return b.dataset.tiles.split(" ").length');
is(js($state)->{lit}, $count, "the tiles of a monastery, turn $monastery");
js('document.querySelector(".turn:not([hidden]) [data-tiles]:not([data-segments])").click()');
is(js($state)->{lit}, 0, 'and no longer');
here('POST', 'url', { url => 'file://' . scratch('broken-followers.html') . '#0' });
my @found;
for (1 .. 5) {
    press('f');
    push @found, js($state)->{name};
}
is("@found", '2 3 4 5 2', 'from finding to finding');
# A finding shows its rule: in its turn by a click or by a key, from the list of all findings at once.
my $rules = 'return [...document.querySelectorAll(".turn:not([hidden]) .finding p")].filter(p => p.checkVisibility()).map(p => p.textContent).join("\n")';
is(js($rules), '', 'no rule at first');
js('document.querySelector(".turn:not([hidden]) .finding summary").click()');
like(js($rules), qr/^Rule: .*no follower|^Rule: .*follower/, 'the rule after a click');
like(js($rules), qr/^Source: Carcassonne, .*^Fix: /ms, 'its source, and what to do');
js('document.querySelector(".turn:not([hidden]) .finding summary").focus()');
press(' ');
is(js($rules), '', 'closed by a key, which does not play the game');
is(js($state)->{name}, '2', 'so the turn is the same');
js('document.querySelectorAll(".findings button")[1].click()');
is(js($state)->{name}, '3', 'the second finding of the list');
like(js($rules), qr/^Rule: /, 'with its rule');
look('rule');
faults_of_page('a rule');

# Dark mode, print and phone.
my $background = 'return getComputedStyle(document.body).backgroundColor';
my $light = js($background);
cdp('Emulation.setEmulatedMedia', { features => [{ name => 'prefers-color-scheme', value => 'dark' }] });
isnt(js($background), $light, 'dark where it is wished');
look('dark');
faults_of_page('dark');
cdp('Emulation.setEmulatedMedia', { media => 'print', features => [] });
is(js('return getComputedStyle(document.querySelector(".controls")).display'), 'none', 'no buttons on paper');
cdp('Emulation.setEmulatedMedia', { media => '', features => [] });
cdp('Emulation.setDeviceMetricsOverride', { width => 390, height => 844, deviceScaleFactor => 2, mobile => JSON::PP::true });
here('POST', 'url', { url => 'file://' . scratch('japan-2015-final.html') . '#46' });
cmp_ok(js('return document.scrollingElement.scrollWidth'), '<=', 390, 'a phone is wide enough');
is(js($state)->{name}, '46', 'and works');
look('phone');
cdp('Emulation.clearDeviceMetricsOverride', {});

my $hostile = 0;
# Names may be long, and may contain what looks like HTML or a script.
for my $name ('x' x 10000, '<script>alert(1)</script>', '</title><img src=x onerror=alert(1)>', ']]>"\'&amp;', 'word ' x 400) {
    my $record = spurt(scratch('hostile.crn'), "%CRN 1\nevent: " . $json->encode($name) . "\nrules: official-1\nplayers: [" . $json->encode($name) . ", B]\n---\n1a U 1,0N rE # $name\n2b U 2,0N rW\nend stopped\n");
    my ($what, $number) = (substr($name, 0, 20), ++$hostile);
    for my $width (390, 1400) {
        cdp('Emulation.setDeviceMetricsOverride', { width => $width, height => 844, deviceScaleFactor => 1, mobile => $width < 1000 ? JSON::PP::true : JSON::PP::false });
        here('POST', 'url', { url => 'file://' . page("hostile-$number", $record) . '#1' });
        cmp_ok(js('return document.scrollingElement.scrollWidth'), '<=', $width, "$what...: as wide as $width");
    }
    is(js('return document.querySelector(".scores th").textContent'), $name =~ s/\s+$//r, "$what...: shown as text") if length $name < 250;
    is(js('return document.scripts.length'), 1, "$what...: one script");
    faults_of_page("$what...");
}
cdp('Emulation.clearDeviceMetricsOverride', {});
# A held key is faster than a browser lets the address change. The address follows when the changes stop.
here('POST', 'url', { url => 'file://' . scratch('japan-2015-final.html') . '#end' });
js('for (let i = 0; i < 400; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: i % 2 ? "ArrowRight" : "ArrowLeft" }))');
press('Left');
sleep 1;
is_deeply([@{ js($state) }{qw(name hash)}], ['71', '#71'], 'a key held for long');
faults_of_page('a key held for long');

# Chances, zoom, and copies of a position.
here('POST', 'url', { url => 'file://' . scratch('japan-2015-final.html') . '#60' });
my $box = sub { [split / /, js('return document.querySelector(".board svg").getAttribute("viewBox")')] };
my $all = $box->();
press('c');
my $chances = js('return [...document.querySelectorAll(".chance")].map(each => each.textContent)');
my $cells = js('return document.querySelector(".turn:not([hidden]) [data-cells]").dataset.cells.split(" ").length');
is(scalar @$chances, $cells, 'a chance on each free cell');
is_deeply([grep { !/^(?:\d+ %|\x{D7})$/ } @$chances], [], 'in per cent, or a cross for never');
is(js('return document.querySelector("[data-do=chances]").getAttribute("aria-pressed")'), 'true', 'and the button says so');
look('chances');
faults_of_page('chances');
press('Left');
isnt("@{ js('return [...document.querySelectorAll(\".chance\")].map(each => each.textContent)') }", "@$chances", 'others after another turn');
press('c');
is(js('return document.querySelectorAll(".chance").length'), 0, 'and none without');
is_deeply($box->(), $all, 'all of the table');
press('+');
cmp_ok($box->()[2], '<', $all->[2] / 1.3, 'larger by a key');
press('-', '-');
is_deeply([map { int } @{ $box->() }], [map { int } @$all], 'and smaller again, but not too small');
js('document.querySelector("[data-do=larger]").click()');
my $near = $box->();
here('POST', 'actions', { actions => [{ type => 'wheel', id => 'wheel', actions => [{ type => 'scroll', x => 400, y => 400, deltaX => 0, deltaY => -200 }] }] });
cmp_ok($box->()[2], '<', $near->[2], 'larger by the wheel');
my $before = $box->();
here('POST', 'actions', { actions => [{ type => 'pointer', id => 'mouse', parameters => { pointerType => 'mouse' }, actions => [{ type => 'pointerMove', x => 400, y => 400 }, { type => 'pointerDown', button => 0 }, { type => 'pointerMove', x => 300, y => 350, duration => 50 }, { type => 'pointerUp', button => 0 }] }] });
cmp_ok($box->()[0], '>', $before->[0], 'moved by the mouse');
cmp_ok($box->()[1], '>', $before->[1], 'in both directions');
press('0');
is_deeply($box->(), $all, '0: all of it');
my $fingers = sub { my ($id, $from, $to) = @_; return { type => 'pointer', id => $id, parameters => { pointerType => 'touch' }, actions => [{ type => 'pointerMove', x => $from, y => 400 }, { type => 'pointerDown', button => 0 }, { type => 'pointerMove', x => $to, y => 400, duration => 100 }, { type => 'pointerUp', button => 0 }] } };
here('POST', 'actions', { actions => [$fingers->('one', 380, 250), $fingers->('two', 420, 550)] });
cmp_ok($box->()[2], '<', $all->[2] / 1.5, 'larger by two fingers');
press('0');
# Where the tile could have been laid: drawn on request, until another turn is shown.
my $ghosts = 'return [...document.querySelectorAll(".placements text")].map(each => (each.getAttribute("x") - 500) / 1000 + "," + (each.getAttribute("y") - 930) / 1000 + ": " + each.textContent).sort()';
js('document.querySelector(".turn:not([hidden]) [data-placements]").click()');
my %could;
my ($offer) = grep { $_->{turn} == 59 && $_->{decision} eq 'place' } json_lines((run(bastide(), qw(moves --each --by=step --format=json --limit=0), $records{'japan-2015-final'}))[1]);
push @{ $could{ $_->{cell} } }, $_->{act} =~ /([NESW])$/ for @{ $offer->{choices} };
is_deeply(js($ghosts), [sort map { "$_: @{ $could{$_} }" } keys %could], 'the placements that were possible are drawn');
is(js('return document.querySelectorAll(".placements use").length'), scalar keys %could, 'with the tile');
is(js('return document.querySelector(".placements use").getBoundingClientRect().width > 5'), 1, 'which can be seen');
faults_of_page('placements');
look('placements');
press('Right');
is_deeply(js($ghosts), [], 'another turn is shown without them');
press('Left');
# Copies are written into a variable.
js('window.copied = []; Object.defineProperty(navigator, "clipboard", { value: { writeText: text => { window.copied.push(text); return Promise.resolve(); } } })');
js('document.querySelector("[data-do=crn]").click(); document.querySelector("[data-do=svg]").click()');
my ($crn, $svg) = @{ js('return window.copied') };
my $at59 = (run(bastide(), 'audit', '--by=turn', '--format=json', '--at=59', $records{'japan-2015-final'}))[1];
my $up_to = spurt(scratch('copied.crn'), $crn);
is_deeply([grep { $_->{event} eq 'turn' } json_lines((run(bastide(), qw(audit --format=json), $up_to))[1])], [map { { %$_, file => $up_to } } grep { $_->{event} eq 'turn' } json_lines($at59)], 'the record up to turn 59');
is(js('const doc = new DOMParser().parseFromString(arguments[0], "image/svg+xml"); return doc.querySelector("parsererror") ? -1 : doc.querySelectorAll(".edge[id]").length', $svg), 60, 'a picture of its 60 tiles');
sleep 0.3;
is(js($state)->{status}, 'the picture is copied', 'which is told');

# A page of several games.
here('POST', 'url', { url => 'file://' . page('several', @records{qw(broken-followers japan-2015-final)}) . '#2.46' });
is_deeply([@{ js($state) }{qw(name hash)}], ['46', '#2.46'], 'a turn of the second game');
is(js('return [...document.querySelectorAll("#games button")].map(b => b.classList.contains("illegal")).join()'), 'true,false', 'illegal games are marked');
here('POST', 'url', { url => 'file://' . page('second', @records{qw(japan-2015-final three-sets broken-followers)}) });
is(js($state)->{hash}, '#3.end', 'the first illegal game is open');
here('POST', 'url', { url => 'file://' . page('many', (@records{qw(japan-2015-final three-sets)}) x 8) . '#15.1' });
my $row = 'const ol = document.querySelector("#games ol"); ';
ok(js("${row}return ol.scrollWidth > ol.clientWidth && ol.scrollHeight <= ol.clientHeight + 1"), 'the row of games scrolls sideways only');
ok(js("${row}" . 'const b = document.querySelectorAll("#games button")[14].getBoundingClientRect(); return b.left >= 0 && b.right <= innerWidth'), 'and shows the game that is open');
faults_of_page('many games');
here('POST', 'url', { url => 'file://' . scratch('several.html') . '#2.46' });
js('document.querySelectorAll("#games button")[0].click()');
is_deeply([@{ js($state) }{qw(name hash)}], ['end', '#1.end'], 'the first one, by the index');
for my $hash ('#2.3', '#1.end', '#2.3') {
    js('location.hash = arguments[0]', $hash);
    sleep 0.2;
}
is_deeply([@{ js($state) }{qw(name hash)}], ['3', '#2.3'], 'there and back by addresses');
look('several');
faults_of_page('several');

# A report for paper. A legal game fills one page, for two players and for six, on both usual sizes of paper.
sub report {
    my ($name, @files) = @_;
    return 'file://' . spurt(scratch("report-$name.html"), (run(bastide(), 'replay', '--report', @files))[1]);
}
my %games = (
    two => $records{'japan-2015-final'},
    four => source('replays/city-four-seats.crn'),
    six => spurt(scratch('six.crn'), deal(4, 1, 6, 'official-1', 'base')),
);
for my $name (sort keys %games) {
    here('POST', 'url', { url => report($name, $games{$name}) });
    for my $paper ([8.27, 11.69, 'A4'], [8.5, 11, 'letter']) {
        my $pdf = decode_base64(cdp('Page.printToPDF', { paperWidth => $paper->[0], paperHeight => $paper->[1], preferCSSPageSize => JSON::PP::true })->{data});
        is(scalar(() = $pdf =~ m{/Type /Page\b}g), 1, "a report for $name: one page, $paper->[2]");
    }
}
for my $width (1280, 390) {
    cdp('Emulation.setDeviceMetricsOverride', { width => $width, height => 844, deviceScaleFactor => 1, mobile => $width < 1000 ? JSON::PP::true : JSON::PP::false });
    here('POST', 'url', { url => report('wrong', $records{'broken-followers'}) });
    cmp_ok(js('return document.scrollingElement.scrollWidth'), '<=', $width, "a report: as wide as $width");
    is(js('return [...document.querySelectorAll(".spot svg")].filter(each => each.getBoundingClientRect().height > 40).length'), 6, 'with pictures of the spots');
    look("report-$width");
    faults_of_page("a report, $width");
}
cdp('Emulation.clearDeviceMetricsOverride', {});
# A position as an address of CarcassonneLab, also of a game with discards: it holds the tiles that lie, no more.
my ($discarded) = grep { /discard:/ } split /^(?=%CRN)/m, deal(2, 400, 2, 'bga-1', 'base');
for (['friendly', source('replays/friendly-1.crn')], ['discarded', spurt(scratch('discarded.crn'), $discarded)], ['turned', source('replays/japan-2015-final.crn'), 1]) {
    my ($name, $file, $turned) = @$_;
    my ($whole) = (run(bastide(), qw(convert --to=carcassonnelab --lossy), $file))[1] =~ /^(http.*)/m;
    for my $turn (0, 1, 20, 70, 'end') {
        here('POST', 'url', { url => 'about:blank' });
        here('POST', 'url', { url => 'file://' . page($name, $file) . "#$turn" });
        js('window.copied = []; Object.defineProperty(navigator, "clipboard", { value: { writeText: text => { window.copied.push(text); return Promise.resolve(); } } })');
        js('document.querySelector("[data-do=address]").click()');
        my ($address) = @{ js('return window.copied') };
        is($address, $whole, "$name: the address of the game") if $turn eq 'end';
        my ($want, $got) = map { my ($table) = json_lines((run(bastide(), qw(show --format=json), @$_))[1]); join ' ', map { "$_->{tile} $_->{cell}" } @{ $table->{tiles} } }
            [$turn eq 'end' ? () : "--at=$turn", $file], [spurt(scratch('address.txt'), "$address\n")];
        $want =~ s/(-?\d+),(-?\d+)/"$2," . -$1/eg if $turned; # its start tile lies with its top to the east
        is($got, $want, "$name: the address after turn $turn");
    }
}
is(js('return document.querySelectorAll("[data-address]").length'), 1, 'one button for it');
here('POST', 'url', { url => 'file://' . page('three-sets', $records{'three-sets'}) });
is(js('return document.querySelectorAll("[data-address]").length'), 0, 'not for other sets');

# The index of a folder of pages, and the way there and back.
my $pages = scratch('pages');
run(bastide(), 'replay', "--split=$pages", map { $records{$_} } sort keys %records);
here('POST', 'url', { url => "file://$pages/index.html" });
look('index');
faults_of_page('index');
js('document.querySelector("td:nth-child(2) a").click()');
is(js($state)->{name}, 'end', 'the index leads to a game');
js('document.querySelector(".home a").click()');
is(js('return document.querySelectorAll("tbody tr").length'), scalar keys %records, 'which leads back');

done_testing;

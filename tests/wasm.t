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
    my $at = 'return document.querySelector(".turn:not([hidden])").dataset.name';
    js('document.querySelector("[data-do=first]").click(); for (let i = 0; i < 4; i++) document.querySelector("[data-do=on]").click()');
    here('POST', 'frame', { id => undef });
    js(q{const e = document.getElementById('record'); e.value = e.value.replace('2b R 1,0N', '2b R 1,0S'); e.dispatchEvent(new Event('input'))});
    $wait->(sub { $_[0]{verdict} =~ /: J\.N wins; legal; all/ });
    sleep 0.5;
    here('POST', 'frame', { id => $frame });
    is(js($at), '4', 'a turn stays while another is edited');
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
        my $want = (run_input(slurp(source('replays/city-two-seats.crn')), bastide(), @$command))[1];
        utf8::decode($want);
        ok(js($seen)->{report} eq $want, "$view: what the program prints");
    }
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

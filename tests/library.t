#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the library as its users have it: installed, found by pkg-config and used from outside. Its answers are those of
# the program. CC is the compiler, by default gcc.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my $built = built('libbastide.la');
plan skip_all => 'needs a build with the library' unless -e $built;

my $there = scratch('installed');
my ($status, $out, $err) = run('make', '-s', '-C', built('.'), qw(install-libLTLIBRARIES install-includeHEADERS install-pkgconfigDATA), "prefix=$there", "exec_prefix=$there", "libdir=$there/lib", "includedir=$there/include");
is($status, 0, 'it installs') or BAIL_OUT($err);
# `make install` says what to do if the library is not found, unless it is installed for a package.
for (['', qr{^libbastide is in /opt/there\. If programs do not find it, run ldconfig as root, or set\nLD_LIBRARY_PATH=/opt/there\n\z}], ['DESTDIR=/nowhere', qr/\A\z/]) {
    my ($how, $want) = @$_;
    like((run('make', '-s', '-C', built('.'), 'install-data-hook', 'libdir=/opt/there', $how ? $how : ()))[1], $want, "the message of make install $how");
}
# Put the scratch folder into bastide.pc in place of the installation's prefix.
my $pc = slurp("$there/lib/pkgconfig/bastide.pc");
unlike($pc, qr/\@/, 'bastide.pc is filled in');
spurt("$there/lib/pkgconfig/bastide.pc", $pc =~ s/^prefix=.*/prefix=$there/mr =~ s/^exec_prefix=.*/exec_prefix=$there/mr =~ s/^libdir=.*/libdir=$there\/lib/mr =~ s/^includedir=.*/includedir=$there\/include/mr);
$ENV{PKG_CONFIG_PATH} = "$there/lib/pkgconfig";
($status, my $flags) = run(qw(pkg-config --cflags --libs bastide));
is($status, 0, 'pkg-config finds it');
$ENV{LD_LIBRARY_PATH} = "$there/lib";
my $cc = $ENV{CC} // 'gcc';

sub compiled {
    my ($from) = @_;
    my ($name) = $from =~ m{(\w[\w-]*)\.c$};
    my $to = scratch($name);
    my ($bad, undef, $said) = run(split(' ', $cc), qw(-std=c99 -D_POSIX_C_SOURCE=200809L -O1 -g -Wall -Wextra -Werror), '-o', $to, source($from), split(' ', $flags), '-lpthread');
    is($bad, 0, "$from: compiles as C99, without warnings") or diag($said);
    return $to;
}

# ---- The library exports what the header declares and the manual documents, and nothing else ----
my %declared = map { $_ => 1 } slurp("$there/include/bastide.h") =~ /\b(bastide_\w+)\(/g;
delete $declared{bastide_allocate};
ok(keys %declared > 15, keys(%declared) . ' functions are declared');
my ($so) = glob("$there/lib/libbastide.so.0.*");
my %exported = map { /^\S+ T (bastide_\w+)/ ? ($1 => 1) : /^\S+ [ABDRT] (\S+)/ ? ($1 => 1) : () } split /\n/, (run('nm', '-D', '--defined-only', $so))[1];
delete $exported{'BASTIDE_0'};
delete $exported{'BASTIDE_0@@BASTIDE_0'};
is(join(' ', sort keys %exported), join(' ', sort keys %declared), 'what is declared is exported, and nothing else');
# The manual shows each structure as the header has it.
my @structures = slurp("$there/include/bastide.h") =~ /^(struct bastide_\w+ \{.*?^\};\n)/msg;
cmp_ok(scalar @structures, '>', 6, 'structures');
my $manual = slurp(source('man/bastide.3'));
is_deeply([grep { index($manual, ".Bd -literal\n$_.Ed\n") < 0 } @structures], [], 'the manual has all their members');
my %documented = map { $_ => 1 } slurp(source('man/bastide.3')) =~ /^\.Fn (bastide_\w+)/mg;
is(join(' ', sort keys %documented), join(' ', sort keys %declared), 'and documented');
my @symbols = slurp(source('debian/libbastide0.symbols')) =~ /^ (bastide_\w+)\@BASTIDE_0 /mg;
is(join(' ', sort @symbols), join(' ', sort keys %declared), 'and in the list of symbols that guards them');
my $needs = (run('nm', '-D', '--undefined-only', $so))[1];
unlike($needs, qr/ U (?:exit|_exit|abort|getenv|stdout|stderr|printf|signal|json_set_alloc_funcs)\b/, 'it does not end the process, write, or change what is not its own');

# ---- The examples ----
my $judge = compiled('examples/judge.c');
my @records = grep { !/broken-text/ } glob(source('replays') . '/*.crn');
($status, $out) = run($judge, @records);
is($status, 1, 'judge: some of the records are not valid');
my %verdict;
for (split /\n/, $out) {
    my ($file, $word, $rest) = /^(\S+): (illegal|legal but not valid|legal) (.*)/ or next;
    $verdict{$file} = [$word, join '-', $rest =~ /(-?\d+)(?:,|$)/g];
}
my $summary = (run(bastide(), qw(check --summary), @records))[1];
for (split /\n/, $summary) {
    my ($word, undef, undef, undef, $scores, $count, undef, undef, $file) = split /\t/;
    $file =~ s/:\d+$//;
    is("@{ $verdict{$file} }", join(' ', $word eq 'valid' ? 'legal' : $word eq 'legal' ? 'legal but not valid' : $word, $scores), "judge: $file");
    is(scalar(() = $out =~ /^\Q$file\E:\d+:\d+: .*\[\d+ /mg), $count, "its findings");
}
($status, undef, $err) = run($judge, '/nowhere');
is($status, 2, 'judge: what cannot be opened');
like($err, qr/No such file/, 'and why');

my $player = compiled('examples/random-player.c');
my @players = ([$player]);
my $python = (run('python3', '--version'))[0] == 0;
push @players, ['python3', source('examples/random-player.py')] if $python && $cc !~ /sanitize/; # python has no sanitizer runtime
for my $game ('sets: [base]', 'sets: [base, princess-dragon, bridges]', 'sets: [' . every_set() =~ s/,/, /gr . ']', 'game: the-city') {
    for (@players) {
        my @said = run(@$_, 7, $game);
        is($said[0], 0, "@$_: plays $game") or diag($said[2]);
        is((run_input($said[1], bastide(), qw(check --werror -q)))[0], 0, 'a whole game, valid');
        is((run_input($said[1], bastide(), 'fmt'))[1], $said[1], 'in canonical text');
    }
}
note('no python3: its example is not run') unless $python;

# ---- Failing allocations, threads, undo, tile sets, conditions and bids ----
my $tried = compiled('tests/library.c');
my $own = spurt(scratch('own.crn'), "%CRN 1\nrules: official-1\nplayers: [A, B]\ntiles:\n  - {name: Y1, count: 2, sides: ffff, segments: [{kind: field, ports: [N, E, S, W]}]}\n---\n1a Y1 1,0N -\n");
my $many = source('replays/three-sets.crn');
my $save = spurt(scratch('save.jcz'), (run(bastide(), qw(convert --to=jcz --lossy), $many))[1]);
my $broken = source('replays/broken-tiles.crn');
my $gzipped = spurt(scratch('city.crn.gz'), (run('gzip', '-c', source('replays/city-two-seats.crn')))[1]);
($status, $out) = run($tried, 'memory', $own, $many, $save, $broken, $gzipped);
is($status, 0, 'each allocation that fails is reported, and nothing is lost') or diag($out);
note($out);
($status, $out) = run($tried, 'threads', @records, $save, $gzipped);
is($status, 0, 'judges in threads') or diag($out);
for my $game ('sets: [base]', 'sets: [' . every_set() =~ s/,/, /gr . ']', 'game: the-city') {
    for my $seed (1 .. 5) {
        ($status, $out) = run($tried, 'undo', $seed, $game);
        is($status, 0, "$game, $seed: choices taken back, a valid game in the end") or diag($out);
    }
}

($status, $out) = run($tried, 'sets', 'refused');
is($status, 0, 'tile sets that are refused leave nothing') or diag($out);
is((run($tried, 'tie', 'once'))[1], "winners 3 by points\nwinners 2 by tie-rule\nwinners 1 by tie-rule\nwinners 2 by tie-rule\n", 'the rules for a tie');
($status, $out) = run($tried, 'conditions', 'once');
is($out, join('', map { "$_: option shield 1 -1 0; adjusted - - 1 -7;\n" } 'legal 0 findings 1 disabled 0', 'legal 0 findings 3 disabled 0', 'legal 1 findings 0 disabled 1'), 'conditions of a verdict');
for my $lines ("sets: [base, bridges]\nrules: official-1", 'sets: [base, princess-dragon, bridges, inns, traders, abbot]') {
    ($status, $out) = run($tried, 'go', $lines);
    is($status, 0, 'back to a turn that was played') or diag($out);
    ($status, $out) = run($tried, 'bids', $lines);
    is($status, 0, 'the seat that bids is the seat that is asked' . ($lines !~ /rules/ && ', and without rules it may bid as much as it likes')) or diag($out);
}
# ---- The end of a record, and records that are cut ----
my $on = sub { my ($turn, $text) = @_; return (run($tried, 'on', $turn, spurt(scratch('on.crn'), $text)))[1] };
my $three = slurp($many);
my $up_to = sub { my ($end) = @_; $three =~ /^(.*?\Q$end\E)/s or die $end; return "$1\n" };
my $within = "the record breaks off within a turn\n";
like($on->(999, $up_to->('10a d25 -2,1E rE')), qr/^$within/, 'before a flight');
like($on->(999, $up_to->('bazaar:d15,S,d20')), qr/^$within/, 'in a bazaar');
like($on->(999, $up_to->('5b b3 -2,0W')), qr/^$within/, 'before a bazaar');
my $head = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n";
is($on->(999, "$head---\n1a V 0,1N\n"), "0 turn 2 seat -1\n803 turn 0\nvalid\n", 'a turn without a follower is whole');
like($on->(999, "${head}sets: [base, princess-dragon]\n---\n1a aside:d25\n"), qr/^$within/, 'a tile is to be drawn still');
like($on->(999, "${head}sets: [nonesuch]\n---\n"), qr/^the record's rules, sets, tiles or players are not as they may be\n/, 'an unknown set');
like($on->(999, "%CRN 1\nrules: nope\nplayers: [Ada, Ben]\n---\n"), qr/^the record's rules/, 'an unknown profile');
is($on->(999, "${head}---\n1a V 0,1N -\nfinal =0,0\nend stopped\n"), "over\nvalid\n", 'a game that is over');
is($on->(1, "${head}result: [3, 0]\n---\n1a V 0,1N -\n2b Q 77\n2x ???\n3a V 0,1N - =7,7\nend\n"), "0 turn 2 seat -1\n803 turn 0\nvalid\n", 'nothing is found of what was cut');
is($on->(2, "${head}---\n1a V 0,1N -\n2b V 0,1N -\n3a V 5,5N -\n"), "0 turn 3 seat -1\n205 turn 2\n803 turn 0\nillegal\n", 'what stays wrong is found in its turn');

# ---- Events are those of the audit, with all their fields and in its order ----
sub as_event {
    my ($object) = @_;
    my %o = %$object;
    my ($name, $text) = ($o{event}, '');
    my $say = sub { my ($key, $value) = @_; $text .= " $key=$value" if defined $value };
    my $is_fact = $name !~ /^(?:turn|score|end)$/;
    $say->('turn', $o{turn});
    $say->('part', ($o{part} // 1) - 1);
    $say->('seat', $o{seat});
    $say->('at', $o{edge} // (defined $o{cell} ? $o{cell} . ($o{orient} // '') : undef));
    $say->('tile', $o{tile});
    $say->('feature', $o{feature});
    $say->('segment', $o{segment});
    $say->('other', $name eq 'taken' ? $o{source} : $name eq 'joined' ? $o{other} : undef);
    $say->('piece', $name =~ /^(?:stood|returned|captured|freed)$/ ? $o{follower} // 'small' : $o{card} // $o{piece});
    $say->('step', $name eq 'bazaar' ? $o{step} : $name eq 'sheep' ? $o{token} : $name =~ /^(?:returned|freed)$/ ? $o{why} : undef);
    $say->('award', $name eq 'score' ? $o{kind} : undef);
    $say->('rule', $o{rule});
    $say->('terms', join(', ', map { "$_->{each}x$_->{count} $_->{name}" } @{ $o{terms} // [] }) || undef);
    $say->('to', $name eq 'bazaar' ? $o{other} : $o{from} // $o{by});
    $say->('points', $o{points} // 0);
    $say->('count', $name eq 'dragon' ? $o{step} : $name eq 'card' ? $o{tiles} : $name eq 'floor' ? $o{height} : $name eq 'hill' ? $o{left} : $name =~ /^(?:captured|freed)$/ ? 0 : $o{count} // 0);
    $say->('final', $o{final} ? 1 : 0) if $name eq 'score';
    my @numbers = $name eq 'goods' ? @o{'wine', 'cloth', 'grain'} : @{ $o{scores} // [] };
    $say->('numbers', @numbers ? join(',', @numbers) : undef);
    # The other fields under the audit's keys. A laid tile, an award, a turn and the end have members of their own.
    if ($name !~ /^(?:laid|score|turn|end)$/) {
        my %shown = map { ($_ => $o{$_}) } grep { defined $o{$_} && !/^(?:event|file|game|turn|part|seat|later)$/ } keys %o;
        $shown{chosen} = $shown{chosen} ? 1 : 0 if exists $shown{chosen};
        $shown{other} = !defined $o{other} ? -1 : ord($o{other}) - ord 'a' if $name eq 'bazaar';
        $shown{from} = !defined $o{from} ? -1 : ord($o{from}) - ord 'a' if $name =~ /^(?:card|freed)$/;
        $shown{by} = ord($o{by}) - ord 'a' if $name eq 'captured';
        $text .= join '', map { " $_:$shown{$_}" } sort keys %shown;
    }
    return "$name$text";
}
my $goods = spurt(scratch('goods.crn'), (run(bastide(), 'deal', '--sets=' . every_set(), '--seed=4'))[1]);
for my $file ($many, source('replays/city-two-seats.crn'), $broken, $goods) {
    my (@audit, %kinds);
    for (map { decode_json($_) } split /\n/, (run(bastide(), qw(audit --format=json --events=all), $file))[1]) {
        push @audit, as_event($_) unless $_->{event} eq 'finding';
        $kinds{ $_->{event} }++;
    }
    my @all = split /\n/, (run($tried, 'events', $file))[1];
    my @found = map { my ($text, @fields) = split / (?=[a-zA-Z]+:)/; join ' ', $text, sort @fields } grep { !/^(?:feature|finding) / } @all;
    cmp_ok(keys %kinds, '>', 5, keys(%kinds) . " kinds of events in $file");
    is_deeply(\@found, \@audit, 'those of the audit');
    is(scalar(grep { /^finding / } @all), $kinds{finding} // 0, 'and its findings');
    my %ends = map { /^feature .* feature=(\S+).* points=(-?\d+)/ } @all;
    my %worth = map { $_->{feature} => $_->{value} } grep { defined $_->{value} } map { decode_json($_) } map { split /\n/, (run(bastide(), qw(audit --format=json), "--by=$_", $file))[1] } qw(city road);
    is(join(' ', map { "$_ " . ($ends{$_} // 'none') } sort keys %worth), join(' ', map { "$_ $worth{$_}" } sort keys %worth), 'what cities and roads were worth in the end');
}
done_testing;

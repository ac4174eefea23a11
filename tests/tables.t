#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Runs the commands and questions of bastide-audit(5), TABLES, as they stand there. Compares the answers with counts
# from audits as JSON. Uses SQLite; with BASTIDE_DUCKDB=PROGRAM also DuckDB.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Cwd qw(abs_path getcwd);
use List::Util qw(max sum);
use Test::More;

my ($section) = slurp(source('man/bastide-audit.5')) =~ /^\.Sh TABLES\n(.*?)^\.Sh /ms;
my ($load, $load_duckdb, $view, @questions) = map { s/^\\&//mgr =~ s/\\e/\\/gr } $section =~ /^\.Bd [^\n]*\n(.*?)^\.Ed$/msg;
is(scalar @questions, 5, 'five questions');
my $sqlite = system('sqlite3 -version >/dev/null 2>&1') == 0;

# A league of three players, of whom two play in each game. Every ninth game ends with a wrong score.
my @names = ('Ada', 'Ben "B." Bo', 'Cid, the third');
my ($league, $number, @wrong) = ('', 0);
for (grep { /\S/ } split /^%CRN/m, deal(17, 24, 2, 'official-1', 'base,inns')) {
    my @who = map { '"' . s/"/\\"/gr . '"' } @names[$number % 3, ($number + 1) % 3];
    my $begins = 1 + ($league =~ tr/\n//);
    my $game = "%CRN$_" =~ s/^players: .*/players: [$who[0], $who[1]]/mr;
    if ($number++ % 9 == 4) {
        $game =~ s/^end (\d+),(\d+)/"end " . ($1 + 3) . ",$2"/me or die;
        push @wrong, "league.crn:$begins|" . ($1 + 3) . "-$2|$1-$2";
    }
    $league .= $game;
}
my $folder = scratch('league');
mkdir $folder or die;
spurt("$folder/league.crn", $league);
my $home = getcwd();
my $path = abs_path(bastide()) =~ s{/[^/]*$}{}r;

# The expected answers.
my (%seats, %awards, @all);
for (json_lines((run(bastide(), qw(audit --by=seat --format=json), "$folder/league.crn"))[1])) {
    $seats{ $_->{game} }{ $_->{seat} } = $_ if $_->{event} eq 'seat';
}
my (%by_player, %by_seat, %by_kind, %place, @count);
for my $game (sort { $a <=> $b } keys %seats) {
    my $best = max map { $_->{score} } values %{ $seats{$game} };
    for my $seat (values %{ $seats{$game} }) {
        my $won = $seat->{score} == $best ? 1 : 0;
        $place{"$game$seat->{seat}"} = $won;
        $count[$won]++;
        push @{ $_->{score} }, $seat->{score} for $by_player{ $seat->{player} } //= {}, $by_seat{ $seat->{seat} } //= {};
        $_->{won} += $won for $by_player{ $seat->{player} }, $by_seat{ $seat->{seat} };
    }
}
for (json_lines((run(bastide(), qw(audit --by=award --format=json), "$folder/league.crn"))[1])) {
    next unless $_->{event} eq 'score';
    $by_kind{ $_->{kind} }[$place{"$_->{game}$_->{seat}"}] += $_->{points};
    push @all, $_;
}
sub mean { return sprintf '%.1f', sum(@_) / @_ }
sub row { return join '|', @_ }
my $line = sub { my ($of, $name) = @_; return row($name, scalar @{ $of->{score} }, $of->{won}, mean(@{ $of->{score} })) };
my @largest = (sort { $b->{points} <=> $a->{points} || $a->{game} <=> $b->{game} || $a->{turn} <=> $b->{turn} || $seats{ $a->{game} }{ $a->{seat} }{player} cmp $seats{ $b->{game} }{ $b->{seat} }{player} } @all)[0 .. 4];
my @answers = (
    [map { $line->($by_player{$_}, $_) } sort { $by_player{$b}{won} <=> $by_player{$a}{won} || mean(@{ $by_player{$b}{score} }) <=> mean(@{ $by_player{$a}{score} }) || $a cmp $b } keys %by_player],
    [map { $line->($by_seat{$_}, $_) } sort keys %by_seat],
    [map { row(@$_) } sort { $b->[1] <=> $a->[1] || $a->[0] cmp $b->[0] } map { my $kind = $_; [$kind, map { sprintf '%.1f', ($by_kind{$kind}[$_] // 0) / $count[$_] } 1, 0] } keys %by_kind],
    [map { row($seats{ $_->{game} }{ $_->{seat} }{player}, $_->{points}, $_->{kind}, $_->{feature}, 'league.crn', $_->{game}, $_->{turn}) } @largest],
    [sort @wrong],
);
is(scalar @wrong, 3, 'some results are wrong');

sub ask {
    my ($what, $loads, $program) = @_;
    my ($status, $out, $err) = run('/bin/sh', '-c', "cd '$folder' && PATH='$path':\$PATH && $loads");
    is($status . ($err =~ s/^league\.crn:.*\[702 final-differs\]\n//mgr), '0', "$what: the tables are loaded");
    for my $i (0 .. 4) {
        spurt("$folder/ask.sql", ($i ? '' : $view) . $questions[$i]);
        ($status, $out, $err) = run('/bin/sh', '-c', "cd '$folder' && $program <ask.sql");
        is("$status$err", '0', "$what: question " . ($i + 1));
        my ($got, $wanted) = map { [map { s/\.0+(?=\||$)//gr } @$_] } [split /\n/, $out], $answers[$i];
        is_deeply($got, $wanted, 'its answer');
    }
    return;
}
SKIP: {
    skip 'needs sqlite3', 1 unless $sqlite;
    ask('SQLite', $load, 'sqlite3 league.db');
}
my $duckdb = $ENV{BASTIDE_DUCKDB};
ask('DuckDB', ($load =~ s/^sqlite3.*//msr) . ($load_duckdb =~ s/^duckdb/'$duckdb'/r), "'$duckdb' -list -noheader league.duckdb") if $duckdb;
done_testing;

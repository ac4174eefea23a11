#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Real games of Board Game Arena with known answers: its legal spots at every turn, its scores, totals and results.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP;
use Test::More;

my $games = shared('games/bga');
plan skip_all => 'needs ../shared: games of Board Game Arena' unless $games;

for my $log (sort glob "$games/*.json.gz") {
    (my $name = $log) =~ s{.*/|\.json\.gz$}{}g;
    my $expected = decode_json(slurp($log =~ s/\.json\.gz$/.expected.json/r));
    my ($status, $out) = run(bastide(), 'check', '--format=json', $log);
    my ($end) = json_lines($out);
    is($status, 0, "$name: no finding");
    ok($end->{legal} && $end->{valid} && $end->{complete}, "$name: legal, valid, complete");
    is($end->{claims}, 'equal', "$name: every score and total that it tells is right");
    is_deeply($end->{scores}, [ @{ $expected->{final} }{qw(P1 P2)} ], "$name: final scores");

    my @spots = map { [ (split)[2 .. 9] ] } split /\n/, (run(helper('spots'), $log))[1];
    @spots = map { [ grep { defined } @$_ ] } @spots;
    my @want = map { $_->{bga_legal_spots} // [] } @{ $expected->{turns} };
    is_deeply(\@spots, \@want, "$name: legal spots at every turn");

    my @scores = grep { $_->{event} eq 'score' } json_lines((run(bastide(), 'audit', '--format=json', $log))[1]);
    my %kind = (cloister => 'monastery');
    my @got = map { join ' ', $_->{final} ? 'end' : $_->{turn}, ord($_->{seat}) - ord('a') + 1, $_->{points}, $_->{kind} } @scores;
    my $turn = 0;
    my @told = map { $turn++; map { [ $turn, $_ ] } @{ $_->{scored} } } @{ $expected->{turns} };
    push @told, map { [ 'end', $_ ] } @{ $expected->{endgame} };
    my @all = map { my ($t, $s) = @$_; map { join ' ', $t, substr($_, 1), $s->{points}, $kind{ $s->{kind} } // $s->{kind} } @{ $s->{winners} } } @told;
    is_deeply([ sort @got ], [ sort @all ], "$name: every scoring event");
}

# The figures of a result are held against the game, in these words.
my ($first) = glob "$games/*.json.gz";
my $log = (run('gzip', '-dc', $first))[1];
for my $case (
    [ 'a rank', qr/seat [ab] is ranked [12], not 7/, sub { $_[0]{rank} = 7 } ], [ 'a tie that is none', qr/seat [ab] ties with nobody/, sub { $_[0]{tie} = JSON::PP::true } ],
    [ 'points by kind', qr/seat [ab] has \d+ points from features of kind city, not 999/, sub { $_[0]{stats}{11} = 999 } ],
    [ 'points of all by kind', qr/all seats have \d+ points from features of kind field, not 999/, sub { $_[1]{stats}{13} = 999 } ],
    [ 'the best', qr/the best result is \d+, not 999/, sub { $_[1]{stats}{3} = 999 } ], [ 'the mean', qr/the mean result is \d+\.[05], not 9\.5/, sub { $_[1]{stats}{2} = 9.5 } ],
    [ 'tiles laid', qr/the game lays \d+ tiles, not 999/, sub { $_[1]{stats}{4} = 999 } ], [ 'players', qr/2 players, not 3/, sub { $_[1]{stats}{1} = 3 } ],
) {
    my ($name, $words, $change) = @$case;
    my $json = decode_json($log);
    my $changed = 0;
    for my $packet (@{ ref $json->{data}{data} eq 'ARRAY' ? $json->{data}{data} : $json->{data}{logs} // [] }) {
        for my $end (grep { ref && ref $_->{args} && ref $_->{args}{args} eq 'HASH' && $_->{args}{args}{result} } @{ $packet->{data} }) {
            $change->($end->{args}{args}{result}[0], $end->{args}{args}{table} //= {});
            $changed++;
        }
    }
    cmp_ok($changed, '>', 0, "$name: the log has a result");
    like((run_input(encode_json($json), bastide(), 'check', '--all'))[1], $words, "$name: is told");
}

# Everything that the logs say, changed one at a time, is told; but for this, which is no claim.
my @no_claim = (
    [qr/^(?:simpleNote|simpleNode) /, 'notes for people'],
    [qr/^updateReflexionTime | reflexion/, 'clocks'],
    [qr/^gameStateChange (?:type|updateGameProgression)$/, "the machine's own states"],
    [qr/^gameStateChange (?:name|description|action|transitions|active_player)/, 'the setup, before the first tile'],
    [qr/ i18n|^playPartisan target|^realizationAchieved real_type/, 'words that are translated in some logs'],
    [qr/^realizationAchieved (?:real_id|viewpoint)/, "the machine's own numbers, and where it looks"],
    [qr/^winPoints nbr|stats\.(?:1|15|16|17|14)$|score_aux|color|disagreement|neutralized/, 'figures whose meaning is not known, colours'],
    [qr/^playTile (?:x|y|ori)/, 'another move, legal there', 1],
    [qr/^(?:deck_size|gameStateChange id)/, 'the first of a row, which the second shows', 1],
    [qr/^realizationAchieved tile_to_value/, 'another tile of the same field', 1],
);
my $stride = $ENV{BASTIDE_LONG} ? 1 : $ENV{BASTIDE_STRIDE} // 24;
my (%count, %silent, @unexpected);
for my $log (sort glob "$games/*.json.gz") {
    my $name = $log =~ s{.*/|\.json\.gz$}{}gr;
    my $text = (run('gzip', '-dc', $log))[1];
    my ($private, %types, %state) = ('');
    my @all = scalars($text);
    for (@all) {
        my ($path, $at, $was) = @$_;
        my ($packet, $rest) = $path =~ /^data\.data\[(\d+)\]\.(.*)/ or next;
        $private = $was !~ /table/ if $rest eq 'channel';
        my ($key) = $path =~ /^(data\.data\[\d+\]\.data\[\d+\])/ or next;
        $types{$key} = $was =~ s/"//gr if $path eq "$key.type";
        push @{ $state{$key} }, $_ unless $private;
    }
    my ($whole) = judged($text =~ s/\n/ /gr);
    is("@{ $whole->{errors} } @{ $whole->{warnings} }", ' ', "$name: nothing to be told");
    my $judge = judge_each(
        sub {
            my (undef, $kind, $key, $was, $to) = @{ $_[0] };
            $count{$kind}++;
            return if grep { index($_, $key) == 0 } @{ $_[1]{errors} }, @{ $_[1]{warnings} };
            my $told = @{ $_[1]{errors} } + @{ $_[1]{warnings} };
            my ($why) = grep { $kind =~ $_->[0] } @no_claim;
            return $silent{ $why->[1] }++ if $why && (!$told || $why->[2]);
            return if $told && $kind =~ /^(?:playTile|playPartisan)/;
            push @unexpected, "$name $key $kind: $was to $to" . ($told ? ", told at @{ $_[1]{errors} }" : '');
        }
    );
    my $n = 0;
    for my $key (sort keys %state) {
        for (@{ $state{$key} }) {
            my ($path, $at, $was) = @$_;
            my ($field) = $path =~ /^\Q$key\E\.args\.(.*)/ or next;
            next if $n++ % $stride;
            my $to = $was =~ /^"?-?\d+"?$/ ? $was =~ s/(-?\d+)/$1 + 1/er : $was eq 'true' ? 'false' : $was eq 'false' ? 'true' : $was =~ /"$/ ? $was =~ s/"$/x"/r : next;
            my $other = $text;
            substr $other, $at, length $was, $to;
            $judge->([$other =~ s/\n/ /gr, "$types{$key} " . $field =~ s/\[\d+\]//gr, $key, $was, $to]);
        }
    }
    $judge->();
}
is(join("\n", splice @unexpected, 0, 10), '', 'what the logs say, changed one at a time, is told there');
note "$_: $count{$_}" for sort keys %count;
note "no claim: $_: $silent{$_}" for sort keys %silent;

# What is told of the game, left out or twice, is told.
my (%lost, @silent);
for my $log (sort glob "$games/*.json.gz") {
    my $name = $log =~ s{.*/|\.json\.gz$}{}gr;
    my $json = JSON::PP->new->canonical;
    my $text = (run('gzip', '-dc', $log))[1];
    my $judge = judge_each(sub { my (undef, $kind, $where) = @{ $_[0] }; $lost{$kind}++; push @silent, "$where $kind" unless @{ $_[1]{errors} } });
    my $packets = $json->decode($text)->{data}{data};
    my $n = 0;
    for my $i (0 .. $#$packets) {
        next if $packets->[$i]{channel} !~ m{^/table/};
        for my $j (0 .. $#{ $packets->[$i]{data} }) {
            my $type = $packets->[$i]{data}[$j]{type};
            next if $type !~ /^(?:realizationAchieved|winPoints|playTile|playPartisan|cantPlay)$/ || $n++ % ($stride == 1 ? 1 : $stride > 100 ? 40 : 8);
            for my $how ('left out', 'twice') {
                my $other = $json->decode($text);
                my $events = $other->{data}{data}[$i]{data};
                my @instead = $how eq 'twice' ? ($events->[$j]) x 2 : ();
                splice @$events, $j, 1, @instead;
                $judge->([$json->encode($other), "$type $how", "$name data.data[$i].data[$j]"]);
            }
        }
    }
    $judge->();
}
is(join("\n", @silent), '', 'events left out or twice are told');
note "$_: $lost{$_}" for sort keys %lost;
my ($all, $left) = (0, 0);
$all += $_ for values %count;
$left += $_ for values %silent;
diag("$all changes, of which $left are no claim; " . eval { my $n = 0; $n += $_ for values %lost; $n } . ' events left out or twice');
done_testing;

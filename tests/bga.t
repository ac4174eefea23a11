#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests real games of Board Game Arena with known answers: legal spots at every turn, scores, totals and results. Then
# changes single fields of the logs and expects a finding for each. Of each frequent field every 24th is changed, or
# every BASTIDE_STRIDE-th; BASTIDE_LONG changes all. Needs ../shared.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use JSON::PP qw(encode_json);
use Test::More;

my $games = shared('games/bga');
plan skip_all => 'needs ../shared: games of Board Game Arena' unless $games;

for my $log (sort glob "$games/*.json.gz") {
    (my $name = $log) =~ s{.*/|\.json\.gz$}{}g;
    my $expected = decode_json(slurp($log =~ s/\.json\.gz$/.expected.json/r));
    my ($status, $out) = brief run(bastide(), 'check', '--format=json', $log);
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

# Each figure of a result is compared with the game. These are the messages about wrong ones.
my ($first) = glob "$games/*.json.gz";
my $log = (run('gzip', '-dc', $first))[1];
for my $case (
    [ 'a rank', qr/: (?:Ada|Ben) is ranked [12], not 7 /, sub { $_[0]{rank} = 7 } ], [ 'a wrong tie', qr/: (?:Ada|Ben) does not tie with another player /, sub { $_[0]{tie} = JSON::PP::true } ],
    [ 'points by kind', qr/: (?:Ada|Ben) has \d+ points from features of kind city, not 999 /, sub { $_[0]{stats}{11} = 999 } ],
    [ 'points of all by kind', qr/all players have \d+ points from features of kind field, not 999/, sub { $_[1]{stats}{13} = 999 } ],
    [ 'the best', qr/the best result is \d+, not 999/, sub { $_[1]{stats}{3} = 999 } ], [ 'the mean', qr/the mean result is \d+\.[05], not 9\.5/, sub { $_[1]{stats}{2} = 9.5 } ],
    [ 'a rank beyond 32 bits', qr/: (?:Ada|Ben) is ranked [12], not -1 /, sub { $_[0]{rank} = 2**32 + $_[0]{rank} } ], [ 'points beyond 32 bits', qr/ has \d+ points from features of kind city, not -1 /, sub { $_[0]{stats}{11} += 2**32 } ],
    [ 'a score that is too large', qr/: error: .*a score is too large /, sub { $_[0]{score} += 10_000 } ], [ 'no score', qr/: error: .*a score is too large /, sub { $_[0]{score} = 'x' } ],
    [ 'no second ranking', qr/players are ranked only by points, not by -1 /, sub { $_[0]{score_aux} = '0x' } ],
    [ 'a mean with other decimals', qr/the mean result is \d+\.[05], not -0\.5/, sub { $_[1]{stats}{2} += 0.49 } ], [ 'a mean beyond all numbers', qr/the mean result is \d+\.[05], not -0\.5/, sub { $_[1]{stats}{2} = 1e300 } ],
    [ 'the first concedes', qr/ conceded, but is ranked first /, sub { @{ $_[0] }{qw(concede rank)} = (JSON::PP::true, 1) } ], [ 'an odd word', qr/warning: .*unknown word 'perhaps' for concede /, sub { $_[0]{concede} = 'perhaps' } ],
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
    like((brief run_input(encode_json($json), bastide(), 'check', '--all'))[1], $words, "$name: is told");
}

# Numbers elsewhere, as text of the log.
for my $case (
    [ 'both concede', qr/ more than one player conceded /, sub { $_[0] =~ s/"concede": ?[^,}]+/"concede":1/g } ],
    [ 'no number of cities', qr/the field touches \d+ completed cit(?:y|ies), not -2 /, sub { $_[0] =~ s/"city_nbr": ?"?\d+"?/"city_nbr":"x"/g } ],
    [ 'sizes of the bag below zero', qr/error: 70 tiles are left in the bag, not -7 .*\n(?!.*tiles are left)/, sub { $_[0] =~ s/"deck_size": ?"\d+"/"deck_size":"-7"/g } ],
    [ 'sizes of the bag that are all one more', qr/error: 70 tiles are left in the bag, not 71 /, sub { $_[0] =~ s/"deck_size": ?"(\d+)"/'"deck_size":"' . ($1 + 1) . '"'/ge } ],
    [ 'a clock that is no number', qr/warning: .*unknown word 'x' for a clock /, sub { $_[0] =~ s/("total": ?\{"\d+": ?)"?-?\d+"?/$1"x"/ } ],
    [ 'a clock of 64 bits', qr/warning: .*unknown word '-9223372036854775808' for a clock /, sub { $_[0] =~ s/("total": ?\{"\d+": ?)"?-?\d+"?/$1"-9223372036854775808"/ } ],
    [ 'a move of 64 bits', qr/move -2 comes after move \d+ /, sub { my $n = 0; $_[0] =~ s/"move_id": ?"?\d+"?/$n++ == 9 ? '"move_id":9223372036854775807' : $&/ge } ],
    [ 'followers left beyond 32 bits', qr/ has \d followers? left, not -1 /, sub { $_[0] =~ s/"part_number": ?"?(\d+)"?/'"part_number":' . ($1 + 2**32)/e } ],
    [ 'a spot beyond 32 bits', qr/a follower on a spot that the tile does not have/, sub { $_[0] =~ s/("type": ?"playPartisan".*?"pos": ?)"?(\d+)"?/$1 . ($2 + 2**32)/es } ],
) {
    my ($name, $words, $change) = @$case;
    my $text = $log;
    ok($change->($text), "$name: the log has such a number");
    like((brief run_input($text, bastide(), 'check', '--all', '--no-context'))[1], $words, "$name: is told");
}

# A change of any field must be reported, unless the field makes no claim (src/formats/bga/bga_fields.def; the manual
# has the reasons). A changed field can also be right in another way; such changes are counted with the reason.
my $def = slurp(source('src/formats/bga/bga_fields.def'));
my %field = ((map { $_ => '' } $def =~ /^COMPARED\("([^"]+)"\)/mg), $def =~ /^NO_CLAIM\("([^"]+)", "([^"]+)"\)/mg);
cmp_ok(scalar keys %field, '>', 100, 'the fields of a log');
my $manual = slurp(source('man/bastide.1')) =~ s/\s+/ /gr;
my %reason = map { $_ => 1 } grep { length } values %field;
is(join('; ', grep { index($manual, $_) < 0 } sort keys %reason), '', 'the manual says why some are of no claim');

sub field_of {
    my ($path, $type) = @_;
    my $name = $path =~ /^data\.data\[\d+\]\.data\[\d+\]\.(.*)/ ? "$type.$1" : $path =~ /^data\.data\[\d+\]\.(.*)/ ? "packet.$1" : $path;
    $name =~ s/\[\d+\]/[]/g;
    return $name;
}
# Returns the row of a field, or ''. A key that is a number matches a row with that number or, without one, a row with
# '#'.
sub row_of {
    my ($name) = @_;
    return $name if exists $field{$name};
    (my $any = $name) =~ s/\.-?\d+(?=\.|\[|$)/.#/g;
    return $any if exists $field{$any};
    return "*.log" if $name =~ /\.log$/;
    return "$1.*" if $name =~ /^(\w+)\./ && exists $field{"$1.*"};
    return '';
}
my @other_way = (
    [qr/^playTile\.args\.(?:x|y|ori)$/, 'another move, legal there'],
    [qr/^realizationAchieved\.args\.tile_to_value/, 'another tile of the same field'],
    [qr/^realizationAchieved\.args\.real_type$/, 'translated, of fields'],
    [qr/^gameStateChange\.args\.(?:active_player|type)$/, 'the setup, before the first tile'],
    [qr/^packet\.(?:packet_id|time)$/, 'an order that is still one'],
    [qr/^gameStateChange\.args\.args\.result\[\]\.concede$/, 'a result without final scoring'],
);
my $stride = $ENV{BASTIDE_LONG} ? 1 : $ENV{BASTIDE_STRIDE} // 24;
my (%count, %silent, %unlisted, @unexpected);
for my $log (sort glob "$games/*.json.gz") {
    my $name = $log =~ s{.*/|\.json\.gz$}{}gr;
    my $text = (run('gzip', '-dc', $log))[1];
    my %type;
    my @all = scalars($text);
    $_->[0] =~ /^(data\.data\[\d+\]\.data\[\d+\])\.type$/ and $type{$1} = $_->[2] =~ tr/"//dr for @all;
    my ($whole) = judged($text =~ s/\n/ /gr);
    is("@{ $whole->{errors} } @{ $whole->{warnings} }", ' ', "$name: nothing to be told");
    my $judge = judge_each(
        sub {
            my (undef, $field, $row, $path, $was, $to) = @{ $_[0] };
            my $told = @{ $_[1]{errors} } + @{ $_[1]{warnings} };
            $count{$field}++;
            return if $told;
            my ($why) = map { $_->[1] } grep { $field =~ $_->[0] } @other_way;
            return $silent{ $field{$row} || $why }++ if $field{$row} || $why;
            push @unexpected, "$name $path $field: $was to $to";
        }
    );
    # Clocks are compared to a second, so they are changed by more. Change every $step-th occurrence of a field, but all of a rare field.
    my (%seen, %times);
    my @fields = map { my ($key) = $_->[0] =~ /^(data\.data\[\d+\]\.data\[\d+\])\./; field_of($_->[0], $key ? $type{$key} : '') } @all;
    $times{$_}++ for @fields;
    for my $i (0 .. $#all) {
        my ($path, $at, $was) = @{ $all[$i] };
        my $field = $fields[$i];
        my $row = $field =~ /^\w+\.type$/ && $path =~ /\.data\[\d+\]\.type$/ ? 'type' : row_of($field);
        $unlisted{$field}++ if !$row;
        my $step = $times{$field} < 12 ? 1 : $stride;
        next if $seen{$field}++ % $step;
        my $to = $field eq 'packet.time' ? $was =~ s/(\d+)/$1 - 100_000_000/er : $field eq 'packet.packet_id' ? $was =~ s/(\d+)/$1 - 5/er
            : $field =~ /reflexion/ ? $was =~ s/null|(-?\d+)/($1 \/\/ 0) + 3/er : $was =~ /^"?-?\d+"?$/ ? $was =~ s/(-?\d+)/$1 + 1/er : $was eq 'true' ? 'false' : $was eq 'false' ? 'true' : $was =~ /"$/ ? $was =~ s/"$/x"/r : '1';
        my $other = $text;
        substr $other, $at, length $was, $to;
        $judge->([$other =~ s/\n/ /gr, $field, $row, $path, $was, $to]);
    }
    $judge->();
}
is(join(' ', sort keys %unlisted), '', 'each field of the logs is known');
is(join("\n", splice @unexpected, 0, 20), '', 'what the logs say, changed one at a time, is reported');
note "$_: $count{$_}" for sort keys %count;
diag "not told: $_: $silent{$_}" for sort keys %silent;
# An unknown field is reported, wherever it stands.
{
    my ($log) = glob "$games/*.json.gz";
    my $text = (run('gzip', '-dc', $log))[1];
    for my $place ([qr/"valid":/, 'the envelope'], [qr/"channel":/, 'a packet'], [qr/"deck_size":/, 'an event'], [qr/"tile_to_value":/, 'an achievement'], [qr/"zombie":/, 'a result']) {
        my ($where, $what) = @$place;
        my $other = $text =~ s/$where/"novelty": "x", $&/r;
        isnt($other, $text, "$what: there is one");
        like((brief run_input($other, bastide(), 'check', '--all', '--no-context'))[1], qr/warning: .*not supported: field 'novelty'.*\[907 unsupported\]/, "$what: an unknown field");
    }
}
# A result without one of the players, and without any of them.
{
    my ($log) = glob "$games/*.json.gz";
    my $json = decode_json((run('gzip', '-dc', $log))[1]);
    my ($end) = map { $_->{args}{args} } grep { ref $_->{args} eq 'HASH' && ref $_->{args}{args} eq 'HASH' && $_->{args}{args}{result} } map { @{ $_->{data} } } @{ $json->{data}{data} };
    for my $left (1, 0) {
        $#{ $end->{result} } = $left - 1;
        like((brief run_input(encode_json($json), bastide(), 'check', '--all', '--no-context'))[1], qr/error: .*the result does not name all players \[908/, "a result with $left of the players");
    }
}
# Lists and maps are emptied, one at a time. Each is reported.
my (%emptied, @kept_quiet);
for my $log (sort glob "$games/*.json.gz") {
    my $name = $log =~ s{.*/|\.json\.gz$}{}gr;
    my $text = (run('gzip', '-dc', $log))[1];
    my $judge = judge_each(sub { my (undef, $what) = @{ $_[0] }; $emptied{$what}++; push @kept_quiet, "$name $what" unless @{ $_[1]{errors} } + @{ $_[1]{warnings} } });
    for my $key (qw(part_to_recover part_to_remove partisans winners tile_to_value spots)) {
        my $n = 0;
        while ($text =~ /"$key":\s*(\[[^\[\]{}]+\]|\{(?:[^{}]|\{[^{}]*\})+\}|\[(?:\s*\{[^{}]*\},?)+\s*\])/g) {
            next if $n++ % ($stride == 1 ? 1 : 20);
            my $other = $text;
            substr $other, $-[1], $+[1] - $-[1], substr($text, $-[1], 1) eq '[' ? '[]' : '{}';
            $other =~ tr/\n/ /;
            $judge->([$other, $key]);
        }
    }
    $judge->();
}
is(join("\n", @kept_quiet), '', 'an emptied list or map is reported');
cmp_ok(scalar keys %emptied, '>=', 6, 'of each kind') or diag explain \%emptied;

# Each event of the game that is left out or doubled is reported.
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
is(join("\n", @silent), '', 'events left out or twice are reported');
note "$_: $lost{$_}" for sort keys %lost;
my ($all, $left) = (0, 0);
$all += $_ for values %count;
$left += $_ for values %silent;
diag("$all changes, of which $left are no claim; " . eval { my $n = 0; $n += $_ for values %lost; $n } . ' events left out or twice');
done_testing;

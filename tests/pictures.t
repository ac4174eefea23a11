#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests pictures. The land of every design, and of random designs, must cover its tile once and touch its ports; a
# second computation checks this from the printed paths. On a table it must match the land beside it. Also tests the SVG
# documents. BASTIDE_STRIDE: one design in six.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my @ports = qw(NNW N NNE ENE E ESE SSE S SSW WSW W WNW);
my %port = map { $ports[$_] => $_ } 0 .. 11;

# Returns the parts of a path, each as a list of points. A curve becomes 48 lines.
sub points_of {
    my ($path) = @_;
    my (@parts, $x, $y);
    while ($path =~ /([MLCZ])([^MLCZ]*)/g) {
        my ($letter, @n) = ($1, split ' ', $2);
        push @parts, [] if $letter eq 'M';
        if ($letter eq 'C') {
            for my $step (1 .. 48) {
                my ($t, $u) = ($step / 48, 1 - $step / 48);
                my ($a, $b, $c, $d) = ($u**3, 3 * $u**2 * $t, 3 * $u * $t**2, $t**3);
                push @{ $parts[-1] }, [$a * $x + $b * $n[0] + $c * $n[2] + $d * $n[4], $a * $y + $b * $n[1] + $c * $n[3] + $d * $n[5]];
            }
            ($x, $y) = @n[4, 5];
        } elsif ($letter ne 'Z') {
            ($x, $y) = @n;
            push @{ $parts[-1] }, [$x, $y];
        }
    }
    return \@parts;
}

sub holds {
    my ($parts, $x, $y) = @_;
    my $inside = 0;
    for my $points (@$parts) {
        my $from = $points->[-1];
        for my $to (@$points) {
            if (($from->[1] > $y) != ($to->[1] > $y)) {
                $inside ^= 1 if $x < $from->[0] + ($y - $from->[1]) * ($to->[0] - $from->[0]) / ($to->[1] - $from->[1]);
            }
            $from = $to;
        }
    }
    return $inside;
}

# Returns the point that lies $along a side, at distance $inside from the border.
sub on_side {
    my ($side, $along, $inside) = @_;
    return ([$along, $inside], [1000 - $inside, $along], [1000 - $along, 1000 - $inside], [$inside, 1000 - $along])[$side];
}

# Returns the areas and the roads of a design, with the numbers of their ports.
sub land_of {
    my ($design) = @_;
    my (@areas, @roads);
    for my $segment (@{ $design->{segments} }) {
        next if !defined $segment->{path};
        my %land = (name => $segment->{segment}, kind => $segment->{kind}, parts => points_of($segment->{path}), ports => { map { $port{$_} => 1 } @{ $segment->{ports} } },
            tunnel => !!grep { $_ eq 'tunnel' } @{ $segment->{marks} // [] });
        push @{ $segment->{kind} eq 'road' ? \@roads : \@areas }, \%land;
    }
    return (\@areas, \@roads);
}

sub names_at {
    my ($areas, $x, $y) = @_;
    return join ' ', map { $_->{name} } grep { holds($_->{parts}, $x, $y) } @$areas;
}

# Returns the errors in a design's land. Each point of a grid, with `grid` points a side, must be in one area.
sub wrong_with {
    my ($design, $grid) = @_;
    my ($areas, $roads) = land_of($design);
    my @wrong;
    for my $half (0 .. 7) {
        my $port = int($half / 2) * 3 + ($half % 2) * 2;
        my ($owner) = grep { $_->{ports}{$port} } @$areas;
        for my $along (60, 250, 440) {
            my ($x, $y) = @{ on_side(int($half / 2), ($half % 2 ? 1000 - $along : $along), 12) };
            my $there = names_at($areas, $x, $y);
            push @wrong, "$ports[$port] at $along: $there" if $there ne ($owner ? $owner->{name} : '');
        }
    }
    my $open = grep { $_->{kind} eq 'field' || $_->{kind} eq 'residence' } @$areas;
    for my $i (0 .. $grid - 1) {
        for my $k (0 .. $grid - 1) {
            my ($x, $y) = map { 11 + $_ * 978 / ($grid - 1) } $i + ($k % 2) / 3 - 1 / 6, $k;
            next if $x < 0 || $x > 1000;
            # Two halves of a curve differ slightly from the whole curve, so points nearby count too.
            my $once = grep { my @there = split ' ', names_at($areas, $x + $_->[0], $y + $_->[1]); @there == 1 || (!@there && !$open) } [0, 0], [3, 0], [-3, 0], [0, 3], [0, -3];
            push @wrong, sprintf '%d,%d: %s', $x, $y, names_at($areas, $x, $y) if !$once;
        }
    }
    for my $road (@$roads) {
        my %begins = map { my ($x, $y) = @{ $_->[0] }; ("$x $y" => 1) } @{ $road->{parts} };
        %begins = (%begins, map { my ($x, $y) = @{ $_->[-1] }; ("$x $y" => 1) } @{ $road->{parts} }) if keys %{ $road->{ports} } == 2;
        for my $side (0 .. 3) {
            my ($x, $y) = @{ on_side($side, 500, 0) };
            push @wrong, "$road->{name} at side $side" if !$begins{"$x $y"} != !$road->{ports}{ 3 * $side + 1 };
        }
        for my $points (@{ $road->{parts} }) {
            # The last point is left out, because a road may end on a wall.
            for my $point (@$points[0 .. $#$points - 1]) {
                my @under = grep { $_->{kind} =~ /city|market/ && holds($_->{parts}, @$point) } @$areas;
                # The halves of a market on both sides of a road share the road's line.
                push @wrong, "$road->{name} goes over $_->{name}" for grep { !$road->{tunnel} && !shares($_, $point) } @under;
            }
        }
    }
    return @wrong;
}

# True if a point is on the edge of an area.
sub shares {
    my ($area, $point) = @_;
    my ($x, $y) = @$point;
    return grep { my ($dx, $dy) = @$_; !holds($area->{parts}, $x + $dx, $y + $dy) } [3, 0], [-3, 0], [0, 3], [0, -3];
}

sub designs_of { return grep { $_->{event} eq 'tile' } json_lines((run(bastide(), qw(tiles --format=json), @_))[1]) }

my @designs = designs_of();
cmp_ok(scalar @designs, '>=', 125, 'designs');
my %design = map { ("$_->{set} $_->{name}" => $_) } @designs;
# A road that meets a river ends on dry land.
for my $design (grep { $_->{river} } @designs) {
    for my $road (grep { $_->{kind} eq 'road' && @{ $_->{ports} } == 1 } @{ $design->{segments} }) {
        my ($end) = $road->{path} =~ /(-?\d+ -?\d+)$/;
        my ($x, $y) = split / /, $end;
        my $off = $design->{river} =~ /M500/ ? abs($x - 500) : abs($y - 500);
        cmp_ok($off, '>', 100, "$design->{name}: the road ends on dry land");
    }
}
# BASTIDE_STRIDE is set where the program is slow. Some designs are enough then.
my $some = $ENV{BASTIDE_STRIDE} ? 6 : 1;
for my $design (@designs[grep { $_ % $some == 0 } 0 .. $#designs]) {
    is(join('; ', wrong_with($design, 24)), '', "$design->{set} $design->{name}");
}

# ---- Random designs: any land beside any other, but no crossings ----

sub crosses {
    my ($one, $other) = @_;
    my ($first, @inside) = sort { $a <=> $b } @$one;
    my @ends = ($first, @inside);
    for my $i (0 .. $#ends) {
        for my $k ($i + 1 .. $#ends) {
            my @between = grep { $_ > $ends[$i] && $_ < $ends[$k] } @$other;
            return 1 if @between && @between < @$other;
        }
    }
    return 0;
}

sub random_design {
    my ($name, $town) = @_;
    my (@blocks, $sides);
    for my $side (0 .. 3) {
        my $land = (qw(f c r))[rand 3];
        $land = (qw(t t r))[rand 3] if $town;
        $sides .= $land;
        my @half = map { $port{ $ports[3 * $side + $_] } } 0, 2;
        my $kind = sub { !$town ? 'field' : rand() < .4 ? 'market' : 'residence' };
        if ($land eq 'c') {
            push @blocks, ['city', 3 * $side .. 3 * $side + 2];
        } else {
            push @blocks, [$kind->(), $_] for @half;
        }
        push @blocks, ['road', 3 * $side + 1] if $land eq 'r';
    }
    for (1 .. 40) {
        my ($i, $k) = map { int rand @blocks } 1, 2;
        next if $i == $k || $blocks[$i][0] ne $blocks[$k][0];
        my ($kind, @all) = (@{ $blocks[$i] }, @{ $blocks[$k] }[1 .. $#{ $blocks[$k] }]);
        next if $kind eq 'road' && @all > 2;
        my @rest = @blocks[grep { $_ != $i && $_ != $k } 0 .. $#blocks];
        next if grep { my $block = $_; crosses(\@all, [@$block[1 .. $#$block]]) } @rest;
        @blocks = (@rest, [$kind, sort { $a <=> $b } @all]);
    }
    # On a side of a market both halves are market, or a road lies between them. Otherwise no letter describes the side.
    my $text = "- name: $name\n  sides: $sides\n  segments:\n";
    for (@blocks) {
        my ($kind, @of) = @$_;
        my $sides_of = join '', map { (qw(N E S W))[int($_ / 3)] } grep { $_ % 3 == 1 } @of;
        my $where = $kind eq 'road' || $kind eq 'city' ? "sides: $sides_of" : 'halves: [' . join(', ', map { $ports[$_] } @of) . ']';
        $text .= "  - {kind: $kind, $where" . ($kind eq 'market' ? ', fish: true' : '') . "}\n";
    }
    return $text;
}

srand 7;
for my $town (0, 1) {
    my $count = int(80 / $some);
    my $file = spurt(scratch("random-$town.yaml"), 'name: random' . ($town ? "\ngame: the-city\npiles: [" . ($count - 2) . ", 1, 1]" : '') . "\ntiles:\n" . join '', map { random_design("x$_", $town) } 1 .. $count);
    my @random = designs_of("--tileset=$file", '--set=random');
    is(scalar @random, $count, 'random designs are read') or diag((run(bastide(), 'tiles', "--tileset=$file", '--set=random'))[2]);
    my @wrong = grep { $_->[1] } map { [$_->{name}, join '; ', wrong_with($_, 14)] } @random;
    is(scalar @wrong, 0, ($town ? 'towns' : 'countryside') . ': what touches what');
    diag("$_->[0]: $_->[1]\n" . slurp($file) =~ s/.*(- name: $_->[0]\n.*?)(?=- name|\z).*/$1/sr) for @wrong[0 .. ($#wrong < 3 ? $#wrong : 3)];
}

# ---- On a table: both sides of an edge have land of one kind, however the tiles are turned; an abbey meets any ----

my %deals = (countryside => [31, 3, 0, 'official-1', every_set()], city => [32, 3, 0, 'book-1', 'the-city-r1']);
for my $name (sort keys %deals) {
    my $file = spurt(scratch("$name.crn"), deal(@{ $deals{$name} }));
    my @tables = json_lines((run(bastide(), qw(show --format=json), $file))[1]);
    my ($edges, @differ) = (0);
    my %of = map { my $d = $_; map { ($_ => $d) } $d->{name}, @{ $d->{aliases} } } @designs;
    for my $table (@tables) {
        my %at = map { ($_->{cell} => $_) } @{ $table->{tiles} };
        for my $tile (@{ $table->{tiles} }) {
            my ($x, $y) = split /,/, $tile->{cell};
            for my $side (1, 2) {
                my $beyond = $at{ $side == 1 ? $x + 1 . ",$y" : "$x," . ($y + 1) } or next;
                next if grep { $of{ $_->{tile} }{sides} =~ /a/ } $tile, $beyond;
                $edges++;
                for my $along (70, 300, 700, 930) {
                    my @kinds;
                    for ([$tile, $side, $along], [$beyond, $side + 2, 1000 - $along]) {
                        my ($one, $on, $where) = @$_;
                        my $quarters = index 'NESW', $one->{orient};
                        my ($areas) = land_of($of{ $one->{tile} });
                        my ($kind) = map { $_->{kind} } grep { holds($_->{parts}, @{ on_side(($on - $quarters) % 4, $where, 12) }) } @$areas;
                        push @kinds, $kind // 'none';
                    }
                    # In The City every side is town, so the kinds may differ.
                    push @differ, "$table->{game}: $tile->{cell} side $side at $along: @kinds" if $name eq 'countryside' && $kinds[0] ne $kinds[1];
                    push @differ, "$tile->{cell} side $side" if grep { $_ eq 'none' } @kinds;
                }
            }
        }
    }
    cmp_ok($edges, '>', 200, "$name: edges between tiles");
    is_deeply([@differ[0 .. ($#differ < 3 ? $#differ : 3)]], [], "$name: land meets land of its kind");
    # Meeples stand where the text reports them, on their own land.
    my ($status, $text) = run(bastide(), 'show', $file);
    my @said = sort map { /^([a-f])(?:'s (?:(?:large )?follower|abbot|builder|pig|shepherd|mayor|wagon|barn))? stands on (?:(\S+) of )?the \w+ (\S+) since turn (\d+)/ ? "$1 @{[ $2 // $3 ]} $4" : /^([a-f])'s (guard|tower) is on (\S+) since turn (\d+)/ ? "$1 $2 $3 $4" : () } split /\n/, $text;
    my @drawn = sort map { my $table = $_; map { $_->{thing} eq 'follower' ? "$_->{seat} $_->{segment} $_->{turn}" : $_->{thing} =~ /guard|tower/ && $_->{edge} ? "$_->{seat} $_->{thing} $_->{edge} $_->{turn}" : () } @{ $table->{things} } } @tables;
    cmp_ok(scalar @said, '>', 5, "$name: figures");
    is_deeply(\@drawn, \@said, "$name: the same as in letters");
    my @off;
    for my $table (@tables) {
        my %at = map { ($_->{cell} => $_) } @{ $table->{tiles} };
        my %taken;
        for my $thing (grep { $_->{thing} eq 'follower' && $_->{segment} =~ /^[cfkz]/ && ($_->{follower} // '') ne 'barn' } @{ $table->{things} }) {
            next if $taken{ $thing->{segment} }++;
            my $tile = $at{ $thing->{cell} };
            my ($x, $y) = split /,/, $thing->{cell};
            my @point = ($thing->{at}[0] - 1000 * $x, $thing->{at}[1] - 1000 * $y);
            @point = ($point[1], 1000 - $point[0]) for 1 .. index 'NESW', $tile->{orient};
            my ($areas) = land_of($of{ $tile->{tile} });
            my ($kind) = map { $_->{kind} } grep { holds($_->{parts}, @point) } @$areas;
            push @off, "$thing->{segment} in $table->{game}: @point" if ($kind // '') !~ /^\Q@{[ { c => 'city', f => 'field', k => 'market', z => 'residence' }->{ substr $thing->{segment}, 0, 1 } ]}\E$/;
        }
    }
    is_deeply(\@off, [], "$name: each on its land");
    my @astray = grep { my ($x, $y) = split /,/, $_->{cell}; $_->{thing} =~ /fairy|dragon|bridge|last/ && ($_->{at}[0] < 1000 * $x || $_->{at}[0] > 1000 * $x + 1000 || $_->{at}[1] < 1000 * $y || $_->{at}[1] > 1000 * $y + 1000) }
        map { @{ $_->{things} } } @tables;
    is_deeply(\@astray, [], "$name: what stands on a tile is drawn there");
}

# ---- Documents ----

my $japan = source('replays/japan-2015-final.crn');
my ($status, $svg, $err) = run(bastide(), qw(show --format=svg --owners), $japan);
is("$status$err", '0', 'a picture');
my $svg_of_japan = $svg;
cmp_ok(length $svg, '<', 120_000, 'below 120 kB');
like($svg, qr/^<svg [^>]*version="1\.1"/, 'SVG');
my ($table) = json_lines((run(bastide(), qw(show --format=json), $japan))[1]);
is(scalar(() = $svg =~ /<symbol id="d\d+"/g), scalar keys %{ { map { ($_->{tile} => 1) } @{ $table->{tiles} } } }, 'a symbol for each design that lies there');
is(scalar(() = $svg =~ /<use xlink:href="#d\d+"/g), 72, 'and each tile is one of them');
unlike($svg, qr/(?:href|src)="(?!#)|url\((?!#)|<script|\@import/, 'nothing is loaded');
my @seats = $svg =~ /class="sum"[^>]*>(-?\d+)</g;
is("@seats", '96 95', 'the scores');
like($svg, qr/<title id="title">[^<]*japan-2015-final\.crn:1 after the final scoring, turn 71<\/title>\s*<desc id="desc">72 tiles/, 'in words');

# --title puts a heading above the table.
my $titled = (run(bastide(), qw(show --format=svg --title), source('replays/japan-2015-final.crn')))[1];
is_deeply([$titled =~ /<text class="caption[^>]*>([^<]*)</g], ['Japanese championship 2015, final, Japan, 2015', 'J.N 96, R.N 95: J.N wins'], '--title');
my $box = qr/viewBox="\S+ (\S+) \S+ (\S+)"/;
my @heights = map { [/$box/] } $svg, $titled;
is($heights[0][0] + $heights[0][1], $heights[1][0] + $heights[1][1], 'above the same picture');
my ($lowest) = sort { $b <=> $a } $titled =~ /<text class="caption[^>]*y="(-?\d+)"/g;
cmp_ok($lowest, '<', $heights[0][0], 'where nothing else stands');
my $nameless = (run_input("%CRN 1\nrules: official-1\nevent: \"<b>&\"\nplayers: [Ada, @{[ 'x' x 300 ]}]\n---\nend stopped\n", bastide(), qw(show --format=svg --title)))[1];
like($nameless, qr{<text class="caption first"[^>]*>&lt;b&gt;&amp;</text>\n<text class="caption"[^>]*>Ada 0, x{10,60}\xE2\x80\xA6</text>}, 'any names, as far as there is room');
is((run(bastide(), qw(show --title), source('replays/japan-2015-final.crn')))[0], 2, 'a picture needs no other form');
# --bare leaves out what is below the table, and no more.
my ($bare, $whole) = map { (run(bastide(), qw(show --format=svg), @$_, source('replays/japan-2015-final.crn')))[1] } ['--bare'], [];
my ($of_bare, $of_whole) = map { [/^<svg [^>]*viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"/] } $bare, $whole;
is_deeply([@$of_bare[0, 1]], [@$of_whole[0, 1]], '--bare: the same corner');
is_deeply([@$of_bare[2, 3]], [11 * 1000 + 1400, 13 * 1000 + 1300], 'eleven columns and thirteen rows with their numbers');
unlike($bare, qr/class="(?:name|sum|bar|paid|listed)"/, 'no scores');
is(scalar(() = $bare =~ /<use /g), scalar(() = $whole =~ s/<text class="name".*//sr =~ /<use /g) - 1, 'all tiles and followers');
is((run(bastide(), qw(show --bare), source('replays/japan-2015-final.crn')))[0], 2, 'only in a picture');
SKIP: {
    skip 'needs rsvg-convert', 3 if system('rsvg-convert --version >/dev/null 2>&1');
    # The line of the manual.
    my ($line) = slurp(source('man/bastide-show.1')) =~ /^\.Dl \$ (bastide show .*rsvg-convert.*) > final\.png$/m;
    ok($line, 'the manual says how to make a PNG');
    my $png = (run('/bin/sh', '-c', $line =~ s/^bastide/bastide()/er =~ s{(replays/)}{source($1)}er))[1];
    like($png, qr/^\x89PNG/, 'which works');
    is(unpack('N', substr $png, 16, 4), 1600, 'in the width that was asked for');
}

# The committed pictures equal new ones, on every machine.
for my $file (glob source('replays/*.svg')) {
    (my $game = $file) =~ s/\.svg$/.crn/;
    my ($kept, $now) = map { s/<title id="title">.*?<\/title>//r } slurp($file), (run(bastide(), qw(show --format=svg --owners), $game))[1];
    ok($now eq $kept, "$file: make pictures");
}

my ($broken) = (run(bastide(), qw(show --format=svg), source('replays/broken-followers.crn')))[1];
my @codes = $broken =~ /<g class="error">.*?<text[^>]*>(\d+)</g;
is("@codes", '302 304 301 203 305 302', 'findings with their codes');

# Names are printed as text, whatever they contain.
my $name = q{<script>alert(1)</script>"]]>&amp;'} . ('x' x 900);
my $quoted = $name =~ s/(["\\])/\\$1/gr;
my $names = spurt(scratch('names <b>&.crn'), "%CRN 1\nrules: official-1\nplayers: [\"$quoted\", B]\n---\n1a E 0,-1S\nend stopped\n");
($status, $svg) = run(bastide(), qw(show --format=svg), $names);
unlike($svg, qr/<script|<b>|\]\]>|\xE2\x80\xAE/, 'no markup of a name, and no turning of the line');
like($svg, qr/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;\]\]&gt;&amp;amp;&#39;xxx/, 'it is there as text');

# One document holds one game.
($status, $svg, $err) = run(bastide(), qw(show --format=svg), $japan, $japan);
is($status, 2, 'two games are no picture');
is(scalar(() = $svg =~ /<svg/g), 1, 'the first one is drawn');
like($err, qr/a picture shows one game/, 'and it is said');

# A finding is visible wherever it is: far from the table, without a place, or in a cell that has no room for all.
# Findings of later turns are not shown.
my $head = "%CRN 1\nrules: official-1\nplayers: [Ana, Bo]\n";
my $drawn = sub {
    my ($name, $text, @options) = @_;
    return (run(bastide(), qw(show --format=svg), @options, spurt(scratch("$name.crn"), $head . $text)))[1];
};
my $far = $drawn->('far', "---\n1a U 1,0N rE\@5,5\nend stopped\n");
my ($left, $top, $width, $height) = $far =~ /viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"/;
my @frames = $far =~ /<g class="error">.*?<text x="(-?\d+)" y="(-?\d+)">/g;
cmp_ok(scalar @frames, '>=', 2, 'a finding far off');
is(scalar(grep { $frames[2 * $_] < $left || $frames[2 * $_] > $left + $width || $frames[2 * $_ + 1] < $top || $frames[2 * $_ + 1] > $top + $height } 0 .. @frames / 2 - 1), 0, 'is in the picture');
my $wrong = $drawn->('wrong', "result: [50, 2]\n---\n1a U 1,0N rE\n2b U 2,0N -\nend 40,0 stopped\n");
is(join(' ', sort $wrong =~ /class="listed"[^>]*>error (\d+)/g), join(' ', sort((run(bastide(), 'check', scratch('wrong.crn')))[1] =~ /error: .*\[(\d+)/g)), 'findings without a place stand below');
for my $broken (glob source('replays/broken-*.crn')) {
    my $drawn = (run(bastide(), qw(show --format=svg), $broken))[1];
    my ($floor) = map { $_->[1] + $_->[3] } [$drawn =~ /viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"/];
    my (@cut, @below, $listed);
    while ($drawn =~ m{<text class="listed" x="-?\d+" y="(-?\d+)">(.*?)<title>(.*?)</title></text>}g) {
        my ($y, $shown, $text) = ($1, $2, $3);
        $listed++;
        $y += $_ for $shown =~ /dy="(\d+)"/g;
        push @cut, $text if $shown =~ s/<tspan [^>]*>/ /gr =~ s{</tspan>}{}gr !~ /: \Q$text\E$/;
        push @below, $text if $y > $floor;
    }
    cmp_ok($listed, '>=', 4, "$broken: findings are listed");
    is("@cut", '', "$broken: the findings are told to their end");
    is("@below", '', 'and none is below the sheet');
}
like($drawn->('many', "---\n1a U 1,0N rE rW cN fS fN cS zN\nend stopped\n"), qr/>\d+ \+\d+<\/text>/, 'more than a cell has room for');
my $later = "---\n1a V 1,0N rW\n2b D -1,0N -\n3a U 2,0Q -\n4b U -2,0N zzz\nend stopped\n";
unlike($drawn->('later', $later, '--at=1'), qr/class="error"|Finding/, 'nothing of later turns');
is(scalar(grep { $_->{event} eq 'finding' } json_lines((run(bastide(), qw(audit --format=json --at=1), scratch('later.crn')))[1])), 0, 'nor in an audit');
is((run_input('', bastide(), qw(show --format=svg)))[1] =~ /no game/ ? 1 : 0, 1, 'without a game a picture is printed too');

# A follower on a road under a bridge stands beside the bridge.
my $under = spurt(scratch('under.crn'), "%CRN 1\nsets: [base, bridges]\nrules: official-1\nplayers: [Ana, Bo]\n---\n1a U 0,-1S bridge:NS rE\nend stopped\n");
my ($bridged) = json_lines((run(bastide(), qw(show --format=json), $under))[1]);
my ($on_road) = grep { $_->{thing} eq 'follower' } @{ $bridged->{things} };
isnt(join(',', @{ $on_road->{at} // [500, -500] }), '500,-500', 'beside the bridge') or diag explain $bridged;

# The marks of a tile stand side by side.
my $bears = spurt(scratch('bears.yaml'), "name: bears\ntiles:\n- name: x1\n  sides: ffff\n  volcano: true\n  portal: true\n  segments:\n  - {kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}\n- name: x2\n  sides: ffff\n  portal: true\n  segments:\n  - {kind: field, halves: [NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW]}\n");
my ($two, $one) = (run(bastide(), qw(tiles --format=svg --set=bears), "--tileset=$bears"))[1] =~ /(<g transform.*?<\/g>)/g;
my ($signs, $sign) = map { [/<use xlink:href="#[^d]\w*" x="(\d+)"/g] } $two, $one;
is(scalar @$signs, 2, 'two marks');
is($signs->[0] + $signs->[1], 2 * $sign->[0], 'around where one would stand');
cmp_ok(abs($signs->[0] - $signs->[1]), '>', 200, 'and do not overlap');

# Figures on roads and monasteries stand on one tile alone, and a monk does not cover its monastery.
for my $design (@designs) {
    for my $segment (grep { $_->{kind} =~ /^(?:road|monastery)$/ } @{ $design->{segments} }) {
        my ($x, $y) = @{ $segment->{spot} };
        my ($least) = sort { $a <=> $b } $x, $y, 1000 - $x, 1000 - $y;
        cmp_ok($least, '>=', 110, "$design->{name}: the figure on $segment->{segment} is whole");
        next if $segment->{kind} eq 'road';
        my ($at_x, $at_y) = (run(bastide(), qw(tiles --format=svg), "--set=$design->{set}", $design->{name}))[1] =~ /#monastery" x="(\d+)" y="(\d+)"/;
        cmp_ok(sqrt(($x - $at_x)**2 + ($y - $at_y)**2), '>', 300, "$design->{name}: the monk is beside the monastery");
    }
}
# Houses or a round end are drawn where roads end, and a bridge where one crosses another.
for (['o4', qr/#village"/], ['o7', qr/#village"/], ['a10', qr/dead-end/], ['g24', qr/class="rail"/]) {
    my ($name, $shown) = @$_;
    my $drawn = (run(bastide(), qw(tiles --format=svg), $name))[1] =~ s/<style.*?<\/style>//sr;
    like($drawn, $shown, "$name: the end of its roads");
}
unlike((run(bastide(), qw(tiles --format=svg), $_))[1] =~ s/<style.*?<\/style>//sr, qr/#village"|dead-end|class="rail"/, "$_ has none") for qw(D h14 d7 U);

# The legend names the players whose fields are hatched, in as many lines as it needs.
is(join('; ', $svg_of_japan =~ />(fields of [^<]*)</g), 'fields of J.N; fields of J.N, R.N', 'a legend for hatching');
unlike((run(bastide(), qw(show --format=svg), $japan))[1], qr/fields of/, 'only with --owners');
my $tall = (run(bastide(), qw(show --format=svg --owners), spurt(scratch('tall.crn'), slurp($japan) =~ s/^players:.*$/players: [Bartholomew the Younger, Anastasia the Elder]/mr)))[1];
my @lines = $tall =~ /class="paid" x="-?\d+" y="(-?\d+)">(?:city|fields)/g;
cmp_ok($lines[-1], '>=', $lines[0] + 300, 'another line for long names');

# The walls of The City by their length: short walls do not reach the corners.
my ($city, %wide) = slurp(source('replays/city-two-seats.svg'));
$wide{ abs($3 - $1) + abs($4 - $2) }++ while $city =~ /class="wall" d="M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)"/g;
my %laid = (short => 0, wall => 0);
$laid{$_}++ for slurp(source('replays/city-two-seats.crn')) =~ /\b(short|wall):/g;
is_deeply([map { $wide{$_} } sort { $a <=> $b } keys %wide], [@laid{qw(short wall)}], 'short walls, and the others');

# A part of a turn (--at).
my $steps = spurt(scratch('steps.crn'), slurp(source('testdata/figures/bridges-bazaar.crn')));
my ($lots) = slurp($steps) =~ /^(\d+)\.3/m;
my ($part) = json_lines((run(bastide(), qw(show --format=json), "--at=$lots.3", $steps))[1]);
is($part->{turn}, $lots, 'up to a step of a turn');
is($part->{step}, 3, 'which is said');
is((run(bastide(), qw(show --at=3.x), $steps))[0], 2, 'a step is a number');
for (['5', 2], ['5/1', 1], ['5/2', 2], ['5.0', 1], ['5.1', 1], ['5/2.0', 2]) {
    my ($at, $tiles) = @$_;
    my $two = spurt(scratch('two.crn'), "%CRN 1\nsets: [base, traders]\nrules: official-1\nplayers: [Ada, Ben]\n---\n1a U 1,0N rE\n2b E 0,-1S -\n3a U 2,0N builder:rE\n4b B 0,1N -\n5a discard:C\n5a U 3,0N -\n5.1a adjust:1\n5a discard:C\n5a B 2,1N -\n6b B 3,1N -\n");
    my ($table) = json_lines((run(bastide(), qw(show --format=json), "--at=$at", $two))[1]);
    is(scalar @{ $table->{tiles} }, 5 + $tiles, "--at=$at: the tiles that lie then");
    is($table->{scores}[0], $at eq '5.0' ? 0 : 1, 'and the points');
}
is((run(bastide(), 'show', "--at=$_", scratch('two.crn')))[0], 2, "--at=$_ is wrong") for '5/3', '5/0', '5/2.1', '4/2', '5b', '5/', '5.', '/2';
is((run(bastide(), qw(show --at=1.9), $steps))[0], 2, 'a step that the turn does not have');
is((run(bastide(), qw(show --owners), $steps))[0], 2, '--owners needs a picture');

# Every picture is well-formed.
SKIP: {
    skip 'needs python3', 2 if system 'python3 -c "import xml.dom.minidom" 2>/dev/null';
    my @files;
    my $written = sub { push @files, spurt(scratch("$_[0].svg"), (run(bastide(), @_[1 .. $#_]))[1]) };
    $written->("set-$_", qw(tiles --format=svg), "--set=$_") for 'base', expansion_sets(), 'the-city-r1';
    my @records = ($names, glob(source('replays/*.crn')), glob source('testdata/figures/*.crn'));
    $written->("table-$_", qw(show --format=svg --owners), $records[$_]) for 0 .. $#records;
    my ($failed, $said) = (run('python3', '-c', 'import sys, xml.dom.minidom
for path in sys.argv[1:]:
    xml.dom.minidom.parse(path)', @files))[0, 2];
    is("$failed$said", '0', scalar(@files) . ' pictures are XML');
    my ($dtd) = glob '/usr/share/xml/w3c-sgml-lib/schema/dtd/REC-SVG11-*/svg11.dtd';
    skip 'needs xmllint and the DTD of SVG 1.1', 1 if !$dtd || system 'xmllint --version >/dev/null 2>&1';
    is(join('', (run('xmllint', '--noout', '--nonet', '--dtdvalid', $dtd, @files))[0, 2]), '0', 'SVG 1.1, by its DTD');
}
# A shepherd with its sheep, at two points of a game; a barn on its corner.
my $sheep = spurt(scratch('sheep.crn'), "%CRN 1\nsets: [base, hills-sheep]\nrules: jcz-1\nplayers: [Ada, Ben]\n---\n1a B 0,1N shepherd:fNNW sheep:2\n2b B 1,1N -\n3a B 0,2N grow sheep:3\nend stopped\n");
for ([2, 2], [3, 5]) {
    my ($turn, $count) = @$_;
    like((run(bastide(), 'show', "--at=$turn", $sheep))[1], qr/^a's shepherd stands on .* since turn 1 with $count sheep$/m, "turn $turn: $count sheep");
    my ($table) = json_lines((run(bastide(), 'show', '--format=json', "--at=$turn", $sheep))[1]);
    is(join(' ', map { $_->{load} // () } @{ $table->{things} }), $count, 'in JSON too');
    like((run(bastide(), 'show', '--format=svg', "--at=$turn", $sheep))[1], qr{<text class="bar"[^>]*>$count</text>}, 'and in the picture');
}
my ($barns) = json_lines((run(bastide(), 'show', '--format=json', spurt(scratch('barn.crn'), "%CRN 1\nsets: [base, abbey-mayor, hills-sheep]\nrules: jcz-1\nplayers: [Ada, Ben]\n---\n1a B 0,1N -\n2b B 1,1N -\n3a B 1,2N shepherd:fNNW sheep:1\n4b B 0,2N barn:NE\nend stopped\n")))[1]);
is_deeply([map { $_->{at} } grep { ($_->{follower} // '') eq 'barn' } @{ $barns->{things} }], [[1000, 2000]], 'a barn stands on its corner, whoever stands on its segment');
done_testing;

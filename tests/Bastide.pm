# SPDX-License-Identifier: MIT
# Functions that the test scripts share: they find the program and its files, run commands and keep scratch files.
# Environment variables of all scripts:
#
#     BASTIDE=PROGRAM          the program to test; without it bastide in the build folder
#     BASTIDE_SHARED=FOLDER    known games; without it ../shared beside the sources
#     BASTIDE_NO_SKIP=1        a test that would be skipped fails
#     BASTIDE_SAID=FOLDER      collects messages of the program there, for tests/said
#
# Many scripts take fewer cases with BASTIDE_STRIDE=N, and more or all of them with BASTIDE_LONG=1.
package Bastide;
use strict;
use warnings;
use Exporter 'import';
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Cwd qw(abs_path getcwd);
use IO::Handle;
use JSON::PP ();
our @EXPORT = qw(brief judged judge_each scalars run run_input bastide built helper json_lines decode_json slurp spurt scratch source sources rows tileset expansion_sets every_set set_kinds brought shared known_saves deal few_walls one_in);

# With BASTIDE_NO_SKIP a test that would be skipped fails instead.
if ($ENV{BASTIDE_NO_SKIP}) {
    require Test::Builder;
    no warnings 'redefine';
    my $plan = \&Test::Builder::plan;
    *Test::Builder::skip = sub { my ($self, $why) = @_; return $self->ok(0, "not to be skipped: $why") };
    *Test::Builder::plan = sub { my ($self, $what, $why) = @_; die "not to be skipped: $why\n" if $what && $what eq 'skip_all'; return $plan->(@_) };
}

# Automake sets srcdir and builddir. Without them the sources are those around this file, and the current folder has the
# build.
my $srcdir = abs_path($ENV{srcdir} // dirname(__FILE__) . '/..');
my $builddir = abs_path($ENV{builddir} // '.');
my $scratch = tempdir('bastide-XXXXXX', TMPDIR => 1, CLEANUP => 1);

# Takes what run() returns for `check`, and returns it with each verdict in brief, for tests of other things than the
# verdict's words: "game.crn:1: Ada 4, Ben 0: Ada wins; legal; all scores in the log are right; 1 finding" becomes
# "game.crn:1: legal, 4-0, claims equal, 1 finding". cli.t tests the words.
sub brief {
    my ($status, $out, @more) = @_;
    my %claims = ('all scores in the log are right' => ', claims equal', 'some claims in the log are wrong' => ', claims differ');
    $out =~ s{^(.*:) (?!error|warning|note)(.*?): ([^;:\n]*); (illegal|legal but not valid|legal)(?: \(no move[^)]*\))?(, undetermined)?(?(5) \(the record[^)]*\))(?=[;,\n]|$)(?:; (all|some) ((?:scores|claims) in the log are \w+))?(?:; (\d+ findings?)(?! disabled))?}{
        my ($file, $scores, $outcome, $legal) = ($1, $2, $3, $4);
        my ($unknown, $claims, $findings) = ($5 // '', $6 ? $claims{"$6 $7"} : '', $8 ? ", $8" : '');
        my @scores = map { / (-?\d+)$/ ? $1 : '?' } split /, /, $scores;
        my $between = grep({ /^-/ } @scores) ? ':' : '-';
        "$file $legal" . ($outcome eq 'unfinished' ? ', unfinished' : '') . ', ' . join($between, @scores) . "$claims$unknown$findings";
    }gme;
    return ($status, $out, @more);
}

sub source { return "$srcdir/$_[0]" }
# sources() returns the files of a folder of src and of its subfolders that have an extension. rows() returns the text
# of all tables that expansions extend (src/rows.h).
sub sources {
    my ($folder, $kind) = @_;
    my @files = map { glob source("src/$folder/$_.$kind") } '*', '*/*';
    return @files;
}
sub rows { return join '', map { slurp($_) } glob(source('src/*/*.def')), glob source('src/expansions/*/*.def') }
# Returns the text of a tile set that belongs to the program.
sub tileset {
    my ($name) = @_;
    my ($text) = grep { /^name: \Q$name\E$/m } map { slurp($_) } glob(source('src/tiles/*.yaml')), glob source('src/expansions/*/tiles.yaml');
    return $text // die "no tile set $name\n";
}
# expansion_sets() returns the names of the sets of the countryside except base, in the order of the rooms. every_set()
# joins base and these as a list. set_kinds() returns the combinations of sets that tests play.
sub expansion_sets { return map { my ($name) = slurp($_) =~ /^name: (\S+)$/m; $name } grep { -e && slurp($_) !~ /^game: the-city$/m } map { source("src/$_/tiles.yaml") } slurp(source('src/expansions/all.def')) =~ m{^#include "(expansions/\w+)/room\.def"$}mg }
sub every_set { return join ',', 'base', expansion_sets() }
sub set_kinds { return ('base', map({ "base,$_" } expansion_sets()), 'base,princess-dragon,bridges', every_set(), 'the-city-r1') }
# Returns a map of all tile sets with the rules that each brings.
sub brought {
    my %brought;
    for (map { slurp($_) } glob(source('src/tiles/*.yaml')), glob source('src/expansions/*/tiles.yaml')) {
        my ($name) = /^name: (\S+)$/m;
        $brought{$name} = [/^brings: \[(.*)\]$/m ? split(/, */, $1) : ()];
    }
    return %brought;
}
# Returns every STRIDE-th item of a list. Each round starts at another item, so that STRIDE rounds take every item once.
sub one_in {
    my ($stride, $round, @list) = @_;
    return @list[grep { ($_ + $round) % $stride == 0 } 0 .. $#list];
}
sub scratch { return "$scratch/$_[0]" }
sub bastide { return $ENV{BASTIDE} // "$builddir/bastide" }
sub built { return "$builddir/$_[0]" }
sub helper { return "$builddir/tests/bin/$_[0]" }

# Returns the path of known games or rulebooks, which only some machines have beside the sources; undef without them.
sub shared {
    my $path = ($ENV{BASTIDE_SHARED} // "$srcdir/../shared") . "/$_[0]";
    return -e $path ? $path : undef;
}

# Returns the saves of JCloisterZone with known answers whose sets and elements are in the tables of the program.
sub known_saves {
    my $rows = rows() . slurp(source("src/formats/jcz/jcz_terms.def"));
    my %known = map { $_ => 1 } qw(small-follower farmers), $rows =~ /^JCZ_(?:SET\(|ELEMENT\(\w+, |EDITION\(\d, "\w+", )"([^"]+)"/mg;
    return grep {
        my $setup = decode_json(slurp($_))->{setup};
        !grep { !$known{$_} } keys %{ $setup->{sets} }, keys %{ $setup->{elements} };
    } map { glob "$_/*.jcz" } map { shared("games/$_") // () } qw(jcz jcz-more jcz-a);
}

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!";
    local $/;
    my $text = <$file>;
    return $text // '';
}

sub spurt {
    my ($path, $text) = @_;
    open my $file, '>:raw', $path or die "$path: $!";
    print $file $text or die "$path: $!";
    close $file or die "$path: $!";
    return $path;
}

# The process that starts the commands (tests/launch.c), and the files that are their standard input, output and error.
my %launcher = (pid => 0);
my @stream = qw(stdin stdout stderr);
sub start_launcher {
    for (@stream) {
        open $launcher{$_}, '+>:raw', scratch($_) or die scratch($_) . ": $!";
    }
    pipe my $requests, $launcher{request} or die "pipe: $!";
    pipe $launcher{answer}, my $answers or die "pipe: $!";
    my $program = helper('launch');
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDIN, '<&', $requests or die $!;
        open STDOUT, '>&', $answers or die $!;
        exec { $program } $program, map { scratch($_) } @stream or die "$program: $! (make check TESTS= builds it)";
    }
    $launcher{pid} = $$;
}

# Runs a command. Returns its exit status, standard output and standard error. Death by signal N gives status 128 + N.
sub run {
    return run_input('', @_);
}

sub run_input {
    my ($input, @command) = @_;
    start_launcher() if $launcher{pid} != $$;
    my ($in, @out) = @launcher{@stream};
    seek $in, 0, 0 or die $!;
    truncate $in, 0 or die $!;
    print $in $input or die $!;
    $in->flush or die $!;
    my $request = join '', map { my $s = $_; utf8::encode($s) if utf8::is_utf8($s); "$s\0" } getcwd(), scalar @command, @command, map { "$_=$ENV{$_}" } sort keys %ENV;
    syswrite $launcher{request}, pack('L', length $request) . $request or die $!;
    my $answer = '';
    (sysread($launcher{answer}, $answer, 4) // 0) == 4 or die "the launcher ended\n";
    my $status = unpack 'l', $answer;
    $status = $status & 127 ? 128 + ($status & 127) : $status >> 8;
    my @written;
    for (@out) {
        sysseek $_, 0, 0 or die $!;
        push @written, '';
        1 while sysread $_, $written[-1], 1 << 20, length $written[-1];
    }
    listen_to(@written) if $ENV{BASTIDE_SAID};
    return ($status, @written);
}

# Collects messages about usage and about input that is not a valid record, for tests/said. Messages that differ only in
# places, numbers or names count as one. Findings about records are in testdata/messages.txt instead.
my %said;
sub listen_to {
    my ($out, $err) = @_;
    for ($out =~ /^.*"event":"finding".*/mg) {
        my ($code, $message) = (/"code":(\d+)/, /"message":"((?:[^"\\]|\\.)*)"/);
        $said{$_}++ for plainly($code, $message =~ s/\\(["\\])/$1/gr);
    }
    for my $text ($out, $err) {
        while ($text =~ /(?:error|warning): (?!error: )(.*) \[(\d{3}) [a-z-]+\]$/mg) {
            $said{$_}++ for plainly($2, $1);
        }
    }
    while ($err =~ /^bastide(?: [a-z]+)?: (?!error)(.*)/mg) {
        $said{$_}++ for plainly('use', $1);
    }
}

sub plainly {
    my ($code, $message) = @_;
    my $tile = qr/(?:[A-Z]|[a-z]\d+)\b/;
    return if $code ne 'use' && !grep { $code == $_ } 115 .. 117, 216, 312, 705, 901 .. 910;
    $message =~ s/^turn [^:]*: //;
    $message =~ s/(?<![a-z])'.*?'(?![a-z])/'...'/g;
    $message =~ s/\b[0-9a-f]{20,}\b/.../;
    $message =~ s/-?\d+,-?\d+/#/g;
    $message =~ s/(?<![\w-])-?\d+(?:[.,]\d+)*\b/#/g;
    $message =~ s/^(?:-|#|.*\.(?:crn|zip)(?::#)?|<stdin>(?::#)?): /...: /, s/\btile $tile/tile .../ for $code eq 'use' ? $message : ();
    $message =~ s/^(cannot (?:open|read on|write)): [A-Z].*/$1: .../;
    $message =~ s/^(not JSON|assertion not understood|this command reads no files): .*/$1: .../;
    # Remove the place within a tile definition.
    s/^(tile definition: )tile \S+(?: of the list)?(?:, segment #(?: \(\w+\))?)?: /$1/, s/segment # \(\w+\)/segment #/g, s/(what the tile has not: a \w+ at|place of a side:|halves of a town:|between fields:) \w+$/$1 .../ for $code eq '116' ? $message : ();
    $message =~ s/(the game is not in phase) \w+/$1 .../;
    # Names that expansions add to a list are data, not part of the message.
    $message =~ s/; (keys|known) are (?!turn, step$)[a-z].*$/; $1 are .../;
    # Remove the last item of a list that was too long for its message.
    $message =~ s/, [^,]*…$//;
    # A player is a name in text, and a seat in JSON.
    my $player = qr/(?:seat [a-f]|[A-Z]\w*)/;
    s/^${player}(?='s | (?:has|is|does|wins|gets|places|drew|ties|scores|can) )/seat a/, s/(?<=holds no follower of )$player/seat a/, s/is ${player}'s follower, not ${player}'s/is seat a's follower, not seat b's/ for $code =~ /312|705|910/ ? $message : ();
    if ($code =~ /216|312|705/) {
        $message =~ s/\b(has|draws?|but) (?!on )(?:[A-Z][\w\/.!]*|[a-z]\d+)/$1 .../g;
        $message =~ s/\b(?:[crfk][NESW]{1,3}|m)(?:\@#|\b(?= is ))/cN/g;
        $message =~ s/\b(?:city|road|field|monastery)\b/city/g;
    }
    $message =~ s/(missing before this) .*/$1 .../ if $code eq '910';
    # Rows of strangers.def, and segments of score sheets, are data.
    $message =~ s/(this seems to be|it seems to be) .*?(?=, not a record|$)/$1 .../, s/(not a record of a game:) .*/$1 .../, s/^(tile \S+ has no) \w+/$1 .../ for $code =~ /90[678]/ ? $message : ();
    $message =~ s/^tile $tile/tile .../ if $code eq '908';
    # If several things are not supported, each counts as a message.
    return map { "$code $_" } $message =~ /^not supported: (.*)/ ? map { "not supported: $_" } split /, (?=[a-z ]+ '\.)/, $1 : $message;
}

END {
    if ($ENV{BASTIDE_SAID} && %said) {
        my ($name) = $0 =~ m{([^/]+)$};
        open my $file, '>', "$ENV{BASTIDE_SAID}/$name.$$" or die $!;
        print $file map { "$_\n" } sort keys %said;
    }
}

# JSON::PP comes with Perl; Cpanel::JSON::XS may be installed, and is much faster.
my $reader = (eval { require Cpanel::JSON::XS } ? 'Cpanel::JSON::XS' : 'JSON::PP')->new->utf8;
sub decode_json { return $reader->decode($_[0]) }

sub json_lines {
    my ($text) = @_;
    return map { decode_json($_) } split /\n/, $text;
}

# Judges several JSON documents. Returns for each the places of errors and of warnings, the scores, whether the game is
# complete, and the whole output as text, which is equal for equal games.
sub judged {
    my @judged = map { { errors => [], warnings => [], text => '', scores => '', complete => '' } } @_;
    my ($status, $out) = run_input(join("\n", @_), bastide(), 'check', '--format=json');
    for (split /\n/, $out) {
        my ($number) = /"game":(\d+)/;
        my $game = $judged[ $number - 1 ];
        push @{ $game->{"$1s"} }, /"at":"([^"]*)"/ ? $1 : '' if /"severity":"(error|warning)"/;
        $game->{text} .= s/"game":\d+,//r;
        $game->{scores} = $1 if /"scores":\[([^\]]*)\]/;
        $game->{complete} = $1 if /"complete":(\w+)/;
    }
    return @judged;
}

# Judges changed documents in groups of a hundred. Returns a function that takes one list at a time, whose first item is
# the text of the document. It calls VISIT with each list and its result. A call without a list judges the remaining
# ones.
sub judge_each {
    my ($visit) = @_;
    my @lists;
    return sub {
        push @lists, @_;
        return if @_ && @lists < 100;
        my @said = judged(map { $_->[0] } @lists);
        $visit->($lists[$_], $said[$_]) for 0 .. $#lists;
        @lists = ();
    };
}

# Returns all scalars of a JSON text, each with its path, such as a.b[0].c, its offset and its text.
sub scalars {
    my ($text) = @_;
    my (@scalars, @path);
    while ($text =~ /("(?:[^"\\]|\\.)*")\s*:|("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)|([{}\[\]])|(,)/g) {
        if (defined $1) { $path[-1] = (@path > 1 ? '.' : '') . substr $1, 1, -1 }
        elsif (defined $2) { push @scalars, [join('', @path), $-[2], $2] }
        elsif (defined $4) { $path[-1] =~ s/^\[(\d+)\]$/'[' . ($1 + 1) . ']'/e }
        elsif ($3 eq '{') { push @path, '' }
        elsif ($3 eq '[') { push @path, '[0]' }
        else { pop @path }
    }
    return @scalars;
}

# Returns random legal games as text: deal(SEED, COUNT, SEATS, PROFILE, SETS, OPTIONS, TILESET). SEATS 0 leaves their
# number to chance. Other values that are missing are the defaults of `bastide deal`.
sub deal {
    my ($seed, $count, $seats, $profile, $sets, $options, $tiles) = @_;
    my @words = ("--seed=$seed", "--games=$count", $seats ? "--seats=$seats" : (), $profile ? "--rules=$profile" : (), $sets ? "--sets=$sets" : (),
        $options ? "--options=$options" : (), $tiles ? "--tileset=$tiles" : ());
    my ($status, $out, $err) = run(bastide(), 'deal', @words);
    die "deal @words: $err" if $status;
    return $out;
}

# Writes a tile set of The City with so few walls and towers that they run out. Returns its path.
sub few_walls {
    my $few = tileset('the-city-r1');
    for (['name: the-city-r1', 'name: few-walls'], ['wall: 70', 'wall: 20'], ['tower: 12', 'tower: 4']) {
        my ($from, $to) = @$_;
        $few =~ s/\b$from\b/$to/ or die "no '$from' in the set";
    }
    return spurt(scratch('few-walls.yaml'), $few);
}

1;

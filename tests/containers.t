#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests inputs that hold other inputs: zip archives, HAR files of browsers and saved pages. A game in any of them must be the same game,
# under the name of its member. Damaged and hostile containers must be reported, and cost little. Then tests the
# messages about files that are not records. BASTIDE_LONG: an archive is changed in each of its bytes.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use IO::Compress::Gzip qw(gzip $GzipError);
use IO::Compress::Zip qw(:zip_method $ZipError);
use JSON::PP ();
use MIME::Base64 qw(encode_base64);
use Storable qw(dclone);
use Test::More;

my $json = JSON::PP->new->canonical;
# Sanitizers keep freed memory.
my $counts_memory = slurp(bastide()) !~ /__asan_init/;
my $has_zip = slurp(built('config.h')) =~ /^#define HAVE_MINIZIP/m;

# Returns an archive of members, given as pairs of name and content.
sub zipped {
    my (@members) = @_;
    my ($archive, $zip) = ('');
    while (my ($name, $content) = splice @members, 0, 2) {
        my ($method, $text) = ref $content ? @$content : (ZIP_CM_DEFLATE, $content);
        if ($zip) {
            $zip->newStream(Name => $name, Method => $method) or die $ZipError;
        } else {
            $zip = IO::Compress::Zip->new(\$archive, Name => $name, Method => $method, Minimal => 1) or die $ZipError;
        }
        $zip->print($text);
    }
    $zip->close if $zip;
    return $archive;
}

sub har { return $json->encode({ log => { version => '1.2', creator => { name => 'entries', version => '[1]' }, pages => [{ entries => [] }], entries => [@_] } }) }
sub response { my ($address, %content) = @_; return { request => { url => $address }, response => { content => \%content } } }
sub log_response { my ($table, $text) = @_; return response("https://boardgamearena.com/archive/archive/logs.html?table=$table&translated=true", text => $text) }
sub page { return "<!DOCTYPE html>\n<html><script>\nvar g_gamelog = 1, g_gamelogs_x = {};\nvar g_gamelogs = $_[0];\n</script></html>\n" }

sub check { my ($name, $content, @options) = @_; return brief run(bastide(), 'check', '--no-context', @options, spurt(scratch($name), $content)) }
# Checks a container: the status and the lines that it must give, where NAME stands for its path.
sub checks {
    my ($what, $name, $content, $status, @lines) = @_;
    my ($got, $out, $err) = check($name, $content);
    my $path = scratch($name);
    is("$got\n" . join('', grep { !/^\d+ games:/ } map { "$_\n" } split /\n/, $out . $err) =~ s/\Q$path\E/NAME/gr, join("\n", $status, @lines) . "\n", $what);
}

my $game = deal(1, 1, 0, 'jcz-1');
my $other = deal(2, 1, 0, 'jcz-1');
my ($save) = (run_input($game, bastide(), qw(convert --to=jcz --lossy)))[1];
my ($record) = (run_input($game, bastide(), qw(convert --to=json)))[1] =~ s/\n//gr;
my $audit = sub { my ($name, $content, @options) = @_; my (undef, $out) = run(bastide(), 'audit', '--format=json', '--events=all', @options, spurt(scratch($name), $content)); return $out =~ s/"file":"[^"]*"//gr };
my ($score) = (brief run_input($game, bastide(), 'check'))[1] =~ /legal, (\d+-\d+)/;
my ($other_score) = (brief run_input($other, bastide(), 'check'))[1] =~ /legal, (\d+-\d+)/;
ok($score && $other_score, 'there are games');

# ---- The same game in any container ----
my $whole = $audit->('game.crn', $game);
my $of_save = $audit->('game.jcz', $save);
is($audit->('page.html', page($save)), $of_save, 'a page gives the same audit');
is($audit->('a.har', har(response('https://example.org/a.js', text => 'x'), log_response(7, $save))), $of_save, 'a HAR file gives the same audit');
is($audit->('base64.har', har(response('https://example.org/logs.html', text => encode_base64($save), encoding => 'base64'))), $of_save, 'also if it is encoded');
gzip(\har(log_response(7, $save)), \my $gzipped) or die $GzipError;
is($audit->('a.har.gz', $gzipped), $of_save, 'also if it is gzipped');
checks('responses have the names of their tables', 'two.har', har(log_response(7, $record), response('https://x.y/logs.html', text => $record)), 0, "NAME/table=7:1: legal, $score, claims equal", "NAME/log.entries[1]:1: legal, $score, claims equal");
checks('a HAR file with two lists', 'lists.har', har(log_response(7, $record)) =~ s/\}\}$/,"entries" : []}}/r, 2, "NAME/table=7:1: legal, $score, claims equal", "NAME: error: the HAR file has a second 'entries', which is not read [908 import-malformed]");
checks('a HAR file with two logs', 'logs.har', har(log_response(7, $record)) =~ s/\}$/,"log":{}}/r, 2, "NAME/table=7:1: legal, $score, claims equal", "NAME: error: the HAR file has a second 'log', which is not read [908 import-malformed]");
checks('a page with two logs', 'logs.html', page($record) . page('[]') x 9 . page($record), 0, "NAME:1: legal, $score, claims equal", "NAME/log=2:1: legal, $score, claims equal");
checks('a page has its own name', 'one.html', page($record), 0, "NAME:1: legal, $score, claims equal");

SKIP: {
    skip 'built without minizip', 29 unless $has_zip;
    is($audit->('a.zip', zipped('game.jcz' => $save)), $of_save, 'an archive gives the same audit');
    is($audit->('stored.zip', zipped('game.jcz' => [ ZIP_CM_STORE, $save ])), $of_save, 'also if it is stored');
    checks('a member without a name', 'noname.zip', zipped('' => $game, 'two.crn' => $other), 0, "NAME/:1: legal, $score, claims equal", "NAME/two.crn:1: legal, $other_score, claims equal");
    my $first = zipped('one.crn' => $other);
    checks('an archive after another one', 'after.zip', $first . zipped('two.crn' => $game), 0, "NAME/two.crn:1: legal, $score, claims equal",
        'NAME: warning: not supported: ' . (length($first) - 24 + 16) . ' bytes of the archive belong to no member that its directory lists; they are not read [907 unsupported]');
    my @members = ('a/' => '', 'a/one.crn' => $game, 'two.jcz' => $save, '__MACOSX/a/._one.crn' => 'junk', 'a/.DS_Store' => 'junk', 'three.har' => har(log_response(8, $record)), 'four.html' => page($record), 'five.crn' => $other);
    my @lines = ("NAME/a/one.crn:1: legal, $score, claims equal", "NAME/two.jcz: legal, $score", "NAME/three.har/table=8:1: legal, $score, claims equal", "NAME/four.html:1: legal, $score, claims equal", "NAME/five.crn:1: legal, $other_score, claims equal");
    checks('members of all kinds', 'members.zip', zipped(@members), 0, @lines);
    my (undef, $alone) = check('members.zip', zipped(@members));
    my (undef, $piped) = brief run_input(zipped(@members), bastide(), 'check', '--no-context');
    is($piped =~ s/<stdin>/X/gr, $alone =~ s/\S*members\.zip/X/gr, 'an archive from standard input');
    is((check('members.zip', zipped(@members), '-j3'))[1], $alone, 'with --jobs');
    mkdir scratch('folder');
    spurt(scratch('folder/x.zip'), zipped(@members));
    spurt(scratch('folder/y.txt'), 'nothing');
    is((brief run(bastide(), 'check', '--no-context', '-r', scratch('folder')))[1] =~ s{\S*/folder/x\.zip}{X}gr, $alone =~ s/\S*members\.zip/X/gr, 'an archive in a folder');
    is((run(bastide(), 'diff', spurt(scratch('games.crn'), $game . $other), spurt(scratch('games.zip'), zipped('1.crn' => $game, '2.crn' => $other))))[0], 0, 'diff reads archives');
    is((run(bastide(), 'fmt', scratch('games.zip')))[1], (run(bastide(), 'fmt', scratch('games.crn')))[1], 'fmt prints the records of an archive');
    my ($status, undef, $err) = run(bastide(), 'fmt', '--in-place', scratch('games.zip'));
    is($status, 2, 'and does not write into it');
    like($err, qr/holds other files, and is left as it is/, 'which it says');

    # ---- Members that are not read ----
    checks('other files', 'others.zip', zipped('readme.txt' => "hello\n", 'a.png' => "\x89PNG\r\n\x1a\n", 'one.crn' => $game), 0,
        'NAME/readme.txt:1:1: warning: the member is skipped, because it is neither a CRN record nor a format that can be imported [907 unsupported]',
        'NAME/a.png:1:1: warning: the member is skipped, because it seems to be a picture [907 unsupported]', "NAME/one.crn:1: legal, $score, claims equal");
    checks('an archive without a game', 'none.zip', zipped('readme.txt' => "hello\n"), 2,
        'NAME/readme.txt:1:1: warning: the member is skipped, because it is neither a CRN record nor a format that can be imported [907 unsupported]', 'NAME: error: the zip archive holds no game [906 format]');
    checks('an empty archive', 'empty.zip', "PK\5\6" . "\0" x 18, 2, 'NAME: error: the zip archive holds no game [906 format]');
    checks('an archive in an archive', 'nested.zip', zipped('in.zip' => zipped('one.crn' => $game), 'one.crn' => $game), 2, 'NAME/in.zip: error: not supported: a zip archive in a zip archive; unpack it first [907 unsupported]', "NAME/one.crn:1: legal, $score, claims equal");
    # Flags and method stand at fixed offsets of both headers.
    my $patched = sub {
        my ($archive, $offset, $value) = @_;
        substr($archive, 6 + $offset, 2) = pack 'v', $value;
        my $central = index $archive, "PK\1\2";
        substr($archive, $central + 8 + $offset, 2) = pack 'v', $value;
        return $archive;
    };
    checks('an encrypted member', 'encrypted.zip', $patched->(zipped('one.crn' => $game), 0, 1), 2, 'NAME: one.crn: error: not supported: the member is encrypted; unpack the archive first [907 unsupported]');
    checks('an unknown method', 'method.zip', $patched->(zipped('one.crn' => $game), 2, 14), 2, 'NAME: one.crn: error: not supported: the member is packed by method 14; unpack the archive first [907 unsupported]');

    # ---- Damage ----
    my $archive = zipped('one.crn' => $game, 'two.crn' => $other);
    checks("an archive that lacks $_ of its end", 'cut.zip', substr(zipped('one.crn' => $game), 0, -$_), 2, "NAME/one.crn:1: legal, $score, claims equal", 'NAME: error: cannot read further: the zip archive is damaged or cut off [902 cannot-read]') for 1 .. 3;
    checks('an archive that was cut', 'cut.zip', substr($archive, 0, length($archive) - 30), 2, 'NAME: error: cannot read further: the zip archive is damaged or cut off [902 cannot-read]');
    my $stored = zipped('one.crn' => [ ZIP_CM_STORE, $game ], 'two.crn' => $other);
    substr($stored, index($stored, 'Ada'), 3) = 'Eva';
    like((check('checksum.zip', $stored))[1], qr{checksum\.zip/one\.crn: error: cannot read further: the member of the zip archive is damaged.*checksum\.zip/two\.crn:1: legal}s, 'a wrong checksum; the other member is judged');
    my ($bad, $changes) = (0, 0);
    my $stride = $ENV{BASTIDE_LONG} ? 1 : 97;
    my @files;
    for (my $at = 0; $at < length $archive; $at += $stride) {
        my $copy = $archive;
        substr($copy, $at, 1) = chr(ord(substr $copy, $at, 1) ^ 0x55);
        my ($status) = check('changed.zip', $copy, '-q');
        $changes++;
        $bad++ if $status > 2;
    }
    is($bad, 0, "an archive with a changed byte, $changes times");

    # Sizes of the directory that are wrong. Offsets are those of an entry.
    my $lying = sub {
        my ($archive, $offset, $value) = @_;
        substr($archive, index($archive, "PK\1\2") + $offset, 4) = pack 'V', $value;
        return $archive;
    };
    my $damaged = 'error: cannot read further: the member of the zip archive is damaged [902 cannot-read]';
    my $two = zipped('one.crn' => $game, 'two.crn' => $other);
    my ($first_game, $second_game) = ("NAME/one.crn:1: legal, $score, claims equal", "NAME/two.crn:1: legal, $other_score, claims equal");
    checks('a member that is shorter than the directory says', 'short.zip', $lying->($two, 24, 1_000_000), 2, $first_game, "NAME/one.crn: $damaged", $second_game);
    checks('a member that is larger than the archive', 'larger.zip', $lying->($two, 20, 0xFFFFFFF0), 2, "NAME: one.crn: $damaged", $second_game);
    checks('sizes of zip64', 'zip64.zip', $lying->($two, 24, 0xFFFFFFFF), 2, 'NAME: one.crn: error: not supported: the member has its sizes in the form of zip64; unpack the archive first [907 unsupported]', $second_game);
    my $fewer = $two;
    substr($fewer, index($fewer, "PK\5\6") + 8, 4) = pack 'v2', 1, 1;
    checks('a directory that counts too few members', 'fewer.zip', $fewer, 2, $first_game, 'NAME: error: cannot read further: the directory of the zip archive is damaged [902 cannot-read]');
    my $bytes_off = $two;
    substr($bytes_off, index($two, "PK\3\4", 4) - 60, 30) = "\xFF" x 30;
    my $text_of_both = join '', (check('inflate.zip', $bytes_off))[ 1, 2 ];
    like($text_of_both, qr{inflate\.zip/one\.crn:1: .*unfinished.*one\.crn: \Q$damaged\E\n.*two\.crn:1: legal}s, 'what comes before damaged data is judged');
    unlike($text_of_both, qr/no game found/, 'and is not called empty');

    # ---- Hostile archives ----
    my $measured = sub {
        my (@command) = @_;
        my ($status, $bytes, $memory, $seconds) = split ' ', (run(helper('measure'), 60, bastide(), @command))[1];
        return ($status, $memory / 1024);
    };
    my $many = spurt(scratch('many.zip'), zipped(map { ("$_.crn" => [ ZIP_CM_STORE, "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\nend stopped\n" ]) } 1 .. ($ENV{BASTIDE_LONG} ? 100_000 : 10_000)));
    my ($exit, $mebibytes) = $measured->('check', '-q', $many);
    is($exit, 0, 'an archive with very many members is read');
    cmp_ok($mebibytes, '<', 16 + 2 * (-s $many) / (1 << 20), 'and takes little more memory than the file') if $counts_memory;
    my $bomb = spurt(scratch('bomb.zip'), zipped('bomb.crn' => "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n" . ('#' . 'a' x 1000 . "\n") x 300_000));
    my ($out, $said) = (brief run(bastide(), 'check', $bomb))[1, 2];
    like($out . $said, qr/unpacks to more than 200 times its size \[902 cannot-read\]/, 'a bomb is reported');
    cmp_ok(($measured->('check', '-q', $bomb))[1], '<', 32, 'and takes little memory') if $counts_memory;
    # A string or number that comes in many small pieces is read once.
    for my $value ('"' . join('', map { chr(97 + $_ * 7 % 26) . '\"' x 30 } 1 .. 120_000) . '"', '1' x 7_900_000, '"' . 'x' x 7_900_000 . '"') {
        my $long = spurt(scratch('long.zip'), zipped('long.json' => "{\"status\":$value}"));
        is(($measured->('check', '-q', $long))[0], 2, 'a long ' . ($value =~ /^"/ ? 'string' : 'number') . ' does not hang');
    }
    # All entries of the directory point to the same member.
    my $one = zipped('one.crn' => $game);
    my ($start, $end) = (index($one, "PK\1\2"), index($one, "PK\5\6"));
    my $directory = substr $one, $start, $end - $start;
    my $overlapping = substr($one, 0, $start) . $directory x 5 . pack 'A4 v4 V2 v', "PK\5\6", 0, 0, 5, 5, 5 * length $directory, $start, 0;
    like(join('', (check('overlap.zip', $overlapping))[1, 2]), qr/one\.crn: error: not supported: members of the archive overlap, so that it would unpack to very much; the rest of it is not read/, 'members that overlap');
}

# ---- HAR files ----
my $no_body = 'the browser did not save the body of this response: save this response alone [908 import-malformed]';
checks('a response without its body', 'body.har', har({ request => { url => 'https://x/logs.html?table=9' }, response => { content => { size => 0 } } }, log_response(8, $record)), 2, "NAME: table=9: error: $no_body", "NAME/table=8:1: legal, $score, claims equal");
checks('an unknown encoding', 'encoding.har', har(response('https://x/logs.html?table=9', text => $record, encoding => 'moon')), 2, "NAME: table=9: error: the body of the response has the unknown encoding 'moon' [908 import-malformed]");
checks('not base64', 'base.har', har(response('https://x/logs.html?table=9', text => '!!', encoding => 'base64')), 2, 'NAME: table=9: error: the body of the response is not base64 [908 import-malformed]');
checks('no log among the responses', 'nolog.har', har(response('https://x/a.js', text => $record)), 2,
    "NAME: error: the HAR file holds no response of 'logs.html': open the developer tools before the log is fetched, and save then [906 format]");
checks('no entries', 'entries.har', '{"log": {"pages": [{"entries": [1]}], "version": "1.2"}}', 2, "NAME: error: the HAR file has no list 'entries' in its 'log' [908 import-malformed]");
my $cut = har(log_response(7, $record), log_response(8, $record));
checks('a HAR file that was cut', 'cut.har', substr($cut, 0, length($cut) - 100), 2, "NAME/table=7:1: legal, $score, claims equal", 'NAME: log.entries[1]: error: not JSON: premature end of input [908 import-malformed]');
my $entry = $json->encode(log_response(8, $record));
my $list = sub { return '{"log":{"version":"1.2","entries":[' . $_[0] . ($_[1] // ']}}') };
my $rest = 'error: the HAR file is cut off or malformed after this entry; the rest of it is not read [908 import-malformed]';
my $good = "NAME/table=8:1: legal, $score, claims equal";
for (['null', 1], ['5', 1], ['"a,b"', 1], ['[1,{}]', 1], ['true', 1]) {
    my ($value) = @$_;
    checks("an entry that is $value", 'odd.har', $list->("$value,$entry"), 2, 'NAME: log.entries[0]: error: an entry of the HAR file must be an object [908 import-malformed]', $good);
}
checks('several entries that are not objects', 'odds.har', $list->("null,1,$entry,2"), 2, 'NAME: log.entries[0]: error: an entry of the HAR file must be an object [908 import-malformed]', $good);
checks('a cut between two entries', 'between.har', $list->("$entry,", ''), 2, $good, "NAME: log.entries[0]: $rest");
checks('junk after the entries', 'junk.har', $list->("$entry]}}junk", ''), 2, $good, "NAME: log.entries[0]: $rest");
checks('other keys after the entries', 'keys.har', $list->("$entry],\"comment\":\"[}\"}}\n", ''), 0, $good);
checks("an entry of another kind that is not read: $_", 'other.har', $list->("$_,$entry"), 0, $good) for qq({"x":"a\tb"}), '{"x":"\u0000"}', '{"x":1,"x":2}', '{"x":"\ud83d"}', "{\"x\":\"\xFF\"}", '{"x":1e999}', '{"x":@}';
checks('a key with an escaped quotation mark', 'escaped.har', $list->($entry) =~ s/"entries"/"x\\"entries":[{}],"entries"/r, 0, $good);
checks('entries outside the log', 'outside.har', '{"log":{"version":"1"},"x":{"entries":[' . $entry . ']}}', 2, "NAME: error: the HAR file has no list 'entries' in its 'log' [908 import-malformed]");
my $large = har(response('https://x/a.js', text => 'a' x 9_000_000), log_response(7, $record), response('https://x/b.js', text => "b\n" x 6_000_000));
checks('large entries that are not logs', 'large.har', $large, 0, "NAME/table=7:1: legal, $score, claims equal");
cmp_ok((split ' ', (brief run(helper('measure'), 60, bastide(), 'check', '-q', scratch('large.har')))[1])[2], '<', 32 << 10, 'which takes little memory') if $counts_memory;
like(join('', (check('log.har', har(log_response(7, 'a' x 9_000_000), log_response(8, $record))))[1, 2]), qr/log\.entries\[0\]: error: an imported document has more than 8 MiB.*table=8:1: legal/s, 'a log that is too large');
checks('JSON that begins like a HAR file', 'like.json', '{"log": [1]}', 2, 'NAME: error: neither a CRN record nor a format that can be imported: bastide(1), FORMATS, lists what can be read, and bastide-bga(7) says how to get a log [906 format]');

# ---- Pages ----
checks('a page without a log', 'page.html', "<html>\n<p>nothing\n</html>\n", 2,
    "NAME: error: the page holds no log ('g_gamelogs'): log in, open the replay of the game, and save that page when the replay has begun [906 format]");
checks("a page with other text before the log: $_", 'before.html', "<html><script>\n$_\nvar g_gamelogs = $record;\n</script></html>\n", 0, "NAME:1: legal, $score, claims equal")
    for 'var g_gamelogs = [];', 'g_gamelogs = {};', 'x = g_gamelogs [0];', 'if (g_gamelogs == [])', '// g_gamelogs = {...}', 'var s = "g_gamelogs = {";';
checks('a log under its name as a text', 'name.html', "<html>window[\"g_gamelogs\"] = $record</html>", 0, "NAME:1: legal, $score, claims equal");
checks('a log that is not written as JSON', 'parse.html', "<html>g_gamelogs = JSON.parse('{}')</html>", 2, "NAME: error: the page names 'g_gamelogs', but its log is not written as JSON there: save the log itself, as bastide-bga(7) explains [906 format]");
checks('a page that was cut', 'cut.html', substr(page($record), 0, 300), 2, qq(NAME:4:231: error: not JSON: premature end of input near '"orie' [908 import-malformed]));

# ---- Answers that are no log ----
for (['Cannot find gamenotifs log file', ': open the page of the table and request the archive first'], ['You have reached a limit (replay)', ': the site limits the replays of a day; try again tomorrow'],
    ['You must be logged in', ': log in first'], ['This game is not finished', ': the log can be fetched when the game is over'], ['moon', '']) {
    my ($words, $advice) = @$_;
    checks("an answer: $words", 'answer.json', qq({"status":"0","error":"$words","expected":1,"code":100}), 2, "NAME: error: Board Game Arena answered '$words' instead of a log$advice [908 import-malformed]");
}

# ---- Strangers ----
my $formats = 'bastide(1), FORMATS, lists what can be read, and bastide-bga(7) says how to get a log';
my %stranger = (
    "\x89PNG\r\n" => ['a picture'], "\xFF\xD8\xFF\xE0" => ['a picture'], 'GIF89a' => ['a picture'], "RIFF\1\2\3\4WEBP" => ['a picture'], '%PDF-1.4' => ['a PDF document'],
    '{\rtf1\ansi' => [ 'a document of a word processor', 'save it as plain text' ], "\xD0\xCF\x11\xE0\xA1" => [ 'a document of a word processor', 'save it as plain text' ],
    "\xFF\xFE%\0C\0" => [ 'text in UTF-16', 'save it as UTF-8' ], "\xFE\xFF\0%\0C" => [ 'text in UTF-16', 'save it as UTF-8' ],
    "Rar!\x1a" => [ 'an archive of RAR', 'unpack it first' ], "7z\xBC\xAF\x27" => [ 'an archive of 7-Zip', 'unpack it first' ], "\xFD7zXZ\0" => [ 'a file compressed by xz', 'unpack it first' ],
    'BZh91AY' => [ 'a file compressed by bzip2', 'unpack it first' ], "\x28\xB5\x2F\xFD\4" => [ 'a file compressed by zstd', 'unpack it first' ], "SQLite format 3\0" => ['a database'],
    "MIME-Version: 1.0\n" => [ 'a page saved as one file (MHTML)', 'save it as HTML only' ], "From: <Saved by Blink>\n" => [ 'a page saved as one file (MHTML)', 'save it as HTML only' ],
    "HTTP/1.1 200 OK\n" => [ 'a response with its headers', 'save its body alone' ], "curl 'https://x.y'\n" => [ 'a command that fetches a log, not the log', 'save the response, as bastide-bga(7) explains' ],
    "https://boardgamearena.com/table?table=1\n" => [ 'the address of a page, not the page', 'save the log, as bastide-bga(7) explains' ],
    "[key \"carcassonne\"]\n[teams \"a, b\"]\n" => ['a game of Quibbble, which numbers its tiles in its own way', "type the game with 'bastide record'"],
    qq(<?xml version="1.0"?>\n<game app-version="2.7" phase="x">\n) => ['a saved position of JCloisterZone 2 or 3, which holds no moves'], "<svg>\n" => ['an XML file'],
);
for my $text (sort keys %stranger) {
    my ($words, $advice) = ($stranger{$text}[0], $stranger{$text}[1] // $formats);
    checks("a text: $words", 'stranger.x', $text, 2, "NAME:1:1: error: this seems to be $words, not a record of a game: $advice [906 format]");
}
my %object = ('{"SaveName":"x","ObjectStates":[]}' => [ 'a saved table of Tabletop Simulator, which holds a position and no moves', $formats ], '{"findings":[],"verdict":"legal"}' => [ 'a verdict of bastide', 'check the record that it is about' ]);
checks("an object: $object{$_}[0]", 'object.json', $_, 2, "NAME: error: this seems to be $object{$_}[0], not a record of a game: $object{$_}[1] [906 format]") for sort keys %object;
my $rows = () = slurp(source('src/formats/strangers.def')) =~ /^STRANGER(?:_KEYS)?\(/mg;
is(keys(%stranger) + keys(%object), $rows, 'each row of strangers.def has its sample');
like((brief run(bastide(), 'check', scratch('folder') . '/..'))[2] . (brief run(bastide(), 'check', scratch('folder') . '/..'))[1], qr/is a directory; --recursive reads the records in it/, 'a folder suggests --recursive');
is((brief run(bastide(), 'check', source('tests')))[0], 2, 'and is not read');

# ---- The shared files ----
if (my $logs = shared('games/bga')) {
    for my $path (glob "$logs/*.json.gz") {
        my $text = join '', (run('gzip', '-dc', $path))[1];
        my $log = $json->decode($text);
        my $data = $log->{data};
        my $packets = $data->{data} // $data->{logs};
        my $plain = $audit->('plain.json', $text);
        my ($name) = $path =~ m{([^/]*)\.json};
        my $same = sub { my ($what, $file, $content) = @_; is($audit->($file, $content), $plain, "$name, $what: the same audit") };
        $same->('a bare list', 'bare.json', $json->encode($packets));
        $same->('{"data": [...]}', 'data.json', $json->encode({ data => $packets }));
        $same->('{"logs": [...]}', 'logs.json', $json->encode({ logs => $packets }));
        my $numberless = dclone($log);
        my ($numbered) = grep { $_->{type} eq 'playTile' } map { @{ $_->{data} } } grep { $_->{channel} =~ m{^/table/} } @{ $numberless->{data}{data} // $numberless->{data}{logs} };
        delete $numbered->{args}{id};
        like(join('', (check('numberless.json', $json->encode($numberless)))[ 1, 2 ]), qr/a tile's number must be 1 to 72/, "$name: one tile without its number");
        my $i = 0;
        $same->('an object with a number for each packet', 'numbered.json', $json->encode({ data => { map { (sprintf('%04d', $i++) => $_) } @$packets } }));
        $same->('a page', 'page.html', page($text));
        $same->('a HAR file', 'log.har', har(log_response(7, $text)));
        $same->('an archive', 'log.zip', zipped('log.json' => $text)) if $has_zip;
    }
}
done_testing;

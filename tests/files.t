#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests which files are read: operands, lists of names, folders. Also records that are chosen by their numbers, and
# records that are written into files of their own.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use File::Path qw(make_path);
use Test::More;

# Games with different results.
my $games = deal(3, 9, 2);
my @game = map { "%CRN$_" } grep { /\S/ } split /^%CRN/m, $games;
my $archive = scratch('archive');
make_path("$archive/2013/b", "$archive/2013/a", "$archive/.hidden", "$archive/empty");
my @lie = ('2012.crn', "2013/a/odd \n name.crn", '2013/a/z.crn', '2013/b/z.crn', '2013/plain.json', '2013/z.jcz');
spurt("$archive/$lie[$_]", $game[$_]) for 0 .. 3;
my $json = (run_input($game[4], bastide(), 'convert', '--to=json'))[1];
spurt("$archive/$lie[4]", $game[4]);
spurt("$archive/$lie[5]", $game[5]);
spurt("$archive/$_", $game[8]) for '.hidden/x.crn', '2013/.x.crn', '2013/README', '2013/crn', '2013/x.crn.old', '2013/x.json5';
is(system('gzip', '-k', "$archive/2012.crn"), 0, 'one gzipped');
splice @lie, 1, 0, '2012.crn.gz';
symlink '..', "$archive/2013/b/round" or die;
symlink '../../2012.crn', "$archive/2013/b/link.crn" or die;
splice @lie, 4, 0, '2013/b/link.crn';
my @text = map { slurp("$archive/" . s/\.gz$//r) } @lie;

sub fmt {
    my ($status, $out, $err) = run(bastide(), 'fmt', @_);
    is($err, '', "fmt @_: nothing wrong");
    return $out;
}
is(fmt('-r', $archive), join('', @text), 'a folder: the records in it and below, by the bytes of their names');
is(fmt('--recursive', "$archive/2013/a", "$archive/2012.crn"), join('', @text[2, 3, 0]), 'folders and files, in their order');
is(fmt('-r', "$archive/2013/README"), $game[8], 'a file that is named is read, whatever its name');
is(fmt('-r', "$archive/empty"), '', 'an empty folder');
my $here = bastide();
is(qx{cd '$archive' && '$here' fmt -r}, join('', @text), 'the current one where none is named');
like((run(bastide(), 'fmt', $archive))[2], qr/is a directory/i, 'without -r a folder is no file');

# Lists of names, one a line or as `find -print0` writes them.
my $list = spurt(scratch('list'), "$archive/$lie[0]\n\n$archive/$lie[3]");
is(fmt('--files-from', $list), join('', @text[0, 3]), 'a list, whose last line need not end');
is(fmt('-I', $list, "$archive/$lie[5]"), join('', @text[5, 0, 3]), 'a list is read after the operands');
is((run_input("$archive/2013/a", bastide(), qw(fmt -r -I -)))[1], join('', @text[2, 3]), 'a folder in a list, from standard input');
is((run_input(join("\0", map { "$archive/$_" } @lie), bastide(), qw(fmt -0 --files-from=-)))[1], join('', @text), 'names that a NUL ends');
is((run_input('', bastide(), qw(fmt -I -)))[1], '', 'an empty list names no file, not even standard input');
for (['-I', '/nowhere', 'cannot open: No such file'], ['-I', $archive, 'cannot open: Is a directory'], ['-r', '/nowhere', 'cannot open: No such file'], ['-0', $list, '--null can be used only']) {
    my ($option, $value, $why) = @$_;
    my ($status, $out, $err) = run(bastide(), 'check', $option, $value);
    is($status, 2, "$option $value");
    like($err . $out, qr/\Q$why/, 'and why');
}
SKIP: {
    # root can read everything unless its capabilities are taken away.
    my @plain = $> ? () : ('setpriv', '--bounding-set=-all', '--inh-caps=-all');
    skip 'needs a user who may not read everything', 2 if @plain && system("@plain true 2>/dev/null") != 0;
    chmod 0, "$archive/empty" or die;
    my ($status, $out, $err) = run(@plain, bastide(), 'check', '--summary', '-r', $archive);
    chmod 0755, "$archive/empty" or die;
    like($err, qr/empty: error: cannot open: Permission denied/, 'a folder that cannot be read');
    is(() = $out =~ /\n/g, scalar @lie, 'and all the others are');
}
# All commands that read records, with threads, and with and without the sandbox.
for my $command (['check', '--summary'], ['audit', '--by=seat'], ['show'], ['convert', '--to=json'], ['stats'], ['select', '--seats=2'], ['moves', '--at=1', '--tiles=U'], ['replay'], ['check', '--summary', '-j3'], ['fmt', '-j2'], ['fmt', '--check'], ['check', '--summary', '--no-sandbox'], ['check', '--summary', '--tileset=' . few_walls()]) {
    my ($status, $out) = run(bastide(), @$command, '-r', $archive);
    my ($wanted_status, $wanted) = run(bastide(), @$command, map { "$archive/$_" } @lie);
    is($out, $wanted, "@$command -r: as if all were named");
    is($status, $wanted_status, 'and its status');
}

# Records by their numbers over all files.
for (['3', 3 .. 3], ['2-4', 2 .. 4], ['7-', 7 .. @text], ['-2', 1 .. 2], ['99']) {
    my ($range, @wanted) = @$_;
    for my $jobs (1, 3) {
        is((run(bastide(), 'select', "--number=$range", '-r', "-j$jobs", $archive))[1], join('', @text[map { $_ - 1 } @wanted]), "--number=$range with $jobs");
    }
}
is((run(bastide(), 'select', '--number=2-4', '--invert', '-r', $archive))[1], join('', @text[0, 4 .. $#text]), 'and the others');
is((run(bastide(), 'select', "--number=$_", $archive))[0], 2, "--number=$_ is no range") for 'x', '', '4-2', '1,2';

# Each record into a file of its own.
my $parts = scratch('parts');
my ($status, $out, $err) = run(bastide(), 'select', '--seats=2', "--split=$parts", '-r', $archive);
is("$status$out$err", '0', '--split: nothing else is printed');
is_deeply([map { s/.*\///r } sort glob("$parts/*")], [map { sprintf '%06d.crn', $_ } 1 .. @text], 'files are numbered');
is(join('', map { slurp($_) } sort glob("$parts/*")), join('', @text), 'and hold the records');
spurt("$parts/000002.crn", 'something else');
unlink "$parts/000001.crn", "$parts/000003.crn";
($status, $out, $err) = run(bastide(), 'select', "--split=$parts", '-r', $archive);
is($status, 2, 'a file that is there');
is($err =~ s/'\S+\//'/r, "bastide select: cannot write '000002.crn': File exists\n", 'is reported, and nothing besides');
is(slurp("$parts/000002.crn"), 'something else', 'and left');
is(slurp("$parts/000001.crn"), $text[0], 'what comes before it is written');
ok(!-e "$parts/000003.crn", 'what comes after it is not');
for (["--split=$archive/2012.crn/x", 'Not a directory'], ["--split=$parts/x/y", 'No such file'], ["--split=$archive/2012.crn", 'Not a directory']) {
    my ($option, $why) = @$_;
    ($status, $out, $err) = run(bastide(), 'select', $option, "$archive/2012.crn");
    is($status, 2, $option);
    like($err, qr/\Q$why/, 'and why');
}
is((run_input('', bastide(), 'select', "--split=$archive/2012.crn"))[0], 2, 'a file is no folder, though there is nothing to write');
is((run(bastide(), 'select', "--split=$parts", $_, $archive))[0], 2, "--split and $_") for '--count', '--jobs=2';
done_testing;

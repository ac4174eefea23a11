#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# libyaml and the program's own scanner read every shipped or generated header alike.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More tests => 4;

my ($status, $out) = run(helper('headers'), glob(source('testdata/*/*.crn')), glob(source('replays/*.crn')));
is($status, 0, 'shipped headers') or diag $out;
like($out, qr/^[1-9]\d+ headers/, 'and there are some');
my $dealt = spurt(scratch('dealt.crn'), deal(5, 50));
($status, $out) = run(helper('headers'), $dealt);
is("$status $out", "0 50 headers\n", 'generated headers');

# Names with all characters that may need quotes. libyaml must read what the program prints.
my @names = ('a', '-', '- a', '-a', '?', ':', 'a:', 'a: b', 'a:b', 'a #b', 'a#b', '#a', '[a', 'a]', '{', '}a', 'a, b', 'a,b', '&a', '*a',
    '!a', '|', '>', '%a', '@a', '`a', "'a'", "a'b", 'a"b', '"', '\\', 'a\\b', '', ' a', 'a ', 'null', '~', 'true', 'no', '1', '1.5', '0x1f',
    '1e3', '2026-05-03', '12:30', '=', '<<', '---', '...', "tab\there", "\x{e9}t\x{e9}", 'y', 'a  b', '-1', '.inf', '-- a', 'a ? b');
utf8::encode($_) for @names;
sub json { my $s = shift; $s =~ s/(["\\])/\\$1/g; $s =~ s/\t/\\t/g; return qq("$s") }
my $text = '';
for my $name (@names) {
    $text .= "%CRN 1\nevent: " . json($name) . "\nsite: [" . json($name) . ", {}]\n---\nend stopped\n" =~ s/, \{\}//r;
    $text =~ s/(---\nend stopped\n)$/"remark: {k: " . json($name) . "}\nrules: official-1\nplayers: [" . json($name) . ", Ben]\n$1"/e;
}
my $printed = spurt(scratch('printed.crn'), (run_input($text, bastide(), 'fmt'))[1]);
($status, $out) = run(helper('headers'), $printed);
is("$status $out", '0 ' . @names . " headers\n", 'what must be quoted is quoted');

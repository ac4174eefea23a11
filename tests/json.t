#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests which texts are read as JSON (RFC 8259), and where an error is reported. A document without a game has finding
# 906, one that breaks the grammar 908. The texts cover each rule of the grammar from both sides. Changed documents are compared
# with Perl's reader. BASTIDE_LONG: fifty times as many of them.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;
use JSON::PP ();

# Writes texts into files and judges them all. Returns the finding of each: "906", or "908 LINE:COLUMN MESSAGE".
my $batch = 0;
sub findings {
    my @files = map { spurt(scratch(sprintf '%d-%05d.json', $batch, $_), $_[$_]) } 0 .. $#_;
    $batch++;
    my %found;
    while (my @some = splice @files, 0, 500) {
        for ((run(bastide(), 'check', '--all', @some))[1] =~ /^(.+? \[90\d [a-z-]+\])$/mg) {
            my ($number, $place, $message, $code) = m{^.*-(\d{5})\.json:((?:\d+:\d+)?):? ?error: (.*) \[(90\d) [a-z-]+\]$} or next;
            $found{ $number + 0 } //= $code eq '906' ? $code : "$code $place $message";
        }
        unlink @some;
    }
    return map { $found{$_} // 'none' } 0 .. $#_;
}

my @good = (
    # Values of each kind, also alone in a list; blanks wherever the grammar allows them.
    '{}', '[]', '[{}]', '[[]]', '{"":[]}', ' [ ] ', "\t\r\n{\n\"a\"\t:\r1 , \"b\" : [ 1 , 2 ] }\n", '[true,false,null]', '[[],[[]],{}]', '{"a":{"a":{"a":0}}}',
    # Numbers.
    (map { "[$_]" } qw(0 -0 1 -1 10 1234567890 0.0 -0.0 0.5 1.25 1e5 1E5 1e+5 1e-5 1E+05 0e0 0e+1 -1.5e-10 9223372036854775807 -9223372036854775808 1e-999 123456789012345.25 0.1000000000000000000000000001)),
    # Texts: every escape, characters of one to four bytes, noncharacters, pairs of surrogates, control characters that may stand bare.
    (map { "[\"$_\"]" } '', 'a', '\\"\\\\\\/\\b\\f\\n\\r\\t', '\\u0041', '\\u00e9\\u00E9', '\\u20ac', '\\ud83d\\ude00', '\\uD834\\uDD1E', '\\uffff\\ufffe', "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf", "\xef\xbf\xbf", "\xed\x9f\xbf", "\xee\x80\x80",
        "\x7f", "\xc2\x80", '\\\\u0000', '/', '[1,', '{a:', '\\u0001', "\xe2\x80\xa8", '\\u2028', 'a' x 5000, '\\\\' x 500, '\\u0041' x 500),
    # Keys: alike but not equal, long, of many kinds.
    '{"a":1,"A":2,"aa":3,"":4}', '{"' . 'k' x 3000 . '":1}', '{"\\u0061":1,"b":2}', "{\"\xc3\xa9\":1}", '{"a":{"b":1},"b":{"a":1,"b":2}}', '[{"a":1},{"a":2}]',
    # Sizes.
    '[' . join(',', 0 .. 5000) . ']', '{' . join(',', map { "\"k$_\":$_" } 0 .. 2000) . '}', '[' x 2000 . ']' x 2000, '[' . '{"a":' x 1000 . '0' . '}' x 1000 . ']',
);
my @heard = findings(map { "$_\n" } @good);
is($heard[$_], '906', 'is JSON: ' . shown($good[$_])) for 0 .. $#good;
@heard = findings(@good);
is($heard[$_], '906', 'is JSON without a last line feed: ' . shown($good[$_])) for 0 .. $#good;
# Bad texts, by what is said about them. The column is that of the last character of what is wrong, from 1. At the end of
# a text it is that of the last character.
my %bad = (
    'unexpected token' => [['[1,]', 4], ['[,1]', 2], ['[,]', 2], ['[1,,2]', 4], ['[}', 2], ['{"a":}', 6], ['{"a"::1}', 6], ['{"a":', 5]],
    "']' expected" => [
        ['[1 2]', 4], ['["a" "b"]', 8], ['["a":1]', 5], ['[1:2]', 3], ['[1', 2], ['[', 1], ['[1}', 3], ['[[1]', 4], ['[true', 5], ['[0x10]', 3], ['[1_000]', 3], ['[1e1.5]', 5], ['[1-1]', 4], ['[1a]', 3], ['[0b1]', 3],
        ['[1 000]', 4], ['[1 /* x */]', 4], ["[1\xe2\x80\xa8]", 3], ['[1;2]', 3], ['["a"+"b"]', 5],
    ],
    "'}' expected" => [['{"a":1 "b":2}', 10], ['{"a":1:2}', 7], ['{"a":1]', 7], ['{"a":1', 6], ['{"a":{"b":1}', 12]],
    "string or '}' expected" => [['{"a":1,}', 8], ['{,"a":1}', 2], ['{"a":1,,"b":2}', 8], ['{a:1}', 2], ['{1:1}', 2], ['{null:1}', 5], ['{[]:1}', 2], ['{', 1], ['{]', 2], ["{'a':1}", 2]],
    "':' expected" => [['{"a"}', 5], ['{"a",1}', 5], ['{"a"', 4], ['{"a":1,"b"}', 11]],
    'invalid token' => [
        (map { ["[$_]", 1 + length] } qw(True TRUE nul nulll truefalse NaN Infinity undefined nan tru fals t a - + 1. 1e 1e+ 1e- 1.5e 0e)), ['[t', 2],
        ['[-Infinity]', 2], ['[01]', 2], ['[00]', 2], ['[-01]', 3], ['[+1]', 2], ['[.5]', 2], ['[-.5]', 2], ['[1.e5]', 3], ['[--1]', 2], ['[1ee2]', 3], ['[1e+-2]', 4], ['[1,000.]', 4], ["[\xc2\xb9]", 2],
        ["['a']", 2], ['[`a`]', 2], ['[<1>]', 2], ['[(1)]', 2], ['[@]', 2], ["[1,\xc2\xa02]", 4], ["[\x0b1]", 2], ["[\x0c1]", 2], ["[\0]", 2],
    ],
    'real number overflow' => [['[1e400]', 6], ['[-1e400]', 7]],
    'too big integer' => [['[9223372036854775808]', 20], ['[' . '1' x 400 . ']', 401]],
    'too big negative integer' => [['[-9223372036854775809]', 21]],
    'premature end of input' => [['["', 2], ['["a', 3], ['["a]', 4], ['{"a', 3], ['["\\"]', 5], ['["\\ud800', 8], ['["a\\', 4]],
    'unexpected newline' => [["[\"a\nb\"]", 3]],
    'control character 0x' => [(map { ["[\"a${_}b\"]", 3] } map { chr } 0 .. 9, 11 .. 31)],
    'invalid escape' => [(map { ["[\"\\$_\"]", 4] } qw(x a 0 v e U0041), "'", "\xc3\xa9"), ['["\\u"]', 5], ['["\\u0"]', 6], ['["\\u00"]', 7], ['["\\u004"]', 8], ['["\\u004g"]', 8], ['["\\uzzzz"]', 5]],
    "invalid Unicode '\\u" => [(map { ["[\"$_\"]", 3 + length] } '\\ud800', '\\udc00', '\\ud800x', '\\ud800\\u0041', '\\ud800\\ud800', '\\udc00\\ud800', '\\ud800\\n', '\\uDFFF\\uDFFF')],
    '\\u0000 is not allowed' => [['["\\u0000"]', 9], ['{"\\u0000":1}', 9], ['["a\\u0000b"]', 11]],
    # Bytes that are not UTF-8: alone, too few, too many, surrogates, above U+10FFFF. The column is that of the character
    # before them.
    'unable to decode byte 0x' => [
        (map { ["[\"$_\"]", 2], ["[\"$_", 2] } "\x80", "\xbf", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xfe", "\xc3(", "\xe2(\xa1", "\xf8\x88\x80\x80\x80"),
        ["[\xff]", 1], ["{\"\xff\":1}", 2], ["[\"\xc3\xa9\xff\"]", 3],
    ],
    'duplicate object key' => [['{"a":1,"a":2}', 10], ['{"a":1,"b":{},"a":1}', 17], ['[{"x":{"a":1,"\\u0061":2}}]', 21], ['{"":1,"":2}', 8], ['{' . join(',', map { "\"k$_\":0" } 0 .. 99, 7) . '}', 1 + 10 * 7 + 90 * 8 + 4]],
    'maximum parsing depth reached' => [['[' x 3000 . ']' x 3000, 2049], ['{"a":' x 3000 . '1' . '}' x 3000, 5 * 2048 + 1]],
);
my @wrong = map { my $words = $_; map { [$words, @$_] } @{ $bad{$words} } } sort keys %bad;
@heard = findings(map { $_->[1] } @wrong);
for (0 .. $#wrong) {
    my ($words, $text, $column) = @{ $wrong[$_] };
    like($heard[$_], qr/^908 1:$column not JSON: \Q$words\E/, 'is no JSON: ' . shown($text));
}
is((findings("[1,\n2,\n\xc3\xa9]"))[0], "908 3:1 not JSON: invalid token near '\xc3\xa9'", 'columns count characters from the last line feed');

# Changed documents: two readers must agree about each. Perl's reader takes keys that stand twice, NUL and numbers of any
# size, so these are left out.
srand 7;
my $reader = JSON::PP->new->utf8;
my @pieces = ('{', '}', '[', ']', ',', ':', '"', '\\', '\\u00', '\\n', '0', '1', '-', '.', 'e', 'true', 'null', ' ', "\t", "\n", "\xc3\xa9", "\xc3", "\x01", 'a', '"a"', '"b":');
my $seed_text = '{"a":[1,-2.5,{"b":"x\\ny","c":[]}],"d":{"e":null,"f":[true,false]},"g":"\\u00e9\\"","h":1e3}';
my @changed;
while (@changed < ($ENV{BASTIDE_LONG} ? 50_000 : 1000)) {
    my $text = $seed_text;
    for (0 .. rand 3) {
        my $at = int rand length $text;
        substr $text, $at, rand() < 0.5 ? 0 : 1 + int rand 3, rand() < 0.2 ? '' : $pieces[rand @pieces];
    }
    push @changed, $text if $text =~ /^[\[{]/;
}
@heard = findings(@changed);
my ($good, $bad, @differ) = (0, 0);
for (0 .. $#changed) {
    my ($document, $used) = eval { $reader->decode_prefix($changed[$_]) };
    next if $heard[$_] =~ /duplicate object key|u0000|real number overflow|too big/;
    my $is_good = ref $document ? 1 : 0;
    $is_good ? $good++ : $bad++;
    push @differ, "$heard[$_]: " . shown($changed[$_]) if $is_good != ($heard[$_] eq '906');
}
is("@differ[0 .. ($#differ < 9 ? $#differ : 9)]", '', "two readers agree about $good good and $bad bad documents");
cmp_ok($good, '>', 50, 'there were good ones');
cmp_ok($bad, '>', 300, 'and bad ones');

sub shown {
    my ($text) = @_;
    $text =~ s/([^ -~])/sprintf '\\x%02x', ord $1/ge;
    return length $text > 60 ? substr($text, 0, 57) . '...' : $text;
}
done_testing;

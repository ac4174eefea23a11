#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests the HTML manual and the site (`make site`): each file that the site names exists, and every link leads to a
# place.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Test::More;

my ($status, $out, $err) = run($ENV{MAKE} // 'make', '-s', '-C', built('.'), 'site');
is($status, 0, 'make site') or diag $err;
my $folder = built('site');
my %page = map { (s{.*/}{}r => slurp($_)) } glob("$folder/*.html");
my %ids = map { my $page = $_; ($page => { map { $_ => 1 } $page{$page} =~ /\bid="([^"]*)"/g }) } keys %page;
my ($links, @dead, @loaded) = (0);
for my $name (sort keys %page) {
    my $text = $page{$name} =~ s{<script\b.*?</script>}{}gsr;
    for my $link ($text =~ /\b(?:href|src)="([^"]*)"/g) {
        $links++;
        my ($file, $id) = $link =~ /^([^#]*)#?(.*)$/;
        next if $link =~ m{^https://manpages\.debian\.org/} || $link =~ /^data:/;
        $file = $name if $file eq '';
        # A fragment of a replay is the name of a turn, which the page's script finds.
        my $is_there = -f "$folder/$file" && ($id eq '' || $ids{$file}{$id} || $page{$file} =~ /data-name="\Q$id\E"/);
        push @dead, "$name: $link" unless $is_there;
    }
    # Styles, scripts and images from other servers.
    push @loaded, "$name: $1" while $text =~ /<(?:link|script|img)\b[^>]*\b(?:href|src)="(https?:[^"]*)"/g;
}
is("@dead", '', "$links links lead somewhere");
is("@loaded", '', 'nothing comes from elsewhere');
cmp_ok($links, '>', 200, 'there are enough links');
my @manual = map { s{.*/}{}r . '.html' } glob(source('man/*.[1-9]'));
my @replays = map { s{.*/}{}r =~ s/\.crn$/.html/r } glob(source('replays/*.crn'));
my @pictures = map { s{.*/}{}r } glob(source('replays/*.svg'));
like($page{'index.html'}, qr/<a href="\Q$_\E">/, "the first page names $_") for @manual, @replays, @pictures;
is(-e built('bastide.html') ? 1 : 0, $page{'index.html'} =~ /"bastide\.html"/ ? 1 : 0, 'and the referee in the browser, where it was made');
SKIP: {
    skip 'needs xmllint', 1 if system 'xmllint --version >/dev/null 2>&1';
    for my $name (sort grep { /\.\d\.html$/ || $_ eq 'index.html' } keys %page) {
        my $said = qx{xmllint --html --noout '$folder/$name' 2>&1};
        is($said =~ s/^.*Tag (?:section|main|header|nav) invalid\n(?:.*\n){2}//mgr, '', "$name is well-formed");
    }
}
done_testing;

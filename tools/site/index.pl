#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Prints the first page of the site: index.pl FOLDER. The folder holds the pages of the manual,
# replays, pictures and, if it was built, the referee in the browser. A link to a page shows its
# NAME, a link to a replay its title.
use strict;
use warnings;

my ($folder) = @ARGV;

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    return <$file>;
}

sub list {
    my ($head, @items) = @_;
    return @items ? "<h2>$head</h2>\n<ul>\n" . join('', map { "<li>$_</li>\n" } @items) . "</ul>\n" : '';
}

my (@manual, @replays, @pictures);
for my $path (sort glob("$folder/*.html")) {
    my ($name, $text) = ($path =~ s{.*/}{}r, slurp($path));
    next if $name eq 'index.html' || $name eq 'bastide.html';
    if (my ($about) = $text =~ m{<div class="Nd"[^>]*>(.*?)</div>|<span class="Nd"[^>]*>(.*?)</span>}s ? $1 // $2 : ()) {
        my ($page, $section) = $name =~ /^(.*)\.(\d)\.html$/;
        push @manual, qq(<a href="$name">$page($section)</a>: ) . $about =~ s/\s+/ /gr;
    } else {
        my @games = $text =~ m{<h1[^>]*>(.*?)</h1>}gs;
        my $more = @games > 1 ? ', and ' . (@games - 1) . ' more' : '';
        push @replays, qq(<a href="$name">) . ($name =~ s/\.html$//r) . '</a>: ' . ($games[0] // die "$path has no game\n") . $more;
    }
}
for my $path (sort glob("$folder/*.svg")) {
    my ($title) = slurp($path) =~ m{<title[^>]*>(.*?)</title>}s or die "$path has no title\n";
    my $name = $path =~ s{.*/}{}r;
    push @pictures, qq(<a href="$name"><img src="$name" alt=""><br>$title</a>);
}
my $browser = -e "$folder/bastide.html" ? qq(<p><a href="bastide.html">Judge your own records here</a>: nothing leaves the browser.</p>\n) : '';
print <<"END", $browser, list('Games to click through', @replays), list('Tables', @pictures), list('The manual', @manual), "</body>\n</html>\n";
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>bastide</title>
<link rel="stylesheet" href="manual.css">
</head>
<body>
<h1>bastide</h1>
<p>This is the referee and scorer for recorded games of Carcassonne. It says whether a game is legal and its scores are right, and if not, where and by which rule.</p>
END

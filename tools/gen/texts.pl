#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Style sheets and scripts as C: texts.pl HEADER NAME=FILE[,FILE]... The text without comments and indentation, and what a content security
# policy calls it: the hash of what stands between the tags.
use strict;
use warnings;
use Digest::SHA qw(sha256_base64);

my ($header, @texts) = @ARGV;

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    return <$file>;
}

print "/* SPDX-License-Identifier: MIT */\n/* Made from style sheets and scripts by tools/gen/texts.pl: make tables. */\n#include \"$header\"\n";
for (@texts) {
    my ($name, $paths) = /^(\w+)=(.*)$/ or die "usage: texts.pl HEADER NAME=FILE[,FILE]...\n";
    my $text = join '', map { slurp($_) } split /,/, $paths;
    $text =~ s{/\*.*?\*/}{}gs if $paths =~ /\.css$/;
    my @lines = grep { length && !m{^//} } map { s/^\s+|\s+$//gr } split /\n/, $text;
    $text = join '', map { "$_\n" } @lines;
    my $hash = sha256_base64($text);
    $hash .= '=' while length($hash) % 4;
    print "\nconst char ${name}[] = ", (map { "\n    \"" . s/([\\"])/\\$1/gr . '\n"' } @lines), ";\nconst char ${name}_hash[] = \"sha256-$hash\";\n";
}

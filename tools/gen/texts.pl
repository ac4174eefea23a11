#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Prints style sheets and scripts as C strings: texts.pl HEADER NAME=FILE[,FILE]... Comments and
# indentation are left out. With each text comes its hash, by which a content security policy names
# the text between the tags.
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

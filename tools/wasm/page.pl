#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Prints the page of the referee in the browser: page.pl FOLDER PROGRAM. The page is one file that
# contains the program, gzipped.
use strict;
use warnings;
use Digest::SHA qw(sha256_base64);
use IO::Compress::Gzip qw(gzip $GzipError);
use MIME::Base64 qw(encode_base64);

my ($folder, $program) = @ARGV;

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    return <$file>;
}

sub hash {
    my $hash = sha256_base64($_[0]);
    $hash .= '=' while length($hash) % 4;
    return "'sha256-$hash'";
}

my ($script, $style) = (join('', map { "\n" . slurp("$folder/$_.js") } qw(system play live)), "\n" . slurp("$folder/../../src/page/colours.css") . slurp("$folder/live.css"));
# The page of a game is a frame of this page and inherits its policy.
my %of = map { /^const char (\w+)_hash\[\] = "([^"]*)"/mg } map { slurp("$folder/../../src/$_") } 'page/page_table.c', 'draw/style_table.c';
my $scripts = join ' ', hash($script), "'$of{page_script}'", "'wasm-unsafe-eval'";
my $styles = join ' ', hash($style), map { "'$of{$_}'" } qw(page_style picture_style);
my $wasm = slurp($program);
gzip(\$wasm => \my $packed, -Level => 9, -Minimal => 1) or die "gzip: $GzipError\n";
my $base64 = encode_base64($packed);
my $example = slurp("$folder/../../replays/japan-2015-final.crn") =~ s/&/&amp;/gr =~ s/</&lt;/gr;

my $profiles = join '', map { '<option' . ($_ eq 'official-1' ? ' selected' : '') . ">$_</option>" } slurp("$folder/../../src/profiles/options.def") =~ /^PROFILE\(\w+, "([^"]+)"/mg;

print <<"END";
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src $scripts; style-src $styles; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>bastide: the referee for recorded games of Carcassonne</title>
<style>$style</style>
</head>
<body>
<header>
<h1>bastide</h1>
<p id="verdict" role="status">Loading.</p>
<div id="tools" hidden>
<label>Open: <input type="file" id="file" multiple></label>
<select id="which" aria-label="File" hidden></select>
<button type="button" data-view="replay" aria-pressed="true">Replay</button>
<button type="button" data-view="audit" aria-pressed="false">Audit</button>
<button type="button" data-view="seats" aria-pressed="false">By seat</button>
<button type="button" data-view="show" aria-pressed="false">Table</button>
<button type="button" data-view="json" aria-pressed="false">JSON</button>
<button type="button" data-view="play" aria-pressed="false">Play</button>
</div>
<p>It reads records, saves of JCloisterZone, logs of Board Game Arena and addresses of CarcassonneLab, also gzipped. Nothing leaves this page. <span id="time"></span></p>
</header>
<main>
<div id="left">
<textarea id="record" aria-label="The record" spellcheck="false" autocomplete="off" disabled>
$example</textarea>
<ol id="findings" aria-label="Findings"></ol>
</div>
<div>
<iframe id="replay" title="The game, turn by turn" sandbox="allow-scripts"></iframe>
<section id="play" aria-label="Play" hidden>
<p id="turn" role="status"></p>
<div id="board" tabindex="0" aria-label="The table"></div>
<div id="choices" role="group" aria-label="Choices"></div>
<div class="row"><button type="button" id="random">Draw a tile</button> <button type="button" id="undo">Undo</button> <button type="button" id="stop">End the game</button> <button type="button" id="save">Save</button></div>
<div id="tray" role="group" aria-label="Tiles that may be drawn"></div>
<form id="new" class="row">
<label>Players <input id="players" value="Ada, Ben" autocomplete="off"></label>
<label>Rules <select id="rules">$profiles</select></label>
<label>Tile sets <select id="sets" multiple size="4"></select></label>
<button type="submit">New game</button>
</form>
</section>
<pre id="report" tabindex="0" aria-label="Report" hidden></pre>
</div>
</main>
<script type="application/octet-stream" id="wasm">
$base64</script>
<script>$script</script>
</body>
</html>
END

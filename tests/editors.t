#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Tests how editors show a record. The committed files must match the tables of the notation. Vim, Emacs, GtkSourceView
# and VS Code's parser must mark each text by its kind. Findings must lead Vim and Emacs to their places.
# BASTIDE_TEXTMATE is a folder with node_modules/vscode-textmate and vscode-oniguruma; without it VS Code is not tested.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bastide;
use Cwd qw(abs_path);
use Test::More;

my %files = (vim => 'vim/syntax/crn.vim', emacs => 'crn-mode.el', gtksourceview => 'crn.lang', vscode => 'vscode/syntaxes/crn.tmLanguage.json');
for my $editor (sort keys %files) {
    my ($status, $out) = run('perl', source('tools/gen/editors.pl'), source('.'), $editor);
    is($out, slurp(source("editors/$files{$editor}")), "$files{$editor} is made of the tables: make tables");
}
for my $json (glob(source('editors/vscode/*.json')), source("editors/$files{vscode}")) {
    ok(eval { json_lines(slurp($json) =~ s/\n//gr) }, ($json =~ s{.*/}{}r) . ' is JSON');
}

# A sample record. <KIND|TEXT> is a text with its kind.
my $marked = <<'END';
<magic|%CRN 1>
<comment|# a comment, with "quotes" and 1a V 1,0N>
<key|event>: <string|"a # b: \"c\"">
<key|rules>: official-1 <comment|# which>
<key|players>: [Ada, <string|"Ben, B.">]
<key|start>: <tile|D> <cell|0,0N>
<key|tiles>:
<key|  - name>: Y1
<key|    sides>: crfr
<rule|--->
<turn|1a> <tile|U> <cell|1,0N> <segment|rE> <claim|+a3:road> <claim|=0,0> <claim|t:812>
<turn|2b> <aside|discard>:C
<turn|2b> <tile|b10> <cell|-1,12E> <segment|fNNW> <verb|castle>:cE@1,2 <verb|bazaar>:U,V <comment|# then>
<turn|2.1a> <verb|bid>:U,3
<turn|2.2b> <verb|sell> <verb|free>:V
<turn|3a> <tile|?> <cell|0,1?> <nothing|?>
<turn|4b> <tile|W> <cell|2,2S> <nothing|-> <extension|x-note:a#b>
<turn|5a> <tile|Eg> <cell|4,4N> <meeple|big>:cE <segment|m> <segment|g1> <segment|rN@3,-4> <comment|# bastide-> <comment|# no>
<turn|6b> <tile|V> <cell|1,1N> <segment|rN> <comment|# a comment>
not a line
<ending|final> <claim|=3,4>
<ending|end> 12,9 <ending|resigned:a>
END
$marked =~ s/<comment\|# bastide-> <comment\|# no>/<comment|# bastide- # no>/;
my (@spans, $text);
for my $line (split /\n/, $marked) {
    my $plain = '';
    for my $piece (split /(<\w+\|[^>]*>)/, $line) {
        my ($kind, $words) = $piece =~ /^<(\w+)\|(.*)>$/ ? ($1, $2) : ('', $piece);
        push @spans, [1 + ($text // '') =~ tr/\n//, 1 + length $plain, $kind, $words] if $words =~ /\S/;
        $plain .= $words;
    }
    $text .= "$plain\n";
}
my $file = spurt(scratch('sample.crn'), $text);
my $editors = abs_path(source('editors'));

# Checks the marks that an editor has for the first and the last character of each text, one a line. $looks has a
# pattern for the marks of each kind, and one for text without a kind. Quotes and markers of comments may have marks of
# their own.
sub hold {
    my ($editor, $looks, @said) = @_;
    is(scalar @said, 2 * @spans, "$editor: something of each text") or return;
    for my $i (0 .. $#spans) {
        my ($line, $column, $kind, $words) = @{ $spans[$i] };
        # Kinds without a pattern are not checked.
        my $want = $looks->{$kind};
        next unless defined $want;
        like($_, $want, "$editor: $line:$column '$words' is " . ($kind || 'nothing')) or last for @said[2 * $i, 2 * $i + 1];
    }
    return;
}
my @kinds = do { my %seen; grep { $_ && !$seen{$_}++ } map { $_->[2] } @spans };
my $places = spurt(scratch('places'), join '', map { "$_->[0] $_->[1]\n$_->[0] " . ($_->[1] - 1 + length $_->[3]) . "\n" } @spans);
my $home = scratch('home');
mkdir $home or die;
local $ENV{HOME} = $home;

SKIP: {
    skip 'needs vim', 1 if system 'vim --version 2>/dev/null | grep -q +syntax';
    my $script = spurt(scratch('ask.vim'), <<"END");
set nocompatible
set runtimepath^=$editors/vim
filetype plugin on
syntax on
edit $file
let said = []
for place in readfile('$places')
  let at = split(place)
  call add(said, synIDattr(synID(at[0], at[1], 1), 'name'))
endfor
call writefile([&filetype] + said, '$home/vim.said')
qall!
END
    run('/bin/sh', '-c', "vim -es -u NONE -S '$script' </dev/null");
    my ($type, @said) = split /\n/, -e "$home/vim.said" ? slurp("$home/vim.said") : '', -1;
    pop @said;
    is($type, 'crn', 'Vim knows the file by its name');
    hold('Vim', { '' => qr/^$/, map { $_ => qr/^crn\u$_$/ } @kinds }, @said);
    # :make, with the program in the path.
    my $broken = abs_path(source('replays/broken-followers.crn'));
    my $program = abs_path(bastide()) =~ s{/[^/]*$}{}r;
    spurt($script, <<"END");
set nocompatible
set runtimepath^=$editors/vim
filetype plugin on
edit $broken
silent make!
call writefile(map(getqflist(), {i, item -> bufname(item.bufnr) . ':' . item.lnum . ':' . item.col . ':' . item.type}), '$home/vim.made')
qall!
END
    run('/bin/sh', '-c', "PATH='$program':\$PATH vim -es -u NONE -S '$script' </dev/null");
    my @found = -e "$home/vim.made" ? split(/\n/, slurp("$home/vim.made")) : ();
    my $checked = (run(bastide(), 'check', $broken))[1];
    is_deeply(\@found, [map { /:(\d+):(\d+): (error|warning|note): / ? "$broken:$1:$2:" . substr($3, 0, 1) : () } split /\n/, $checked], ':make leads to each finding');
}
SKIP: {
    skip 'needs emacs', 1 if system 'emacs --version >/dev/null 2>&1';
    my $script = spurt(scratch('ask.el'), <<"END");
(load "$editors/crn-mode.el" nil t)
(find-file "$file")
(font-lock-ensure)
(princ (format "%s\\n%s\\n" major-mode compile-command))
(with-temp-buffer
  (insert-file-contents "$places")
  (let ((places (split-string (buffer-string) "\\n" t)))
    (dolist (place places)
      (let ((at (split-string place)))
        (with-current-buffer "sample.crn"
          (goto-char (point-min))
          (forward-line (1- (string-to-number (car at))))
          (forward-char (1- (string-to-number (cadr at))))
          (princ (format "%s\\n" (get-text-property (point) 'face))))))))
END
    my ($status, $out, $err) = run('emacs', '--batch', '-Q', '-l', $script);
    my ($mode, $command, @said) = split /\n/, $out;
    is($mode, 'crn-mode', 'Emacs knows the file by its name') or diag $err;
    is($command, 'bastide check sample.crn', 'and how to judge it');
    my %faces = slurp(source('tools/gen/editors.pl')) =~ /^    (\w+) => \['\w+', '([\w-]+)'/mg;
    hold('Emacs', { '' => qr/^nil$/, map { $_ => $_ eq 'comment' ? qr/^font-lock-comment(?:-delimiter)?-face$/ : qr/^\Q$faces{$_}\E$/ } @kinds }, @said);
    ok(!system("cd '$home' && cp '$editors/crn-mode.el' . && emacs --batch -Q --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile crn-mode.el >byte.log 2>&1"), 'it compiles without a warning') or diag slurp("$home/byte.log");
    # compilation-mode recognises the output of `check`.
    my $broken = source('replays/broken-followers.crn');
    my $checked = spurt(scratch('checked'), (run(bastide(), 'check', $broken))[1]);
    spurt($script, <<"END");
(require 'compile)
(with-temp-buffer
  (insert-file-contents "$checked")
  (compilation-mode)
  (compilation--ensure-parse (point-max))
  (goto-char (point-min))
  (while (not (eobp))
    (let ((message (get-text-property (point) 'compilation-message)))
      (when message
        (let ((loc (compilation--message->loc message)))
          (princ (format "%s:%s\\n" (compilation--loc->line loc) (compilation--loc->col loc))))))
    (forward-line 1)))
END
    ($status, $out, $err) = run('emacs', '--batch', '-Q', '-l', $script);
    is_deeply([split /\n/, $out], [map { /^\S+?:(\d+):(?:(\d+):)? / ? "$1:" . ($2 // 'nil') : () } split /\n/, slurp($checked)], 'compilation-mode knows each finding, and the verdict') or diag $err;
}
SKIP: {
    my $python = '/usr/bin/python3';
    skip 'needs GtkSourceView', 1 if system "$python -c \"import gi; gi.require_version('GtkSource', '4')\" >/dev/null 2>&1";
    # A style with a colour of its own for each kind.
    my %colour = map { $kinds[$_] => sprintf '#0000%02x', $_ + 1 } 0 .. $#kinds;
    mkdir "$home/styles";
    spurt("$home/styles/kinds.xml", "<style-scheme id='kinds' name='kinds' version='1.0'>" . join('', map { "<style name='crn:$_' foreground='$colour{$_}'/>" } @kinds) . "</style-scheme>\n");
    my $script = spurt(scratch('ask.py'), <<"END");
import gi
gi.require_version('GtkSource', '4')
from gi.repository import GtkSource
languages = GtkSource.LanguageManager.new()
languages.set_search_path(['$editors'] + languages.get_search_path())
schemes = GtkSource.StyleSchemeManager.new()
schemes.set_search_path(['$home/styles'])
language = languages.guess_language('sample.crn', None)
print(language.get_id() if language else None)
buffer = GtkSource.Buffer.new_with_language(language)
buffer.set_style_scheme(schemes.get_scheme('kinds'))
buffer.set_text(open('$file').read())
buffer.ensure_highlight(*buffer.get_bounds())
for place in open('$places'):
    line, column = map(int, place.split())
    tags = buffer.get_iter_at_line_offset(line - 1, column - 1).get_tags()
    colours = [tag.get_property('foreground-rgba').to_color().to_string() for tag in tags if tag.get_property('foreground-set')]
    print(','.join(colours))
END
    my ($status, $out, $err) = run($python, $script);
    my ($language, @said) = split /\n/, $out, -1;
    pop @said;
    is($language, 'crn', 'GtkSourceView knows the file by its name') or diag $err;
    hold('GtkSourceView', { '' => qr/^$/, map { my ($blue) = $colour{$_} =~ /(..)$/; ($_ => qr/^#00000000$blue$blue$/) } @kinds }, @said);
    unlike($err, qr/crn\.lang|Could not|GtkSourceView-WARNING/, 'and nothing is wrong with its rules') or diag $err;
}
my $textmate = $ENV{BASTIDE_TEXTMATE};
if ($textmate) {
    my $script = spurt(scratch('ask.js'), <<"END");
const fs = require('fs'), tm = require('$textmate/node_modules/vscode-textmate'), onig = require('$textmate/node_modules/vscode-oniguruma');
const wasm = fs.readFileSync('$textmate/node_modules/vscode-oniguruma/release/onig.wasm').buffer;
const lib = onig.loadWASM(wasm).then(() => ({createOnigScanner: s => new onig.OnigScanner(s), createOnigString: s => new onig.OnigString(s)}));
const registry = new tm.Registry({onigLib: lib, loadGrammar: async () => tm.parseRawGrammar(fs.readFileSync('$editors/vscode/syntaxes/crn.tmLanguage.json', 'utf8'), 'crn.json')});
registry.loadGrammar('source.crn').then(grammar => {
  const lines = []; let stack = tm.INITIAL;
  for (const line of fs.readFileSync('$file', 'utf8').split('\\n')) { const r = grammar.tokenizeLine(line, stack); lines.push(r.tokens); stack = r.ruleStack; }
  for (const place of fs.readFileSync('$places', 'utf8').trim().split('\\n')) {
    const [l, c] = place.split(' ').map(Number);
    console.log(lines[l - 1].find(t => t.startIndex < c && c <= t.endIndex).scopes.slice(1).join(' '));
  }
});
END
    my ($status, $out, $err) = run('node', $script);
    my @said = split /\n/, $out, -1;
    pop @said;
    diag $err if $err;
    my %scopes = slurp(source('tools/gen/editors.pl')) =~ /^    (\w+) => \['\w+', '[\w-]+', '[\w:-]+', '([\w.-]+)'/mg;
    hold('VS Code', { '' => qr/^$/, map { $_ => qr/^\Q$scopes{$_}\E\.crn$/ } @kinds }, @said);
}
done_testing;

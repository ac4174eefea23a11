#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Prints the syntax file of an editor for the notation: editors.pl SOURCE EDITOR, where EDITOR is
# vim, emacs, gtksourceview or vscode. The table @rules below lists once for all editors what is
# marked; verbs and meeples come from the tables of the notation. A rule has four parts: the kind of
# the text; what is before it (line: the line begins there; blank); the text; what is after it
# (colon; cell; end: a blank or the end of the line). A text consists only of classes, groups and
# the signs | ? * +, because all editors have these, each in its own spelling.
use strict;
use warnings;

my ($source, $editor) = @ARGV;

my @rows = do {
    local @ARGV = glob "$source/src/notation/*.def $source/src/expansions/*/*.def";
    <>;
};

sub words {
    my ($pattern) = @_;
    my @words = map { /$pattern/ ? $1 : () } @rows or die "no row has a word: $pattern\n";
    return '(' . join('|', @words) . ')';
}
my $verbs = words(qr/^VERB\(\w+, "(\w+)", (?!WORD)/);
my $alone = words(qr/^VERB\(\w+, "(\w+)", WORD/);
my $meeples = words(qr/^MEEPLE_KIND\((?!SMALL)\w+, "(\w+)"/);
my $cell = '-?[0-9]+,-?[0-9]+';
my $segment = "[cfgkmrz][NESW]*[0-9]*([@]$cell)?";

my @rules = (
    [comment => 'blank', '#.*', ''],
    [magic => 'line', '%CRN[ ].*', ''],
    [string => '', '"([^"\\\\]|\\\\.)*"', ''],
    [key => 'line', '[ ]*(-[ ]+)?[a-z][a-z0-9-]*', 'colon'],
    [rule => 'line', '---', 'end'],
    [ending => 'line', '(end|final)', 'end'],
    [turn => 'line', '[0-9]+([.][0-9]+)?[a-f]', 'end'],
    [ending => 'blank', '(stopped|(resigned|timeout|forfeit):[a-f])', 'end'],
    [tile => 'blank', '([A-Za-z][A-Za-z0-9/.+!]*|[?])', 'cell'],
    [cell => 'blank', "$cell\[NESW?]?", 'end'],
    [aside => 'blank', '(discard|aside|pass)', 'colon'],
    [verb => 'blank', $verbs, 'colon'],
    [verb => 'blank', $alone, 'end'],
    [verb => 'blank', 'adjust', 'colon'],
    [meeple => 'blank', $meeples, 'colon'],
    [segment => 'blank', $segment, 'end'],
    [nothing => 'blank', '[-?]', 'end'],
    [claim => 'blank', '([+][a-f][0-9]*:[^ ]*|[=]-?[0-9]+(,-?[0-9]+)*|t:[0-9]+)', 'end'],
    [extension => 'blank', 'x-[^ ]*', 'end'],
);

# Styles of each kind, in the order Vim, Emacs, GtkSourceView, VS Code.
my %looks = (
    comment => ['Comment', 'font-lock-comment-face', 'def:comment', 'comment.line.number-sign'],
    magic => ['PreProc', 'font-lock-preprocessor-face', 'def:preprocessor', 'keyword.control.magic'],
    string => ['String', 'font-lock-string-face', 'def:string', 'string.quoted.double'],
    key => ['Identifier', 'font-lock-variable-name-face', 'def:identifier', 'entity.name.tag'],
    rule => ['PreProc', 'font-lock-preprocessor-face', 'def:preprocessor', 'keyword.control.rule'],
    ending => ['Keyword', 'font-lock-keyword-face', 'def:keyword', 'keyword.control.end'],
    turn => ['Number', 'font-lock-constant-face', 'def:number', 'constant.numeric.turn'],
    tile => ['Type', 'font-lock-type-face', 'def:type', 'entity.name.type.tile'],
    cell => ['Constant', 'font-lock-constant-face', 'def:constant', 'constant.other.cell'],
    aside => ['Statement', 'font-lock-keyword-face', 'def:keyword', 'keyword.other.aside'],
    verb => ['Function', 'font-lock-function-name-face', 'def:function', 'support.function.verb'],
    meeple => ['StorageClass', 'font-lock-builtin-face', 'def:builtin', 'storage.type.meeple'],
    segment => ['Identifier', 'font-lock-variable-name-face', 'def:identifier', 'variable.other.segment'],
    nothing => ['Special', 'font-lock-builtin-face', 'def:special-constant', 'constant.language.nothing'],
    claim => ['Special', 'font-lock-doc-face', 'def:note', 'markup.quote.claim'],
    extension => ['Comment', 'font-lock-comment-face', 'def:comment', 'comment.extension'],
);
$looks{ $_->[0] } or die "no looks of $_->[0]\n" for @rules;

# Returns a text in which a function has changed all pieces outside classes.
sub outside_classes {
    my ($text, $change) = @_;
    return join '', map { /^\[/ ? $_ : $change->($_) } $text =~ /(\[\^?[^\]]*\]|[^\[]+)/g;
}

# Returns the pattern of a rule for PCRE (GtkSourceView) and Oniguruma (VS Code).
my %before = (line => '^', blank => '(?<![^\s])', '' => '');
my %behind = (colon => '(?=:)', end => '(?=\s|$)', cell => '(?=\s+-?[0-9]+,)', '' => '');
sub perlish {
    my (undef, $before, $text, $behind) = @{ $_[0] };
    return $before{$before} . outside_classes($text, sub { return $_[0] =~ s/\(/(?:/gr }) . $behind{$behind};
}

sub vim {
    my %before = (line => '^', blank => '%(^|\s)@<=', '' => '');
    my %behind = (colon => ':@=', end => '%(\s|$)@=', cell => '%(\s+-?\d+,)@=', '' => '');
    my @lines = map {
        my ($kind, $before, $text, $behind) = @$_;
        my $pattern = $before{$before} . outside_classes($text, sub { return $_[0] =~ s/\(/%(/gr =~ s/%(?=CRN)/\\%/gr }) . $behind{$behind};
        "syn match crn\u$kind ~\\v$pattern~\n";
    } reverse @rules;    # in Vim the last match wins
    my @links = map { "hi def link crn\u$_ $looks{$_}[0]\n" } sort keys %looks;
    return join '', "\" SPDX-License-Identifier: MIT\n\" Vim syntax of CRN, recorded games of Carcassonne. Made by tools/gen/editors.pl.\n",
        "if exists('b:current_syntax')\n  finish\nendif\nsyn case match\n", @lines, @links, "let b:current_syntax = 'crn'\n";
}

sub emacs {
    my %before = (line => '^', blank => '\(?:^\|[ \t]\)', '' => '');
    my %behind = (colon => ':', end => '\(?:[ \t]\|$\)', cell => '[ \t]+-?[0-9]+,', '' => '');
    my @lines;
    for (grep { $_->[0] !~ /^(?:comment|string)$/ } @rules) {
        my ($kind, $before, $text, $behind) = @$_;
        my $inner = outside_classes($text, sub { return $_[0] =~ s/\(/\\(?:/gr =~ s/\)/\\)/gr =~ s/\|/\\|/gr });
        my $pattern = "$before{$before}\\($inner\\)$behind{$behind}";
        push @lines, sprintf qq{    (,(crn--finder "%s") 1 '%s)\n}, $pattern =~ s/([\\"])/\\$1/gr =~ s/\[\^/[^\\n/gr, $looks{$kind}[1];
    }
    return join '', <<'HEAD', @lines, <<'TAIL';
;;; crn-mode.el --- Recorded games of Carcassonne  -*- lexical-binding: t -*-
;; SPDX-License-Identifier: MIT
;;; Commentary:
;; Made by tools/gen/editors.pl.  \[compile] judges the file, \[next-error] goes
;; from finding to finding.
;;; Code:

(defun crn--finder (pattern)
  "A search for PATTERN, whose first group is the text.
The text after one match may be the text before the next one."
  (lambda (limit)
    (when (re-search-forward pattern limit t)
      (goto-char (match-end 1))
      t)))

(defvar crn-font-lock-keywords
  `(
HEAD
    )
  "What is marked in a record.")

(defvar crn-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    table)
  "Comments and strings of a record.")

;;;###autoload
(define-derived-mode crn-mode prog-mode "CRN"
  "Recorded games of Carcassonne, as crn(5) has them."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *")
  (setq-local syntax-propertize-function
              (syntax-propertize-rules ("[^ \t\n]\\(#\\)" (1 "."))))
  (setq-local font-lock-defaults '(crn-font-lock-keywords))
  (when buffer-file-name
    (setq-local compile-command
                (concat "bastide check "
                        (shell-quote-argument
                         (file-name-nondirectory buffer-file-name))))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.crn\\'" . crn-mode))

(provide 'crn-mode)
;;; crn-mode.el ends here
TAIL
}

sub xml { return $_[0] =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr }

sub gtksourceview {
    my %ids;
    my (@styles, @contexts, @refs);
    push @styles, qq(    <style id="$_" name="$_" map-to="$looks{$_}[2]"/>\n) for sort keys %looks;
    for my $rule (@rules) {
        my $id = $rule->[0] . ($ids{ $rule->[0] }++ ? $ids{ $rule->[0] } : '');
        push @contexts, qq(    <context id="$id" style-ref="$rule->[0]"><match>), xml(perlish($rule)), "</match></context>\n";
        push @refs, qq(        <context ref="$id"/>\n);
    }
    return join '', qq(<?xml version="1.0" encoding="UTF-8"?>\n<!-- SPDX-License-Identifier: MIT. Made by tools/gen/editors.pl. -->\n),
        qq(<language id="crn" name="CRN" version="2.0" _section="Other">\n  <metadata>\n    <property name="globs">*.crn</property>\n),
        qq(    <property name="line-comment-start">#</property>\n  </metadata>\n  <styles>\n), @styles, "  </styles>\n  <definitions>\n", @contexts,
        qq(    <context id="crn">\n      <include>\n), @refs, "      </include>\n    </context>\n  </definitions>\n</language>\n";
}

sub json { return '"' . ($_[0] =~ s/([\\"])/\\$1/gr) . '"' }

sub vscode {
    my @patterns = map { '    {"name": ' . json("$looks{$_->[0]}[3].crn") . ', "match": ' . json(perlish($_)) . '}' } @rules;
    return join '', qq({\n  "comment": "SPDX-License-Identifier: MIT. Made by tools/gen/editors.pl.",\n  "name": "CRN",\n  "scopeName": "source.crn",\n  "fileTypes": ["crn"],\n),
        qq(  "patterns": [\n), join(",\n", @patterns), "\n  ]\n}\n";
}

my %editors = (vim => \&vim, emacs => \&emacs, gtksourceview => \&gtksourceview, vscode => \&vscode);
print(($editors{ $editor // '' } // die "usage: editors.pl SOURCE ", join('|', sort keys %editors), "\n")->());

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
    (,(crn--finder "^\\(%CRN[ ].*\\)") 1 'font-lock-preprocessor-face)
    (,(crn--finder "^\\([ ]*\\(?:-[ ]+\\)?[a-z][a-z0-9-]*\\):") 1 'font-lock-variable-name-face)
    (,(crn--finder "^\\(---\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-preprocessor-face)
    (,(crn--finder "^\\(\\(?:end\\|final\\)\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-keyword-face)
    (,(crn--finder "^\\([0-9]+\\(?:[.][0-9]+\\)?[a-f]\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-constant-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(\\(?:stopped\\|\\(?:resigned\\|timeout\\|forfeit\\):[a-f]\\)\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-keyword-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(\\(?:[A-Za-z][A-Za-z0-9/.+!]*\\|[?]\\)\\)[ \\t]+-?[0-9]+,") 1 'font-lock-type-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(-?[0-9]+,-?[0-9]+[NESW?]?\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-constant-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(\\(?:discard\\|aside\\|pass\\)\\):") 1 'font-lock-keyword-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(\\(?:barn\\|go\\|back\\|bridge\\|castle\\|take\\|bazaar\\|bid\\|free\\|gate\\|wall\\|short\\|tower\\|close\\|guard\\|fairy\\|princess\\|dragon\\|sheep\\|grow\\|gather\\|floor\\|catch\\|swap\\|ransom\\)\\):") 1 'font-lock-function-name-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(\\(?:stay\\|buy\\|sell\\|pass\\|guard\\)\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-function-name-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(adjust\\):") 1 'font-lock-function-name-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(\\(?:mayor\\|wagon\\|barn\\|abbot\\|big\\|shepherd\\|builder\\|pig\\)\\):") 1 'font-lock-builtin-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\([cfgkmrz][NESW]*[0-9]*\\(?:[@]-?[0-9]+,-?[0-9]+\\)?\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-variable-name-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\([-?]\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-builtin-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(\\(?:[+][a-f][0-9]*:[^\n ]*\\|[=]-?[0-9]+\\(?:,-?[0-9]+\\)*\\|t:[0-9]+\\)\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-doc-face)
    (,(crn--finder "\\(?:^\\|[ \\t]\\)\\(x-[^\n ]*\\)\\(?:[ \\t]\\|$\\)") 1 'font-lock-comment-face)
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

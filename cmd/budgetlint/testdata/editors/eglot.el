;;; Drives Emacs with eglot through what a person does: open, read a finding, take a fix, save. Prints one line a step.  -*- lexical-binding: t -*-
(require 'cl-lib)
(require 'flymake)
(unless (fboundp 'go-mode)              ; elpa-go-mode is not needed for this
  (define-derived-mode go-mode prog-mode "Go")
  (add-to-list 'auto-mode-alist '("\\.go\\'" . go-mode)))

(defun say (format &rest args)
  (princ (concat (apply #'format format args) "\n")))

(defun wait (what ok)
  (with-timeout (60 (say "timed out: %s" what) (kill-emacs 3))
    (while (not (funcall ok))
      (accept-process-output nil 0.05))))

(defun line-of (d)                      ; as the server gave it: an overlay moves along with the text
  (let ((lsp (alist-get 'eglot-lsp-diag (flymake-diagnostic-data d))))
    (1+ (plist-get (plist-get (plist-get lsp :range) :start) :line))))

(defun shown ()
  (mapcar (lambda (d)
            (format "%d %s %s" (line-of d) (flymake-diagnostic-type d)
                    (replace-regexp-in-string ":.*" "" (flymake-diagnostic-text d))))
          (flymake-diagnostics)))

(load (getenv "SNIPPET") nil t)
(setq eglot-sync-connect 30 make-backup-files nil)
(find-file (getenv "FILE"))
(run-hooks 'post-command-hook)          ; where eglot-ensure starts, after a command that batch mode does not have
(wait "a diagnostic" #'shown)
(say "opened: %s" (string-join (shown) ", "))

(goto-char (point-min))
(insert "// 𝒳 a line more\n")
(eglot--signal-textDocument/didChange)  ; batch mode is never idle, which is when eglot sends changes
(wait "the finding one line lower" (lambda () (and (shown) (string-prefix-p "13 " (car (shown))))))
(say "edited: %s" (string-join (shown) ", "))

(goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
(setq last-nonmenu-event ?x)
(cl-letf (((symbol-function 'completing-read)
           (lambda (_prompt items &rest _)
             (dolist (item items) (say "offered: %s" (car item)))
             (caar items))))
  (call-interactively #'eglot-code-actions))
(eglot--signal-textDocument/didChange)
(wait "no diagnostic" (lambda () (null (shown))))
(save-buffer)
(say "fixed: nothing left")
(eglot-shutdown (eglot-current-server))
(say "shut down")

" SPDX-License-Identifier: MIT
" :make judges the file, :cnext goes from finding to finding.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal makeprg=bastide\ check\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
setlocal commentstring=#\ %s
setlocal comments=:#
let b:undo_ftplugin = 'setlocal makeprg< errorformat< commentstring< comments<'

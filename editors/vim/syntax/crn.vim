" SPDX-License-Identifier: MIT
" Vim syntax of CRN, recorded games of Carcassonne. Made by tools/gen/editors.pl.
if exists('b:current_syntax')
  finish
endif
syn case match
syn match crnExtension ~\v%(^|\s)@<=x-[^ ]*%(\s|$)@=~
syn match crnClaim ~\v%(^|\s)@<=%([+][a-f][0-9]*:[^ ]*|[=]-?[0-9]+%(,-?[0-9]+)*|t:[0-9]+)%(\s|$)@=~
syn match crnNothing ~\v%(^|\s)@<=[-?]%(\s|$)@=~
syn match crnSegment ~\v%(^|\s)@<=[cfgkmrz][NESW]*[0-9]*%([@]-?[0-9]+,-?[0-9]+)?%(\s|$)@=~
syn match crnMeeple ~\v%(^|\s)@<=%(mayor|wagon|barn|abbot|big|shepherd|builder|pig):@=~
syn match crnVerb ~\v%(^|\s)@<=adjust:@=~
syn match crnVerb ~\v%(^|\s)@<=%(stay|buy|sell|pass|guard)%(\s|$)@=~
syn match crnVerb ~\v%(^|\s)@<=%(barn|go|back|bridge|castle|take|bazaar|bid|free|gate|wall|short|tower|close|guard|fairy|princess|dragon|sheep|grow|gather|floor|catch|swap|ransom):@=~
syn match crnAside ~\v%(^|\s)@<=%(discard|aside|pass):@=~
syn match crnCell ~\v%(^|\s)@<=-?[0-9]+,-?[0-9]+[NESW?]?%(\s|$)@=~
syn match crnTile ~\v%(^|\s)@<=%([A-Za-z][A-Za-z0-9/.+!]*|[?])%(\s+-?\d+,)@=~
syn match crnEnding ~\v%(^|\s)@<=%(stopped|%(resigned|timeout|forfeit):[a-f])%(\s|$)@=~
syn match crnTurn ~\v^[0-9]+%([.][0-9]+)?[a-f]%(\s|$)@=~
syn match crnEnding ~\v^%(end|final)%(\s|$)@=~
syn match crnRule ~\v^---%(\s|$)@=~
syn match crnKey ~\v^[ ]*%(-[ ]+)?[a-z][a-z0-9-]*:@=~
syn match crnString ~\v"%([^"\\]|\\.)*"~
syn match crnMagic ~\v^\%CRN[ ].*~
syn match crnComment ~\v%(^|\s)@<=#.*~
hi def link crnAside Statement
hi def link crnCell Constant
hi def link crnClaim Special
hi def link crnComment Comment
hi def link crnEnding Keyword
hi def link crnExtension Comment
hi def link crnKey Identifier
hi def link crnMagic PreProc
hi def link crnMeeple StorageClass
hi def link crnNothing Special
hi def link crnRule PreProc
hi def link crnSegment Identifier
hi def link crnString String
hi def link crnTile Type
hi def link crnTurn Number
hi def link crnVerb Function
let b:current_syntax = 'crn'

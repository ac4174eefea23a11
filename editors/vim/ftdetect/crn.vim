" SPDX-License-Identifier: MIT
autocmd BufRead,BufNewFile *.crn setfiletype crn

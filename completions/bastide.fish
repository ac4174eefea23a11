# SPDX-License-Identifier: MIT
# fish completion for bastide(1). The program lists the words that may stand there. If it lists none, files are
# completed.
function __bastide_candidates
    set -l words (commandline -opc) (commandline -ct)
    $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c bastide -f -n 'test (count (__bastide_candidates)) -gt 0' -a '(__bastide_candidates)'

# SPDX-License-Identifier: MIT
# bash completion for bastide(1). The program says what may stand there; files are completed where it says nothing.
_bastide()
{
    local line=${COMP_LINE:0:COMP_POINT} words cur candidate
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    cur=${words[-1]}
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        # What stands before "=" is a word of its own here.
        [[ $cur == --*=* ]] && candidate=${candidate#*=}
        COMPREPLY+=("$candidate")
    done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o default -F _bastide bastide

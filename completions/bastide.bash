# SPDX-License-Identifier: MIT
# bash completion for bastide(1). The program lists the words that may stand there. If it lists none, files are
# completed.
_bastide()
{
    local line=${COMP_LINE:0:COMP_POINT} words cur candidate
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    cur=${words[-1]}
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        # bash takes what stands before "=" for a separate word.
        [[ $cur == --*=* ]] && candidate=${candidate#*=}
        COMPREPLY+=("$candidate")
    done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o default -F _bastide bastide

# The loops of at least 100 instructions in functions whose name has `name` in it: where each begins, how many
# instructions it has, and how many of each kind. A loop within another counts in both, once.
# In: what `objdump -d --no-show-raw-insn` prints.
function tell(   i, j, k, kinds, line) {
    for (i = 1; i <= lines; i++) {
        if (mnemonic[i] !~ /^j/ || !(target[i] in place)) continue
        j = place[target[i]]
        if (i - j < 100) continue
        delete kinds
        for (k = j; k <= i; k++) kinds[mnemonic[k]]++
        line = target[i] ": " (i - j + 1)
        for (k in kinds) if (kinds[k] >= 2) line = line ", " kinds[k] " " k
        print line
    }
    lines = 0
    delete place
}
/^[0-9a-f]+ <.*>:$/ { if (inside) tell(); inside = index($2, name) > 0; if (inside) print $2; next }
inside && /^ *[0-9a-f]+:/ {
    lines++
    sub(":", "", $1)
    place[$1] = lines
    mnemonic[lines] = $2
    target[lines] = $3
}
END { if (inside) tell() }

#!/usr/bin/env bash
# Runs `paragone gate` on what is checked out, and leaves its reports in a folder. It needs no secret and posts nothing.
#
# In: the working tree; REPORTS, the folder to write; and what may be empty: AGAINST (a revision), BENCHMARKS (globs),
# FOLDER, TOTAL, FAIL_IF, UNKNOWN (`warning` or `error`), BEFORE (what a push replaced). On GitHub GITHUB_EVENT_NAME,
# GITHUB_OUTPUT and GITHUB_STEP_SUMMARY as well. Out: report.txt, progress.txt, runs.sqlite and, where anything was
# compared, report.md, report.json and junit.xml.
# Exit code: that of the gate; 0 in place of 3 where an unanswered question is a warning, and in place of 1 where
# FAIL_IF is `nothing`.
set -euo pipefail

# What a benchmark is called must neither be a command to GitHub's runner nor end a value early.
end="end-$RANDOM$RANDOM$RANDOM"
is_github=${GITHUB_OUTPUT:+yes}

# Says it where GitHub shows it: `notice`, `warning` or `error`.
tell() {
    local text=${2//'%'/%25}
    text=${text//$'\r'/%0D}
    if [ -n "$is_github" ]; then echo "::$1 title=Paragone::${text//$'\n'/%0A}"; else echo "$2" >&2; fi
}

refuse() {
    tell error "$1"
    exit 2
}

# The revision that the change is compared with.
base() {
    if [ -n "${AGAINST:-}" ]; then
        echo "$AGAINST"
    elif [ "${GITHUB_EVENT_NAME:-}" = pull_request ]; then
        # The merge of the pull request into its base, of which that is the first parent.
        echo "HEAD^1"
    else
        echo "${BEFORE:-}"
    fi
}

# The commit of a revision; checkouts are shallow, so that it may have to be fetched.
commit() {
    if git rev-parse --quiet --verify "$1^{commit}"; then
        return
    fi
    case "$1" in
    "HEAD^1") git fetch --quiet --depth=2 origin "$(git rev-parse HEAD)" && git rev-parse --verify "HEAD^1" ;;
    *) git fetch --quiet --depth=1 origin "${1#origin/}" && git rev-parse --verify FETCH_HEAD ;;
    esac
}

if [ "${GITHUB_EVENT_NAME:-}" = pull_request_target ]; then
    refuse "pull_request_target gives the code of a fork the token of its base: use pull_request (docs/ci.md)"
fi
case "${UNKNOWN:=warning}" in
warning | error) ;;
*) refuse "\`unknown\` is \`warning\` or \`error\`, not \`$UNKNOWN\`" ;;
esac
mkdir -p "$REPORTS"
REPORTS=$(cd "$REPORTS" && pwd)
text="$REPORTS/report.txt"
progress="$REPORTS/progress.txt"
export PARAGONE_STORE="$REPORTS/runs.sqlite"
for name in report.txt report.md report.json junit.xml progress.txt runs.sqlite; do
    rm -f "${REPORTS:?}/$name"
done
cd "${FOLDER:-.}" || refuse "there is no folder \`$FOLDER\`"

revision=$(base)
if [[ "$revision" =~ ^0+$ ]]; then
    tell notice "There is nothing to compare with: the branch is new."
    exit 0
fi
[ -n "$revision" ] || refuse "nothing is known to compare with: say \`against\`"
if [ "$revision" = "HEAD^1" ] && [ "$(git cat-file -p HEAD | grep -c '^parent ')" != 2 ]; then
    refuse "what is checked out is not the merge of the pull request: leave out \`ref\` there, or say \`against\`"
fi
against=$(commit "$revision") || refuse "there is no revision \`$revision\`, here or at origin"

words=(gate --against "$against")
[ -z "${TOTAL:-}" ] || words+=(--total "$TOTAL")
read -r -d '' -a fail_if <<<"${FAIL_IF:-}" || true
for what in ${fail_if[@]+"${fail_if[@]}"}; do
    [ "$what" = nothing ] || words+=(--fail-if "$what")
done
# Globs are for Paragone, not for the shell.
read -r -d '' -a benchmarks <<<"${BENCHMARKS:-}" || true
words+=(-- ${benchmarks[@]+"${benchmarks[@]}"})

code=0
[ -z "$is_github" ] || echo "::stop-commands::$end"
paragone "${words[@]}" 2>&1 >"$text" | tee "$progress" >&2 || code=${PIPESTATUS[0]}
# What kept it from comparing is its report.
[ -s "$text" ] || cp "$progress" "$text"
cat "$text"
[ -z "$is_github" ] || echo "::$end::"
for form in markdown:report.md json:report.json junit:junit.xml; do
    # Where nothing was compared there is no run.
    paragone report latest --as "${form%%:*}" --output "$REPORTS/${form#*:}" 2>/dev/null || true
done

sentence=$(awk 'BEGIN { RS = "" } { gsub(/\n/, " "); print; exit }' "$text")
exit_code=$code
level=notice
case $code in
0) ;;
1) if [ "${FAIL_IF:-}" = nothing ]; then level=warning exit_code=0; else level=error; fi ;;
3) if [ "$UNKNOWN" = warning ]; then level=warning exit_code=0; else level=error; fi ;;
*) level=error ;;
esac
if [ -n "$is_github" ]; then
    printf 'code=%s\nreports=%s\nsentence<<%s\n%s\n%s\n' "$code" "$REPORTS" "$end" "$sentence" "$end" >>"$GITHUB_OUTPUT"
    tell "$level" "$sentence"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    if [ -s "$REPORTS/report.md" ]; then head -c 1000000 "$REPORTS/report.md"; else echo "$sentence"; fi >>"$GITHUB_STEP_SUMMARY"
fi
exit "$exit_code"

#!/usr/bin/env python3
"""Shows a report at a pull request: one comment, made once and then rewritten.

usage: comment.py REPORT

In: REPORT, a text that whoever opened the pull request may have written; and from the event, which nobody can forge,
REPOSITORY and HEAD_REPOSITORY (owner/name), HEAD_BRANCH and HEAD_SHA; TOKEN and AUTHOR, whose it is; GITHUB_API_URL. The
pull request is the only open one of that branch whose head is that commit, so that a report of an older commit is not shown. Out: the comment's address.

The report is shown as a block of code, in which GitHub heeds no markup, no HTML, no address and no name of a person.
Characters that are not seen (control, direction of writing) are left out, and so is what goes beyond 60,000 characters.

Exit code 0 where it is shown or there is no such pull request, or several, 2 where the report is no file of text, 3 where GitHub refuses.
"""
import json, os, re, stat, sys, unicodedata, urllib.parse, urllib.request

# By it our own comment is known again.
MARK = "<!-- paragone gate -->"
# GitHub takes 65,536 in all.
LONGEST = 60_000
# No report of ours has so many bytes; a file may have any number.
MOST_BYTES = 1 << 20


def read(path):
    """The text of a plain file, and of nothing that leads elsewhere."""
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"`{path}` is no plain file")
        return file.read(MOST_BYTES).decode("utf-8", "replace")


def body(report):
    """The comment: the report in a fence that is longer than any within it."""
    seen = "".join(one for one in report if one == "\n" or unicodedata.category(one) not in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp"))
    seen = re.sub("`{100,}", "`" * 99, seen)
    cut = seen if len(seen) <= LONGEST else seen[:LONGEST] + "\n(cut here; the whole report is an artifact of the workflow)"
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", cut))])
    return f"{MARK}\n### Paragone\n\n{fence}text\n{cut.strip()}\n{fence}\n"


def asked(path, method="GET", content=None):
    """What GitHub answers."""
    address = os.environ.get("GITHUB_API_URL", "https://api.github.com") + path
    data = None if content is None else json.dumps(content).encode()
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Accept": "application/vnd.github+json"}
    request = urllib.request.Request(address, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def pull_request(repository):
    """The number of the open pull request that this commit is the head of; None where there is none, or several."""
    origin = os.environ["HEAD_REPOSITORY"]
    head = urllib.parse.urlencode({"state": "open", "head": f"{origin.split('/')[0]}:{os.environ['HEAD_BRANCH']}"})
    of_commit = lambda one: one["head"]["sha"] == os.environ["HEAD_SHA"] and (one["head"]["repo"] or {}).get("full_name") == origin
    found = [one["number"] for one in asked(f"/repos/{repository}/pulls?{head}") if of_commit(one)]
    return found[0] if len(found) == 1 else None


def own_comment(repository, number):
    """The comment that an earlier run made; anybody may write the mark."""
    for page in range(1, 11):
        found = asked(f"/repos/{repository}/issues/{number}/comments?per_page=100&page={page}")
        for one in found:
            if one["body"].startswith(MARK) and one["user"]["login"] == os.environ["AUTHOR"]:
                return one["id"]
        if len(found) < 100:
            return None
    return None


def main(path):
    try:
        report = read(path)
    except OSError as err:
        print(f"comment.py: the report cannot be read: {err}", file=sys.stderr)
        return 2
    repository = os.environ["REPOSITORY"]
    try:
        number = pull_request(repository)
        if number is None:
            print(f"there is not one open pull request with the head {os.environ['HEAD_SHA']}: nothing to comment on")
            return 0
        earlier = own_comment(repository, number)
        content = {"body": body(report)}
        if earlier is None:
            made = asked(f"/repos/{repository}/issues/{number}/comments", "POST", content)
        else:
            made = asked(f"/repos/{repository}/issues/comments/{earlier}", "PATCH", content)
    except (OSError, ValueError, KeyError, TypeError) as err:
        print(f"comment.py: GitHub did not take it: {err}", file=sys.stderr)
        return 3
    print(made["html_url"])
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))

"""What the benchmarks that make changes have in common: git, a busy neighbour, bounds, rows of Markdown, results that
outlive a part of the work. Nothing here knows Paragone.
"""
import contextlib, json, math, os, statistics, subprocess, sys

def git(repository, *words):
    who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "core.excludesFile=/dev/null"]
    subprocess.run(["git", "-C", str(repository), *who, *words], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def spinner(wanted):
    """A process that spins on another core than Paragone's, while the block runs."""
    process = None
    if wanted:
        core = sorted(os.sched_getaffinity(0))[0]
        process = subprocess.Popen([sys.executable, "-c", f"import os\nos.sched_setaffinity(0, {{{core}}})\nwhile True: pass"])
    try:
        yield
    finally:
        if process:
            process.kill()
            process.wait()


def bound(times, of, upper):
    """The end of Clopper and Pearson's interval at 95 % to one side."""
    if of == 0 or (upper and times == of) or (not upper and times == 0):
        return 1.0 if upper else 0.0

    def at_most(share, count):
        return sum(math.comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(count + 1))

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        inside = at_most(middle, times) > 0.05 if upper else 1 - at_most(middle, times - 1) < 0.05
        low, high = (middle, high) if inside else (low, middle)
    return (low + high) / 2


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def span(seconds):
    return f"{statistics.median(seconds):.1f}, {max(seconds):.1f}" if seconds else ""


def read_back(path, program):
    """What earlier parts of this work left; a changed program begins anew."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if lines and lines[0] != program:
        print(f"{path}: measured with other words or another program: {lines[0]}; name another --work", file=sys.stderr)
        sys.exit(2)
    if not lines:
        path.write_text(json.dumps(program) + "\n")
    return lines[1:]

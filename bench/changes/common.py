"""What the benchmarks that make changes have in common: git, a busy neighbour, bounds, rows of Markdown, results that
outlive a part of the work, and what a run says of a change that changes nothing.
"""
import contextlib, hashlib, json, math, os, pathlib, statistics, subprocess, sys, tempfile

# A hundredth of what changes nothing may be called something.
MOST_ALARMS = 0.01

def git(repository, *words):
    who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "core.excludesFile=/dev/null"]
    subprocess.run(["git", "-C", str(repository), *who, *words], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def spinner(wanted):
    """A process that spins on another core than Paragone's, while the block runs and whoever started it lives."""
    process = None
    if wanted:
        core = sorted(os.sched_getaffinity(0))[0]
        spin = f"import os\nos.sched_setaffinity(0, {{{core}}})\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(1_000_000): pass"
        process = subprocess.Popen([sys.executable, "-c", spin])
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


def in_work_folder(main, args):
    """Ends with what `main` gives for the arguments and a folder: that of `--work`, or one that is gone afterwards."""
    name = f"bench/{pathlib.Path(sys.argv[0]).name}"
    with contextlib.ExitStack() as stack:
        work = args.work or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        work.mkdir(parents=True, exist_ok=True)
        try:
            sys.exit(main(args, work.resolve()))
        except KeyboardInterrupt:
            print(f"{name}: stopped; {'the same command goes on' if args.work else 'with --work it could go on'}", file=sys.stderr)
            sys.exit(130)


def digest(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def read_back(path, program):
    """What earlier parts of this work left; a changed program begins anew."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if lines and lines[0] != program:
        print(f"{path}: measured with other words or another program: {lines[0]}; name another --work", file=sys.stderr)
        sys.exit(2)
    if not lines:
        path.write_text(json.dumps(program) + "\n")
    return lines[1:]


def tally(cells, change):
    """Of cells, each a name and a row of a report in JSON: how many were measured, how many are the same, the alarms."""
    words = [found["verdict"]["verdict"] for _, found in cells]
    told = [word for word in words if word != "same-code"]
    unusable = set(told) - {"same", "slower", "faster", "not-enough", "unreliable"}
    if not words or unusable:
        print(f"{change}: {', '.join(sorted(unusable)) or 'no cell'}", file=sys.stderr)
        sys.exit(2)

    def alarm(name, found):
        ratio, interval = found["estimate"]["ratio"], found["estimate"]["interval"]
        ends = f"{math.exp(interval['low']):.4f} to {math.exp(interval['high']):.4f}"
        return f"{name}: {found['verdict']['verdict']}, {math.exp(ratio):.4f} ({ends})"

    alarms = [alarm(name, found) for (name, found), word in zip(cells, words) if word in ("slower", "faster")]
    return {"cells": len(told), "same": told.count("same"), "alarms": alarms}


def table_of_nothing(results, cells, keys, place):
    """Prints the results, all and by each of `keys`; `cells`: what they are called, `place`: where a change was made. True
    where alarms are not certainly more than one in a hundred."""
    row("change", "tried", "same code", "measured", cells, "of them the same", "with an alarm", "at most", "s: median, longest")
    row(*["---"] * 9)
    groups = [("all", results)]
    for key in keys:
        groups += [(f"{key}: {value}", [r for r in results if r[key] == value]) for value in sorted({r[key] for r in results})]
    groups += [("beside a spinner" if beside else "idle", [r for r in results if r["beside"] == beside]) for beside in (0, 1)]
    for name, group in groups:
        told = [result for result in group if result["cells"]]
        alarmed = sum(bool(result["alarms"]) for result in told)
        most = f"{100 * bound(alarmed, len(told), True):.1f} %" if told else ""
        row(name, len(group), len(group) - len(told), len(told), sum(r["cells"] for r in told), sum(r["same"] for r in told),
            alarmed, most, span([r["seconds"] for r in told]))
    for result in results:
        for alarm in result["alarms"]:
            print(f"\n- {result['kind']} in {place(result)}: {alarm}")
    told = [result for result in results if result["cells"]]
    return bound(sum(bool(result["alarms"]) for result in told), len(told), False) <= MOST_ALARMS

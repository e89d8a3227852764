"""How benchmarks are compared by their own harness' means, as its documentation has it: first all of the one version, then
all of the other. Gives what it calls a change, a line each.

criterion: `--save-baseline`, then `--baseline`. Go: six runs each, and benchstat. google/benchmark: ten repetitions each, and
its compare.py.
"""
import csv, io, json, os, re, subprocess, sys, tempfile, tomllib
from pathlib import Path

from common import git
from projects import packages

BENCHSTAT = "golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da"
COMPARE = "/usr/share/benchmark/compare.py"
SCIPY = ["scipy==1.17.1", "numpy==2.4.6"]
# benchstat and compare.py call a difference one below that.
ALPHA = 0.05


def told(kind, repository, names, work):
    """`kind`: of project; `names`: of benchmarks, as the harness has them; the change lies in the working tree."""
    sides = {"cargo": criterion, "go": go, "debian": google}[kind]
    git(repository, "stash", "--quiet", "--include-untracked")
    try:
        before = sides(repository, names, work, "before", None)
    finally:
        git(repository, "stash", "pop", "--quiet")
    return sides(repository, names, work, "after", before)


def one_of(names):
    return "^(" + "|".join(map(re.escape, names)) + ")$"


def output(command, folder, **variables):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, **variables})
    if done.returncode != 0:
        print(f"{' '.join(map(str, command))}: {done.stderr[-2000:]}", file=sys.stderr)
        sys.exit(2)
    return done.stdout


def criterion(repository, names, work, side, _):
    how = "--save-baseline" if side == "before" else "--baseline"
    said = output(["cargo", "bench", "--quiet", "--bench", "*", "--", one_of(names), how, "before", "--noplot"], repository,
                  CARGO_TARGET_DIR=str(work / f"own-{repository.name}"))
    found, name = [], ""
    for line in said.splitlines():
        # A long name stands on a line of its own.
        if "time:" in line or (line and not line[0].isspace() and ":" not in line):
            name = line.split("time:")[0].strip() or name
        if "Performance has" in line:
            found.append(f"{name}: {line.strip()}")
    return found


def go(repository, names, work, side, before):
    # Each part of a name is a pattern of its own.
    filters = "/".join(one_of(sorted(set(part))) for part in zip(*(name.split("/") for name in names)))
    said = output(["go", "test", "-run=^$", f"-bench={filters}", "-count=6", "."], repository)
    if side == "before":
        return said
    if not (work / "benchstat").exists():
        output(["go", "install", BENCHSTAT], work, GOBIN=str(work))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("before", before), ("after", said)):
            (Path(folder) / name).write_text(text)
        table = output([work / "benchstat", "-format=csv", "-filter=.unit:sec/op", f"-alpha={ALPHA}", "before", "after"], folder)
    rows = [row for row in csv.reader(io.StringIO(table)) if len(row) > 6 and row[5] not in ("", "vs base", "~", "?")]
    return [f"{row[0]}: {row[5]} {row[6]}" for row in rows if row[0] != "geomean"]


def google(repository, names, work, side, before):
    build = work / f"own-{repository.name}-{side}"
    (program,) = tomllib.loads((repository / "paragone.toml").read_text())["program"]
    target, options = program["name"], program["options"]
    output(["cmake", "-S", repository, "-B", build, "-DCMAKE_BUILD_TYPE=Release", *options], repository)
    output(["cmake", "--build", build, "--target", target], repository)
    result = work / f"own-{side}.json"
    output([build / target, f"--benchmark_filter={one_of(names)}", "--benchmark_repetitions=10", f"--benchmark_out={result}"], repository)
    if side == "before":
        return result
    compared = work / "own-compared.json"
    output([sys.executable, COMPARE, "--dump_to_json", compared, "benchmarks", before, result], repository,
           PYTHONPATH=str(packages(work, "scipy", SCIPY)))
    tests = [(entry["name"], entry["utest"]["time_pvalue"]) for entry in json.loads(compared.read_text()) if entry.get("utest")]
    return [f"{name}: p = {p:.3f}" for name, p in tests if p < ALPHA]

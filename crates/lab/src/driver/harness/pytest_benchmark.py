# Runs pytest on a project for one of two orders: `list`; or `measure NAME SECONDS FILE`, to measure a benchmark for about
# so long, with its samples in a file of pytest-benchmark's JSON.
# A name is pytest's own: `tests/test_sums.py::test_add[10]`. What it lists are lines that begin with `benchmark `.
# PARAGONE_PROJECT is the project's folder in one version of a repository, and PARAGONE_REPOSITORY the top of that version.
import importlib.util
import os
import pathlib
import re
import sys
import tempfile

PROJECT, REPOSITORY = (pathlib.Path(os.environ[f"PARAGONE_{name}"]).resolve() for name in ("PROJECT", "REPOSITORY"))
# Usual places of packages, beside the folder itself.
INNER = ("src", "python", "lib")
os.chdir(PROJECT)


def is_place_of_packages(folder):
    return os.path.isdir(folder) and not os.path.isfile(folder / "__init__.py")


def folders_of_packages():
    """Where this version's packages may lie: in the project, and in the folders above it."""
    above = [PROJECT, *PROJECT.parents]
    above = above[: above.index(REPOSITORY) + 1] if REPOSITORY in above else [PROJECT]
    places = [path for folder in above for path in (*(folder / name for name in INNER), folder)]
    return [path for path in places if is_place_of_packages(path)]


# What this version has goes before what is installed, which may be another version of it.
FOLDERS = folders_of_packages()
sys.path[:0] = map(str, FOLDERS)

if importlib.util.find_spec("pytest_benchmark") is None:
    sys.exit("pytest-benchmark is not installed here: `python3 -m pip install pytest-benchmark` brings it")
import pytest

# What a project adds to every run may be slow, such as counting covered lines, or forbid benchmarks, as parallel runs do.
USUAL = ["-q", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:random_order", "--rootdir=."]
# Nothing is kept there; without it a folder is made in the project.
USUAL += ["--benchmark-enable", f"--benchmark-storage=file://{tempfile.gettempdir()}"]
FIXTURES = {"benchmark", "benchmark_weave"}
# Marks by which a benchmark would be measured for as long as it likes.
TIMES = ("max_time", "min_time", "min_rounds", "warmup", "warmup_iterations", "calibration_precision")
# Rounds of a run: short ones are many iterations each.
ROUNDS = 20


class Benchmarks:
    """Leaves out what is no benchmark, or not the one that is meant."""

    def __init__(self, name=None):
        self.name, self.found, self.unread, self.skipped = name, [], {}, None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if self.is_wanted(item)]
        self.found = [item.nodeid for item in items]
        for mark in (mark for item in items for mark in item.iter_markers("benchmark")):
            for time in TIMES:
                mark.kwargs.pop(time, None)

    def is_wanted(self, item):
        if self.name is not None:
            return item.nodeid == self.name
        return FIXTURES & set(getattr(item, "fixturenames", ())) and item.get_closest_marker("skip") is None

    def pytest_collectreport(self, report):
        if report.failed:
            self.unread[report.nodeid] = str(report.longrepr).strip().splitlines()[-1]

    def pytest_runtest_logreport(self, report):
        if report.skipped:
            self.skipped = str(report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr)

    # It watches its timer for a second to find out how fine it is, which is of no account beside rounds of milliseconds.
    def pytest_configure(self):
        import pytest_benchmark.fixture

        pytest_benchmark.fixture.compute_timer_precision = lambda timer: 1e-7

    # Nobody reads them, and they take a second to find out.
    @pytest.hookimpl(tryfirst=True)
    def pytest_benchmark_generate_machine_info(self):
        return {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_benchmark_generate_commit_info(self):
        return {}


# Before Python 3.10 there is no list of the standard library's modules.
STANDARD = set(getattr(sys, "stdlib_module_names", sys.builtin_module_names))
INSTALLED = {"site-packages", "dist-packages"}
NOT_OURS = {"examples", "vendor", "third_party"}


def from_elsewhere():
    """Packages that this version has, and that were imported from somewhere else: then it is not what is measured."""
    folders = [REPOSITORY / name for name in os.listdir(REPOSITORY) if name not in NOT_OURS and name[0] != "."]
    inner = [path for folder in folders for path in (folder, *(folder / name for name in INNER))]
    places = [*FOLDERS, *filter(is_place_of_packages, inner)]
    for name, module in sorted(sys.modules.items()):
        file = pathlib.Path(getattr(module, "__file__", None) or os.devnull).resolve()
        if REPOSITORY in file.parents or name.partition(".")[0] in STANDARD:
            continue
        # Of an installed package it is known by its name; of another copy of this repository by where it lies there.
        is_here = "." not in name and any(os.path.isfile(folder / name / "__init__.py") for folder in places)
        tails = () if INSTALLED & set(file.parts) else range(3, len(file.parts))
        if is_here or any(os.path.isfile(REPOSITORY.joinpath(*file.parts[-length:])) for length in tails):
            yield f"`{name}` is imported from {file}, and not from this version of the project"


def run(words, benchmarks):
    code = int(pytest.main([*USUAL, *words], plugins=[benchmarks]))
    for file, why in benchmarks.unread.items():
        path = pathlib.Path(file)
        if path.is_file() and re.search(r"def test[^)]*\bbenchmark(_weave)?\b", path.read_text(errors="replace")):
            sys.exit(f"{file} cannot be read: {why}")
    for fault in from_elsewhere():
        sys.exit(fault)
    if benchmarks.name is not None and not benchmarks.found:
        sys.exit(f"there is no benchmark `{benchmarks.name}`")
    if benchmarks.skipped is not None:
        sys.exit(f"`{benchmarks.name}` is skipped here: {benchmarks.skipped}")
    return code


def run_one(name, seconds, more):
    times = {"max-time": seconds, "min-time": repr(float(seconds) / ROUNDS), "min-rounds": "1", "warmup": "off"}
    words = [f"--benchmark-{word}={value}" for word, value in times.items()]
    return run([*words, *more, name.split("::")[0]], Benchmarks(name))


order, *rest = sys.argv[1:]
if order == "list":
    benchmarks = Benchmarks()
    code = run(["--collect-only", "--continue-on-collection-errors"], benchmarks)
    print()
    for name in benchmarks.found:
        print(f"benchmark {name}")
    # A file of tests that cannot be read is no fault of the benchmarks in the others.
    sys.exit(0 if benchmarks.found else code)
name, seconds, path = rest
code = run_one(name, seconds, [f"--benchmark-json={path}"])
if code == 0 and os.path.getsize(path) == 0:
    sys.exit(f"`{name}` has passed, and has measured nothing")
sys.exit(code)

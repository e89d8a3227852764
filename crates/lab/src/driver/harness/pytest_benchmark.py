# Runs pytest on the project in the current folder for one of three orders: `list`; `check NAME`, to run a benchmark once;
# or `measure NAME SECONDS FILE`, to measure it for about so long, with its samples in a file of pytest-benchmark's JSON.
# A name is pytest's own: `tests/test_sums.py::test_add[10]`. What it lists are lines that begin with `benchmark `.
import importlib.util
import os
import sys

# What this folder has goes before what is installed, which may be another version of it.
sys.path[:0] = [path for path in (os.path.abspath("src"), os.getcwd()) if os.path.isdir(path)]

if importlib.util.find_spec("pytest_benchmark") is None:
    sys.exit("pytest-benchmark is not installed here: `python3 -m pip install pytest-benchmark` brings it")
import pytest

# What a project adds to every run may be slow, such as counting covered lines, or forbid benchmarks, as parallel runs do.
USUAL = ["-q", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:random_order"]
FIXTURES = {"benchmark", "benchmark_weave"}
# Rounds of a run: short ones are many iterations each.
ROUNDS = 20


class Benchmarks:
    """Leaves out what is no benchmark, or not the one that is meant."""

    def __init__(self, name=None):
        self.name, self.found = name, []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if FIXTURES & set(getattr(item, "fixturenames", ()))]
        if self.name is not None:
            items[:] = [item for item in items if item.nodeid == self.name]
        self.found = [item.nodeid for item in items]

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


def run(words, benchmarks):
    code = pytest.main([*USUAL, *words], plugins=[benchmarks])
    if benchmarks.name is not None and not benchmarks.found:
        sys.exit(f"there is no benchmark `{benchmarks.name}`")
    return int(code)


order, *rest = sys.argv[1:]
if order == "list":
    benchmarks = Benchmarks()
    code = run(["--collect-only", "--continue-on-collection-errors"], benchmarks)
    print()
    for name in benchmarks.found:
        print(f"benchmark {name}")
    # A file of tests that cannot be read is no fault of the benchmarks in the others.
    sys.exit(0 if benchmarks.found else code)
if order == "check":
    sys.exit(run(["--benchmark-disable", rest[0].split("::")[0]], Benchmarks(rest[0])))
name, seconds, path = rest
times = {"max-time": seconds, "min-time": repr(float(seconds) / ROUNDS), "min-rounds": "1", "warmup": "off"}
words = [f"--benchmark-{word}={value}" for word, value in times.items()]
sys.exit(run(["--benchmark-enable", f"--benchmark-json={path}", *words, name.split("::")[0]], Benchmarks(name)))

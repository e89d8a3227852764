"""Makes a program a driver: register jobs with `bench`, then `serve`.

In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and times.
It parses no flag, does no statistics and knows no benchmark. Standard library only; Python 3.9 or later.

    from paragone import bench, serve

    bench("sum", "loop", lambda cell: lambda data: sum(data))
    serve()

Inputs are `bytes`, as any user of Python has them; they lie where the interpreter puts them, since
Python has no addresses to align. CPU time is the process's own, in nanoseconds. The collector runs as it
does for any program; `reading gc` says how often it did. There is no reading of allocated bytes: the
interpreter counts none unless it is traced, which would slow down what is timed.
"""

import gc
import os
import sys
import time
from binascii import crc32
from functools import partial
from itertools import cycle, islice

__all__ = ["bench", "keep", "reading", "serve"]

# What a request may measure: bytes of one line, and lines between `prepare` and `end`.
MOST_LINE = 4096
MOST_LINES = 4096

# Names of readings, of one request.
MOST_READINGS = 16

# Places of the stack that samples take in turn: sixteen of about 500 bytes cross two pages.
PLACES = 16

kept = [None]
told = {}
jobs = []


def keep(value):
    """Keeps a value from being optimised away: whoever else runs this program may read it here."""
    kept[0] = value


def reading(name, value):
    """Tells a number beside the time, from within a call and from the thread that was called.

    It goes with the sample, under a name of `a-z 0-9 _ + -`. A sample has many calls, and each name once, with
    the value that was told last: a job that wants a total adds it up and tells it at any call. More than 16 names
    in one request fail it; what an untimed call tells is forgotten.
    """
    if len(told) == MOST_READINGS and name not in told:
        raise Failure(f"readings of more than {MOST_READINGS} names in one request")
    told[name] = value


def bench(benchmark, implementation, setup, reset=False):
    """Registers an implementation of a benchmark.

    `setup(cell)` runs untimed at each `prepare`. It returns the call, a function of one input, which is
    what is timed; what the call returns is its answer. A job that changes what it works on is registered
    with `reset=True`, which Paragone is told, and its setup returns `call, reset`: two functions of one
    input, the second of which runs untimed before each call.
    """
    jobs.append((benchmark, implementation, setup, reset))


def answer(result):
    """The result of a call, as the bytes that Paragone compares: integers are 8 bytes little-endian."""
    if result is None:
        return b""
    if isinstance(result, str):
        return result.encode()
    if isinstance(result, int):  # a bool is one as well
        if not -(1 << 63) <= result < 1 << 64:
            raise OverflowError("an answer that is a number has at most 64 bits")
        return (result & (1 << 64) - 1).to_bytes(8, "little")
    if isinstance(result, (bytes, bytearray, memoryview)):
        return bytes(result)
    raise TypeError(f"an answer is None, bytes, text, a truth value or an integer, and this is {type(result).__name__}")


class Cell:
    """What `prepare` said: the inputs, already in memory, and the parameters."""

    def __init__(self):
        self.inputs = []
        self.params = {}

    def param(self, name):
        """The value of a parameter; a parameter that the suite does not set fails the cell by name."""
        if name not in self.params:
            raise Failure(f"no parameter `{name}`")
        return self.params[name]


class Failure(Exception):
    """Fails the request under way, with a text that is meant for the reader."""


class Job:
    """A cell that is ready to be called."""

    def __init__(self, cell, prepared, has_reset):
        self.call, self.reset = prepared if isinstance(prepared, tuple) else (prepared, None)
        if has_reset and self.reset is None:
            raise Failure("it is registered with `reset=True`, and its setup returned no reset")
        if self.reset is not None and not has_reset:
            raise Failure("its setup returned a reset: register it with `reset=True`")
        self.inputs = cell.inputs or [b""]
        self.timed = False
        self.last = None

    def answer(self, index):
        # `last` speaks of timed calls alone.
        self.timed, self.last = False, None
        if self.reset:
            self.reset(self.inputs[index])
        return answer(self.call(self.inputs[index]))

    def audit(self, calls):
        """So many untimed calls, and one number of all their answers: each one's length, 8 bytes, and its bytes."""
        crc = 0
        for index in islice(cycle(range(len(self.inputs))), calls):
            content = self.answer(index)
            crc = crc32(content, crc32(len(content).to_bytes(8, "little"), crc))
        return crc

    def time(self, calls):
        """Wall and CPU time in nanoseconds, and how often the collector ran."""
        self.timed, self.last = False, None
        collected = collections()
        times = (time_calls if self.reset is None else time_single_calls)(self, calls)
        self.timed = True
        return (*times, collections() - collected)


def rotation(inputs, calls):
    """So many inputs in turn, from the first one on, at no cost in bytecode and without allocating."""
    turns = cycle(inputs)
    # Cycling stores the inputs on its first way through, which is taken here.
    for _ in inputs:
        next(turns)
    return islice(turns, calls)


def time_calls(job, calls, clock=time.perf_counter_ns, cpu_clock=time.process_time_ns):
    call, last = job.call, None
    turns = rotation(job.inputs, calls)
    # The first reading brings the clock's own code and data into the cache.
    clock()
    cpu = cpu_clock()
    start = clock()
    for data in turns:
        last = call(data)
    wall = clock() - start
    cpu = cpu_clock() - cpu
    job.last = last
    return wall, cpu


def time_single_calls(job, calls, clock=time.perf_counter_ns, cpu_clock=time.process_time_ns):
    call, reset, last, wall = job.call, job.reset, None, 0
    turns = rotation(job.inputs, calls)
    clock()
    cpu = cpu_clock()
    for data in turns:
        reset(data)
        start = clock()
        last = call(data)
        wall += clock() - start
    cpu = cpu_clock() - cpu
    job.last = last
    return wall, cpu


def collections():
    """How often the collector has run; interpreters that do not count it say 0."""
    return sum(generation.get("collections", 0) for generation in gc.get_stats()) if COUNTS else 0


COUNTS = sys.implementation.name == "cpython"


def lower(places, work):
    """Does something so many places lower on the stack.

    Where the stack lies beside other data can cost ten percent, and one process has one such luck for
    its whole life; samples at several places average over it. A partial is called by the interpreter's C
    code, so that this moves its stack, on which functions written in C run, and its frames as well.
    """
    return partial(lower, places - 1, work)() if places else work()


class Conversation:
    def __init__(self, from_lab, to_lab):
        self.from_lab = from_lab
        self.to_lab = to_lab
        self.job = None
        self.samples = 0

    def hold(self):
        while (line := self.line()) is not None:
            word, _, rest = line.partition(" ")
            if word == "quit":
                return
            details = self.details() if word == "prepare" else []
            # What an implementation raises fails its request, not the conversation.
            try:
                reply = self.reply(word, rest, details)
            except KeyboardInterrupt:
                raise
            except BaseException as err:
                reply = error(said(err))
            self.to_lab.write(reply)
            self.to_lab.flush()

    def line(self):
        line = self.from_lab.readline(MOST_LINE)
        if not line:
            return None
        if not line.endswith(b"\n"):
            raise OSError("a line that does not end, or not within 4096 bytes")
        # Paths may hold any bytes, and come back as they were.
        return line[:-1].decode("utf-8", "surrogateescape")

    def details(self):
        """The lines up to `end`, read whatever is wrong, so that the next request is read as a request."""
        lines = []
        while len(lines) <= MOST_LINES and (line := self.line()) is not None:
            if line == "end":
                return lines
            lines.append(line)
        raise OSError("`prepare` without an `end`")

    def reply(self, word, rest, details):
        told.clear()
        if word == "paragone":
            version = number(word, rest, 0)
            if version == 0:
                raise Failure("this driver speaks protocol 1 and 2")
            return greeting(min(version, 2))
        if word == "prepare":
            self.job = None
            self.job = prepare(rest, details)
            return b"ok\n"
        if word == "answer":
            index = number(word, rest, 0)
            job = self.prepared()
            if index >= len(job.inputs):
                raise Failure(f"no input {index}")
            return counted(job.answer(index))
        if word == "time":
            calls = number(word, rest, 1)
            place, self.samples = self.samples % PLACES, self.samples + 1
            wall, cpu, collected = lower(place, partial(self.prepared().time, calls))
            own = "".join(f"reading {name} {value}\n" for name, value in told.items())
            return f"{own}reading gc {collected}\ntime {wall} {cpu}\n".encode()
        if word == "audit":
            calls = number(word, rest, 1)
            return b"audit %d\n" % self.prepared().audit(calls)
        if word == "last":
            if self.job is None or not self.job.timed:
                raise Failure("nothing was timed")
            return counted(answer(self.job.last))
        raise Failure(f"unknown request `{word}`")

    def prepared(self):
        if self.job is None:
            raise Failure("nothing is prepared")
        return self.job


def number(word, text, least):
    value = int(text) if text.isascii() and text.isdigit() else -1
    if not least <= value < 1 << 64:
        raise Failure(f"expected `{word} NUMBER`, got `{word} {text}`")
    return value


def prepare(wanted, details):
    cell = Cell()
    for line in details:
        word, _, rest = line.partition(" ")
        if word == "input":
            cell.inputs.append(read_input(rest))
        elif word == "param":
            name, _, value = rest.partition(" ")
            cell.params.setdefault(name, value)
        else:
            raise Failure(f"unknown line `{line}` in `prepare`")
    for benchmark, implementation, setup, has_reset in jobs:
        if wanted == f"{benchmark} {implementation}":
            return Job(cell, setup(cell), has_reset)
    raise Failure(f"unknown implementation `{wanted}`")


def read_input(path):
    try:
        with open(path, "rb", buffering=0) as file:
            length = os.fstat(file.fileno()).st_size
            content = file.read(length)
    except (OSError, ValueError) as err:
        raise Failure(f"failed to read input `{path}`: {err}") from None
    if len(content) < length:
        raise Failure(f"failed to read input `{path}`: it is shorter than it was")
    return content


def greeting(version):
    runtime = f"{sys.implementation.name} {sys.version}".replace("\n", " ")
    clock = time.get_clock_info("perf_counter").implementation.replace("clock_gettime(", "").replace(")", "")
    lines = [f"paragone {version}", "language python", f"runtime {runtime}"]
    lines.append(f"clock {clock.replace(' ', '_')} {resolution()}")
    for benchmark, name, _, has_reset in jobs:
        if benchmark != "paragone":
            lines.append(f"implementation {benchmark} {name}{' reset' if has_reset and version > 1 else ''}")
    return "\n".join([*lines, "ready\n"]).encode()


def resolution(clock=time.perf_counter_ns):
    readings = [clock() for _ in range(1000)]
    return min((after - before for before, after in zip(readings, readings[1:]) if after > before), default=0)


def error(text):
    """One line, and not a long one, whatever an implementation said."""
    text = "".join(" " if c < " " or "\x7f" <= c <= "\x9f" else c for c in text[:500])
    return f"error {text}\n".encode("utf-8", "replace")


def said(err):
    if isinstance(err, Failure):
        return str(err)
    try:
        return f"{type(err).__name__}: {err}"
    except Exception:
        return type(err).__name__


def counted(content):
    return b"answer %d\n%b" % (len(content), content)


def private_streams():
    """Takes the streams for the conversation alone: what an implementation prints goes to standard
    error, and what it reads is empty. The copies are closed in child processes."""
    from_lab, to_lab = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return open(from_lab, "rb"), open(to_lab, "wb")


def serve():
    """Talks with Paragone until it says `quit`; does not return."""
    if os.isatty(0):
        print("this is a benchmark driver: it is started by `paragone run`, not by hand", file=sys.stderr)
        sys.exit(2)
    # The one job that every driver has: its time is what a call costs.
    bench("paragone", "empty", lambda cell: lambda data: None)
    try:
        Conversation(*private_streams()).hold()
    except OSError as err:
        print(f"driver: {err}", file=sys.stderr)
        sys.exit(1)
    sys.exit(0)

"""What Python's library offers to tell the time.

In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display was
painted, or the bytes' sum. One loop serves all clocks, as the interpreter subtracts and compares numbers and
dates by the same words; the function that reads is looked up once, before the loop.
"""

import sys
import time
from datetime import datetime, timedelta, timezone

from paragone import bench, keep, serve


def checked(read, period):
    """When the display was last painted: so long before the set-up that the first read of a call paints it.

    What the clock takes for 20 ms must be that, roughly, by the system's clock.
    """
    began, start = time.monotonic(), read()
    while read() - start <= period / 5 and time.monotonic() - began < 2:
        pass
    passed = time.monotonic() - began
    if not 0.01 <= passed < 2:
        raise RuntimeError(f"20 ms by this clock are {passed} s")
    return start - period


def clock(name, read, period):
    def set_up_read(cell):
        set_up = checked(read, period)

        def call(data):
            reads = int.from_bytes(data, "little")
            now, hundred_ms, last, painted = read, period, set_up, 0
            for _ in range(reads):
                moment = now()
                if moment - last > hundred_ms:
                    last = moment
                    painted += 1
            return 2 * reads + (painted > 0)

        return call

    def set_up_progress(cell):
        every = cell.param("every")
        every = sys.maxsize if every == "none" else int(every)

        def call(data):
            now, hundred_ms, until, total, shown = read, period, every, 0, 0
            last = now()
            for at, byte in enumerate(data):
                total += byte
                until -= 1
                if not until:
                    until = every
                    moment = now()
                    if moment - last > hundred_ms:
                        shown = at + 1
                        last = moment
            keep(shown)
            return total

        return call

    bench("read", name, set_up_read)
    bench("progress", name, set_up_progress)


clock("perf-counter", time.perf_counter, 0.1)
clock("perf-counter-ns", time.perf_counter_ns, 100_000_000)
clock("monotonic", time.monotonic, 0.1)
clock("monotonic-ns", time.monotonic_ns, 100_000_000)
clock("time", time.time, 0.1)
clock("time-ns", time.time_ns, 100_000_000)
clock("process-time-ns", time.process_time_ns, 100_000_000)
clock("thread-time-ns", time.thread_time_ns, 100_000_000)
clock("datetime-now", datetime.now, timedelta(milliseconds=100))
clock("datetime-now-utc", lambda utc=timezone.utc: datetime.now(utc), timedelta(milliseconds=100))
serve()

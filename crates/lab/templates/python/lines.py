"""How many lines has a text? Two ways in Python."""

from paragone import bench, serve


def by_loop(text):
    lines = 0
    for byte in text:
        if byte == 10:
            lines += 1
    return lines  # what a call returns is its answer


def by_count(text):
    return text.count(b"\n")


# The outer function is the set-up: it runs once, untimed, and gives what is called and timed.
bench("lines", "loop", lambda cell: by_loop)
bench("lines", "count", lambda cell: by_count)
serve()

// How many lines has a text? Two ways in C#.

using System;
using Paragone;

static class Lines {
    // What a call returns is its answer. An input is a part of a larger array, from Offset on.
    static int ByLoop(Input text) {
        var lines = 0;
        var end = text.Offset + text.Length;
        for (var i = text.Offset; i < end; i++) if (text.Array[i] == '\n') lines++;
        return lines;
    }

    static int ByIndexOf(Input text) {
        var lines = 0;
        var end = text.Offset + text.Length;
        var at = text.Offset - 1;
        while ((at = Array.IndexOf(text.Array, (byte)'\n', at + 1, end - at - 1)) >= 0) lines++;
        return lines;
    }

    static int Main() {
        var driver = new Driver();
        // The first function is the set-up: it runs once, untimed, and its result is given to each call.
        driver.Bench("lines", "loop", cell => 0, (state, text) => ByLoop(text));
        driver.Bench("lines", "index-of", cell => 0, (state, text) => ByIndexOf(text));
        return driver.Serve();
    }
}

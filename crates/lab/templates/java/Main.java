// How many lines has a text? Two ways in Java.

import java.util.stream.IntStream;

class Main {
    public static void main(String[] arguments) {
        // The outer function is the set-up: it runs once, untimed, and gives what is called and timed.
        Paragone.bench("lines", "loop", cell -> text -> {
            long lines = 0;
            for (byte b : text) if (b == '\n') lines++;
            Paragone.answer(lines);
        });
        Paragone.bench("lines", "stream", cell -> text ->
            Paragone.answer(IntStream.range(0, text.length).filter(i -> text[i] == '\n').count()));
        Paragone.serve();
    }
}

import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * The checksums of Java's class library.
 *
 * <p>In: bytes in memory; out: their checksum. The compiler has code of its own for them; where it is told
 * to use none, they are calls of zlib by the Java Native Interface, which lends the array and copies nothing.
 */
class Main {
    public static void main(String[] arguments) {
        Paragone.bench("adler32", "zip", cell -> {
            Adler32 adler = new Adler32();
            return input -> {
                adler.reset();
                adler.update(input, 0, input.length);
                Paragone.answer(adler.getValue());
            };
        });
        Paragone.bench("crc32", "zip", cell -> {
            CRC32 crc = new CRC32();
            return input -> {
                crc.reset();
                crc.update(input, 0, input.length);
                Paragone.answer(crc.getValue());
            };
        });
        Paragone.bench("first-byte", "zip", cell -> {
            Adler32 adler = new Adler32();
            return input -> {
                adler.reset();
                adler.update(input, 0, 1);
                Paragone.answer(adler.getValue());
            };
        });
        Paragone.bench("once-more", "zip", cell -> {
            Adler32 adler = new Adler32();
            return input -> {
                adler.reset();
                adler.update(input, 0, input.length);
                adler.update(input, 0, 1);
                Paragone.answer(adler.getValue());
            };
        });
        Paragone.serve();
    }
}

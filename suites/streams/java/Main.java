import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The sum of the bytes of a file, and of what a server has, in Java.
 *
 * <p>In: a path or an address; out: the sum modulo 256. Every call opens and closes; the HttpClient is set up once and
 * keeps its connection.
 */
class Main {
    /** What may fail while it is read. */
    interface Reading {
        int sum(String where) throws Exception;
    }

    static int added(byte[] bytes, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += bytes[i];
        return sum;
    }

    static int chunked(InputStream from, byte[] buffer) throws IOException {
        int sum = 0;
        for (int count; (count = from.read(buffer)) >= 0; ) sum += added(buffer, count);
        return sum;
    }

    static int byByte(InputStream from) throws IOException {
        int sum = 0;
        for (int one; (one = from.read()) >= 0; ) sum += one;
        return sum;
    }

    static int mapped(String path) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(path))) {
            MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            int sum = 0;
            for (int i = 0, count = bytes.limit(); i < count; i++) sum += bytes.get(i);
            return sum;
        }
    }

    /** One read under way at a time: what is asked for is waited for. */
    static int asynchronous(String path, ByteBuffer buffer) throws Exception {
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(Path.of(path), StandardOpenOption.READ)) {
            int sum = 0;
            long place = 0;
            for (int count; (count = channel.read(buffer.clear(), place).get()) >= 0; place += count) {
                sum += added(buffer.array(), count);
            }
            return sum;
        }
    }

    static int buffer(Paragone.Cell cell) {
        return Integer.parseInt(cell.param("buffer"));
    }

    /** Answers a sum as eight bytes, of which one is not zero. */
    static Paragone.Call call(Reading reading) {
        return input -> {
            try {
                Paragone.answer(reading.sum(new String(input, StandardCharsets.UTF_8)) & 0xffL);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        };
    }

    static <T> T fetched(HttpClient client, String address, HttpResponse.BodyHandler<T> how) throws Exception {
        HttpResponse<T> answer = client.send(HttpRequest.newBuilder(URI.create(address)).build(), how);
        if (answer.statusCode() != 200) throw new IOException("the server answered " + answer.statusCode());
        return answer.body();
    }

    static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    public static void main(String[] arguments) {
        for (String benchmark : new String[] {"file", "buffer", "long"}) {
            Paragone.bench(benchmark, "chunks", cell -> {
                byte[] buffer = new byte[buffer(cell)];
                return call(path -> {
                    try (InputStream file = new FileInputStream(path)) {
                        return chunked(file, buffer);
                    }
                });
            });
        }
        Paragone.bench("file", "whole", cell -> call(path -> {
            byte[] bytes = Files.readAllBytes(Path.of(path));
            return added(bytes, bytes.length);
        }));
        Paragone.bench("file", "mmap", cell -> call(Main::mapped));
        Paragone.bench("file", "bytes", cell -> call(path -> {
            try (InputStream file = new BufferedInputStream(new FileInputStream(path))) {
                return byByte(file);
            }
        }));
        Paragone.bench("file", "asynchronous", cell -> {
            ByteBuffer buffer = ByteBuffer.allocate(buffer(cell));
            return call(path -> asynchronous(path, buffer));
        });
        Paragone.bench("http", "chunks", cell -> {
            byte[] buffer = new byte[buffer(cell)];
            HttpClient client = client();
            return call(address -> {
                try (InputStream body = fetched(client, address, HttpResponse.BodyHandlers.ofInputStream())) {
                    return chunked(body, buffer);
                }
            });
        });
        Paragone.bench("http", "whole", cell -> {
            HttpClient client = client();
            return call(address -> {
                byte[] bytes = fetched(client, address, HttpResponse.BodyHandlers.ofByteArray());
                return added(bytes, bytes.length);
            });
        });
        Paragone.bench("http", "bytes", cell -> {
            HttpClient client = client();
            return call(address -> {
                try (InputStream body = new BufferedInputStream(
                        fetched(client, address, HttpResponse.BodyHandlers.ofInputStream()))) {
                    return byByte(body);
                }
            });
        });
        Paragone.serve();
    }
}

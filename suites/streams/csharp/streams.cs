// The sum of the bytes of a file, and of what a server has, in C#.
//
// In: a path or an address; out: the sum modulo 256. Every call opens and closes; the connection to a server is kept by
// the class library.

using System;
using System.IO;
using System.Net;
using System.Text;
using System.Threading.Tasks;
using Paragone;

static class Program {
    static int Added(byte[] bytes, int count) {
        var sum = 0;
        for (var i = 0; i < count; i++) sum += bytes[i];
        return sum;
    }

    static unsafe int AddedByPointer(byte[] bytes) {
        var sum = 0;
        fixed (byte* start = bytes) {
            for (byte* at = start, end = start + bytes.Length; at < end; at++) sum += *at;
        }
        return sum;
    }

    static int Chunked(Stream from, byte[] buffer) {
        var sum = 0;
        for (int count; (count = from.Read(buffer, 0, buffer.Length)) > 0;) sum += Added(buffer, count);
        return sum;
    }

    static int ByByte(Stream from) {
        var sum = 0;
        for (int one; (one = from.ReadByte()) >= 0;) sum += one;
        return sum;
    }

    static async Task<int> Asynchronous(string path, byte[] buffer) {
        var sum = 0;
        // A buffer of its own would be filled for nothing.
        using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1, true)) {
            for (int count; (count = await file.ReadAsync(buffer, 0, buffer.Length)) > 0;) sum += Added(buffer, count);
        }
        return sum;
    }

    static byte[] Buffer(Cell cell) { return new byte[int.Parse(cell.Param("buffer"))]; }

    static Stream Body(string address) {
        var request = WebRequest.CreateHttp(address);
        // Or a machine's own settings would be looked for.
        request.Proxy = null;
        return request.GetResponse().GetResponseStream();
    }

    // In memory that grows as it is filled.
    static byte[] Whole(Stream from) {
        using (var memory = new MemoryStream()) {
            from.CopyTo(memory);
            return memory.ToArray();
        }
    }

    static void Bench<S>(Driver driver, string benchmark, string name, Func<Cell, S> setup, Func<string, S, int> sum) {
        driver.Bench(benchmark, name, cell => setup(cell), (state, input) =>
            (long)(sum(Encoding.UTF8.GetString(input.Array, input.Offset, input.Length), state) & 255));
    }

    static int Main() {
        var driver = new Driver();
        foreach (var benchmark in new[] { "file", "buffer", "long" }) {
            Bench(driver, benchmark, "chunks", Buffer, (path, buffer) => {
                using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1)) {
                    return Chunked(file, buffer);
                }
            });
        }
        Bench(driver, "file", "whole", cell => 0, (path, _) => {
            var bytes = File.ReadAllBytes(path);
            return Added(bytes, bytes.Length);
        });
        Bench(driver, "file", "whole-unsafe", cell => 0, (path, _) => AddedByPointer(File.ReadAllBytes(path)));
        Bench(driver, "file", "bytes", cell => 0, (path, _) => {
            using (var file = File.OpenRead(path)) return ByByte(file);
        });
        Bench(driver, "file", "asynchronous", Buffer, (path, buffer) => Asynchronous(path, buffer).Result);
        Bench(driver, "http", "chunks", Buffer, (address, buffer) => {
            using (var body = Body(address)) return Chunked(body, buffer);
        });
        Bench(driver, "http", "whole", cell => 0, (address, _) => {
            using (var body = Body(address)) {
                var bytes = Whole(body);
                return Added(bytes, bytes.Length);
            }
        });
        return driver.Serve();
    }
}

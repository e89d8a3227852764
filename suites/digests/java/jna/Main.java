import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/**
 * Digests by OpenSSL's libcrypto, called from Java through JNA; old ones by its legacy provider.
 *
 * <p>In: a message in an array, which is copied into memory outside of the heap, as no native code may keep
 * an eye on an array that the collector moves; out: its digest, copied back. The algorithm is fetched once
 * and the context used again: a call crosses the border three times, by methods that are bound to their
 * functions once, for init, update and final.
 */
class Main {
    /** The functions under their own names, by which JNA finds them. */
    private static final class Crypto {
        static {
            Native.register("crypto");
        }

        static native Pointer OSSL_PROVIDER_load(Pointer library, String name);

        static native Pointer EVP_MD_fetch(Pointer library, String name, String properties);

        static native int EVP_MD_get_size(Pointer digest);

        static native Pointer EVP_MD_CTX_new();

        static native int EVP_DigestInit_ex2(long context, long digest, long parameters);

        static native int EVP_DigestUpdate(long context, long bytes, long count);

        static native int EVP_DigestFinal_ex(long context, long hash, long length);
    }

    /** Memory outside of the heap, at an address that stays. */
    private record Room(ByteBuffer bytes, long address) {
        static Room of(int length) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(Math.max(length, 1));
            return new Room(bytes, Pointer.nativeValue(Native.getDirectBufferPointer(bytes)));
        }
    }

    private static void need(boolean done, String wrong) {
        if (!done) throw new IllegalStateException(wrong);
    }

    private static void bench(String benchmark, String name) {
        Paragone.bench(benchmark, "openssl", cell -> {
            Pointer digest = Crypto.EVP_MD_fetch(null, name, null), context = Crypto.EVP_MD_CTX_new();
            need(digest != null && context != null, "this libcrypto does not offer " + name + "; has it its legacy provider?");
            long algorithm = Pointer.nativeValue(digest), kept = Pointer.nativeValue(context);
            byte[] hash = new byte[Crypto.EVP_MD_get_size(digest)];
            Room in = Room.of(cell.inputs().stream().mapToInt(input -> input.length).max().orElse(0)), out = Room.of(hash.length);
            return input -> {
                in.bytes.put(0, input);
                need(
                    Crypto.EVP_DigestInit_ex2(kept, algorithm, 0) == 1
                        && Crypto.EVP_DigestUpdate(kept, in.address, input.length) == 1
                        && Crypto.EVP_DigestFinal_ex(kept, out.address, 0) == 1,
                    "libcrypto failed to hash");
                out.bytes.get(0, hash);
                Paragone.answer(hash);
            };
        });
    }

    public static void main(String[] arguments) {
        // The legacy provider replaces nothing: the default one has to be asked for as well.
        Crypto.OSSL_PROVIDER_load(null, "default");
        Crypto.OSSL_PROVIDER_load(null, "legacy");
        bench("md4", "MD4");
        bench("md5", "MD5");
        bench("sha1", "SHA1");
        bench("sha224", "SHA224");
        bench("sha256", "SHA256");
        bench("sha384", "SHA384");
        bench("sha512", "SHA512");
        bench("ripemd160", "RIPEMD160");
        Paragone.serve();
    }
}

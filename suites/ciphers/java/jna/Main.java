import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Ciphers by OpenSSL's libcrypto, called from Java through JNA; old ones by its legacy provider.
 *
 * <p>In: a text of whole blocks in an array, which is copied into memory outside of the heap; out: the text
 * encrypted, or decrypted, copied back into an array that is used again. The key is expanded once. A call
 * crosses the border three times in CBC, for the vector, the text and its end, twice with RC4, for the key
 * and the text, and once in ECB.
 */
class Main {
    /** The functions under their own names, by which JNA finds them. */
    private static final class Crypto {
        static {
            Native.register("crypto");
        }

        static native Pointer OSSL_PROVIDER_load(Pointer library, String name);

        static native Pointer EVP_CIPHER_fetch(Pointer library, String name, String properties);

        static native Pointer EVP_CIPHER_CTX_new();

        static native int EVP_CIPHER_CTX_set_key_length(long context, int length);

        static native int EVP_CIPHER_CTX_set_padding(long context, int padding);

        static native int EVP_CipherInit_ex2(long context, long cipher, long key, long iv, int encrypt, long parameters);

        static native int EVP_CipherUpdate(long context, long to, long written, long from, int count);

        static native int EVP_CipherFinal_ex(long context, long to, long left);
    }

    /** Memory outside of the heap, at an address that stays. */
    private record Room(ByteBuffer bytes, long address) {
        static Room of(int length) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(Math.max(length, 1));
            return new Room(bytes, Pointer.nativeValue(Native.getDirectBufferPointer(bytes)));
        }

        static Room holding(byte[] content) {
            Room room = of(content.length);
            room.bytes.put(0, content);
            return room;
        }
    }

    /** What has to be set for each text: nothing, the vector, or the key. */
    private enum Anew { NOTHING, VECTOR, KEY }

    private static void need(boolean done, String wrong) {
        if (!done) throw new IllegalStateException(wrong);
    }

    private static Room bytes(Paragone.Cell cell, String name) {
        return Room.holding(HexFormat.of().parseHex(cell.param(name)));
    }

    /** A call that has its cipher and its memory. */
    private static final class Work implements Paragone.Call {
        private final long context;
        private final Anew anew;
        private final Room key, vector, in, out, written = Room.of(4);
        private final byte[] room;

        Work(Paragone.Cell cell, String name, Anew anew, boolean encrypt) {
            this.anew = anew;
            key = bytes(cell, "key");
            vector = anew == Anew.VECTOR ? bytes(cell, "iv") : new Room(null, 0);
            room = new byte[cell.inputs().stream().mapToInt(input -> input.length).max().orElse(0)];
            in = Room.of(room.length);
            out = Room.of(room.length);
            Pointer cipher = Crypto.EVP_CIPHER_fetch(null, name, null), made = Crypto.EVP_CIPHER_CTX_new();
            need(cipher != null && made != null, "this libcrypto does not offer " + name + "; has it its legacy provider?");
            context = Pointer.nativeValue(made);
            int way = encrypt ? 1 : 0;
            need(
                Crypto.EVP_CipherInit_ex2(context, Pointer.nativeValue(cipher), 0, 0, way, 0) == 1
                    && Crypto.EVP_CIPHER_CTX_set_key_length(context, key.bytes.capacity()) == 1
                    && Crypto.EVP_CipherInit_ex2(context, 0, key.address, vector.address, way, 0) == 1
                    && Crypto.EVP_CIPHER_CTX_set_padding(context, 0) == 1,
                "libcrypto does not take this key");
        }

        @Override
        public void call(byte[] input) {
            in.bytes.put(0, input);
            // -1: encrypting or decrypting, as before.
            boolean begun = switch (anew) {
                case NOTHING -> true;
                case VECTOR -> Crypto.EVP_CipherInit_ex2(context, 0, 0, vector.address, -1, 0) == 1;
                case KEY -> Crypto.EVP_CipherInit_ex2(context, 0, key.address, 0, -1, 0) == 1;
            };
            boolean gone = begun && Crypto.EVP_CipherUpdate(context, out.address, written.address, in.address, input.length) == 1;
            // Without padding nothing is left to come: it ends the text.
            boolean ended = anew != Anew.VECTOR || Crypto.EVP_CipherFinal_ex(context, out.address + input.length, written.address) == 1;
            need(gone && ended, "libcrypto failed");
            out.bytes.get(0, room, 0, input.length);
            Paragone.answer(room, input.length);
        }
    }

    private static void bench(String benchmark, String name, Anew anew) {
        Paragone.bench(benchmark, "openssl", cell -> new Work(cell, name, anew, true));
    }

    public static void main(String[] arguments) {
        // The legacy provider replaces nothing: the default one has to be asked for as well.
        Crypto.OSSL_PROVIDER_load(null, "default");
        Crypto.OSSL_PROVIDER_load(null, "legacy");
        bench("aes-128-ecb", "AES-128-ECB", Anew.NOTHING);
        bench("aes-256-ecb", "AES-256-ECB", Anew.NOTHING);
        bench("aes-128-cbc", "AES-128-CBC", Anew.VECTOR);
        bench("aes-256-cbc", "AES-256-CBC", Anew.VECTOR);
        Paragone.bench("aes-128-cbc-decrypt", "openssl", cell -> new Work(cell, "AES-128-CBC", Anew.VECTOR, false));
        bench("des-ecb", "DES-ECB", Anew.NOTHING);
        bench("des-cbc", "DES-CBC", Anew.VECTOR);
        bench("3des-ecb", "DES-EDE3-ECB", Anew.NOTHING);
        bench("3des-cbc", "DES-EDE3-CBC", Anew.VECTOR);
        bench("rc2-ecb", "RC2-ECB", Anew.NOTHING);
        bench("rc2-cbc", "RC2-CBC", Anew.VECTOR);
        bench("rc4", "RC4", Anew.KEY);
        Paragone.serve();
    }
}

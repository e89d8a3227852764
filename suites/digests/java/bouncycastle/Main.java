import java.util.function.Supplier;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.MD2Digest;
import org.bouncycastle.crypto.digests.MD4Digest;
import org.bouncycastle.crypto.digests.MD5Digest;
import org.bouncycastle.crypto.digests.RIPEMD160Digest;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.bouncycastle.crypto.digests.SHA224Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA384Digest;
import org.bouncycastle.crypto.digests.SHA512Digest;

/**
 * Digests by Bouncy Castle, through its own interface and not the platform's.
 *
 * <p>In: a message in an array; out: its digest, in an array that is used again. All of it is Java, and no
 * compiler knows it by name.
 */
class Main {
    private static void bench(String benchmark, Supplier<Digest> create) {
        Paragone.bench(benchmark, "bouncycastle", cell -> {
            Digest digest = create.get();
            byte[] hash = new byte[digest.getDigestSize()];
            return input -> {
                digest.update(input, 0, input.length);
                digest.doFinal(hash, 0); // begins anew as well
                Paragone.answer(hash);
            };
        });
    }

    public static void main(String[] arguments) {
        bench("md2", MD2Digest::new);
        bench("md4", MD4Digest::new);
        bench("md5", MD5Digest::new);
        bench("sha1", SHA1Digest::new);
        bench("sha224", SHA224Digest::new);
        bench("sha256", SHA256Digest::new);
        bench("sha384", SHA384Digest::new);
        bench("sha512", SHA512Digest::new);
        bench("ripemd160", RIPEMD160Digest::new);
        Paragone.serve();
    }
}

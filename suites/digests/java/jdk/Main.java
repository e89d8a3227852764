import java.security.MessageDigest;

/**
 * Digests of the Java platform's own provider, SUN.
 *
 * <p>In: a message in an array; out: its digest, in an array that is used again. They are written in Java;
 * the compiler puts instructions of its own in the place of their inner loops where it knows better ones,
 * which the suite's build `plain` forbids it.
 */
class Main {
    private static void bench(String benchmark, String name) {
        Paragone.bench(benchmark, "jdk", cell -> {
            MessageDigest digest = MessageDigest.getInstance(name, "SUN");
            byte[] hash = new byte[digest.getDigestLength()];
            return input -> {
                digest.update(input);
                digest.digest(hash, 0, hash.length);
                Paragone.answer(hash);
            };
        });
    }

    public static void main(String[] arguments) {
        bench("md2", "MD2");
        bench("md5", "MD5");
        bench("sha1", "SHA-1");
        bench("sha224", "SHA-224");
        bench("sha256", "SHA-256");
        bench("sha384", "SHA-384");
        bench("sha512", "SHA-512");
        Paragone.serve();
    }
}

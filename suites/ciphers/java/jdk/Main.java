import java.security.spec.AlgorithmParameterSpec;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.RC2ParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Ciphers of the Java platform's own provider, SunJCE.
 *
 * <p>In: a text of whole blocks in an array; out: the text encrypted, or decrypted, in an array that is used
 * again. The key is expanded once: doFinal sets the vector anew for the next text, and RC4 its key. They
 * are written in Java; the compiler puts instructions of its own in the place of AES's inner loops where it
 * knows better ones, which the suite's build `plain` forbids it.
 */
class Main {
    private static byte[] bytes(Paragone.Cell cell, String name) {
        return HexFormat.of().parseHex(cell.param(name));
    }

    private static AlgorithmParameterSpec parameters(Paragone.Cell cell, String transformation) {
        boolean chained = transformation.contains("/CBC/");
        if (transformation.startsWith("RC2/")) {
            int bits = 8 * bytes(cell, "key").length;
            return chained ? new RC2ParameterSpec(bits, bytes(cell, "iv")) : new RC2ParameterSpec(bits);
        }
        return chained ? new IvParameterSpec(bytes(cell, "iv")) : null;
    }

    private static void bench(String benchmark, String transformation, int way) {
        Paragone.bench(benchmark, "jdk", cell -> {
            Cipher cipher = Cipher.getInstance(transformation, "SunJCE");
            SecretKeySpec key = new SecretKeySpec(bytes(cell, "key"), transformation.split("/")[0]);
            cipher.init(way, key, parameters(cell, transformation));
            byte[] room = new byte[cell.inputs().stream().mapToInt(input -> input.length).max().orElse(0)];
            return input -> Paragone.answer(room, cipher.doFinal(input, 0, input.length, room, 0));
        });
    }

    private static void bench(String benchmark, String transformation) {
        bench(benchmark, transformation, Cipher.ENCRYPT_MODE);
    }

    public static void main(String[] arguments) {
        bench("aes-128-ecb", "AES/ECB/NoPadding");
        bench("aes-256-ecb", "AES/ECB/NoPadding");
        bench("aes-128-cbc", "AES/CBC/NoPadding");
        bench("aes-256-cbc", "AES/CBC/NoPadding");
        bench("aes-128-cbc-decrypt", "AES/CBC/NoPadding", Cipher.DECRYPT_MODE);
        bench("des-ecb", "DES/ECB/NoPadding");
        bench("des-cbc", "DES/CBC/NoPadding");
        bench("3des-ecb", "DESede/ECB/NoPadding");
        bench("3des-cbc", "DESede/CBC/NoPadding");
        bench("rc2-ecb", "RC2/ECB/NoPadding");
        bench("rc2-cbc", "RC2/CBC/NoPadding");
        bench("rc4", "ARCFOUR");
        Paragone.serve();
    }
}

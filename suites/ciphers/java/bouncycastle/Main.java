import java.util.HexFormat;
import java.util.function.Supplier;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.engines.DESEngine;
import org.bouncycastle.crypto.engines.DESedeEngine;
import org.bouncycastle.crypto.engines.RC2Engine;
import org.bouncycastle.crypto.engines.RC4Engine;
import org.bouncycastle.crypto.modes.CBCBlockCipher;
import org.bouncycastle.crypto.modes.CBCModeCipher;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.bouncycastle.crypto.params.RC2Parameters;

/**
 * Ciphers by Bouncy Castle, through its own interface and not the platform's.
 *
 * <p>In: a text of whole blocks in an array; out: the text encrypted, or decrypted, in an array that is used
 * again. The key is expanded once: reset sets the vector anew, and RC4's key. All of it is Java, and no
 * compiler knows it by name.
 */
class Main {
    private static byte[] bytes(Paragone.Cell cell, String name) {
        return HexFormat.of().parseHex(cell.param(name));
    }

    private static byte[] room(Paragone.Cell cell) {
        return new byte[cell.inputs().stream().mapToInt(input -> input.length).max().orElse(0)];
    }

    private static CipherParameters key(Paragone.Cell cell, BlockCipher cipher) {
        byte[] key = bytes(cell, "key");
        return cipher instanceof RC2Engine ? new RC2Parameters(key, 8 * key.length) : new KeyParameter(key);
    }

    /** Each block by itself, as ECB is no mode of this library but the cipher alone. */
    private static void ecb(String benchmark, Supplier<BlockCipher> create) {
        Paragone.bench(benchmark, "bouncycastle", cell -> {
            BlockCipher cipher = create.get();
            cipher.init(true, key(cell, cipher));
            byte[] room = room(cell);
            int block = cipher.getBlockSize();
            return input -> {
                for (int at = 0; at < input.length; at += block) cipher.processBlock(input, at, room, at);
                Paragone.answer(room, input.length);
            };
        });
    }

    private static void cbc(String benchmark, Supplier<BlockCipher> create, boolean encrypt) {
        Paragone.bench(benchmark, "bouncycastle", cell -> {
            BlockCipher cipher = create.get();
            CBCModeCipher mode = CBCBlockCipher.newInstance(cipher);
            mode.init(encrypt, new ParametersWithIV(key(cell, cipher), bytes(cell, "iv")));
            byte[] room = room(cell);
            int block = mode.getBlockSize();
            return input -> {
                mode.reset();
                for (int at = 0; at < input.length; at += block) mode.processBlock(input, at, room, at);
                Paragone.answer(room, input.length);
            };
        });
    }

    private static void cbc(String benchmark, Supplier<BlockCipher> create) {
        cbc(benchmark, create, true);
    }

    public static void main(String[] arguments) {
        ecb("aes-128-ecb", AESEngine::newInstance);
        ecb("aes-256-ecb", AESEngine::newInstance);
        cbc("aes-128-cbc", AESEngine::newInstance);
        cbc("aes-256-cbc", AESEngine::newInstance);
        cbc("aes-128-cbc-decrypt", AESEngine::newInstance, false);
        ecb("des-ecb", DESEngine::new);
        cbc("des-cbc", DESEngine::new);
        ecb("3des-ecb", DESedeEngine::new);
        cbc("3des-cbc", DESedeEngine::new);
        ecb("rc2-ecb", RC2Engine::new);
        cbc("rc2-cbc", RC2Engine::new);
        Paragone.bench("rc4", "bouncycastle", cell -> {
            RC4Engine cipher = new RC4Engine();
            cipher.init(true, new KeyParameter(bytes(cell, "key")));
            byte[] room = room(cell);
            return input -> {
                cipher.reset();
                Paragone.answer(room, cipher.processBytes(input, 0, input.length, room, 0));
            };
        });
        Paragone.serve();
    }
}

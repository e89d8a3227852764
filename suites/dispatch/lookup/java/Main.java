import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;

/**
 * Texts of four locales by ResourceBundle, found anew for each text or once, and by a hash table.
 *
 * <p>In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.
 */
final class Main {
    private static final Locale[] LOCALES = {
        Locale.forLanguageTag("en"), Locale.forLanguageTag("nl"), Locale.forLanguageTag("id"), Locale.forLanguageTag("es"),
    };

    private static final String[] KEYS = new String[64];

    static {
        for (int i = 0; i < KEYS.length; i++) KEYS[i] = String.format("message-%02d", i);
    }

    private static int add(int folded, String text) {
        return folded * 31 + (text.length() << 8) + text.charAt(text.length() / 2);
    }

    private static int from(int quarter, byte[] input) {
        return (int) ((long) quarter * input.length / 4);
    }

    private static ClassLoader loader() throws Exception {
        return new URLClassLoader(new URL[] {new File("catalogue/properties").toURI().toURL()});
    }

    private static ResourceBundle bundle(Locale locale, ClassLoader loader) {
        return ResourceBundle.getBundle("actions", locale, loader);
    }

    private static int every(ClassLoader loader, byte[] input) {
        int folded = 1;
        for (int quarter = 0; quarter < 4; quarter++) {
            for (int i = from(quarter, input); i < from(quarter + 1, input); i++) {
                folded = add(folded, bundle(LOCALES[quarter], loader).getString(KEYS[input[i] & 63]));
            }
        }
        return folded;
    }

    private static int kept(ResourceBundle[] bundles, byte[] input) {
        int folded = 1;
        for (int quarter = 0; quarter < 4; quarter++) {
            ResourceBundle bundle = bundles[quarter];
            for (int i = from(quarter, input); i < from(quarter + 1, input); i++) {
                folded = add(folded, bundle.getString(KEYS[input[i] & 63]));
            }
        }
        return folded;
    }

    private static int table(Map<Locale, Map<String, String>> tables, byte[] input) {
        int folded = 1;
        for (int quarter = 0; quarter < 4; quarter++) {
            Map<String, String> table = tables.get(LOCALES[quarter]);
            for (int i = from(quarter, input); i < from(quarter + 1, input); i++) {
                folded = add(folded, table.get(KEYS[input[i] & 63]));
            }
        }
        return folded;
    }

    private static void answer(int folded) {
        Paragone.answer(folded & 0xFFFFFFFFL);
    }

    public static void main(String[] arguments) {
        Paragone.bench("lookup", "bundle-every", cell -> {
            ClassLoader loader = loader();
            return input -> answer(every(loader, input));
        });
        Paragone.bench("lookup", "bundle-kept", cell -> {
            ResourceBundle[] bundles = new ResourceBundle[LOCALES.length];
            for (int i = 0; i < bundles.length; i++) bundles[i] = bundle(LOCALES[i], loader());
            return input -> answer(kept(bundles, input));
        });
        Paragone.bench("lookup", "table", cell -> {
            Map<Locale, Map<String, String>> tables = new HashMap<>();
            for (Locale locale : LOCALES) {
                ResourceBundle bundle = bundle(locale, loader());
                Map<String, String> table = new HashMap<>();
                for (String key : bundle.keySet()) table.put(key, bundle.getString(key));
                tables.put(locale, table);
            }
            return input -> answer(table(tables, input));
        });
        Paragone.serve();
    }
}

// Texts of four locales by ResourceManager, which looks for the locale at each text, by the set that it found
// once, and by a hash table.
//
// In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Resources;
using Paragone;

static class Lookup {
    static readonly CultureInfo[] Cultures = new[] { "en", "nl", "id", "es" }.Select(CultureInfo.GetCultureInfo).ToArray();
    static readonly string[] Keys = Enumerable.Range(0, 64).Select(i => "message-" + i.ToString("00")).ToArray();

    static uint Add(uint folded, string text) {
        return folded * 31 + ((uint)text.Length << 8) + text[text.Length / 2];
    }

    static int From(int quarter, Input input) { return input.Offset + (int)((long)quarter * input.Length / 4); }

    static ResourceManager Manager() {
        return ResourceManager.CreateFileBasedResourceManager("actions", "catalogue/resources", null);
    }

    static long Every(ResourceManager manager, Input input) {
        uint folded = 1;
        for (var quarter = 0; quarter < 4; quarter++) {
            var end = From(quarter + 1, input);
            for (var i = From(quarter, input); i < end; i++) {
                folded = Add(folded, manager.GetString(Keys[input.Array[i] & 63], Cultures[quarter]));
            }
        }
        return folded;
    }

    static long Kept(ResourceSet[] sets, Input input) {
        uint folded = 1;
        for (var quarter = 0; quarter < 4; quarter++) {
            var set = sets[quarter];
            var end = From(quarter + 1, input);
            for (var i = From(quarter, input); i < end; i++) folded = Add(folded, set.GetString(Keys[input.Array[i] & 63]));
        }
        return folded;
    }

    static long Table(Dictionary<CultureInfo, Dictionary<string, string>> tables, Input input) {
        uint folded = 1;
        for (var quarter = 0; quarter < 4; quarter++) {
            var table = tables[Cultures[quarter]];
            var end = From(quarter + 1, input);
            for (var i = From(quarter, input); i < end; i++) folded = Add(folded, table[Keys[input.Array[i] & 63]]);
        }
        return folded;
    }

    static ResourceSet Set(CultureInfo culture) { return Manager().GetResourceSet(culture, true, false); }

    static int Main() {
        var driver = new Driver();
        driver.Bench("lookup", "manager-every", cell => Manager(), Every);
        driver.Bench("lookup", "manager-kept", cell => Cultures.Select(Set).ToArray(), Kept);
        driver.Bench("lookup", "table",
            cell => Cultures.ToDictionary(
                culture => culture,
                culture => Set(culture).Cast<DictionaryEntry>().ToDictionary(entry => (string)entry.Key, entry => (string)entry.Value)),
            Table);
        return driver.Serve();
    }
}

// Makes .resources files for System.Resources.ResourceManager: a folder and locales in, a file for each out.
//
// It reads the .properties that make.py has written before.

using System.IO;
using System.Linq;
using System.Resources;

static class Make {
    static void Main(string[] arguments) {
        foreach (var locale in arguments.Skip(1)) {
            var folder = Directory.CreateDirectory(Path.Combine(arguments[0], "resources"));
            using (var writer = new ResourceWriter(Path.Combine(folder.FullName, "actions." + locale + ".resources"))) {
                foreach (var line in File.ReadLines(Path.Combine(arguments[0], "properties", "actions_" + locale + ".properties"))) {
                    var at = line.IndexOf(" = ");
                    writer.AddResource(line.Substring(0, at), line.Substring(at + 3));
                }
            }
        }
    }
}

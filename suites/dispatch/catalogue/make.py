"""Makes the catalogues of `lookup`, one form for each library, from the words below.

In: nothing; out: files in this folder, which are kept with the suite, so that nobody needs the tools.
Needs msgfmt (Debian: gettext), mcs and mono: python3 make.py

Every text is ASCII, so that its length is the same number in every language, however a string is kept.
"""

import json
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LOCALES = {
    "en": (
        "{verb} {noun}",
        ["Open", "Close", "Copy", "Move", "Delete", "Rename", "Print", "Send"],
        ["the file", "the folder", "the window", "the picture", "the letter", "the list", "the table", "the page"],
    ),
    "nl": (
        "{noun} {verb}",
        ["openen", "sluiten", "overnemen", "verplaatsen", "verwijderen", "hernoemen", "afdrukken", "verzenden"],
        ["Het bestand", "De map", "Het venster", "De foto", "De brief", "De lijst", "De tabel", "De pagina"],
    ),
    "id": (
        "{verb} {noun}",
        ["Buka", "Tutup", "Salin", "Pindahkan", "Hapus", "Ubah nama", "Cetak", "Kirim"],
        ["berkas", "map", "jendela", "gambar", "surat", "daftar", "tabel", "halaman"],
    ),
    "es": (
        "{verb} {noun}",
        ["Abrir", "Cerrar", "Copiar", "Mover", "Borrar", "Renombrar", "Imprimir", "Enviar"],
        ["el archivo", "la carpeta", "la ventana", "la imagen", "la carta", "la lista", "la tabla", "la hoja"],
    ),
}


def texts(locale):
    form, verbs, nouns = LOCALES[locale]
    return {f"message-{8 * v + n:02}": form.format(verb=verb, noun=noun) for v, verb in enumerate(verbs) for n, noun in enumerate(nouns)}


def write(path, content):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(content)
    return path


def gettext(locale):
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    entries = "".join(f'\nmsgid "{key}"\nmsgstr "{text}"\n' for key, text in texts(locale).items())
    po = write(f"gettext/{locale}.po", header + entries)
    mo = os.path.join(HERE, "gettext", locale, "LC_MESSAGES", "actions.mo")
    os.makedirs(os.path.dirname(mo), exist_ok=True)
    subprocess.run(["msgfmt", "-o", mo, po], check=True)


def main():
    for locale in LOCALES:
        entries = texts(locale).items()
        gettext(locale)
        write(f"properties/actions_{locale}.properties", "".join(f"{key} = {text}\n" for key, text in entries))
        write(f"fluent/{locale}.ftl", "".join(f"{key} = {text}\n" for key, text in entries))
        write(f"json/{locale}.json", json.dumps(dict(entries), indent=2) + "\n")
        write(f"bundle/{locale}.lproj/Actions.strings", "".join(f'"{key}" = "{text}";\n' for key, text in entries))
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "resources.exe")
        subprocess.run(["mcs", f"-out:{program}", os.path.join(HERE, "resources.cs")], check=True)
        subprocess.run(["mono", program, HERE, *LOCALES], check=True)


main()

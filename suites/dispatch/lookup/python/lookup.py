"""Texts of four locales by gettext, found anew for each text or once, and by a dict.

In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.
"""

import gettext
import json

from paragone import bench, serve

LOCALES = ["en", "nl", "id", "es"]
KEYS = [f"message-{i:02}" for i in range(64)]


def quarters(data):
    """Each locale with the bytes that ask for its texts."""
    for quarter, locale in enumerate(LOCALES):
        yield locale, data[quarter * len(data) // 4 : (quarter + 1) * len(data) // 4]


def translation(locale):
    return gettext.translation("actions", "catalogue/gettext", [locale])


def every(cell):
    def call(data):
        folded = 1
        for locale, part in quarters(data):
            for byte in part:
                text = translation(locale).gettext(KEYS[byte & 63])
                folded = (folded * 31 + (len(text) << 8) + ord(text[len(text) // 2])) & 0xFFFFFFFF
        return folded

    return call


def kept(cell):
    translations = {locale: translation(locale) for locale in LOCALES}

    def call(data):
        folded = 1
        for locale, part in quarters(data):
            look_up = translations[locale].gettext
            for byte in part:
                text = look_up(KEYS[byte & 63])
                folded = (folded * 31 + (len(text) << 8) + ord(text[len(text) // 2])) & 0xFFFFFFFF
        return folded

    return call


def table(cell):
    tables = {}
    for locale in LOCALES:
        with open(f"catalogue/json/{locale}.json", encoding="utf-8") as file:
            tables[locale] = json.load(file)

    def call(data):
        folded = 1
        for locale, part in quarters(data):
            texts = tables[locale]
            for byte in part:
                text = texts[KEYS[byte & 63]]
                folded = (folded * 31 + (len(text) << 8) + ord(text[len(text) // 2])) & 0xFFFFFFFF
        return folded

    return call


bench("lookup", "gettext-every", every)
bench("lookup", "gettext-kept", kept)
bench("lookup", "table", table)
serve()

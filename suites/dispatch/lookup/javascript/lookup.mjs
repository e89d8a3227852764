// Texts of four locales by i18next, told the locale with each text or once, and by a Map. Once is by a function that
// keeps the locale, `fixed`, or by an instance of the library for each locale, `kept`.
//
// In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.

import { readFileSync } from "node:fs";
import i18next from "i18next";
import { bench, serve } from "./paragone.mjs";

const LOCALES = ["en", "nl", "id", "es"];
const KEYS = Array.from({ length: 64 }, (_, i) => `message-${String(i).padStart(2, "0")}`);

const catalogue = (locale) => JSON.parse(readFileSync(`catalogue/json/${locale}.json`, "utf8"));

const from = (quarter, input) => Math.floor((quarter * input.length) / 4);

const add = (folded, text) => (Math.imul(folded, 31) + (text.length << 8) + text.charCodeAt(text.length >> 1)) | 0;

async function library(lng) {
    const resources = Object.fromEntries(LOCALES.map((locale) => [locale, { translation: catalogue(locale) }]));
    const instance = i18next.createInstance();
    await instance.init({ lng, fallbackLng: false, showSupportNotice: false, resources });
    return instance;
}

const shared = await library("en");
const instances = await Promise.all(LOCALES.map(library));

bench("lookup", "i18next-every", () => (input) => {
    let folded = 1;
    for (let quarter = 0; quarter < 4; quarter++) {
        const end = from(quarter + 1, input);
        for (let i = from(quarter, input); i < end; i++) {
            folded = add(folded, shared.t(KEYS[input[i] & 63], { lng: LOCALES[quarter] }));
        }
    }
    return folded >>> 0;
});
for (const [name, t] of [
    ["i18next-fixed", LOCALES.map((locale) => shared.getFixedT(locale))],
    ["i18next-kept", instances.map((instance) => (key) => instance.t(key))],
]) {
    bench("lookup", name, () => (input) => {
        let folded = 1;
        for (let quarter = 0; quarter < 4; quarter++) {
            const end = from(quarter + 1, input);
            for (let i = from(quarter, input); i < end; i++) folded = add(folded, t[quarter](KEYS[input[i] & 63]));
        }
        return folded >>> 0;
    });
}
bench("lookup", "table", () => {
    const tables = new Map(LOCALES.map((locale) => [locale, new Map(Object.entries(catalogue(locale)))]));
    return (input) => {
        let folded = 1;
        for (let quarter = 0; quarter < 4; quarter++) {
            const table = tables.get(LOCALES[quarter]);
            const end = from(quarter + 1, input);
            for (let i = from(quarter, input); i < end; i++) folded = add(folded, table.get(KEYS[input[i] & 63]));
        }
        return folded >>> 0;
    };
});
await serve();

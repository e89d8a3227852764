//! Texts of four locales by Foundation's bundles, found anew for each text or once, and by a dictionary.
//!
//! In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.

import Foundation

let locales = ["en", "nl", "id", "es"]
let keys = (0..<64).map { "message-" + ($0 < 10 ? "0" : "") + String($0) }

func bundle(_ locale: String) throws -> Bundle {
    guard let bundle = Bundle(path: "catalogue/bundle/\(locale).lproj") else { throw Failure("no bundle for \(locale)") }
    return bundle
}

func text(_ bundle: Bundle, _ key: String) -> String {
    bundle.localizedString(forKey: key, value: nil, table: "Actions")
}

func add(_ folded: UInt32, _ text: String) -> UInt32 {
    let bytes = text.utf8
    let middle = bytes[bytes.index(bytes.startIndex, offsetBy: bytes.count / 2)]
    return folded &* 31 &+ UInt32(truncatingIfNeeded: bytes.count) &<< 8 &+ UInt32(middle)
}

/// The bytes that ask for texts of a locale.
func part(_ input: Input, _ quarter: Int) -> Slice<Input> {
    input[quarter * input.count / 4..<(quarter + 1) * input.count / 4]
}

@main
struct Lookup {
    static func main() {
        let driver = Driver()
        driver.bench("lookup", "bundle-every") { _ in
            { input in
                var folded: UInt32 = 1
                for (quarter, locale) in locales.enumerated() {
                    for byte in part(input, quarter) {
                        folded = add(folded, text(try bundle(locale), keys[Int(byte & 63)]))
                    }
                }
                return UInt64(folded)
            }
        }
        driver.bench("lookup", "bundle-kept") { _ in
            let bundles = try locales.map(bundle)
            return { input in
                var folded: UInt32 = 1
                for (quarter, bundle) in bundles.enumerated() {
                    for byte in part(input, quarter) { folded = add(folded, text(bundle, keys[Int(byte & 63)])) }
                }
                return UInt64(folded)
            }
        }
        driver.bench("lookup", "table") { _ in
            var tables = [String: [String: String]]()
            for locale in locales {
                let bundle = try bundle(locale)
                tables[locale] = Dictionary(uniqueKeysWithValues: keys.map { ($0, text(bundle, $0)) })
            }
            return { input in
                var folded: UInt32 = 1
                for (quarter, locale) in locales.enumerated() {
                    let table = tables[locale]!
                    for byte in part(input, quarter) { folded = add(folded, table[keys[Int(byte & 63)]]!) }
                }
                return UInt64(folded)
            }
        }
        driver.serve()
    }
}

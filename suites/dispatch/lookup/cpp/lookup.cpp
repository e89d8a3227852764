// Texts of four locales by gettext, and by a hash table.
//
// In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.

#include "paragone.hpp"

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <libintl.h>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

// What libintl says to increment after LANGUAGE was changed, so that it looks again.
extern "C" int _nl_msg_cat_cntr;

namespace {

const char *const locales[] = {"en", "nl", "id", "es"};

std::vector<std::string> keys() {
    std::vector<std::string> keys;
    for (int i = 0; i < 64; i++) keys.push_back("message-" + std::string(i < 10 ? "0" : "") + std::to_string(i));
    return keys;
}

std::uint32_t add(std::uint32_t folded, const char *text, std::size_t length) {
    return folded * 31 + (static_cast<std::uint32_t>(length) << 8) + static_cast<unsigned char>(text[length / 2]);
}

// Each quarter's locale begins with `begin`, and each byte asks `look` for its text.
template <class Begin, class Look> std::uint32_t fold(paragone::Bytes input, Begin begin, Look look) {
    std::uint32_t folded = 1;
    for (std::size_t quarter = 0; quarter < 4; quarter++) {
        begin(quarter);
        for (std::size_t i = quarter * input.size() / 4; i < (quarter + 1) * input.size() / 4; i++)
            folded = look(folded, quarter, input[i] & 63);
    }
    return folded;
}

std::unordered_map<std::string, std::string> table(const std::string &locale) {
    std::unordered_map<std::string, std::string> table;
    std::ifstream file("catalogue/properties/actions_" + locale + ".properties");
    for (std::string line; std::getline(file, line);) {
        std::size_t at = line.find(" = ");
        table[line.substr(0, at)] = line.substr(at + 3);
    }
    if (table.size() != 64) throw std::runtime_error("no catalogue of 64 texts for " + locale);
    return table;
}

} // namespace

int main() {
    using paragone::Bytes;
    using paragone::Cell;

    paragone::bench("lookup", "gettext", [](const Cell &) {
        // In the locale "C" no text is looked up.
        if (!std::setlocale(LC_ALL, "C.UTF-8")) throw std::runtime_error("no locale C.UTF-8");
        bindtextdomain("actions", "catalogue/gettext");
        return [keys = keys()](Bytes input) {
            return fold(
                input,
                [](std::size_t quarter) {
                    setenv("LANGUAGE", locales[quarter], 1);
                    ++_nl_msg_cat_cntr;
                },
                [&keys](std::uint32_t folded, std::size_t, std::size_t key) {
                    const char *text = dgettext("actions", keys[key].c_str());
                    return add(folded, text, std::strlen(text));
                });
        };
    });
    paragone::bench("lookup", "table", [](const Cell &) {
        std::vector<std::unordered_map<std::string, std::string>> tables;
        for (const char *locale : locales) tables.push_back(table(locale));
        return [keys = keys(), tables = std::move(tables)](Bytes input) {
            return fold(input, [](std::size_t) {}, [&](std::uint32_t folded, std::size_t quarter, std::size_t key) {
                const std::string &text = tables[quarter].find(keys[key])->second;
                return add(folded, text.data(), text.size());
            });
        };
    });
    return paragone::serve();
}

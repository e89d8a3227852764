// Strings lower-cased and decomposed by ICU4C, with its own class for strings and in buffers of memory resources.
//
// In: strings made in the set-up; out: the sum of the results' hashes. `icu` is what anybody writes; the others share
// one code, ICU's functions in C with buffers of theirs, and differ in the resource, which each string gets anew.
#include "stack_first.hpp"
#include "texts.hpp"

#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <stdexcept>

namespace {

void check(UErrorCode code) {
    if (U_FAILURE(code)) throw std::runtime_error(u_errorName(code));
}

const UNormalizer2 *nfd() {
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2 *const normalizer = unorm2_getNFDInstance(&code);
    check(code);
    return normalizer;
}

// Room for some units, from a resource, not written.
template <class Unit> class Buffer {
public:
    Buffer(std::pmr::memory_resource &resource, std::size_t room)
        : resource(resource), room(room), units(static_cast<Unit *>(resource.allocate(room * sizeof(Unit), alignof(Unit)))) {}
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { resource.deallocate(units, room * sizeof(Unit), alignof(Unit)); }

    Unit *begin() { return units; }
    std::int32_t capacity() const { return static_cast<std::int32_t>(room); }

private:
    std::pmr::memory_resource &resource;
    std::size_t room;
    Unit *units;
};

std::uint64_t decomposed(std::string_view text, const UNormalizer2 *normalizer, std::pmr::memory_resource &resource) {
    UErrorCode code = U_ZERO_ERROR;
    std::int32_t length = 0;
    Buffer<UChar> decoded(resource, text.size());
    u_strFromUTF8(decoded.begin(), decoded.capacity(), &length, text.data(), static_cast<std::int32_t>(text.size()), &code);
    check(code);

    // Room that is enough for all but a few characters; where it is not, ICU fails and nothing is written beyond.
    Buffer<UChar> lower(resource, static_cast<std::size_t>(length) + 8);
    length = u_strToLower(lower.begin(), lower.capacity(), decoded.begin(), length, "", &code);
    check(code);
    Buffer<UChar> result(resource, 3 * static_cast<std::size_t>(length) + 8);
    length = unorm2_normalize(normalizer, lower.begin(), length, result.begin(), result.capacity(), &code);
    check(code);

    Buffer<char> encoded(resource, 3 * static_cast<std::size_t>(length) + 1);
    std::int32_t bytes = 0;
    u_strToUTF8(encoded.begin(), encoded.capacity(), &bytes, result.begin(), length, &code);
    check(code);
    return hash({encoded.begin(), static_cast<std::size_t>(bytes)});
}

} // namespace

int main() {
    bench("icu", [] {
        UErrorCode code = U_ZERO_ERROR;
        const icu::Normalizer2 *const normalizer = icu::Normalizer2::getNFDInstance(code);
        check(code);
        return [normalizer](std::string_view text) {
            UErrorCode code = U_ZERO_ERROR;
            icu::UnicodeString decoded = icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
            const icu::UnicodeString result = normalizer->normalize(decoded.toLower(icu::Locale::getRoot()), code);
            check(code);
            std::string encoded;
            return hash(result.toUTF8String(encoded));
        };
    });
    bench("icu-new-delete", [] {
        return [normalizer = nfd()](std::string_view text) {
            return decomposed(text, normalizer, *std::pmr::new_delete_resource());
        };
    });
    bench("icu-monotonic", [] {
        return [normalizer = nfd()](std::string_view text) {
            unsigned char buffer[4080];
            std::pmr::monotonic_buffer_resource resource(buffer, sizeof buffer);
            return decomposed(text, normalizer, resource);
        };
    });
    bench("icu-stack-first", [] {
        return [normalizer = nfd()](std::string_view text) {
            StackFirst<> resource;
            const std::uint64_t hash = decomposed(text, normalizer, resource);
            if (resource.stack_objects() || resource.heap_objects()) throw std::logic_error("an object was not freed");
            return hash;
        };
    });
    return paragone::serve();
}

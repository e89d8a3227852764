// The clocks of std::chrono.
//
// In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
// was painted, or the bytes' sum. Each clock has time points and durations of its own, so the loops are
// templates.
#include "paragone.hpp"

#include <chrono>
#include <cstring>
#include <limits>
#include <stdexcept>

using namespace std::chrono_literals;
using paragone::Bytes;
using paragone::Cell;

constexpr auto period = 100ms;

// When the display was last painted: so long before the set-up that the first read of a call paints it.
// What the clock takes for 20 ms must be that, roughly, by the steady clock.
template <class Clock> typename Clock::time_point checked() {
    auto began = std::chrono::steady_clock::now();
    auto start = Clock::now();
    while (Clock::now() - start <= period / 5 && std::chrono::steady_clock::now() - began < 2s) {}
    auto passed = std::chrono::steady_clock::now() - began;
    if (passed < 10ms || passed >= 2s) throw std::runtime_error("20 ms by this clock are not 20 ms");
    return start - period;
}

template <class Clock> void clock_of(const char *name) {
    paragone::bench("read", name, [](const Cell &) {
        return [set_up = checked<Clock>()](Bytes input) {
            std::uint64_t reads, painted = 0;
            std::memcpy(&reads, input.data(), sizeof reads);
            auto last = set_up;
            for (std::uint64_t i = 0; i < reads; i++) {
                auto now = Clock::now();
                if (now - last > period) {
                    last = now;
                    painted++;
                }
            }
            return 2 * reads + (painted > 0);
        };
    });
    paragone::bench("progress", name, [](const Cell &cell) {
        auto text = cell.param("every");
        std::uint64_t every = text == "none" ? std::numeric_limits<std::uint64_t>::max() : std::stoull(text);
        return [every](Bytes input) {
            std::uint64_t sum = 0, shown = 0, until = every;
            auto last = Clock::now();
            for (std::size_t i = 0; i < input.size(); i++) {
                sum += input[i];
                if (--until == 0) {
                    auto now = Clock::now();
                    until = every;
                    if (now - last > period) {
                        shown = i + 1;
                        last = now;
                    }
                }
            }
            paragone::keep(shown);
            return sum;
        };
    });
}

int main() {
    clock_of<std::chrono::steady_clock>("steady-clock");
    clock_of<std::chrono::system_clock>("system-clock");
    clock_of<std::chrono::high_resolution_clock>("high-resolution-clock");
    return paragone::serve();
}

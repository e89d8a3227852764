// `calls THREADS TIMES`, as calls.c: what C++ makes of new, delete and a vector that grows.
#include <barrier>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "station.h"

struct alignas(64) Line { char bytes[640]; };

// Where the optimiser cannot look.
template <typename T> static void keep(T *block) { asm volatile("" : : "r"(block) : "memory"); }

static void once() {
    auto *number = new long(7);
    keep(number);
    auto *array = new char[300];
    keep(array);
    auto *line = new Line;
    keep(line);
    if (reinterpret_cast<std::uintptr_t>(line) % 64 != 0) _exit(91);
    auto *over = static_cast<char *>(operator new(8192, std::align_val_t(4096)));
    keep(over);
    std::vector<int> grown;
    for (int i = 0; i < 1000; i++) grown.push_back(i);
    keep(grown.data());
    std::string text(99, 'x');
    keep(text.data());
    delete number;
    delete[] array;
    delete line;
    operator delete(over, std::align_val_t(4096));
}

int main(int count, char **words) {
    if (count != 3) return 2;
    const int threads = std::atoi(words[1]);
    const long times = std::atol(words[2]);
    std::barrier begin(threads), end(threads);
    const auto round = [&](long count) {
        begin.arrive_and_wait();
        for (long i = 0; i < count; i++) once();
        end.arrive_and_wait();
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; i++) {
        others.emplace_back([&] {
            end.arrive_and_wait();
            round(times);
            round(2 * times);
            begin.arrive_and_wait();
        });
    }
    end.arrive_and_wait();
    station();
    round(times);
    station();
    round(2 * times);
    station();
    begin.arrive_and_wait();
    for (auto &other : others) other.join();
}

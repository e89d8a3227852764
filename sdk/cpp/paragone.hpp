// Makes a C++17 program a driver: register jobs with paragone::bench, then paragone::serve.
//
// In: callables of the program, and what sdk/c/paragone.c read and was asked; out: jobs of sdk/c.
// It adds to the C SDK lambdas, answers that are returned, and exceptions that become errors; the
// conversation, the clock and the inputs, aligned to 64 bytes, are the C SDK's.
//
//     int main() {
//         paragone::bench("sum", "loop", [](const paragone::Cell &) {
//             return [](paragone::Bytes input) { return std::accumulate(input.begin(), input.end(), std::uint64_t{0}); };
//         });
//         return paragone::serve();
//     }
//
// c++ -std=c++17 -O2 -I sdk/c -I sdk/cpp -x c++ driver.cpp sdk/c/paragone.c -o driver
#ifndef PARAGONE_HPP
#define PARAGONE_HPP

#include "paragone.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace paragone {

// Keeps a value from being optimised away, also under -O3 -flto.
template <class T> inline void keep(const T &value) { paragone_keep(std::addressof(value)); }

// Bytes that somebody else holds, as std::span has them from C++20 on.
class Bytes {
public:
    constexpr Bytes(const unsigned char *start, std::size_t length) : start(start), length(length) {}
    constexpr const unsigned char *data() const { return start; }
    constexpr std::size_t size() const { return length; }
    constexpr bool empty() const { return length == 0; }
    constexpr const unsigned char *begin() const { return start; }
    constexpr const unsigned char *end() const { return start + length; }
    constexpr const unsigned char &operator[](std::size_t index) const { return start[index]; }

private:
    const unsigned char *start;
    std::size_t length;
};

// What `prepare` said: the inputs, already in memory, and the parameters.
class Cell {
public:
    explicit Cell(const paragone_cell *cell) : cell(cell) {}

    std::size_t inputs() const { return paragone_inputs(cell); }

    Bytes input(std::size_t index) const {
        std::size_t length = 0;
        const unsigned char *start = paragone_input(cell, index, &length);
        if (!start) throw std::out_of_range("no input " + std::to_string(index));
        return Bytes(start, length);
    }

    // The value of a parameter; a parameter that the suite does not set fails the cell by name.
    std::string param(const std::string &name) const {
        const char *value = paragone_param(cell, name.c_str());
        if (!value) throw std::invalid_argument("no parameter `" + name + "`");
        return value;
    }

private:
    const paragone_cell *cell;
};

// The result of a call, as the bytes that the lab compares. An integer or a truth value is 8 bytes;
// of anything with data() and size() the bytes are not copied, so they must live until the next call.
template <class T> inline void answer(const T &result) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        // Widened or reinterpreted: an answer is compared as bits, in any language.
        paragone_answer_u64(static_cast<std::uint64_t>(result));
    } else {
        static_assert(sizeof *std::data(result) == 1, "an answer is an integer, or bytes, or nothing");
        paragone_answer(std::data(result), std::size(result));
    }
}

namespace inside {

// Runs what an implementation wrote; what it throws fails the request, not the conversation. Nothing
// of C++ may unwind through the C SDK, which may be compiled as C.
template <class Work> inline void attempt(Work &&work) noexcept {
    try {
        work();
    } catch (const std::exception &error) {
        paragone_fail(error.what());
    } catch (...) {
        paragone_fail("threw what is no std::exception");
    }
}

// A cell that is ready to be called. The result stays here until the next call's takes its place, so
// that its bytes live for `last`; giving back the one before is a part of the call.
template <class Call, class Result> struct Ready {
    Call call;
    std::optional<Result> last{};

    void operator()(Bytes input) { answer(last.emplace(call(input))); }
};

template <class Call> struct Ready<Call, void> {
    Call call;

    void operator()(Bytes input) { call(input); }
};

// State, what restores it before each call, and the call.
template <class State, class Reset, class Call> struct Stateful {
    State state;
    Reset *reset;
    Call *call;

    decltype(auto) operator()(Bytes input) { return (*call)(state, input); }
};

template <class Callable> inline void called(void *state, const unsigned char *input, std::size_t length) {
    attempt([&] { (*static_cast<Callable *>(state))(Bytes(input, length)); });
}

template <class Callable> inline void destroyed(void *state) { delete static_cast<Callable *>(state); }

template <class Call> using Of = Ready<Call, std::decay_t<std::invoke_result_t<Call &, Bytes>>>;

} // namespace inside

// Registers an implementation of a benchmark. `setup` takes the Cell and runs untimed at each
// `prepare`; what it returns takes Bytes, is what is timed, and returns the answer.
template <class Setup> inline void bench(const char *benchmark, const char *implementation, Setup setup) {
    using Ready = inside::Of<std::invoke_result_t<Setup &, const Cell &>>;
    paragone_job *job = paragone_bench(benchmark, implementation, inside::called<Ready>);
    job->context = new Setup(std::move(setup)); // lives as long as the program
    job->setup = [](const paragone_cell *cell) -> void * {
        Ready *ready = nullptr;
        inside::attempt([&] { ready = new Ready{(*static_cast<Setup *>(paragone_context(cell)))(Cell(cell))}; });
        return ready;
    };
    job->teardown = inside::destroyed<Ready>;
}

// The same for a job that changes its state: `setup` returns the state, `reset` runs untimed before each call.
template <class Setup, class Reset, class Call>
inline void bench(const char *benchmark, const char *implementation, Setup setup, Reset reset, Call call) {
    using State = std::invoke_result_t<Setup &, const Cell &>;
    using Stateful = inside::Stateful<State, Reset, Call>;
    using Ready = inside::Of<Stateful>;
    struct Job {
        Setup setup;
        Reset reset;
        Call call;
    };
    paragone_job *job = paragone_bench(benchmark, implementation, inside::called<Ready>);
    job->context = new Job{std::move(setup), std::move(reset), std::move(call)};
    job->setup = [](const paragone_cell *cell) -> void * {
        Job &job = *static_cast<Job *>(paragone_context(cell));
        Ready *ready = nullptr;
        inside::attempt([&] { ready = new Ready{Stateful{job.setup(Cell(cell)), &job.reset, &job.call}}; });
        return ready;
    };
    job->reset = [](void *state, const unsigned char *input, std::size_t length) {
        Stateful &stateful = static_cast<Ready *>(state)->call;
        inside::attempt([&] { (*stateful.reset)(stateful.state, Bytes(input, length)); });
    };
    job->teardown = inside::destroyed<Ready>;
}

// Talks with the lab until it says `quit`; returns the exit code for main.
inline int serve() {
    paragone_language = "cpp";
    return paragone_serve();
}

} // namespace paragone
#endif

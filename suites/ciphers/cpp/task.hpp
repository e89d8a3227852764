// What the ciphers of every library are given: bytes of a parameter, and room for what comes out.
//
// In: a cell; out: bytes. It knows no cipher.
#ifndef TASK_HPP
#define TASK_HPP

#include "paragone.hpp"

#include <algorithm>
#include <string>
#include <vector>

using Buffer = std::vector<unsigned char>;

// The bytes of a parameter that the suite writes in hexadecimal digits; throws where it is none.
inline Buffer bytes_of(const paragone::Cell &cell, const char *name) {
    std::string digits = cell.param(name);
    Buffer bytes(digits.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); i++) bytes[i] = static_cast<unsigned char>(std::stoi(digits.substr(2 * i, 2), nullptr, 16));
    return bytes;
}

// As long as the longest input, and written again and again: no call allocates.
inline Buffer room_for(const paragone::Cell &cell) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < cell.inputs(); i++) longest = std::max(longest, cell.input(i).size());
    return Buffer(longest);
}

#endif

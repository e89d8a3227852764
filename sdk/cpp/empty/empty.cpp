// A driver that serves nothing: what any driver in C++ weighs before it holds an implementation.
#include "../paragone.hpp"

int main() { return paragone::serve(); }

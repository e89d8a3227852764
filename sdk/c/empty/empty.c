/* A driver that serves nothing: what any driver in C weighs before it holds an implementation. */
#include "../paragone.h"

int main(void) { return paragone_serve(); }

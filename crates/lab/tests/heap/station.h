/* Where a program says that it has come so far, and waits until it is sent on. Allocates nothing. */
#include <unistd.h>

static inline void station(void) {
    char byte = 's';
    if (write(1, &byte, 1) != 1 || read(0, &byte, 1) != 1) _exit(90);
}

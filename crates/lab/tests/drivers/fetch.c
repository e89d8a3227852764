/* Sums of bytes that are not in memory yet, for tests: from a file whose path is given, or from tests/drivers/server.c,
 * whose address is given as a port and a name.
 */
#include "paragone.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void sum(FILE *file) {
    uint64_t total = 0;
    for (int byte; (byte = getc(file)) != EOF;) total += (uint64_t)byte;
    fclose(file);
    paragone_answer_u64(total);
}

static void from_file(void *state, const unsigned char *input, size_t length) {
    char path[4096];
    snprintf(path, sizeof path, "%.*s", (int)length, (const char *)input);
    FILE *file = fopen(path, "rb");
    if (file) sum(file);
    else paragone_fail("the file cannot be opened");
}

static void from_server(void *state, const unsigned char *input, size_t length) {
    char text[256], *name;
    snprintf(text, sizeof text, "%.*s\n", (int)length, (const char *)input);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    address.sin_port = htons((uint16_t)strtoul(text, &name, 10));
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) {
        close(fd);
        paragone_fail("nobody is there");
        return;
    }
    name++;
    if (write(fd, name, strlen(name)) < 0) paragone_fail("nobody listens");
    sum(fdopen(fd, "rb"));
}

static void in_memory(void *state, const unsigned char *input, size_t length) {
    uint64_t total = 0;
    for (size_t i = 0; i < length; i++) total += input[i];
    paragone_answer_u64(total);
}

int main(void) {
    static const char *const served[] = { "good", "dies", "lingers", "deaf", "hangs", "nonsense", "exits" };
    for (size_t i = 0; i < sizeof served / sizeof *served; i++) {
        paragone_bench(served[i], "fetch", from_server);
        paragone_bench(served[i], "again", from_server);
    }
    paragone_bench("path", "fetch", from_file);
    paragone_bench("path", "again", from_file);
    paragone_bench("memory", "fetch", in_memory);
    return paragone_serve();
}

/* The sum of what a server has, in C: by libcurl, which calls back with each piece; and by a socket and no library.
 *
 * In: an address; out: the sum modulo 256 of the body. libcurl's handle, and with it a connection, is kept from call to
 * call, as its manual advises; the plain socket is opened anew, which is the least that HTTP can be done with.
 */
#define _GNU_SOURCE /* memmem */
#include "paragone.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static uint8_t added(const unsigned char *bytes, size_t count) {
    uint8_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += bytes[i];
    return sum;
}

static char *text_of(const unsigned char *input, size_t length) {
    static char text[4096];
    snprintf(text, sizeof text, "%.*s", (int)length, (const char *)input);
    return text;
}

struct body { unsigned char *bytes; size_t filled, room; uint8_t sum; };

static size_t add(char *piece, size_t one, size_t count, void *body) {
    ((struct body *)body)->sum += added((const unsigned char *)piece, count);
    return one * count;
}

static size_t append(char *piece, size_t one, size_t count, void *into) {
    struct body *body = into;
    if (body->filled + count > body->room) {
        body->room = 2 * (body->filled + count);
        body->bytes = realloc(body->bytes, body->room);
        if (!body->bytes) return 0;
    }
    memcpy(body->bytes + body->filled, piece, count);
    body->filled += count;
    return one * count;
}

static void *handle(const paragone_cell *cell) {
    CURL *curl = curl_easy_init();
    /* What it asks for at most, which is libcurl's own largest. */
    curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, 512L * 1024);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    return curl;
}

static int fetched(CURL *curl, char *address, size_t (*take)(char *, size_t, size_t, void *), struct body *body) {
    curl_easy_setopt(curl, CURLOPT_URL, address);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
    CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK) paragone_fail(curl_easy_strerror(code));
    return code == CURLE_OK;
}

static void chunks(void *curl, const unsigned char *input, size_t length) {
    struct body body = { 0 };
    if (fetched(curl, text_of(input, length), add, &body)) paragone_answer_u64(body.sum);
}

static void whole(void *curl, const unsigned char *input, size_t length) {
    struct body body = { 0 };
    if (fetched(curl, text_of(input, length), append, &body)) paragone_answer_u64(added(body.bytes, body.filled));
    free(body.bytes);
}

/* `http://127.0.0.1:PORT/NAME`, a request that closes the connection, and an answer that ends with it. */
static void plain(void *state, const unsigned char *input, size_t length) {
    static unsigned char buffer[262144];
    char *name, request[4200];
    const char *port = strrchr(text_of(input, length), ':');
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    address.sin_port = htons((uint16_t)strtoul(port + 1, &name, 10));
    int count = snprintf(request, sizeof request, "GET %s HTTP/1.0\r\n\r\n", name);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) || write(fd, request, (size_t)count) != count) {
        paragone_fail(strerror(errno));
        close(fd);
        return;
    }
    size_t filled = 0;
    unsigned char *body = NULL;
    ssize_t got;
    while (!body && filled < sizeof buffer && (got = read(fd, buffer + filled, sizeof buffer - filled)) > 0) {
        filled += (size_t)got;
        body = memmem(buffer, filled, "\r\n\r\n", 4);
    }
    if (!body || memcmp(buffer, "HTTP/1.", 7) || memcmp(buffer + 8, " 200", 4)) {
        paragone_fail("the server did not answer 200");
        close(fd);
        return;
    }
    body += 4;
    uint8_t sum = added(body, (size_t)(buffer + filled - body));
    while ((got = read(fd, buffer, sizeof buffer)) > 0) sum += added(buffer, (size_t)got);
    if (got < 0) paragone_fail(strerror(errno));
    close(fd);
    paragone_answer_u64(sum);
}

int main(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    paragone_job *job = paragone_bench("http", "curl-chunks", chunks);
    job->setup = handle;
    job->teardown = curl_easy_cleanup;
    job = paragone_bench("http", "curl-whole", whole);
    job->setup = handle;
    job->teardown = curl_easy_cleanup;
    paragone_bench("http", "socket", plain);
    return paragone_serve();
}

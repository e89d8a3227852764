/* A server of a suite's own, for tests: what it does wrong is chosen when it is compiled.
 *
 * In: the folder that it serves, as its last argument, and connections that each say a file's name and a line end;
 * out: its port, and the file's bytes. It ends when its standard input does.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *folder;
static int server;

static void serve(int client) {
    char name[256] = "", path[4096], bytes[4096];
    size_t length = 0;
    while (length < sizeof name - 1 && read(client, name + length, 1) == 1 && name[length] != '\n') length++;
    name[length] = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    size_t count = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
#if defined DIES || defined LINGERS || defined DEAF
    if (count == 100) {
        fputs("that was too much\n", stderr);
#ifndef DIES
        close(server);
        close(client);
#ifdef DEAF
        for (char byte; read(0, &byte, 1) > 0;) continue;
#endif
        sleep(1);
#endif
        kill(getpid(), SIGKILL);
    }
#endif
    if (write(client, bytes, count) < 0) perror("write");
    close(client);
}

int main(int argc, char **argv) {
    folder = argv[argc - 1];
#if defined HANGS
    fputs("not yet\n", stderr);
    for (;;) pause();
#elif defined NONSENSE
    puts("listening on port 80");
#elif defined EXITS
    fputs("no room\n", stderr);
    return 3;
#endif
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    server = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 8)) return 1;
    getsockname(server, (struct sockaddr *)&address, &length);
    printf("paragone-server 1 %d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        struct pollfd fds[2] = { { .fd = server, .events = POLLIN }, { .fd = 0, .events = POLLIN } };
        if (poll(fds, 2, -1) < 0) continue;
        if (fds[1].revents) return 0;
        if (fds[0].revents) serve(accept(server, NULL, NULL));
    }
}

/* A trial of what a plugin does between two processes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/session/transfer.h"
#include "tool/plugin/trials/trials.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Reads `size` bytes from the other process. Returns 0, or -1. */
static int hear(struct session *s, int from, void *to, size_t size)
{
    if (!s->step.peer) { /* the sending process: the other one watches the time */
        alarm(0);
        return recv(from, to, size, 0) == (ssize_t)size ? 0 : -1;
    }
    for (;;) {
        ssize_t more = recv(from, to, size, MSG_DONTWAIT);

        if (more == (ssize_t)size)
            return 0;
        /* nothing yet; or the end is closed: then until session_wait() knows how the peer ended */
        if (!session_wait(s, "LN315", "the other process says nothing"))
            return -1;
    }
}

static int tell(int to, const void *from, size_t size)
{
    return send(to, from, size, MSG_NOSIGNAL) == (ssize_t)size ? 0 : -1;
}

/* The part of one of the two processes. */
static int take_part(struct session *s, int other, enum connection_end end)
{
    size_t sizes[16];
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 16, 1, 1 << 18);
    char done = 1;

    transfer.sizes = sizes;
    for (int i = 0; i < 16; i++)
        sizes[i] = (size_t)1 << (i + 3);
    if (session_start(s) != 0)
        return -1;
    if (end == CONNECTION_RECEIVING &&
        (connection_listen(s, s->plugin.ctx, &connection) != 0 ||
         tell(other, connection.handle, sizeof connection.handle) != 0))
        return -1;
    if (end == CONNECTION_SENDING)
        session_step(s, "wait for the handle");
    if (end == CONNECTION_SENDING &&
        hear(s, other, connection.handle, sizeof connection.handle) != 0)
        return -1;
    if (connection_join(s, s->plugin.ctx, &connection, end) != 0 ||
        transfer_deliver(s, &transfer) != 0 || connection_close(s, &connection) != 0 ||
        session_finalize(s, s->plugin.ctx) != 0)
        return -1;
    session_step(s, "wait for the other process");
    return tell(other, &done, 1) == 0 ? hear(s, other, &done, 1) : -1;
}

void trials_processes(struct session *s)
{
    int ends[2];

    s->step.peers_step =
        mmap(NULL, sizeof s->step.name, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s->step.peers_step == MAP_FAILED ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        session_say(s, "skip", "%s", strerror(errno));
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        s->step.who = "the sending process";
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        _exit(take_part(s, ends[1], CONNECTION_SENDING) == 0 ? PEER_DONE : PEER_REPORTED);
    }
    close(ends[1]);
    s->step.peer = pid > 0 ? pid : 0;
    if (pid > 0)
        take_part(s, ends[0], CONNECTION_RECEIVING);
    else
        session_say(s, "skip", "%s", strerror(errno));
}

/* A trial of a plugin between two processes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/trials/trials.h"
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Reads `size` bytes from the other process. */
static void hear(struct session *s, int from, void *to, size_t size)
{
    if (!s->step.peer) { /* in the sender; the receiver enforces the deadline */
        __atomic_store_n(&s->step.now->end, INT64_MAX, __ATOMIC_RELAXED);
        session_need(s, recv(from, to, size, 0) == (ssize_t)size);
        return;
    }
    /* no data yet, or the end is closed and session_wait() has to learn how the peer ended */
    while (recv(from, to, size, MSG_DONTWAIT) != (ssize_t)size)
        session_wait(s, "LN315", "the other process does not answer");
}

static void tell(struct session *s, int to, const void *from, size_t size)
{
    session_need(s, send(to, from, size, MSG_NOSIGNAL) == (ssize_t)size);
}

/* Runs one of the two processes. */
static void take_part(struct session *s, int other, enum connection_end end)
{
    size_t sizes[16];
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 16, 1, 1 << 18);
    char done = 1;

    transfer.sizes = sizes;
    for (int i = 0; i < 16; i++)
        sizes[i] = (size_t)1 << (i + 3);
    session_start(s);
    if (end == CONNECTION_RECEIVING) {
        connection_listen(s, s->plugin.ctx, &connection);
        tell(s, other, connection.handle, sizeof connection.handle);
    } else {
        session_step(s, "wait for the handle");
        hear(s, other, connection.handle, sizeof connection.handle);
    }
    connection_join(s, s->plugin.ctx, &connection, end);
    transfer_deliver(s, &transfer);
    connection_close(s, &connection);
    session_finalize(s, s->plugin.ctx);
    session_step(s, "wait for the other process");
    tell(s, other, &done, 1);
    hear(s, other, &done, 1);
}

void trials_processes(struct session *s, struct connection *none)
{
    int ends[2];

    s->step.peer_now = session_now_get(s->options.seconds);
    if (!s->step.peer_now || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        SESSION_SKIP(s, "%s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0)
        SESSION_SKIP(s, "%s", strerror(errno));
    if (pid == 0) {
        s->step.who = "the sending process";
        s->step.now = s->step.peer_now;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        take_part(s, ends[1], CONNECTION_SENDING);
        _exit(PEER_DONE);
    }
    close(ends[1]);
    s->step.peer = pid;
    take_part(s, ends[0], CONNECTION_RECEIVING);
}

/* A trial of what a plugin does between two processes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/transfer.h"
#include "tool/plugin/trials.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Reads `size` bytes from the other process. Returns 0, or -1. */
static int hear(struct session *session, int from, void *to, size_t size)
{
    if (!session->step.peer) { /* the sending process: the other one watches the time */
        alarm(0);
        return recv(from, to, size, 0) == (ssize_t)size ? 0 : -1;
    }
    for (;;) {
        ssize_t more = recv(from, to, size, MSG_DONTWAIT);

        if (more == (ssize_t)size)
            return 0;
        if (!session_wait(session, "LN315", "the other process says nothing"))
            return -1;
    }
}

static int tell(int to, const void *from, size_t size)
{
    return send(to, from, size, MSG_NOSIGNAL) == (ssize_t)size ? 0 : -1;
}

/* One of the two; `end` says which. */
static int take_part(struct session *session, int other, enum connection_end end)
{
    size_t sizes[16];
    struct connection connection = {.listening = NULL};
    struct transfer transfer = transfer_over(&connection, 16, 1, 1 << 18);
    char done = 1;

    transfer.sizes = sizes;
    for (int i = 0; i < 16; i++)
        sizes[i] = (size_t)1 << (i + 3);
    if (session_start(session) != 0)
        return -1;
    if (end == CONNECTION_RECEIVING &&
        (connection_listen(session, session->plugin.ctx, &connection) != 0 ||
         tell(other, connection.handle, sizeof connection.handle) != 0))
        return -1;
    if (end == CONNECTION_SENDING)
        session_step(session, "wait for the handle");
    if (end == CONNECTION_SENDING &&
        hear(session, other, connection.handle, sizeof connection.handle) != 0)
        return -1;
    if (connection_join(session, session->plugin.ctx, &connection, end) != 0 ||
        transfer_deliver(session, &transfer) != 0 || connection_close(session, &connection) != 0 ||
        session_finalize(session, session->plugin.ctx) != 0)
        return -1;
    session_step(session, "wait for the other process");
    return tell(other, &done, 1) == 0 ? hear(session, other, &done, 1) : -1;
}

void trials_processes(struct session *session)
{
    int ends[2];

    session->step.peers_step = mmap(NULL, sizeof session->step.name, PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (session->step.peers_step == MAP_FAILED ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        session_say(session, "skip", "%s", strerror(errno));
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        session->step.who = "the sending process";
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        _exit(take_part(session, ends[1], CONNECTION_SENDING) == 0 ? PEER_DONE : PEER_REPORTED);
    }
    close(ends[1]);
    session->step.peer = pid > 0 ? pid : 0;
    if (pid > 0)
        take_part(session, ends[0], CONNECTION_RECEIVING);
    else
        session_say(session, "skip", "%s", strerror(errno));
}

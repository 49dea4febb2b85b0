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

/* Reads so many bytes of what the other process writes. Returns 0, or -1. */
static int hear(struct session *play, int from, void *to, size_t size)
{
    if (!play->peer) { /* the sending process: the other one looks whether it takes too long */
        alarm(0);
        return recv(from, to, size, 0) == (ssize_t)size ? 0 : -1;
    }
    for (;;) {
        ssize_t more = recv(from, to, size, MSG_DONTWAIT);

        if (more == (ssize_t)size)
            return 0;
        /* if it is gone, until it is known how */
        if (!session_waits(play, "LN315", "the other process says nothing"))
            return -1;
    }
}

static int tell(int to, const void *from, size_t size)
{
    return send(to, from, size, MSG_NOSIGNAL) == (ssize_t)size ? 0 : -1;
}

/* One of the two; `end` says which. */
static int take_part(struct session *play, int other, enum connection_end end)
{
    size_t sizes[16];
    struct connection way = {.listening = NULL};
    struct transfer mail = {.way = &way, .count = 16, .n = 1, .room = 1 << 18, .sizes = sizes};
    char done = 1;

    for (int i = 0; i < 16; i++)
        sizes[i] = (size_t)1 << (i + 3);
    if (session_start(play) != 0)
        return -1;
    if (end == CONNECTION_RECEIVING && (connection_listen(play, play->ctx, &way) != 0 ||
                                        tell(other, way.handle, sizeof way.handle) != 0))
        return -1;
    if (end == CONNECTION_SENDING)
        session_step(play, "wait for the handle");
    if (end == CONNECTION_SENDING && hear(play, other, way.handle, sizeof way.handle) != 0)
        return -1;
    if (connection_join(play, play->ctx, &way, end) != 0 || transfer_deliver(play, &mail) != 0 ||
        connection_close(play, &way) != 0 || session_finalize(play, play->ctx) != 0)
        return -1;
    session_step(play, "wait for the other process");
    return tell(other, &done, 1) == 0 ? hear(play, other, &done, 1) : -1;
}

void trial_processes(struct session *play)
{
    int ends[2];

    play->peers_step =
        mmap(NULL, sizeof play->step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (play->peers_step == MAP_FAILED ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        session_say(play, "skip", "%s", strerror(errno));
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        play->who = "the sending process";
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        _exit(take_part(play, ends[1], CONNECTION_SENDING) == 0 ? PEER_DONE : PEER_COMPLAINED);
    }
    close(ends[1]);
    play->peer = pid > 0 ? pid : 0;
    if (pid > 0)
        take_part(play, ends[0], CONNECTION_RECEIVING);
    else
        session_say(play, "skip", "%s", strerror(errno));
}

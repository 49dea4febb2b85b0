/* Forks a child, waits for it no longer than is said, and tells how it ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/machine/child.h"
#include "tool/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_SAID (64 << 10)
/* The child's exit status when the last byte that it wrote is what the work returned. */
#define RETURNED 77

static void be_child(int (*work)(void *context, FILE *to), void *context, int to)
{
    struct rlimit none = {0, 0};
    int nothing = open("/dev/null", O_RDWR);
    FILE *out = fdopen(to, "w");
    int status;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    for (int fd = 0; fd < 3 && nothing >= 0; fd++)
        dup2(nothing, fd);
    status = out ? work(context, out) : 0;
    if (!out || fputc(status, out) == EOF || fflush(out) != 0)
        _exit(1);
    _exit(RETURNED); /* skip the libraries' atexit handlers */
}

static int milliseconds_until(const struct timespec *end)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = (end->tv_sec - now.tv_sec) * 1000 + (end->tv_nsec - now.tv_nsec) / 1000000;
    return left > 0 ? (int)left : 0;
}

/* 1 if the child has ended; it is not taken away. */
static int has_ended(pid_t pid)
{
    siginfo_t about = {0};

    return waitid(P_PID, (id_t)pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid;
}

/* Reads until the other end is closed or the time is up; or until the child has ended and there is
 * no more, for what it started may keep the other end open. */
static void listen_to(pid_t pid, int from, const struct timespec *end, char *said, size_t *length)
{
    struct pollfd wait = {.fd = from, .events = POLLIN};
    int left;

    while ((left = milliseconds_until(end)) > 0 && *length < MOST_SAID) {
        int ended = has_ended(pid), ready = poll(&wait, 1, left < 50 ? left : 50);
        ssize_t got = ready > 0 ? read(from, said + *length, MOST_SAID - *length) : -1;

        if (got == 0 || (ready == 0 && ended))
            return;
        *length += got > 0 ? (size_t)got : 0;
    }
}

/* Waits for the child's end, without taking it away. Returns 0 if the time was up before. */
static int wait_for(pid_t pid, const struct timespec *end)
{
    const struct timespec moment = {0, 2000000};

    while (!has_ended(pid)) {
        if (milliseconds_until(end) == 0)
            return 0;
        nanosleep(&moment, NULL);
    }
    return 1;
}

struct child child_run(int (*work)(void *context, FILE *to), void *context, int seconds)
{
    struct child child = {CHILD_NOT_MADE, 0, memory_get(MOST_SAID + 1, 1)};
    struct timespec end;
    size_t length = 0;
    int ends[2], status = 0;

    fflush(NULL); /* or the child would print it again */
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    pid_t pid = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (pid < 0) {
        child.status = errno;
        return child;
    }
    if (pid == 0)
        be_child(work, context, ends[1]);
    setpgid(pid, pid); /* in both processes, to avoid a race: the kill below needs the group */
    close(ends[1]);
    listen_to(pid, ends[0], &end, child.said, &length);
    close(ends[0]);
    child.end = wait_for(pid, &end) ? CHILD_KILLED : CHILD_LATE;
    kill(-pid, SIGKILL); /* with all that it left running; before its number can be another's */
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (child.end == CHILD_LATE)
        return child;
    child.status = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == RETURNED && length > 0) {
        child.end = CHILD_RETURNED;
        child.status = (unsigned char)child.said[--length];
        child.said[length] = '\0';
    }
    return child;
}

const char *child_end_text(const struct child *child)
{
    static char text[100];
    const char *what = child->end == CHILD_KILLED ? "crashed" : "could not be tried";

    if (child->end == CHILD_RETURNED)
        return "";
    if (child->end == CHILD_LATE)
        return "did not come to an end in time";
    if (child->end == CHILD_KILLED && child->status == 0)
        return "ended the process";
    snprintf(text, sizeof text, "%s (%s)", what,
             child->end == CHILD_KILLED ? strsignal(child->status) : strerror(child->status));
    return text;
}

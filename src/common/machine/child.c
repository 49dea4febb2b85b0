/* Forks a child, waits for it with a time limit, and reports how it ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The work may send its parent process a signal, even SIGKILL. So the work runs in a grandchild.
 * The child, called the guard, only waits for the grandchild: if the guard is killed, the work has
 * killed it. */
#include "common/machine/child.h"
#include "common/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define USUALLY_SAID (64 << 10) /* bytes of output for which there is room at first */
#define MOST_SAID (64 << 20)
#define RETURNED 77 /* exit status: the last byte of the output is what the work returned */
#define CLOSED 78   /* exit status: code that the work called has closed the output */

/* How the work's process ended, in memory that the guard shares with its parent. */
struct outcome {
    int done; /* 1: `status` is from waitpid(); 0: it is the errno of fork() */
    int status;
};

/* Waits for the work's process, and ends. */
static void be_guard(pid_t worker, struct outcome *outcome)
{
    int status = errno;

    while (worker > 0 && waitpid(worker, &status, 0) < 0 && errno == EINTR)
        ;
    outcome->status = status;
    outcome->done = worker > 0;
    _exit(0);
}

/* Runs in the child: forks the work's process and becomes its guard. Does not return. */
static void be_child(int (*work)(void *context, FILE *to), void *context, int to,
                     struct outcome *outcome)
{
    struct rlimit none = {0, 0};
    int nothing = open("/dev/null", O_RDWR);
    int status;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGABRT, SIG_IGN); /* the work's process gets it when it is late */
    pid_t worker = fork();
    if (worker != 0) {
        close(to);
        be_guard(worker, outcome);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGABRT, SIG_DFL);
    FILE *out = fdopen(to, "w");
    setrlimit(RLIMIT_CORE, &none);
    for (int fd = 0; fd < 3 && nothing >= 0; fd++)
        dup2(nothing, fd);
    status = out ? work(context, out) : 0;
    if (!out || fputc(status, out) == EOF || fflush(out) != 0)
        _exit(errno == EBADF ? CLOSED : 1);
    _exit(RETURNED); /* skip the libraries' atexit handlers */
}

/* Returns 1 if the child has ended. waitpid() can still read its status. */
static int has_ended(pid_t pid)
{
    siginfo_t about = {0};

    return waitid(P_PID, (id_t)pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid;
}

int64_t child_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000000000 + now.tv_nsec;
}

void child_kill(int pid, int signal, int group)
{
    if (signal)
        kill(group ? -pid : pid, signal);
    for (int i = 0; signal && i < 60 && !has_ended(pid); i++)
        usleep(5000);
    kill(group ? -pid : pid, SIGKILL);
}

static int is_late(int64_t begin, const struct child_limit *limit)
{
    int64_t now = child_now();

    return now - begin >= limit->seconds * (int64_t)1000000000 ||
           (limit->end && now >= __atomic_load_n(limit->end, __ATOMIC_RELAXED));
}

/* Reads the child's output until the child has ended and the pipe is empty. Waiting for the end of
 * the file would hang if a grandchild keeps it open. Closes this end. Returns 0 on timeout. */
static int attend(pid_t pid, int from, const struct child_limit *limit, struct child *child,
                  size_t *length)
{
    struct pollfd wait = {.fd = from, .events = POLLIN};
    int64_t begin = child_now();
    int ended, pause = 50; /* milliseconds */
    size_t room = USUALLY_SAID;

    do {
        ended = has_ended(pid);
        int ready = poll(&wait, 1, ended ? 0 : pause);
        if (*length == room && room < MOST_SAID)
            child->said = memory_check(realloc(child->said, (room *= 2) + 1));
        ssize_t got = ready > 0 ? read(from, child->said + *length, room - *length) : -1;

        if (got > 0) {
            *length += (size_t)got;
            ended = 0;          /* there may be more to read */
        } else if (ready > 0) { /* closed, or the buffer is full: waits only for the end */
            close(from);
            wait.fd = -1;
            pause = 2;
        }
    } while (!ended && !is_late(begin, limit));
    if (wait.fd >= 0)
        close(from);
    child->said[*length] = '\0';
    return ended;
}

/* Describes how the work ended; if not `done`, how the guard ended: killed, or unable to fork. */
static void describe_end(struct child *child, const struct outcome *outcome, int guard,
                         size_t length)
{
    int status = outcome->status;

    if (!outcome->done) {
        child->end = WIFSIGNALED(guard) ? CHILD_KILLED : CHILD_NOT_MADE;
        child->sent = WIFSIGNALED(guard) ? WTERMSIG(guard) : 0;
        child->status = status;
        return;
    }
    child->status = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == CLOSED)
        child->end = CHILD_CLOSED;
    if (WIFEXITED(status) && WEXITSTATUS(status) == RETURNED && length > 0) {
        child->end = CHILD_RETURNED;
        child->status = (unsigned char)child->said[--length];
        child->said[length] = '\0';
    }
}

/* Runs the work in a child, and returns how it ended. */
static struct child run(int (*work)(void *context, FILE *to), void *context,
                        const struct child_limit *limit)
{
    struct child child = {CHILD_NOT_MADE, 0, 0, memory_get(USUALLY_SAID + 1, 1)};
    size_t length = 0;
    int ends[2] = {-1, -1}, status = 0;

    struct outcome *outcome =
        mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    fflush(NULL); /* otherwise the child would print buffered output again */
    pid_t pid = outcome != MAP_FAILED && pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (pid < 0) {
        child.status = errno;
        close(ends[0]);
        close(ends[1]);
        return child;
    }
    if (pid == 0)
        be_child(work, context, ends[1], outcome);
    setpgid(pid, pid); /* in both processes, to avoid a race: the kill below needs the group */
    close(ends[1]);
    child.end = attend(pid, ends[0], limit, &child, &length) ? CHILD_KILLED : CHILD_LATE;
    /* ends what the child left running, before waitpid() frees its number for another process */
    child_kill(pid, child.end == CHILD_LATE ? limit->signal : 0, 1);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    struct outcome ended = *outcome;
    munmap(outcome, sizeof *outcome);
    if (child.end != CHILD_LATE)
        describe_end(&child, &ended, status, length);
    return child;
}

struct child child_run(int (*work)(void *context, FILE *to), void *context,
                       const struct child_limit *limit)
{
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    struct sigaction before;

    sigaction(SIGCHLD, &standard, &before); /* if ignored, the kernel keeps no child's status */
    struct child child = run(work, context, limit);
    sigaction(SIGCHLD, &before, NULL);
    return child;
}

const char *child_end_text(const struct child *child)
{
    static char text[100];
    const char *what = child->end == CHILD_KILLED ? "crashed" : "could not be tried";

    if (child->end == CHILD_RETURNED)
        return "";
    if (child->sent) {
        snprintf(text, sizeof text, "sent its parent a signal (%s)", strsignal(child->sent));
        return text;
    }
    if (child->end == CHILD_LATE)
        return "did not end in time";
    if (child->end == CHILD_CLOSED)
        return "closed files that are not its own";
    if (child->end == CHILD_KILLED && child->status == 0)
        return "ended the process";
    snprintf(text, sizeof text, "%s (%s)", what,
             child->end == CHILD_KILLED ? strsignal(child->status) : strerror(child->status));
    return text;
}

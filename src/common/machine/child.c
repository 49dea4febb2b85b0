/* Forks a child, waits for it no longer than is said, and tells how it ended.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/child.h"
#include "common/text/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_SAID (64 << 10)
/* The child's exit status when the last byte that it wrote is what the work returned. */
#define RETURNED 77
#define CLOSED 78 /* that file was closed, by whatever the work called */

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
        _exit(errno == EBADF ? CLOSED : 1);
    _exit(RETURNED); /* skip the libraries' atexit handlers */
}

/* 1 if the child has ended; it is not taken away. */
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
        kill(pid, signal);
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

/* A plugin may send a signal to its parent, which would end the whole command without a word. */
static volatile sig_atomic_t sent;
static volatile pid_t watched;
static const int fatal[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM};
enum { FATAL = sizeof fatal / sizeof *fatal };

static void note_sender(int number, siginfo_t *info, void *context)
{
    if (info->si_code <= 0 && info->si_pid > 0 && getpgid(info->si_pid) == watched) {
        sent = number;
        return;
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* Handles the signals that have their default action, or ends that. */
static void handle_fatal(int handled)
{
    struct sigaction ours = {.sa_sigaction = note_sender, .sa_flags = SA_SIGINFO},
                     none = {.sa_handler = SIG_DFL}, now;

    for (int i = 0; i < FATAL; i++)
        if (sigaction(fatal[i], NULL, &now) == 0 &&
            (handled ? now.sa_handler == SIG_DFL : now.sa_sigaction == note_sender))
            sigaction(fatal[i], handled ? &ours : &none, NULL);
}

/* Returns what was blocked before. */
static sigset_t block_fatal(void)
{
    sigset_t all, before;

    sigemptyset(&all);
    for (int i = 0; i < FATAL; i++)
        sigaddset(&all, fatal[i]);
    sigprocmask(SIG_BLOCK, &all, &before);
    return before;
}

/* Reads what the child writes until it has ended and there is no more: what it started may keep the
 * other end open. Closes this end. Returns 0 if the time was up before. */
static int attend(pid_t pid, int from, const struct child_limit *limit, struct child *child,
                  size_t *length)
{
    struct pollfd wait = {.fd = from, .events = POLLIN};
    int64_t begin = child_now();
    int ended;

    do {
        ended = has_ended(pid);
        int ready = poll(&wait, 1, ended ? 0 : wait.fd < 0 ? 2 : 50);
        ssize_t got = ready > 0 ? read(from, child->said + *length, MOST_SAID - *length) : -1;

        if (got > 0) {
            *length += (size_t)got;
            ended = 0;          /* there may be more */
        } else if (ready > 0) { /* closed, or too much: from now on only the time counts */
            close(from);
            wait.fd = -1;
        }
    } while (!ended && !sent && !is_late(begin, limit));
    if (wait.fd >= 0)
        close(from);
    return ended || sent;
}

struct child child_run_steps(int (*work)(void *context, FILE *to), void *context,
                             const struct child_limit *limit)
{
    struct child child = {CHILD_NOT_MADE, 0, 0, memory_get(MOST_SAID + 1, 1)};
    size_t length = 0;
    int ends[2], status = 0;

    fflush(NULL); /* or the child would print it again */
    sigset_t before = block_fatal();
    sent = 0;
    handle_fatal(1);
    pid_t pid = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    watched = pid;
    if (pid <= 0)
        handle_fatal(0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (pid < 0) {
        child.status = errno;
        return child;
    }
    if (pid == 0)
        be_child(work, context, ends[1]);
    setpgid(pid, pid); /* in both processes, to avoid a race: the kill below needs the group */
    close(ends[1]);
    child.end = attend(pid, ends[0], limit, &child, &length) ? CHILD_KILLED : CHILD_LATE;
    /* with all that it left running; before its number can be another's */
    child_kill(pid, child.end == CHILD_LATE ? limit->signal : 0, 1);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    handle_fatal(0);
    child.sent = sent;
    if (child.end == CHILD_LATE)
        return child;
    child.status = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == CLOSED)
        child.end = CHILD_CLOSED;
    if (!sent && WIFEXITED(status) && WEXITSTATUS(status) == RETURNED && length > 0) {
        child.end = CHILD_RETURNED;
        child.status = (unsigned char)child.said[--length];
        child.said[length] = '\0';
    }
    return child;
}

struct child child_run(int (*work)(void *context, FILE *to), void *context, int seconds)
{
    return child_run_steps(work, context, &(struct child_limit){seconds, NULL, 0});
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
        return "did not come to an end in time";
    if (child->end == CHILD_CLOSED)
        return "closed files that are not its own";
    if (child->end == CHILD_KILLED && child->status == 0)
        return "ended the process";
    snprintf(text, sizeof text, "%s (%s)", what,
             child->end == CHILD_KILLED ? strsignal(child->status) : strerror(child->status));
    return text;
}

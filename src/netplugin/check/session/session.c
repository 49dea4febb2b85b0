/* Tells the parent, line by line, what the process does and what it finds.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/session/session.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_TEXT 300          /* of a line; longer ones are cut */
#define MOST_MEMORY (8L << 30) /* private and writable, in addition to what there was */

static char refused[MOST_TEXT]; /* the last fault of an adapter; "": none */

void session_fault(const struct lazynccl_net_real *real, const char *text)
{
    snprintf(refused, sizeof refused, "%s", text);
}

void session_vsay(struct session *s, const char *word, const char *format, va_list values)
{
    char text[MOST_TEXT];

    vsnprintf(text, sizeof text, format, values);
    for (char *at = text; *at; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    flockfile(s->to); /* one write, so that lines of threads and processes do not mix */
    fprintf(s->to, "%s\t%s\n", word, text);
    fflush(s->to);
    funlockfile(s->to);
}

void session_say(struct session *s, const char *word, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    session_vsay(s, word, format, values);
    va_end(values);
}

/* The private and writable memory of this process: a sanitizer maps terabytes of it. */
static unsigned long mapped(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");

    if (file && fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (unsigned long)sysconf(_SC_PAGESIZE);
}

void session_limit(void)
{
    rlim_t most = mapped() + MOST_MEMORY;
    struct rlimit memory = {most, most};

    setrlimit(RLIMIT_DATA, &memory);
    signal(SIGALRM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL); /* as in a program that does not handle it */
}

char *session_name_get(void)
{
    char *name =
        mmap(NULL, SESSION_STEP_NAME, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return name == MAP_FAILED ? NULL : name;
}

void session_step(struct session *s, const char *format, ...)
{
    size_t length = 0;
    va_list values;

    if (s->step.who)
        length = (size_t)snprintf(s->step.name, SESSION_STEP_NAME, "%s: ", s->step.who);
    va_start(values, format);
    vsnprintf(s->step.name + length, SESSION_STEP_NAME - length, format, values);
    va_end(values);
    if (!s->options.recording) /* it has too many */
        session_say(s, "step", "%s", s->step.name);
    clock_gettime(CLOCK_MONOTONIC, &s->step.end);
    /* the peer's time is up first, since it knows what it waits for; then session_wait()'s */
    s->step.end.tv_sec += s->options.seconds + (s->step.peer ? 2 : 0);
    alarm((unsigned)s->options.seconds + (s->step.peer ? 3 : 1));
}

void session_end(struct session *s)
{
    if (s->step.who)
        _exit(PEER_REPORTED);
    longjmp(s->end, 1);
}

void session_need(struct session *s, int works)
{
    if (!works)
        session_end(s);
}

void session_report(struct session *s, const char *id, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    session_say(s, id, "%s: %s", s->step.name, text);
}

static const char *result_text(int result)
{
    static const char *const texts[] = {"success",        "unhandled CUDA error", "system error",
                                        "internal error", "invalid argument",     "invalid usage",
                                        "remote error",   "in progress"};

    return result >= 0 && result < (int)(sizeof texts / sizeof *texts) ? texts[result]
                                                                       : "no result of NCCL's";
}

/* 1 if the step is named after the operation: "connect", "the sending process: connect". */
static int is_step(const struct session *s, const char *operation)
{
    size_t length = strlen(s->step.name), end = strlen(operation);

    return length >= end && strcmp(s->step.name + length - end, operation) == 0;
}

int session_check(struct session *s, const char *id, const char *operation, int result)
{
    if (result == LAZYNCCL_NET_SUCCESS)
        return 1;
    if (*refused)
        session_report(s, id, "%s", refused);
    else
        session_report(s, id, "%s returns %d (%s)", is_step(s, operation) ? "it" : operation,
                       result, result_text(result));
    *refused = '\0';
    return 0;
}

/* Ends the trial if the peer has ended and should not have, which is reported. */
static void look_at_peer(struct session *s)
{
    int status;

    if (!s->step.peer || waitpid(s->step.peer, &status, WNOHANG) != s->step.peer)
        return;
    s->step.peer = 0;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        session_say(s, "LN315", "%s: it does not come back within %d s", s->step.peers_name,
                    s->options.seconds);
    else if (WIFSIGNALED(status))
        session_say(s, "LN314", "%s: it crashed (%s)", s->step.peers_name,
                    strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == PEER_DONE)
        return;
    else if (WEXITSTATUS(status) != PEER_REPORTED)
        session_say(s, "LN314", "%s: it ended the process", s->step.peers_name);
    session_end(s);
}

int session_late(const struct session *s)
{
    const struct timespec moment = {0, 50000};
    const struct timespec *end = &s->step.end;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec))
        return 1;
    nanosleep(&moment, NULL);
    return 0;
}

void session_wait(struct session *s, const char *id, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list values;

    look_at_peer(s);
    if (!session_late(s))
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    SESSION_FAIL(s, id, "after %d s %s", s->options.seconds, text);
}

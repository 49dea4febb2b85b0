/* Reports to the parent, line by line, what the process does and finds.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/session/session.h"
#include "common/machine/child.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND ((int64_t)1000000000)
#define MOST_TEXT 300          /* bytes of a line; longer lines are cut */
#define MOST_MEMORY (8L << 30) /* bytes of private writable memory that a plugin may add */

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
    flockfile(s->to); /* keeps the lines of threads and processes apart */
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

/* Returns the private writable memory of this process in bytes. Total memory is useless here,
 * because a sanitizer maps terabytes. */
static unsigned long mapped(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");

    if (file) {
        (void)!fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages); /* 0 if it fails */
        fclose(file);
    }
    return pages * (unsigned long)sysconf(_SC_PAGESIZE);
}

void session_limit(void)
{
    rlim_t most = mapped() + MOST_MEMORY;
    struct rlimit memory = {most, most};

    setrlimit(RLIMIT_DATA, &memory);
    signal(SIGPIPE, SIG_DFL); /* as in a program that does not handle SIGPIPE */
}

struct session_now *session_now_get(int seconds)
{
    struct session_now *now =
        mmap(NULL, sizeof *now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (now == MAP_FAILED)
        return NULL;
    strcpy(now->step, "start");
    now->end = child_now() + (seconds + 1) * SECOND;
    return now;
}

void session_now_free(struct session_now *now)
{
    munmap(now, sizeof *now);
}

void session_step(struct session *s, const char *format, ...)
{
    struct session_now *now = s->step.now;
    size_t length = 0;
    va_list values;

    now->call = NULL;
    now->signal = 0; /* may be left from a signal that the plugin handled */
    now->place[0] = '\0';
    if (s->watch_on)
        s->watch_on();
    if (s->step.who)
        length = (size_t)snprintf(now->step, sizeof now->step, "%s: ", s->step.who);
    va_start(values, format);
    vsnprintf(now->step + length, sizeof now->step - length, format, values);
    va_end(values);
    session_say(s, "step", "%s", now->step);
    /* A process waits 2 s longer than its peer, which knows better what is late. session_wait()
     * ends 1 s before the kill. */
    s->step.end = child_now() + (s->options.seconds + (s->step.peer ? 2 : 0)) * SECOND;
    __atomic_store_n(&now->end, s->step.end + SECOND, __ATOMIC_RELAXED);
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
    session_say(s, id, "%s: %s", s->step.now->step, text);
}

static const char *result_text(int result)
{
    static const char *const texts[] = {"success",        "unhandled CUDA error", "system error",
                                        "internal error", "invalid argument",     "invalid usage",
                                        "remote error",   "in progress"};

    return result >= 0 && result < (int)(sizeof texts / sizeof *texts) ? texts[result]
                                                                       : "not a result of NCCL";
}

/* Returns 1 if the step has the name of the operation: "connect", "the sending process:
 * connect". */
static int is_step(const struct session_now *now, const char *operation)
{
    size_t length = strlen(now->step), end = strlen(operation);

    return length >= end && strcmp(now->step + length - end, operation) == 0;
}

const char *session_where(const struct session_now *now, char text[SESSION_WHERE])
{
    int named = !now->call || is_step(now, now->call);

    snprintf(text, SESSION_WHERE, "%s%s%s", now->step, named ? "" : ": ", named ? "" : now->call);
    return text;
}

int session_check(struct session *s, const char *id, const char *operation, int result)
{
    s->step.now->call = NULL;
    if (result == LAZYNCCL_NET_SUCCESS)
        return 1;
    if (*refused)
        session_report(s, id, "%s", refused);
    else
        session_report(s, id, "%s returns %d (%s)",
                       is_step(s->step.now, operation) ? "it" : operation, result,
                       result_text(result));
    *refused = '\0';
    return 0;
}

/* Reports a peer that ended early or does not answer, and ends the trial. */
static void look_at_peer(struct session *s)
{
    const struct session_now *now = s->step.peer_now;
    char where[SESSION_WHERE];
    int status, late = 0, crash;

    if (!s->step.peer)
        return;
    if (child_now() >= __atomic_load_n(&now->end, __ATOMIC_RELAXED)) {
        late = 1;
        child_kill(s->step.peer, SIGABRT, 0);
    }
    if (waitpid(s->step.peer, &status, late ? 0 : WNOHANG) != s->step.peer)
        return;
    s->step.peer = 0;
    session_where(now, where);
    crash = WIFSIGNALED(status) ? WTERMSIG(status) : now->signal;
    if (late)
        session_say(s, "LN315", "%s: it does not return within %d s", where, s->options.seconds);
    else if (crash)
        session_say(s, "LN314", "%s: it crashed (%s)", where, strsignal(crash));
    else if (WEXITSTATUS(status) == PEER_DONE)
        return;
    else if (WEXITSTATUS(status) != PEER_REPORTED)
        session_say(s, "LN314", "%s: it ended the process", where);
    if ((late || crash) && *now->place)
        session_say(s, "place", "%s", now->place);
    session_end(s);
}

int session_late(const struct session *s)
{
    const struct timespec moment = {0, 50000};

    if (child_now() >= s->step.end)
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

/* Loads a plugin, starts it as NCCL does, and tells what comes of it, line by line.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/plugin/session.h"
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_TEXT 300          /* of a line; longer ones are cut */
#define MOST_LOGGED 80         /* lines of the plugin's own: a child may say 64 KiB in all */
#define MOST_MEMORY (8L << 30) /* private and writable, beyond what there was */

static struct session *playing; /* NCCL's callbacks are told nothing of whose they are */
static int logged;
static char refused[MOST_TEXT]; /* what an adapter had to say last; "": nothing */

/* In one write, so that lines of several threads and processes do not mix. */
static void say(struct session *play, const char *word, const char *format, va_list values)
{
    char text[MOST_TEXT];

    vsnprintf(text, sizeof text, format, values);
    for (char *at = text; *at; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    flockfile(play->to);
    fprintf(play->to, "%s\t%s\n", word, text);
    fflush(play->to);
    funlockfile(play->to);
}

void session_say(struct session *play, const char *word, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    say(play, word, format, values);
    va_end(values);
}

/* What this process has mapped of private and writable memory: a sanitizer has terabytes of it. */
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
    signal(SIGPIPE, SIG_DFL); /* as in a program that does nothing about it */
}

void session_step(struct session *play, const char *format, ...)
{
    size_t length = 0;
    va_list values;

    if (play->who)
        length = (size_t)snprintf(play->step, sizeof play->step, "%s: ", play->who);
    va_start(values, format);
    vsnprintf(play->step + length, sizeof play->step - length, format, values);
    va_end(values);
    session_say(play, "step", "%s", play->step);
    clock_gettime(CLOCK_MONOTONIC, &play->end);
    /* the peer's time is up first: it knows what it waits for; before the alarm play_waits() */
    play->end.tv_sec += play->seconds + (play->peer ? 2 : 0);
    alarm((unsigned)play->seconds + (play->peer ? 3 : 1));
    if (play->who && play->peers_step)
        memcpy(play->peers_step, play->step, sizeof play->step);
}

void session_report(struct session *play, const char *id, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    session_say(play, id, "%s: %s", play->step, text);
}

const char *session_result_text(int result)
{
    static const char *const texts[] = {"success",        "unhandled CUDA error", "system error",
                                        "internal error", "invalid argument",     "invalid usage",
                                        "remote error",   "in progress"};

    return result >= 0 && result < (int)(sizeof texts / sizeof *texts) ? texts[result]
                                                                       : "no result of NCCL's";
}

static int is_step(const struct session *play, const char *operation)
{
    size_t length = strlen(play->step), end = strlen(operation);

    return length >= end && strcmp(play->step + length - end, operation) == 0;
}

int session_works(struct session *play, const char *operation, int result)
{
    if (result == LAZYNCCL_NET_SUCCESS)
        return 1;
    if (*refused)
        session_report(play, "LN320", "%s", refused);
    else
        session_report(play, "LN320", "%s returns %d (%s)",
                       is_step(play, operation) ? "it" : operation, result,
                       session_result_text(result));
    *refused = '\0';
    return 0;
}

/* Tells how the peer ended, if it did and should not have. */
static int peer_is_lost(struct session *play)
{
    int status;

    if (!play->peer || waitpid(play->peer, &status, WNOHANG) != play->peer)
        return 0;
    play->peer = 0;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        session_say(play, "LN315", "%s: it does not come back within %d s", play->peers_step,
                    play->seconds);
    else if (WIFSIGNALED(status))
        session_say(play, "LN314", "%s: it crashed (%s)", play->peers_step,
                    strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == PEER_DONE)
        return 0;
    else if (WEXITSTATUS(status) != PEER_COMPLAINED)
        session_say(play, "LN314", "%s: it ended the process", play->peers_step);
    return 1;
}

int session_waits(struct session *play, const char *id, const char *format, ...)
{
    const struct timespec moment = {0, 50000};
    struct timespec now;
    char text[MOST_TEXT];
    va_list values;

    if (peer_is_lost(play))
        return 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec < play->end.tv_sec ||
        (now.tv_sec == play->end.tv_sec && now.tv_nsec < play->end.tv_nsec)) {
        nanosleep(&moment, NULL);
        return 1;
    }
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    session_report(play, id, "after %d s %s", play->seconds, text);
    return 0;
}

/* NCCL's side of the plugin's calls */

static void log_line(int level, unsigned long subsystems, const char *file, int line,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

static void log_line(int level, unsigned long subsystems, const char *file, int line,
                     const char *format, ...)
{
    int error = errno;
    va_list values;

    (void)subsystems, (void)file, (void)line;
    va_start(values, format);
    if (level <= LAZYNCCL_NET_LOG_INFO && logged++ < MOST_LOGGED)
        say(playing, level <= LAZYNCCL_NET_LOG_WARN ? "warn" : "info", format, values);
    va_end(values);
    errno = error;
}

static lazynccl_net_result profile(void **event, int type, void *parent, int64_t plugin, void *data)
{
    (void)event, (void)type, (void)parent, (void)plugin, (void)data;
    return LAZYNCCL_NET_SUCCESS;
}

static void remember(const struct lazynccl_net_real *real, const char *text)
{
    (void)real;
    snprintf(refused, sizeof refused, "%s", text);
}

/* The operations that NCCL calls without asking whether they are there. */
static const struct {
    const char *name;
    size_t at;
    int since;
} wanted[] = {
#define WANTED(name, since)                                                                        \
    {                                                                                              \
#name, offsetof(struct lazynccl_net_operations, name), since                               \
    }
    WANTED(init, 0),      WANTED(devices, 0),     WANTED(getProperties, 0), WANTED(listen, 0),
    WANTED(connect, 0),   WANTED(accept, 0),      WANTED(regMr, 0),         WANTED(deregMr, 0),
    WANTED(isend, 0),     WANTED(irecv, 0),       WANTED(test, 0),          WANTED(closeSend, 0),
    WANTED(closeRecv, 0), WANTED(closeListen, 0), WANTED(finalize, 11),
};

static int has_operations(struct session *play)
{
    int lacks = 0;

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void (*operation)(void);

        memcpy(&operation, (const char *)&play->net + wanted[i].at, sizeof operation);
        if (operation || play->version < wanted[i].since)
            continue;
        session_report(play, "LN319", "%s is NULL", wanted[i].name);
        lacks = 1;
    }
    return !lacks;
}

int session_load(struct session *play)
{
    char symbol[40];
    void *table;

    playing = play;
    session_step(play, "load");
    if (!(play->file = dlopen(play->path, RTLD_NOW | RTLD_LOCAL))) { /* NCCL's flags */
        session_report(play, "LN302", "%s", dlerror());
        return -1;
    }
    snprintf(symbol, sizeof symbol, "ncclNetPlugin_v%d", play->version);
    if (!(table = dlsym(play->file, symbol))) {
        session_report(play, "LN302", "%s", dlerror());
        return -1;
    }
    play->real = (struct lazynccl_net_real){table, play->version, 0, remember};
    play->name = table; /* the first member of every version */
    if (lazynccl_net_operations_of(play->version, table, &play->net) != 0) {
        session_report(play, "LN320", "nothing is known of v%d", play->version);
        return -1;
    }
    if (!*play->name) {
        session_report(play, "LN316", "the name is NULL");
        return -1;
    }
    snprintf(play->called, sizeof play->called, "%s", *play->name);
    return has_operations(play) ? 0 : -1;
}

int session_call_init(struct session *play, void **ctx, unsigned long communicator)
{
    static struct lazynccl_net_config config = {.trafficClass = -1};

    return play->net.init(&play->real, ctx, communicator, &config, log_line, profile);
}

int session_start(struct session *play)
{
    int result;

    if (session_load(play) != 0)
        return -1;
    session_step(play, "init");
    if ((result = session_call_init(play, &play->ctx, 1)) != LAZYNCCL_NET_SUCCESS) {
        session_report(play, "LN313", "it returns %d (%s)", result, session_result_text(result));
        return -1;
    }
    session_step(play, "devices");
    if (!session_works(play, "devices", play->net.devices(&play->real, &play->devices)))
        return -1;
    if (play->devices <= 0) {
        session_report(play, "LN316", "init succeeds, and there are %d devices", play->devices);
        return -1;
    }
    if (play->device >= play->devices) {
        session_say(play, "skip", "there is no device %d", play->device);
        return -1;
    }
    session_step(play, "getProperties");
    memset(&play->is, 0, sizeof play->is);
    return session_works(play, "getProperties",
                         play->net.getProperties(&play->real, play->device, &play->is))
               ? 0
               : -1;
}

int session_finalize(struct session *play, void *ctx)
{
    if (!play->net.finalize)
        return 0;
    session_step(play, "finalize");
    return session_works(play, "finalize", play->net.finalize(&play->real, ctx)) ? 0 : -1;
}

void session_check_device(struct session *play, int device,
                          const struct lazynccl_net_properties_v12 *is)
{
    const size_t most = (size_t)1 << 40; /* NCCL takes 1 TiB and no more */

    if (!is->name)
        session_report(play, "LN316", "device %d has no name", device);
    if (!(is->ptrSupport & LAZYNCCL_NET_PTR_HOST))
        session_report(play, "LN316", "device %d takes no host memory: ptrSupport %d", device,
                       is->ptrSupport);
    if ((is->ptrSupport & LAZYNCCL_NET_PTR_DMABUF) && !play->net.regMrDmaBuf)
        session_report(play, "LN316", "device %d takes DMA-BUFs, and regMrDmaBuf is NULL", device);
    if (is->maxRecvs < 1)
        session_report(play, "LN316", "device %d has maxRecvs %d", device, is->maxRecvs);
    if (is->maxP2pBytes == 0 || is->maxP2pBytes > most)
        session_report(play, "LN316", "device %d has maxP2pBytes %zu", device, is->maxP2pBytes);
    if (is->vProps.ndevs < 1)
        session_report(play, "LN317", "device %d stands for %d devices", device, is->vProps.ndevs);
    if (is->maxRecvs > LAZYNCCL_NET_MAX_RECVS)
        session_report(play, "LN317", "device %d has maxRecvs %d", device, is->maxRecvs);
    if (is->speed <= 0)
        session_report(play, "LN317", "device %d has speed %d", device, is->speed);
    if (is->maxComms <= 0)
        session_report(play, "LN317", "device %d has maxComms %d", device, is->maxComms);
}

/* Plays the part of NCCL towards one version of a network plugin. Runs in a child process, because
 * the plugin may crash, hang or exit. The last reported step then shows where.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "netplugin/core/net.h"
#include "runtime/library/compiler.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

/* Exit statuses of a peer, another process of a trial. Any other status is caused by the plugin. */
enum peer_exit {
    PEER_DONE = 41,
    PEER_REPORTED = 42,
};

/* State of a process, in memory that it shares with the watching process. */
struct session_now {
    char step[100];
    const char *call; /* the operation of the plugin in progress, or NULL; a string literal, whose
                         address is the same in both processes */
    int64_t end;      /* deadline of the step, by child_now(), after which the process is killed */
    char place[200];  /* file and offset of the crash or hang; "" if unknown */
    int signal;       /* the signal of the crash, or 0 */
};

/* The current step. */
struct session_step {
    struct session_now *now;
    int64_t end;                  /* deadline for waiting, a little before now->end */
    const char *who;              /* prefix of the names of steps, or NULL */
    pid_t peer;                   /* another process that takes part, or 0 */
    struct session_now *peer_now; /* what the peer is doing, or NULL without a peer */
};

/* The plugin, once session_start() has succeeded. */
struct session_plugin {
    void *file;              /* the handle from dlopen() */
    const char *const *name; /* the plugin's name, in its table */
    char called[100];        /* the plugin's name before init */
    struct lazynccl_net_real real;
    struct lazynccl_net_operations net;
    void *ctx;                                     /* the context from session_start() */
    int devices;                                   /* how many */
    int starts;                                    /* how often the plugin was started */
    struct lazynccl_net_properties_v12 properties; /* the device's */
};

/* How to try a plugin. */
struct session_options {
    int device;
    int gpu;                /* the major version of CUDA to fake, or 0 */
    int seconds;            /* limit for a step */
    int waits;              /* 1 if accept blocks until the peer connects; it then needs a thread */
    const char *unloadable; /* why the file cannot load on this machine, or NULL */
    const char *table;      /* the fault of the version's table, or NULL */
};

/* The caller fills in the members before `to`. */
struct session {
    const char *path; /* absolute */
    int version;      /* the version of the interface */
    struct session_options options;
    void (*run)(struct session *); /* the work to do with the plugin */
    const struct trial *trial;     /* the trial that `run` runs */
    FILE *to;    /* lines to the parent, each a word, a tab and a text; see transcript.h */
    jmp_buf end; /* where session_end() jumps to */
    void (*watch_on)(
        void); /* set by place_watch(), called at each step; NULL: crashes are not watched */

    struct session_step step;
    struct session_plugin plugin;
};

/* Allocates memory that is shared with children and starts the first step. Returns NULL with errno
 * set on failure. */
struct session_now *session_now_get(int seconds);
void session_now_free(struct session_now *);

/* Returns the step and the call in progress, such as "send and receive: irecv". */
#define SESSION_WHERE 200
const char *session_where(const struct session_now *, char text[SESSION_WHERE]);

/* Limits the memory that a plugin can allocate. Called once, in the child. */
void session_limit(void);

/* Starts a step with a new deadline. At the deadline, the watching process kills this process,
 * which a plugin cannot prevent by handling signals. */
void session_step(struct session *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
/* Writes one line to the parent. */
void session_say(struct session *, const char *word, const char *format, ...) LAZYNCCL_PRINTF(3, 4);
void session_vsay(struct session *, const char *word, const char *format, va_list);

/* Ends the trial, from any depth of calls. In a peer, the process exits with PEER_REPORTED. */
void session_end(struct session *) __attribute__((noreturn));
#define SESSION_SKIP(s, ...) (session_say(s, "skip", __VA_ARGS__), session_end(s))

/* Reports a finding in the current step; SESSION_FAIL then ends the trial. */
#define SESSION_FAIL(s, ...) (session_report(s, __VA_ARGS__), session_end(s))
void session_report(struct session *, const char *id, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);
/* For waiting loops. Returns 1 shortly before the step's deadline, and sleeps briefly otherwise. */
int session_late(const struct session *);
/* For loops that wait for the plugin. Shortly before the deadline, or if the peer is gone, reports
 * this text and ends the trial. */
void session_wait(struct session *, const char *id, const char *format, ...) LAZYNCCL_PRINTF(3, 4);

/* Call an operation of the plugin. If it fails, report its result as LN320, with its name and the
 * string `which`, and end the trial. SESSION_TRY does not end the trial, but returns 0. */
#define SESSION_TRY(s, which, operation, ...)                                                      \
    ((s)->step.now->call = #operation which,                                                       \
     session_check(s, "LN320", #operation which,                                                   \
                   (s)->plugin.net.operation(&(s)->plugin.real, __VA_ARGS__)))
#define SESSION_CALL_AS(s, ...) session_need(s, SESSION_TRY(s, __VA_ARGS__))
#define SESSION_CALL(s, ...) SESSION_CALL_AS(s, "", __VA_ARGS__)
int session_check(struct session *, const char *id, const char *operation, int result);
void session_need(struct session *, int works); /* 0: ends the trial */

/* Handles a fault from the adapters. The next session_check() reports it instead of the result. */
void session_fault(const struct lazynccl_net_real *, const char *text);

/* These end the trial if they fail. */
void session_start(struct session *);               /* loads, calls init, reads properties */
void session_finalize(struct session *, void *ctx); /* does nothing before v11 */

/* The first part of session_start(). session_open() loads the file and returns its table of the
 * session's version, whose symbol begins with a prefix such as "ncclTunerPlugin_v". session_load()
 * does this for a network plugin. */
const void *session_open(struct session *, const char *prefix);
void session_load(struct session *);

/* The log function that init gets. */
void session_log(int level, unsigned long subsystems, const char *file, int line,
                 const char *format, ...) LAZYNCCL_PRINTF(5, 6);

/* Returns the last line that the plugin logged, preferably a warning, or "". */
const char *session_last_logged(void);

/* Call init once more. session_try_init() returns the result; session_init() reports a failure as
 * `id`. */
int session_try_init(struct session *, void **ctx, unsigned long communicator);
void session_init(struct session *, const char *id, void **ctx, unsigned long communicator);

/* Report a name that init changed, and a device that NCCL cannot use. */
void session_check_name(struct session *);
void session_check_device(struct session *, int device, const struct lazynccl_net_properties_v12 *);

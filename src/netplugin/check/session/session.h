/* Plays NCCL's part towards one version of a network plugin. In a child process: what is called
 * here may crash, hang or end the process, and the last step that was reported says where.
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

/* How a peer exits; any other status is the plugin's doing. */
enum peer_exit {
    PEER_DONE = 41,
    PEER_REPORTED = 42,
};

#define SESSION_STEP_NAME 100 /* bytes */

/* What the process is doing. A step that takes too long ends the process. */
struct session_step {
    char *name;          /* memory that is shared with the parent */
    struct timespec end; /* of the step's time */
    const char *who;     /* put before the names of steps; NULL: nothing */
    pid_t peer;          /* another process that takes part; 0: none */
    char *peers_name;    /* shared memory: the peer's step; NULL: none */
};

/* The plugin, once session_start() has succeeded. */
struct session_plugin {
    void *file;              /* dlopen's */
    const char *const *name; /* the table's */
    char called[100];        /* the name before init */
    struct lazynccl_net_real real;
    struct lazynccl_net_operations net;
    void *ctx;                                     /* of session_start() */
    int devices;                                   /* how many */
    int starts;                                    /* how often it was started */
    struct lazynccl_net_properties_v12 properties; /* the device's */
};

struct recording;

/* How a plugin is tried. */
struct session_options {
    int device;
    int gpu;                           /* CUDA's major version, to be faked; 0: none is */
    int seconds;                       /* that a step may take */
    int waits;                         /* 1: accept waits for the peer; it gets a thread */
    const struct recording *recording; /* that is replayed; NULL: none */
};

/* Fill in what stands before `to`. */
struct session {
    const char *path; /* absolute */
    int version;      /* of the interface */
    struct session_options options;
    void (*run)(struct session *); /* what to do with it, */
    const struct trial *trial;     /* as this says */
    FILE *to;    /* where the parent reads: a word, a tab and a text a line; see transcript.h */
    jmp_buf end; /* of the trial */

    struct session_step step;
    struct session_plugin plugin;
};

/* Memory for the name of a step, shared with children; NULL and errno if there is none. */
char *session_name_get(void);

/* Limits the memory that a plugin can take; once in the child. */
void session_limit(void);

/* Starts a step and its time; when that is up, SIGALRM ends the process. */
void session_step(struct session *, const char *format, ...) LAZYNCCL_PRINTF(2, 3);
/* Writes a line to the parent. */
void session_say(struct session *, const char *word, const char *format, ...) LAZYNCCL_PRINTF(3, 4);
void session_vsay(struct session *, const char *word, const char *format, va_list);

/* Ends the trial, from anywhere in it. A peer's process ends with PEER_REPORTED. */
void session_end(struct session *) __attribute__((noreturn));
#define SESSION_SKIP(s, ...) (session_say(s, "skip", __VA_ARGS__), session_end(s))

/* Reports a finding in the current step; SESSION_FAIL then ends the trial. */
#define SESSION_FAIL(s, ...) (session_report(s, __VA_ARGS__), session_end(s))
void session_report(struct session *, const char *id, const char *format, ...)
    LAZYNCCL_PRINTF(3, 4);
/* Call it while waiting: returns 1 when the step's time is nearly up; sleeps a moment before. */
int session_late(const struct session *);
/* The same, while waiting for the plugin. When the step's time is nearly up or the peer is gone,
 * reports this text and ends the trial. */
void session_wait(struct session *, const char *id, const char *format, ...) LAZYNCCL_PRINTF(3, 4);

/* Calls an operation of the plugin. If it fails, its result is reported as LN320, by its name and
 * `which`, and the trial ends; SESSION_TRY returns 0 instead. */
#define SESSION_TRY(s, which, operation, ...)                                                      \
    session_check(s, "LN320", #operation which,                                                    \
                  (s)->plugin.net.operation(&(s)->plugin.real, __VA_ARGS__))
#define SESSION_CALL_AS(s, ...) session_need(s, SESSION_TRY(s, __VA_ARGS__))
#define SESSION_CALL(s, ...) SESSION_CALL_AS(s, "", __VA_ARGS__)
int session_check(struct session *, const char *id, const char *operation, int result);
void session_need(struct session *, int works); /* 0: ends the trial */

/* The adapters' fault: the next session_check() reports it in place of the result. */
void session_fault(const struct lazynccl_net_real *, const char *text);

/* Each ends the trial if it fails. */
void session_start(struct session *);               /* loads, init, and the device's properties */
void session_finalize(struct session *, void *ctx); /* nothing before v11 */

/* What session_start() begins with: loads the file, and finds its table of the session's version,
 * "ncclTunerPlugin_v" and the like; or finds its network, too. */
const void *session_open(struct session *, const char *prefix);
void session_load(struct session *);

/* NCCL's log, which init gets. */
void session_log(int level, unsigned long subsystems, const char *file, int line,
                 const char *format, ...) LAZYNCCL_PRINTF(5, 6);

/* One more init, whose failure is reported as `id`; or whose result is returned. */
int session_try_init(struct session *, void **ctx, unsigned long communicator);
void session_init(struct session *, const char *id, void **ctx, unsigned long communicator);

/* Reports a name that init has changed, and a device that NCCL cannot use. */
void session_check_name(struct session *);
void session_check_device(struct session *, int device, const struct lazynccl_net_properties_v12 *);

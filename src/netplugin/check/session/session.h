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

/* What a process is doing, in memory that it shares with the process that watches it. */
struct session_now {
    char step[100];
    const char *call; /* the operation of the plugin that is being called, a string literal, which
                         has the same address in both processes; NULL: none */
    int64_t end;      /* when the step's time is up, by child_now(); then the process is killed */
    char place[200];  /* where in which file it crashed or hung; "": not known */
    int signal;       /* with which it crashed; 0: none */
};

/* The current step. */
struct session_step {
    struct session_now *now;
    int64_t end;               /* of the time to wait in it, which is up a little before now->end */
    const char *who;           /* put before the names of steps; NULL: nothing */
    pid_t peer;                /* another process that takes part; 0: none */
    struct session_now *peers; /* what the peer is doing; NULL: there is none */
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
    const char *unloadable;            /* why the file is not for this machine; NULL: it is */
    const char *table;                 /* what is wrong with the version's table; NULL: nothing */
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
    void (*watch_on)(
        void); /* called at each step, by place_watch(); NULL: crashes are not watched */

    struct session_step step;
    struct session_plugin plugin;
};

/* Memory that is shared with children; NULL and errno if there is none. Step and time begin. */
struct session_now *session_now_get(int seconds);
void session_now_free(struct session_now *);

/* The step, and the call in it: "send and receive: irecv". */
#define SESSION_WHERE 200
const char *session_where(const struct session_now *, char text[SESSION_WHERE]);

/* Limits the memory that a plugin can take; once in the child. */
void session_limit(void);

/* Starts a step and its time. When that is up, the process that watches ends this one, whatever a
 * plugin does to its signals. */
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
    ((s)->step.now->call = #operation which,                                                       \
     session_check(s, "LN320", #operation which,                                                   \
                   (s)->plugin.net.operation(&(s)->plugin.real, __VA_ARGS__)))
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

/* The last line that the plugin logged, a warning rather than another; "": none. */
const char *session_last_logged(void);

/* One more init, whose failure is reported as `id`; or whose result is returned. */
int session_try_init(struct session *, void **ctx, unsigned long communicator);
void session_init(struct session *, const char *id, void **ctx, unsigned long communicator);

/* Reports a name that init has changed, and a device that NCCL cannot use. */
void session_check_name(struct session *);
void session_check_device(struct session *, int device, const struct lazynccl_net_properties_v12 *);

/* Plays NCCL's part towards one version of a network plugin. In a child process: what is called
 * here may crash, hang or end the process, and the last step that was reported says where.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_SESSION_SESSION_H
#define LAZYNCCL_TOOL_PLUGIN_SESSION_SESSION_H

#include "netplugin/core/net.h"
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

/* How a peer exits; any other status is the plugin's doing. */
enum peer_exit {
    PEER_DONE = 41,
    PEER_REPORTED = 42,
};

/* What the process is doing. A step that takes too long ends the process. */
struct session_step {
    char name[100];
    struct timespec end; /* of the step's time */
    const char *who;     /* put before the names of steps; NULL: nothing */
    pid_t peer;          /* another process that takes part; 0: none */
    char *peers_step;    /* shared memory, in which the peer writes its step; NULL: none */
};

/* The plugin, once session_load() and session_start() have succeeded. */
struct session_plugin {
    void *file;              /* dlopen's */
    const char *const *name; /* the table's */
    char called[100];        /* the name before init */
    struct lazynccl_net_real real;
    struct lazynccl_net_operations net;
    void *ctx;                                     /* of session_start() */
    int devices;                                   /* how many */
    struct lazynccl_net_properties_v12 properties; /* the device's */
};

/* Fill in the first members; session_*() write the last two. */
struct session {
    const char *path; /* absolute */
    int version;      /* of the interface */
    int device;
    int seconds; /* that a step may take */
    FILE *to;    /* where the parent reads: a word, a tab and a text a line; see transcript.h */

    struct session_step step;
    struct session_plugin plugin;
};

/* Limits the memory that a plugin can take; once in the child. */
void session_limit(void);

/* Starts a step and its time; when that is up, SIGALRM ends the process. */
void session_step(struct session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a line to the parent. */
void session_say(struct session *, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void session_vsay(struct session *, const char *word, const char *format, va_list);
/* Reports a finding in the current step. Returns -1. */
int session_report(struct session *, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Call it while waiting: sleeps a moment and returns 1. When the step's time is nearly up or the
 * peer is gone, reports this text and returns 0. */
int session_wait(struct session *, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Calls an operation of the plugin. Returns 1 if it succeeds; otherwise reports its result as
 * LN320, by its name and `which`, and returns 0. */
#define SESSION_CALL_AS(s, which, operation, ...)                                                  \
    session_check(s, "LN320", #operation which,                                                    \
                  (s)->plugin.net.operation(&(s)->plugin.real, __VA_ARGS__))
#define SESSION_CALL(s, operation, ...) SESSION_CALL_AS(s, "", operation, __VA_ARGS__)
int session_check(struct session *, const char *id, const char *operation, int result);

/* The adapters' fault: the next session_check() reports it in place of the result. */
void session_fault(const struct lazynccl_net_real *, const char *text);

/* Each returns 0, or -1 after reporting. */
int session_load(struct session *);                /* and checks that NCCL's operations are there */
int session_start(struct session *);               /* load, init, and the device's properties */
int session_finalize(struct session *, void *ctx); /* nothing before v11 */

/* One more init. Returns 0, or -1 after reporting it as `id`. */
int session_init(struct session *, const char *id, void **ctx, unsigned long communicator);

/* Reports a name that init has changed, and a device that NCCL cannot use. */
void session_check_name(struct session *);
void session_check_device(struct session *, int device, const struct lazynccl_net_properties_v12 *);

#endif

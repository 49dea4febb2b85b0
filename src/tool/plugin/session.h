/* Plays NCCL's part towards one version of a network plugin. In a child process: what is called
 * here may crash, hang or end the process, and the last step that was told says where.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAZYNCCL_TOOL_PLUGIN_SESSION_H
#define LAZYNCCL_TOOL_PLUGIN_SESSION_H

#include "netplugin/core/net.h"
#include "tool/findings/registry.h"
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

/* How a peer ends; any other way is the plugin's. */
enum peer_end {
    PEER_DONE = 41,
    PEER_COMPLAINED = 42,
};

/* What is told to the parent, a line each: a word, a tab, and its text; see plugin_account.h. */
struct session {
    const char *path; /* absolute */
    int version;      /* of the interface */
    int device;
    int seconds; /* that a step may take */
    FILE *to;

    /* from here on for play_*() alone to write */
    const char *who; /* put before the steps; NULL: nothing */
    char step[100];
    struct timespec end; /* of the step's time */
    pid_t peer;          /* a process that takes part; 0: none */
    char *peers_step;    /* which the peer writes; NULL: none */

    void *file;              /* dlopen's */
    const char *const *name; /* the table's */
    char called[100];        /* what that was before init */
    struct lazynccl_net_real real;
    struct lazynccl_net_operations net;
    void *ctx;                             /* of play_start() */
    int devices;                           /* how many */
    struct lazynccl_net_properties_v12 is; /* the device's */
};

/* Bounds what a plugin that runs wild may take of the machine; once in the child. */
void session_limit(void);

/* Begins to count the time of a step; if it is up, the process ends by SIGALRM. */
void session_step(struct session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void session_say(struct session *, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A finding, in the step that is being taken. */
void session_report(struct session *, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* 1 if an operation has succeeded; else that is complained of. */
int session_works(struct session *, const char *operation, int result);
/* To be called while one waits: naps, and returns 1 until the step's time is as good as up or the
 * peer is gone, which is complained of with this text; then 0. */
int session_waits(struct session *, const char *id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int session_call_init(struct session *, void **ctx,
                      unsigned long communicator); /* what it returns */
/* "system error" */
const char *session_result_text(int result);

/* Each returns 0, or -1 once that is complained of. */
int session_load(struct session *);
int session_start(struct session *);               /* load, init, and the device's properties */
int session_finalize(struct session *, void *ctx); /* nothing before v11 */

/* Complains of a device that NCCL cannot use. */
void session_check_device(struct session *, int device, const struct lazynccl_net_properties_v12 *);

#endif

/* Trials that connect, close and finalize a plugin, once and repeatedly.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/walk.h"
#include "common/text/memory.h"
#include "netplugin/check/trials/trials.h"
#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>

static int count_of(const char *folder)
{
    OWNED(strings) struct strings names = {0};

    walk_names(folder, &names);
    return (int)names.count;
}

void trials_repeat(struct session *s, trial_round *round, int rounds, const char *step,
                   const char *what)
{
    int files = 0, threads = 0;

    for (int i = -2; i < rounds; i++) {
        if (i == 0) {
            files = count_of("/proc/self/fd");
            threads = count_of("/proc/self/task");
        }
        round(s, i);
    }
    session_step(s, "%s", step);
    for (int i = 0; i < 100 && count_of("/proc/self/task") - threads >= rounds; i++)
        usleep(5000);
    files = count_of("/proc/self/fd") - files;
    threads = count_of("/proc/self/task") - threads;
    if (files >= rounds)
        session_report(s, "LN327", "%d %s leave %d more file descriptors open", rounds, what,
                       files);
    if (threads >= rounds)
        session_report(s, "LN327", "%d %s leave %d more threads", rounds, what, threads);
}

/* Opens a connection, sends messages and closes it. */
static void visit(struct session *s, void *ctx)
{
    struct connection connection;
    struct transfer transfer = transfer_over(&connection, 4, 1, 1000);

    connection_open(s, ctx, &connection);
    transfer_deliver(s, &transfer);
    connection_close(s, &connection);
}

/* Opens several connections, then closes all of them. */
static void crowd(struct session *s)
{
    struct connection connections[8];
    int most = s->plugin.properties.maxComms, count = most > 0 && most < 8 ? most : 8;

    for (int i = 0; i < count; i++)
        connection_open(s, s->plugin.ctx, &connections[i]);
    for (int i = count; i-- > 0;) {
        struct transfer transfer = transfer_over(&connections[i], 4, 1, 1000);

        transfer_deliver(s, &transfer);
    }
    for (int i = 0; i < count; i++)
        connection_close(s, &connections[i]);
}

static void visit_again(struct session *s, int number)
{
    visit(s, s->plugin.ctx);
}

void trials_connections(struct session *s, struct connection *none)
{
    struct connection connection;

    connection_listen(s, s->plugin.ctx, &connection);
    session_step(s, "accept without a peer");
    s->options.waits = connection_accept_waits(s, &connection);
    if (s->options.waits && s->version >= 5) /* the v4 header does not forbid this */
        session_report(s, "LN315", "it does not return within %d s", s->options.seconds);
    if (s->options.waits)
        session_say(s, "waits", "%s", "");
    connection_join(s, s->plugin.ctx, &connection, CONNECTION_BOTH);
    connection_close(s, &connection);
    visit(s, s->plugin.ctx);
    session_say(s, "works", "%s", "");
    crowd(s);
    trials_repeat(s, visit_again, 20, "after closeSend, closeRecv and closeListen",
                  "closed connections");
}

/* Closes a connection with requests in flight, as ncclCommAbort() does. */
static void break_off(struct session *s, int sends, int receives)
{
    struct connection connection;
    struct transfer transfer = transfer_over(&connection, 4, 1, 4 << 20);

    connection_open(s, s->plugin.ctx, &connection);
    transfer_begin(s, &transfer);
    session_step(s, "%d isends and %d irecvs", sends, receives);
    for (int i = 0; i < receives; i++)
        transfer_post_receive(s, &transfer, i);
    for (int i = 0; i < sends; i++)
        transfer_post_send(s, &transfer, i);
    transfer_end(s, &transfer);
    connection_close(s, &connection);
    transfer_free(&transfer);
}

void trials_abort(struct session *s, struct connection *none)
{
    break_off(s, 0, 4);
    break_off(s, 4, 0);
    break_off(s, 4, 4);
    break_off(s, 1, 4);
    visit(s, s->plugin.ctx);
}

/* Calls init after finalize, or again without finalize in versions that have none. */
static void once_more(struct session *s, int number)
{
    void *ctx = NULL;
    int devices = 0;

    session_step(s, "init again");
    session_init(s, "LN321", &ctx, 4 + (unsigned long)number);
    SESSION_CALL(s, devices, &devices);
    if (devices != s->plugin.devices)
        SESSION_FAIL(s, "LN321", "there were %d devices, and now %d", s->plugin.devices, devices);
    visit(s, ctx);
    session_finalize(s, ctx);
}

void trials_again(struct session *s, struct connection *none)
{
    session_start(s);
    visit(s, s->plugin.ctx);
    session_finalize(s, s->plugin.ctx);
    trials_repeat(s, once_more, 10, "init again",
                  s->plugin.net.finalize ? "init and finalize" : "init");
}

void trials_contexts(struct session *s, struct connection *none)
{
    void *ctx[3] = {NULL};

    session_start(s);
    for (int i = 0; i < 3; i++) {
        session_step(s, "init beside %d others", i + 1);
        session_init(s, "LN321", &ctx[i], 10 + (unsigned long)i);
    }
    /* the oldest context ends first, and the others must still work */
    visit(s, ctx[2]);
    visit(s, s->plugin.ctx);
    session_finalize(s, s->plugin.ctx);
    for (int i = 0; i < 3; i++) {
        visit(s, ctx[i]);
        session_finalize(s, ctx[i]);
    }
}

/* Closes the file and opens it again: NCCL does so between its last communicator and the next. */
void trials_reload(struct session *s, struct connection *none)
{
    for (int i = 0; i < 3; i++) {
        s->plugin.ctx = NULL;
        session_start(s);
        visit(s, s->plugin.ctx);
        session_finalize(s, s->plugin.ctx);
        session_step(s, "unload");
        dlclose(s->plugin.file);
        usleep(50000); /* a remaining thread would now execute unmapped code */
    }
}

/* Keeps the file loaded while it is closed, as NCCL does if it has the file's tuner or profiler. */
void trials_held(struct session *s, struct connection *none)
{
    session_load(s);
    trials_reload(s, none);
}

/* Makes init fail for lack of file descriptors. NCCL calls finalize even after such a failure. */
void trials_failed_init(struct session *s, struct connection *none)
{
    struct rlimit files, few;
    void *ctx = NULL;
    int result;

    if (s->version < 11)
        SESSION_SKIP(s, "finalize exists since v11");
    session_load(s);
    getrlimit(RLIMIT_NOFILE, &files);
    few = (struct rlimit){(rlim_t)0, files.rlim_max};
    session_step(s, "init without file descriptors");
    setrlimit(RLIMIT_NOFILE, &few);
    result = session_try_init(s, &ctx, 1);
    setrlimit(RLIMIT_NOFILE, &files);
    if (s->plugin.net.finalize) {
        session_step(s, "finalize after an init that %s", result ? "failed" : "succeeded");
        s->plugin.net.finalize(&s->plugin.real, ctx); /* NCCL ignores the result */
    }
    if (!result)
        SESSION_SKIP(s, "its init succeeds without file descriptors");
}

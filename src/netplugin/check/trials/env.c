/* Trials of an environment plugin, through which NCCL reads its variables.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/check/trials/trials.h"
#include <stdlib.h>

#define UNSET "NCCL_LAZYNCCL_TRIAL" /* NCCL has no variable with this name */

/* ncclEnvPlugin_v1 and _v2, which differ in the last parameter of init. */
struct env {
    const char *name;
    union {
        int (*v1)(uint8_t major, uint8_t minor, uint8_t patch, const char *suffix);
        int (*v2)(uint8_t major, uint8_t minor, uint8_t patch, const char *suffix,
                  lazynccl_net_log);
    } init;
    int (*finalize)(void);
    const char *(*get)(const char *name);
};

static const struct env *begin(struct session *s)
{
    const struct env *env = session_open(s, "ncclEnvPlugin_v");
    int result;

    session_step(s, "the table");
    if (!env->init.v1)
        SESSION_FAIL(s, "LN319", "init is NULL");
    if (!env->get)
        SESSION_FAIL(s, "LN319", "getEnv is NULL");
    session_step(s, "init");
    result = s->version == 1 ? env->init.v1(2, 28, 9, "") : env->init.v2(2, 32, 3, "", session_log);
    session_need(s, session_check(s, "LN313", "init", result));
    return env;
}

static void end(struct session *s, const struct env *env)
{
    if (!env->finalize) /* NCCL checks this too */
        return;
    session_step(s, "finalize");
    session_need(s, session_check(s, "LN320", "finalize", env->finalize()));
}

void trials_env_start(struct session *s, struct connection *none)
{
    const struct env *env = begin(s);

    session_check_name(s);
    end(s, env);
    session_say(s, "works", "%s", "");
}

/* Checks that a value stays valid until NCCL asks for the same variable again, as NCCL assumes. */
void trials_env_variables(struct session *s, struct connection *none)
{
    static const char *const names[] = {"NCCL_DEBUG", "NCCL_SOCKET_IFNAME", "NCCL_IB_HCA", "HOME"};
    const char *kept[sizeof names / sizeof *names];
    char copies[sizeof names / sizeof *names][256];
    const struct env *env = begin(s);

    session_step(s, "1000 look-ups");
    s->step.now->call = "getEnv";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        kept[i] = env->get(names[i]);
        snprintf(copies[i], sizeof copies[i], "%s", kept[i] ? kept[i] : "");
    }
    for (int i = 0; i < 1000; i++)
        env->get(UNSET);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kept[i] && strncmp(kept[i], copies[i], sizeof copies[i] - 1) != 0)
            session_report(s, "LN320", "the value of %s changes before it is asked for again",
                           names[i]);
    s->step.now->call = NULL;
    end(s, env);
}

/* Finds the network plugin with the search for libraries, and opens it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/core.h"
#include "netplugin/lazy/crash.h"
#include "netplugin/lazy/file.h"
#include "netplugin/lazy/name.h"
#include "netplugin/lazy/needed.h"
#include "netplugin/lazy/others.h"
#include "runtime/loader/attempt.h"
#include "runtime/loader/open.h"
#include "runtime/search/candidates.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOL "ncclNetPlugin_v"
#define VERSIONS (LAZYNCCL_NET_NEWEST - LAZYNCCL_NET_OLDEST + 1)

/* Describes the plugin as a library for the search. Its symbols are tables, and describe() sets its
 * file name from LAZYNCCL_NET_PLUGIN. */
static const char *sonames[2], *const nothing[1];
static char symbols[VERSIONS * sizeof SYMBOL "NN"];
static struct lazynccl_description described = {
    .name = "net",
    .title = "the network plugin",
    .sonames = sonames,
    .wheels = nothing,
    .home_variables = nothing,
    .packages = nothing,
    .version_function = SYMBOL "ersion", /* plugins have no such function */
    .symbols = symbols,
    .count = VERSIONS,
};
LAZYNCCL_MARKER(marker, LAZYNCCL_MARKER_EXPORTS, "net");
static const struct lazynccl_outcome *concluded; /* the search's outcome, or NULL. Atomic */
static lazynccl_library library = {.description = &described, .base = &library};

static void describe(const char *value)
{
    char *at = symbols, *name = NULL;

    for (int v = LAZYNCCL_NET_NEWEST; v >= LAZYNCCL_NET_OLDEST; v--)
        at += sprintf(at, SYMBOL "%d", v) + 1;
    if (value && !strstr(value, ".so") && asprintf(&name, "libnccl-net-%s.so", value) < 0)
        name = NULL;
    sonames[0] = name ? name : value ? value : "libnccl-net.so";
}

/* Writes the versions that an open file exports, or "". Returns the number of supported ones. */
static int list_versions(void *handle, char *text, size_t size)
{
    char symbol[sizeof SYMBOL "NN"];
    int known = 0;

    *text = '\0';
    for (int v = 1; v < 100; v++) {
        size_t n = strlen(text);

        snprintf(symbol, sizeof symbol, SYMBOL "%d", v);
        if (dlsym(handle, symbol)) {
            snprintf(text + n, size - n, "%sv%d", n ? ", " : "", v);
            if (v >= LAZYNCCL_NET_OLDEST && v <= LAZYNCCL_NET_NEWEST)
                known++;
        }
    }
    return known;
}

/* Adds to the report why a file was rejected, unless the report already has the reason. */
static void explain(struct lazynccl_attempt *attempt, const char *path, int first)
{
    void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    char versions[200], needs[600];

    if (handle) {
        int known = list_versions(handle, versions, sizeof versions);

        dlclose(handle);
        if (known) /* the versions are not the reason */
            return;
        lazynccl_attempt_line(attempt, "it exports %s%s; lazynccl knows v%d to v%d",
                              *versions ? SYMBOL "N of " : "no " SYMBOL "N", versions,
                              LAZYNCCL_NET_OLDEST, LAZYNCCL_NET_NEWEST);
        if (first) {
            attempt->fault = (struct lazynccl_text){.arena = attempt->search.outcome->memory};
            lazynccl_text_add(&attempt->fault, "%s: it exports %s%s, but lazynccl knows v%d to v%d",
                              path, *versions ? SYMBOL "N of " : "no " SYMBOL "N", versions,
                              LAZYNCCL_NET_OLDEST, LAZYNCCL_NET_NEWEST);
        }
    } else {
        lazynccl_net_needed(&attempt->view, path, needs, sizeof needs);
        if (*needs)
            lazynccl_attempt_line(attempt, "it needs %s", needs);
    }
}

/* Ignores a plugin's SONAME, because NCCL opens plugins by their file names. */
static int try(struct lazynccl_search *s, const char *path)
{
    struct lazynccl_attempt *attempt = lazynccl_attempt_of(s);
    int first = !attempt->fault.bytes, taken;

    s->file_named = 1;
    lazynccl_net_guard(path);
    taken = lazynccl_try(s, path);
    if (taken == 0)
        explain(attempt, path, first && attempt->fault.bytes);
    lazynccl_net_unguard();
    return taken;
}

/* Returns 0, or -1 with errno set if the search fails. */
static int search(struct lazynccl_search *s, const char *value)
{
    if (!value || !strchr(value, '/'))
        return lazynccl_search_run(s);
    s->location = LAZYNCCL_LOCATION_ENV; /* only this file is acceptable */
    if (*value == '/')
        return try(s, value);
    lazynccl_note_mistake(s, "LAZYNCCL_NET_PLUGIN=%s refused: neither a name nor an absolute path",
                          value);
    return 0;
}

/* Fills in `source` and returns NULL if the search has found the plugin; otherwise, the reason. */
static const char *conclude(const struct lazynccl_attempt *attempt, int error,
                            struct lazynccl_net_source *source)
{
    struct lazynccl_outcome *outcome = attempt->search.outcome;
    struct lazynccl_text why = {.arena = outcome->memory};
    void *fini = outcome->handle ? dlsym(outcome->handle, LAZYNCCL_NET_FINI) : NULL;

    __atomic_store_n(&concluded, outcome, __ATOMIC_RELEASE);
    if (!outcome->handle) {
        lazynccl_text_add(&why, "no network plugin: ");
        if (attempt->fault.bytes || error)
            lazynccl_text_add_lines(&why, error ? strerror(error) : attempt->fault.bytes);
        else
            lazynccl_text_add(&why, "no %s in any search location; name one in LAZYNCCL_NET_PLUGIN",
                              sonames[0]);
        source->details = attempt->tried.bytes;
        return outcome->memory->error ? "no network plugin: out of memory" : why.bytes;
    }
    source->path = outcome->path;
    memcpy(&source->fini, &fini, sizeof fini);
    for (int i = VERSIONS - 1; i >= 0; i--)
        if (outcome->found[i]) {
            memcpy(&source->table, &outcome->found[i], sizeof source->table);
            source->version = LAZYNCCL_NET_NEWEST - i;
        }
    return NULL;
}

/* Cancellation of the thread is disabled here, as in a first call. Both success and failure are
 * permanent, because NCCL does not ask again. */
static const char *open_plugin(struct lazynccl_net_source *source)
{
    const char *value = lazynccl_net_setting(LAZYNCCL_NET_VARIABLE_PLUGIN);
    const char *why = "no network plugin: out of memory";
    struct lazynccl_attempt attempt = {
        .search = {.library = &library, .offer = try, .note = lazynccl_try_note}};
    int cancel;

    describe(value);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    if (lazynccl_attempt_begin(&attempt, NULL) == 0) {
        why = conclude(&attempt, search(&attempt.search, value) < 0 ? errno : 0, source);
        lazynccl_attempt_free(&attempt);
    }
    pthread_setcancelstate(cancel, NULL);
    return why;
}

void *lazynccl_net_file(const char **path)
{
    const struct lazynccl_outcome *outcome = __atomic_load_n(&concluded, __ATOMIC_ACQUIRE);

    *path = outcome ? outcome->path : NULL;
    return outcome ? outcome->handle : NULL;
}

static void report_others(void)
{
    const char *path;
    void *file = lazynccl_net_file(&path);

    lazynccl_net_report_others(file, path);
}

__attribute__((constructor)) static void start(void)
{
    lazynccl_net_take_name();
    lazynccl_net_finder =
        (struct lazynccl_net_finder){open_plugin, lazynccl_net_wrong_name, report_others};
}

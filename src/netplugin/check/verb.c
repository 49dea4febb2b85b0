/* lazynccl plugin: lists what an NCCL plugin exports and needs, and tests whether it behaves as
 * NCCL expects.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/text/nearest.h"
#include "netplugin/check/plugin.h"
#include <errno.h>

static enum verb_exit refuse_versions(const char *file, const struct request *asked, int check)
{
    char version[8] = "version", why[200];

    if (asked->interface)
        snprintf(version, sizeof version, "v%d", asked->interface);
    if (!check)
        snprintf(why, sizeof why,
                 "it exports no %s of net that --call can start; lazynccl plugin check tries the "
                 "others",
                 version);
    else
        snprintf(why, sizeof why, "it exports no %s of %s that can be called", version,
                 asked->interface_kind ? asked->interface_kind
                                       : "net, tuner, profiler, env or gin");
    return verb_unreadable("plugin", file, why);
}

/* Returns 1 if the file has a plugin to call: of any kind for check, a network plugin for
 * inspect. */
static int is_callable(const struct elf_file *elf, const struct request *asked, int check)
{
    unsigned versions = 0;

    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++)
        if (check ? plugin_wants(asked, &lazynccl_net_interfaces[k]) : k == LAZYNCCL_NET_KIND_NET)
            versions |=
                plugin_interface_callable(&lazynccl_net_interfaces[k], elf, asked->interface);
    return versions != 0;
}

static enum verb_exit look(struct examination *at, const struct request *asked, void *is_check)
{
    const char *named = asked->words[1], *why = strerror(ENOENT);
    int check = *(const int *)is_check;
    enum verb_exit status = VERB_OK;
    OWNED(memory) char *path = root_absolute(at->machine->target->root, named);
    OWNED(memory) char *file = path ? view_inside(at->machine->target, path) : NULL;
    struct plugin_request request = {path, file, file ? elf_cache_get(file, &why) : NULL, asked};

    if (!request.elf)
        return verb_unreadable("plugin", named, why);
    if ((check || asked->call) && !is_callable(request.elf, asked, check))
        return refuse_versions(named, asked, check);
    why = check ? check_plugin(at, &request, &status) : inspect_plugin(at, &request, &status);
    return why ? verb_unreadable("plugin", NULL, why) : status;
}

/* Returns the first ID that does not exist, or NULL. */
static const char *unknown_id(const struct strings *ids)
{
    for (size_t i = 0; i < ids->count; i++)
        if (!registry_row(ids->list[i]))
            return ids->list[i];
    return NULL;
}

/* Returns 1 if this is the name of an interface that check can call. */
static int is_kind(const char *name)
{
    for (int k = 0; k < LAZYNCCL_NET_KINDS; k++)
        if (lazynccl_net_interfaces[k].oldest && strcmp(lazynccl_net_interfaces[k].name, name) == 0)
            return 1;
    return 0;
}

static enum verb_exit refuse_word(const char *what)
{
    struct nearest best = {NULL, 3};

    nearest_try(&best, what, "check");
    nearest_try(&best, what, "inspect");
    return verb_misuse("plugin", "neither inspect nor check", *what ? what : NULL, best.name);
}

/* Returns 1 if the request examines anything but this machine and environment. */
static int is_elsewhere(const struct target_choice *as)
{
    return as->from || as->pid || as->no_python || *as->root;
}

static enum verb_exit run(const struct request *request)
{
    OWNED(strings) struct strings allowed = strings_words(request->allow, ",");
    const char *unknown = unknown_id(&allowed);

    const char *what = request->count ? request->words[0] : "";
    int check = strcmp(what, "check") == 0;

    if (!check && strcmp(what, "inspect") != 0)
        return refuse_word(what);
    if (request->interface_kind && !is_kind(request->interface_kind))
        return verb_misuse("plugin",
                           "--interface takes net, tuner, profiler, env, gin or a number, not",
                           request->interface_kind, NULL);
    if (unknown)
        return verb_misuse("plugin", "--allow takes finding IDs, not", unknown, NULL);
    if (request->count != 2)
        return verb_misuse("plugin", request->count < 2 ? "no file" : "more than one file",
                           request->count < 2 ? NULL : request->words[2], NULL);
    if ((check || request->call) && is_elsewhere(&request->as))
        return verb_misuse("plugin",
                           "a plugin is called on this machine and in this environment only", NULL,
                           NULL);
    return target_examine("plugin", request, look, &check);
}

const struct verb verb_plugin = {
    .name = "plugin",
    .run = run,
    .summary = "show what an NCCL plugin supports and needs, and test it",
    // clang-format off
    .usage =
"usage: lazynccl plugin inspect FILE [--call [--interface N]] [OPTION...]\n"
"       lazynccl plugin check FILE [--interface N] [OPTION...]\n"
"\n"
"Shows what an NCCL plugin supports and needs, and tests it without GPUs.\n"
"\n"
"inspect: prints the plugin interfaces that the file exports, the NCCL releases that use them, and\n"
"the libraries and symbols that the file needs, and which of these are missing. Loads and runs\n"
"nothing, except that --call starts the plugin in a child process and prints its devices. By default,\n"
"resolves libraries as the first python3 in PATH would.\n"
"\n"
"check: acts as NCCL towards every version of each plugin (net, tuner, profiler, env, gin) that the\n"
"file exports: connections, messages, many requests at once, closing with requests in flight,\n"
"repeated init, repeated loading, two processes; costs; events. Each trial runs in a separate\n"
"process, so that a crash or a hang is a finding. Then prints the NCCL releases for which the\n"
"plugin passes. lazynccl explain describes each finding.\n",
    .examples =
"  lazynccl plugin inspect /opt/ofi/libnccl-net.so\n"
"      which NCCL releases use it, and what is missing?\n"
"  lazynccl plugin check libnccl-net-mine.so --seconds 60\n"
"      does it do what NCCL expects?\n",
    // clang-format on
    .takes = TAKES_STYLE TAKES_TARGET
    " --call --interface --device --seconds --fake-gpu --allow --fail-on",
    .more = "print each finding in full",
    .status = "0 no findings, or only notes; 1 findings; 2 unreadable input, or check\n"
              "needs a driver or devices that are missing; 3 usage error.",
};

/* lazynccl plugin: what a plugin of NCCL exports and needs, and whether it does what NCCL expects.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "../offer.h"
#include "plugin_request.h"
#include "seen.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 10

unsigned plugin_callable(const struct plugin_request *request)
{
    const struct plugin_kind *net = plugin_kind("net");
    unsigned known = 0;

    for (int n = LAZYNCCL_NET_OLDEST; n <= LAZYNCCL_NET_NEWEST; n++)
        known |= 1u << n;
    known &= plugin_exports(net, request->elf);
    return request->interface ? known & 1u << request->interface : known;
}

/* A path that does not depend on the folder one is in. To be freed; NULL: out of memory. */
static char *absolute(const char *path)
{
    char *folder = *path == '/' ? NULL : getcwd(NULL, 0);
    char *whole = folder ? lazynccl_join(folder, "/", path) : strdup(path);

    free(folder);
    return whole;
}

static enum verb_exit refuse(const char *file, const char *why)
{
    char *text = lazynccl_join(file, ": ", why);
    enum verb_exit status = verb_blind("plugin", text ? text : why);

    free(text);
    return status;
}

static enum verb_exit refuse_versions(const char *file, int interface)
{
    char why[100];

    if (!interface)
        return refuse(file, "it exports no ncclNetPlugin_vN that we know");
    snprintf(why, sizeof why, "it exports no ncclNetPlugin_v%d, or we cannot call it", interface);
    return refuse(file, why);
}

static enum verb_exit look(struct patient *patient, struct plugin_request *request,
                           const char *named, int check)
{
    const char *why = "out of memory";
    char *path = absolute(named), *file = path ? inside(patient, path) : NULL;
    enum verb_exit status;

    request->path = path;
    request->file = file;
    request->elf = file ? seen_file(file, &why) : NULL;
    if (!request->elf)
        status = refuse(named, why);
    else if ((check || request->call) && !plugin_callable(request))
        status = refuse_versions(named, request->interface);
    else
        status = check ? plugin_check(patient, request) : plugin_inspect(patient, request);
    free(file);
    free(path);
    return status;
}

static int read_number(const char *text, int *number)
{
    const char *start = text;

    *number = lazynccl_number(&text);
    return text > start && !*text && *number >= 0;
}

static enum verb_exit run(int argc, char **argv)
{
    static const struct option options[] = {CONSUMER_OPTIONS,
                                            {"call", no_argument, NULL, 'c'},
                                            {"interface", required_argument, NULL, 'i'},
                                            {"device", required_argument, NULL, 'd'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"json", no_argument, NULL, 'j'},
                                            {0}};
    struct plugin_request request = {.seconds = SECONDS};
    struct consumer_choice choice = {0};
    struct consumer consumer;
    struct patient patient = {.consumer = &consumer};
    int option, as_other = 0;
    enum verb_exit status;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        int ok = 1;

        if (option == 'c')
            request.call = 1;
        else if (option == 'i')
            ok = read_number(optarg, &request.interface) && request.interface > 0 &&
                 request.interface < 32;
        else if (option == 'd')
            ok = read_number(optarg, &request.device);
        else if (option == 's')
            ok = read_number(optarg, &request.seconds) && request.seconds > 0 &&
                 request.seconds <= 3600;
        else if (option == 'j')
            request.as_json = 1;
        else
            ok = as_other = consumer_option(&choice, option, optarg);
        if (!ok)
            return verb_misuse(argv[0], "not an option of it, or not a value for it",
                               argv[optind - 1]);
    }
    const char *what = optind < argc ? argv[optind] : NULL;
    int check = what && strcmp(what, "check") == 0;

    if (!what || (!check && strcmp(what, "inspect") != 0))
        return verb_misuse(argv[0], "neither inspect nor check", what);
    if (argc - optind != 2)
        return verb_misuse(argv[0], argc - optind < 2 ? "no file" : "more than one file",
                           argc - optind < 2 ? NULL : argv[optind + 2]);
    if (as_other && (check || request.call))
        return verb_misuse(argv[0], "a plugin is called as this machine and environment have it",
                           NULL);
    const char *why = consumer_open(&consumer, &choice);
    if (why)
        return verb_blind(argv[0], why);
    status = look(&patient, &request, argv[optind + 1], check);
    patient_free(&patient);
    consumer_close(&consumer);
    seen_forget();
    return status;
}

const struct verb verb_plugin = {
    "plugin",
    run,
    "say what a plugin of NCCL serves and needs, and try it",
    "usage: lazynccl plugin inspect FILE [--call [--interface N]] [--json]\n"
    "                               " CONSUMER_USAGE "\n"
    "       lazynccl plugin check FILE [--interface N] [--device N] [--seconds N] [--json]\n"
    "\n"
    "inspect: which interfaces of NCCL's plugins the file exports, which NCCLs take them, what it\n"
    "needs, and what of that is not there. Loads and runs nothing, unless it is asked to:\n"
    "--call has a child process start the plugin and describe its devices.\n"
    "\n"
    "check: plays NCCL's part towards every version of ncclNetPlugin that the file exports,\n"
    "without GPUs, within this machine: connections, messages, many at once, closing amid them,\n"
    "init again, loading again, two processes. Each trial has a child process of its own, so\n"
    "that a crash or a hang is a finding. lazynccl explain tells more of each.\n"
    "\n"
    "  --call           starts the plugin, and asks for its name and devices\n"
    "  --interface N    this version of ncclNetPlugin: of --call in place of the newest, of check\n"
    "                   in place of all\n"
    "  --device N       the device that check uses; 0 if it is not said\n"
    "  --seconds N      how long a step may take; 10 if it is not said\n"
    "  --json           the same for programs\n"
    "\n"
    "inspect looks for what the plugin needs as the first python3 in PATH, or\n"
    "\n" CONSUMER_HELP "\n"
    "Exit status: 0 nothing to complain of, or notes alone; 1 findings; 2 could not look, or\n"
    "check needs a GPU's driver that is not here; 3 misuse.\n",
};

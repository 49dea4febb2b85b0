/* Rules on NCCL_NET and InfiniBand: LN201 to 207.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/files/scan.h"
#include "tool/nccl/plugins.h"
#include "tool/rules/rule.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char devices[] = "/sys/class/infiniband";

/* libibverbs as NCCL would open it; to be freed, NULL: not there. */
static char *verbs(struct examination *at)
{
    const struct candidate *copy = facts_copy(at->facts, "nccl");
    const char *opener = copy ? machine_shown(at->machine, copy->path) : NULL, *from;
    char *path = linker_find(at->machine, opener, "libibverbs.so", &from);

    return path ? path : linker_find(at->machine, opener, "libibverbs.so.1", &from);
}

static int has_devices(struct examination *at)
{
    struct strings names = {NULL, 0};
    int any = machine_names(at->machine, devices, &names) == 0 && names.count > 0;

    strings_free(&names);
    return any;
}

/* How a setting is undone: in a shell, or in the file that makes it. */
static void remedy_unset(struct examination *at, const char *name, const char *where)
{
    if (strcmp(where, "environment") == 0)
        findings_remedy(at->findings, "unset %s", name);
    else
        findings_remedy(at->findings, "remove the line %s", where);
}

static int wants_ib(struct examination *at, char where[WHERE_SIZE])
{
    const char *net = conf_variable(at->facts, "NCCL_NET", where);

    return net && strcasecmp(net, "IB") == 0;
}

FINDING(LN201, "ib-without-verbs", ERROR, "NCCL_NET=IB, and there is no libibverbs",
        "NCCL opens libibverbs.so.1 for its InfiniBand network. With NCCL_NET it takes no other: "
        "every communicator fails with ncclInvalidUsage (5), up to 2.26 with `Error: network IB "
        "not found`, from 2.27 with `Failed to initialize any NET plugin`, which does not name it.",
        "unset NCCL_NET, or install libibverbs1 and ibverbs-providers",
        "cupy/cupy#9090, NCCL 2.28.9 src/misc/ibvsymbols.cc:77")
{
    char where[WHERE_SIZE], *path = wants_ib(at, where) ? verbs(at) : strdup("");

    if (!path) {
        findings_add(at->findings, "LN201", "NCCL_NET=IB, and ld.so finds no libibverbs.so.1");
        findings_evidence(at->findings, "NCCL_NET=IB (%s)", where);
        remedy_unset(at, "NCCL_NET", where);
        findings_remedy(
            at->findings,
            "apt-get install libibverbs1 ibverbs-providers     (if there is InfiniBand)");
    }
    free(path);
}

FINDING(LN202, "net-empty", ERROR, "NCCL_NET is set and empty",
        "An empty value is no absent one: NCCL looks for a network with an empty name, and every "
        "communicator fails with ncclInvalidUsage (5), in each release since 2.10. `NCCL_NET=\"\"` "
        "cures nothing; only unsetting it does.",
        "unset NCCL_NET", "NCCL 2.28.9 src/init.cc:1706")
{
    char where[WHERE_SIZE];
    const char *net = conf_variable(at->facts, "NCCL_NET", where);

    if (!net || *net)
        return;
    findings_add(at->findings, "LN202", "NCCL_NET is set and empty: every communicator fails");
    findings_evidence(at->findings, "NCCL_NET= (%s)", where);
    remedy_unset(at, "NCCL_NET", where);
}

FINDING(LN203, "ib-without-device", ERROR, "NCCL_NET=IB, and there is no InfiniBand device",
        "/sys/class/infiniband is empty: NCCL finds no device (`NET/IB : No device found`), and "
        "with NCCL_NET it takes no other network.",
        "unset NCCL_NET", "NVIDIA/nccl#952")
{
    char where[WHERE_SIZE], *path = NULL;

    if (wants_ib(at, where) && !has_devices(at) && (path = verbs(at))) {
        findings_add(at->findings, "LN203", "NCCL_NET=IB, and this host has no InfiniBand device");
        findings_evidence(at->findings, "NCCL_NET=IB (%s)", where);
        findings_evidence(at->findings, "%s: %s", devices,
                          machine_has(at->machine, devices) ? "empty" : "not there");
        remedy_unset(at, "NCCL_NET", where);
    }
    free(path);
}

FINDING(LN204, "ib-disabled", ERROR, "NCCL_NET=IB and NCCL_IB_DISABLE=1 contradict each other",
        "The one asks for InfiniBand alone, the other takes it away: every communicator fails with "
        "ncclInvalidUsage (5).",
        "unset NCCL_NET or NCCL_IB_DISABLE", "NCCL 2.28.9 src/plugin/net.cc, ncclNetInit")
{
    char where[WHERE_SIZE], off_where[WHERE_SIZE];
    const char *off = conf_variable(at->facts, "NCCL_IB_DISABLE", off_where);

    if (!wants_ib(at, where) || !off || atoi(off) == 0)
        return;
    findings_add(at->findings, "LN204", "NCCL_NET=IB and NCCL_IB_DISABLE=%s contradict each other",
                 off);
    findings_evidence(at->findings, "NCCL_NET=IB (%s)", where);
    findings_evidence(at->findings, "NCCL_IB_DISABLE=%s (%s)", off, off_where);
    remedy_unset(at, "NCCL_NET", where);
}

/* 1 if NCCL itself has a network of that name, or a plugin may have. */
static int is_known_net(struct examination *at, const char *net)
{
    struct plugins all = plugins_of(at->facts);
    int known = conf_nccl_between(at->facts, 1, 21299)
                    ? strcmp(net, "IB") == 0 || strcmp(net, "Socket") == 0
                    : strcasecmp(net, "IB") == 0 || strcasecmp(net, "Socket") == 0;

    for (size_t i = 0; i < all.count && !known; i++)
        known = all.list[i].path && scan_has(all.list[i].path, net) &&
                /* HPC-X takes this one while it starts, too late from 2.28.7 on */
                !(strncmp(net, "IBext", 5) == 0 && conf_nccl_between(at->facts, 22807, 0));
    plugins_free(&all);
    return known;
}

FINDING(LN205, "net-unknown", ERROR, "NCCL_NET names a network that there is not",
        "The names are IB, Socket, and what a network plugin calls itself before it is "
        "initialized: from 2.28.7 the name that a plugin prints in logs (IBext_v11) may be one "
        "that it takes later, and is refused. Up to 2.12 capital letters count.",
        "unset NCCL_NET", "NCCL 2.28.9 src/plugin/net.cc, ncclNetInit")
{
    char where[WHERE_SIZE];
    const char *net = conf_variable(at->facts, "NCCL_NET", where);

    if (!net || !*net || is_known_net(at, net))
        return;
    findings_add(at->findings, "LN205", "no network is called %s", net);
    findings_evidence(at->findings, "NCCL_NET=%s (%s)", net, where);
    remedy_unset(at, "NCCL_NET", where);
}

FINDING(LN206, "ib-devices-not-accessible", WARNING,
        "there are InfiniBand devices, and no /dev/infiniband",
        "The kernel knows the devices and this file system does not have them: a container that "
        "was not given them. NCCL then uses sockets and says so in a line of NCCL_DEBUG=INFO "
        "alone.",
        "start the container with --device=/dev/infiniband --cap-add=IPC_LOCK",
        "NVIDIA/nccl#451, NVIDIA/nccl#1925")
{
    char *path = has_devices(at) ? verbs(at) : NULL;

    if (path && !machine_has(at->machine, "/dev/infiniband")) {
        findings_add(at->findings, "LN206", "there are InfiniBand devices, and no /dev/infiniband");
        findings_evidence(at->findings, "%s has devices", devices);
        findings_evidence(at->findings, "/dev/infiniband is not there");
    }
    free(path);
}

FINDING(LN207, "verbs-without-providers", WARNING, "libibverbs has no providers",
        "libibverbs finds devices through the drivers that /etc/libibverbs.d names; without one "
        "every device is invisible, and NCCL uses sockets.",
        "apt-get install ibverbs-providers", "dstackai/dstack#2712")
{
    struct strings names = {NULL, 0};
    char *path = has_devices(at) ? verbs(at) : NULL;

    if (path && (machine_names(at->machine, "/etc/libibverbs.d", &names) < 0 || names.count == 0)) {
        findings_add(at->findings, "LN207", "libibverbs has no providers, so it finds no device");
        findings_evidence(at->findings, "%s", machine_shown(at->machine, path));
        findings_evidence(at->findings, "/etc/libibverbs.d names none");
    }
    strings_free(&names);
    free(path);
}

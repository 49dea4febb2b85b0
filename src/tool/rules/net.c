/* Rules on NCCL_NET and InfiniBand: LN201 to 207.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"
#include <strings.h>

static const char devices[] = "/sys/class/infiniband";

/* Returns the libibverbs that NCCL would open, or NULL if not found. The caller frees it. */
static char *find_verbs(struct examination *at)
{
    const struct candidate *copy = facts_copy(at->facts, "nccl");
    const char *opener = copy ? machine_shown(at->machine, copy->path) : NULL, *from;
    char *path = linker_find(at->machine, opener, "libibverbs.so", &from);

    return path ? path : linker_find(at->machine, opener, "libibverbs.so.1", &from);
}

/* Reads NCCL_NET. The value is "IB" if it is that word in any case, otherwise NULL. */
static struct setting only_ib(struct examination *at)
{
    struct setting net = rule_setting(at, "NCCL_NET");

    net.value = net.value && strcasecmp(net.value, "IB") == 0 ? "IB" : NULL;
    return net;
}

FINDING(LN201, "ib-without-verbs", ERROR, "NCCL_NET=IB is set but libibverbs is missing",
        "NCCL opens libibverbs.so.1 for its InfiniBand network. NCCL_NET=IB allows no other "
        "network, so every communicator fails with ncclInvalidUsage (5): up to 2.26 with `Error: "
        "network IB not found`, from 2.27 with `Failed to initialize any NET plugin`, which does "
        "not name the network.",
        "unset NCCL_NET, or install libibverbs1 and ibverbs-providers",
        "cupy/cupy#9090, NCCL 2.28.9 src/misc/ibvsymbols.cc:77")
{
    struct setting net = only_ib(at);
    OWNED(memory) char *path = net.value ? find_verbs(at) : NULL;

    if (!net.value || path)
        return;
    rule_add_setting(at, &net, "LN201", "NCCL_NET=IB, but ld.so finds no libibverbs.so.1");
    rule_help_unset(at, &net);
    rule_help(at, "apt-get install libibverbs1 ibverbs-providers     (if there is InfiniBand)");
}

FINDING(LN202, "net-empty", ERROR, "NCCL_NET is set but empty",
        "Empty is not unset: NCCL looks for a network with an empty name, and every communicator "
        "fails with ncclInvalidUsage (5), in every release since 2.10. `NCCL_NET=\"\"` does not "
        "help; only unsetting it does.",
        "unset NCCL_NET", "NCCL 2.28.9 src/init.cc:1706")
{
    struct setting net = rule_setting(at, "NCCL_NET");

    if (!net.value || *net.value)
        return;
    rule_add_setting(at, &net, "LN202", "NCCL_NET is set but empty: every communicator fails");
    rule_help_unset(at, &net);
}

FINDING(LN203, "ib-without-device", ERROR, "NCCL_NET=IB is set but there is no InfiniBand device",
        "/sys/class/infiniband is empty, so NCCL finds no device (`NET/IB : No device found`), and "
        "NCCL_NET=IB allows no other network.",
        "unset NCCL_NET", "NVIDIA/nccl#952")
{
    struct setting net = only_ib(at);
    int wanted = net.value && !machine_count(at->machine, devices);
    OWNED(memory) char *path = wanted ? find_verbs(at) : NULL;

    if (!path)
        return;
    rule_add_setting(at, &net, "LN203", "NCCL_NET=IB, but this host has no InfiniBand device");
    rule_line(at, "%s: %s", devices, machine_has(at->machine, devices) ? "empty" : "missing");
    rule_help_unset(at, &net);
}

FINDING(LN204, "ib-disabled", ERROR, "NCCL_NET=IB and NCCL_IB_DISABLE=1 contradict each other",
        "One allows InfiniBand only, the other disables it: every communicator fails with "
        "ncclInvalidUsage (5).",
        "unset NCCL_NET or NCCL_IB_DISABLE", "NCCL 2.28.9 src/plugin/net.cc, ncclNetInit")
{
    struct setting net = only_ib(at), off = rule_setting(at, "NCCL_IB_DISABLE");

    if (!net.value || !off.value || atoi(off.value) == 0)
        return;
    rule_add_setting(at, &net, "LN204", "NCCL_NET=IB and NCCL_IB_DISABLE=%s contradict each other",
                     off.value);
    rule_line_setting(at, &off);
    rule_help_unset(at, &net);
}

/* Returns 1 if NCCL has a network of that name, or a plugin may provide it. */
static int is_known_net(struct examination *at, const char *net)
{
    const struct plugins *all = plugins_read(at->facts);
    int (*compare)(const char *, const char *) =
        conf_nccl_between(at->facts, 1, 21299) ? strcmp : strcasecmp;
    int known = compare(net, "IB") == 0 || compare(net, "Socket") == 0;

    for (size_t i = 0; i < all->count && !known; i++)
        known = all->list[i].path && scan_has(all->list[i].path, net) &&
                /* HPC-X adopts this name in its init: too late from 2.28.7 on */
                !(strncmp(net, "IBext", 5) == 0 && conf_nccl_between(at->facts, 22807, 0));
    return known;
}

FINDING(LN205, "net-unknown", ERROR, "NCCL_NET names a network that does not exist",
        "Valid names are IB, Socket, and the name that a network plugin has before it is "
        "initialized. From 2.28.7 the name that a plugin prints in logs (IBext_v11) is refused if "
        "the plugin adopts it only later. Up to 2.12 names are case-sensitive.",
        "unset NCCL_NET", "NCCL 2.28.9 src/plugin/net.cc, ncclNetInit")
{
    struct setting net = rule_setting(at, "NCCL_NET");

    if (!net.value || !*net.value || is_known_net(at, net.value))
        return;
    rule_add_setting(at, &net, "LN205", "no network is named %s", net.value);
    rule_help_unset(at, &net);
}

FINDING(LN206, "ib-devices-not-accessible", WARNING,
        "there are InfiniBand devices but no /dev/infiniband",
        "The kernel has the devices but this file system does not: the container was started "
        "without them. NCCL then uses sockets, and only a line of NCCL_DEBUG=INFO says so.",
        "start the container with --device=/dev/infiniband --cap-add=IPC_LOCK",
        "NVIDIA/nccl#451, NVIDIA/nccl#1925")
{
    OWNED(memory) char *path = machine_count(at->machine, devices) ? find_verbs(at) : NULL;

    if (!path || machine_has(at->machine, "/dev/infiniband"))
        return;
    rule_add(at, "LN206", "there are InfiniBand devices but no /dev/infiniband");
    rule_line(at, "%s has devices", devices);
    rule_line(at, "/dev/infiniband: missing");
}

FINDING(LN207, "verbs-without-providers", WARNING, "libibverbs has no providers",
        "libibverbs finds devices through the drivers listed in /etc/libibverbs.d. Without one "
        "every device is invisible, and NCCL uses sockets.",
        "apt-get install ibverbs-providers", "dstackai/dstack#2712")
{
    OWNED(memory) char *path = machine_count(at->machine, devices) ? find_verbs(at) : NULL;

    if (!path || machine_count(at->machine, "/etc/libibverbs.d"))
        return;
    rule_add(at, "LN207", "libibverbs has no providers, so it finds no device");
    rule_line(at, "%s", machine_shown(at->machine, path));
    rule_line(at, "/etc/libibverbs.d lists no driver");
}

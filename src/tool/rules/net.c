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
static char *verbs(struct patient *patient)
{
    const struct look *copy = facts_copy(patient, "nccl");
    const char *opener = copy ? machine_shown(patient, copy->path) : NULL, *from;
    char *path = linker_find(patient, opener, "libibverbs.so", &from);

    return path ? path : linker_find(patient, opener, "libibverbs.so.1", &from);
}

static int has_devices(struct patient *patient)
{
    struct strings names = {NULL, 0};
    int any = machine_names(patient, devices, &names) == 0 && names.count > 0;

    strings_free(&names);
    return any;
}

/* How a setting is undone: in a shell, or in the file that makes it. */
static void remedy_unset(struct patient *patient, const char *name, const char *where)
{
    if (strcmp(where, "environment") == 0)
        findings_remedy(patient, "unset %s", name);
    else
        findings_remedy(patient, "remove the line %s", where);
}

static int wants_ib(struct patient *patient, char where[WHERE_SIZE])
{
    const char *net = conf_variable(patient, "NCCL_NET", where);

    return net && strcasecmp(net, "IB") == 0;
}

void rule_ib_without_verbs(struct patient *patient)
{
    char where[WHERE_SIZE], *path = wants_ib(patient, where) ? verbs(patient) : strdup("");

    if (!path) {
        findings_add(patient, LN201, "NCCL_NET=IB, and ld.so finds no libibverbs.so.1");
        findings_evidence(patient, "NCCL_NET=IB (%s)", where);
        remedy_unset(patient, "NCCL_NET", where);
        findings_remedy(
            patient, "apt-get install libibverbs1 ibverbs-providers     (if there is InfiniBand)");
    }
    free(path);
}

void rule_empty_net(struct patient *patient)
{
    char where[WHERE_SIZE];
    const char *net = conf_variable(patient, "NCCL_NET", where);

    if (!net || *net)
        return;
    findings_add(patient, LN202, "NCCL_NET is set and empty: every communicator fails");
    findings_evidence(patient, "NCCL_NET= (%s)", where);
    remedy_unset(patient, "NCCL_NET", where);
}

void rule_ib_without_device(struct patient *patient)
{
    char where[WHERE_SIZE], *path = NULL;

    if (wants_ib(patient, where) && !has_devices(patient) && (path = verbs(patient))) {
        findings_add(patient, LN203, "NCCL_NET=IB, and this host has no InfiniBand device");
        findings_evidence(patient, "NCCL_NET=IB (%s)", where);
        findings_evidence(patient, "%s: %s", devices,
                          machine_has(patient, devices) ? "empty" : "not there");
        remedy_unset(patient, "NCCL_NET", where);
    }
    free(path);
}

void rule_ib_disabled(struct patient *patient)
{
    char where[WHERE_SIZE], off_where[WHERE_SIZE];
    const char *off = conf_variable(patient, "NCCL_IB_DISABLE", off_where);

    if (!wants_ib(patient, where) || !off || atoi(off) == 0)
        return;
    findings_add(patient, LN204, "NCCL_NET=IB and NCCL_IB_DISABLE=%s contradict each other", off);
    findings_evidence(patient, "NCCL_NET=IB (%s)", where);
    findings_evidence(patient, "NCCL_IB_DISABLE=%s (%s)", off, off_where);
    remedy_unset(patient, "NCCL_NET", where);
}

/* 1 if NCCL itself has a network of that name, or a plugin may have. */
static int is_known_net(struct patient *patient, const char *net)
{
    struct plugins all = plugins_of(patient);
    int known = conf_nccl_between(patient, 1, 21299)
                    ? strcmp(net, "IB") == 0 || strcmp(net, "Socket") == 0
                    : strcasecmp(net, "IB") == 0 || strcasecmp(net, "Socket") == 0;

    for (size_t i = 0; i < all.count && !known; i++)
        known = all.list[i].path && scan_has(all.list[i].path, net) &&
                /* HPC-X takes this one while it starts, too late from 2.28.7 on */
                !(strncmp(net, "IBext", 5) == 0 && conf_nccl_between(patient, 22807, 0));
    plugins_free(&all);
    return known;
}

void rule_unknown_net(struct patient *patient)
{
    char where[WHERE_SIZE];
    const char *net = conf_variable(patient, "NCCL_NET", where);

    if (!net || !*net || is_known_net(patient, net))
        return;
    findings_add(patient, LN205, "no network is called %s", net);
    findings_evidence(patient, "NCCL_NET=%s (%s)", net, where);
    remedy_unset(patient, "NCCL_NET", where);
}

void rule_no_ib_devices(struct patient *patient)
{
    char *path = has_devices(patient) ? verbs(patient) : NULL;

    if (path && !machine_has(patient, "/dev/infiniband")) {
        findings_add(patient, LN206, "there are InfiniBand devices, and no /dev/infiniband");
        findings_evidence(patient, "%s has devices", devices);
        findings_evidence(patient, "/dev/infiniband is not there");
    }
    free(path);
}

void rule_no_providers(struct patient *patient)
{
    struct strings names = {NULL, 0};
    char *path = has_devices(patient) ? verbs(patient) : NULL;

    if (path && (machine_names(patient, "/etc/libibverbs.d", &names) < 0 || names.count == 0)) {
        findings_add(patient, LN207, "libibverbs has no providers, so it finds no device");
        findings_evidence(patient, "%s", machine_shown(patient, path));
        findings_evidence(patient, "/etc/libibverbs.d names none");
    }
    strings_free(&names);
    free(path);
}

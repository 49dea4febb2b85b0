/* Rules on the interfaces that NCCL's sockets use: LN211 to 215.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/search.h"
#include "tool/machine/interfaces.h"
#include "tool/rules/rule.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_loopback(const struct interface *interface)
{
    return strcmp(interface->name, "lo") == 0;
}

static void evidence_interfaces(struct patient *patient, const struct interfaces *all)
{
    char line[500] = "";

    for (size_t i = 0; i < all->count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", *line ? ", " : "",
                 all->list[i].name);
    findings_evidence(patient, "interfaces: %s", *line ? line : "none");
}

/* NCCL_SOCKET_IFNAME; NULL: unset, or of one character, which NCCL ignores. */
static const char *wanted(struct patient *patient, char where[WHERE_SIZE])
{
    const char *value = conf_variable(patient, "NCCL_SOCKET_IFNAME", where);

    return value && value[0] && value[1] ? value : NULL;
}

/* The value that would do: the first interface that leads out. */
static void remedy_interface(struct patient *patient, const struct interfaces *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (interface_matches("^lo,docker,veth,br-,virbr", all->list[i].name) &&
            (all->list[i].ip4 || all->list[i].ip6)) {
            findings_remedy(patient, "NCCL_SOCKET_IFNAME=%s", all->list[i].name);
            return;
        }
    findings_remedy(patient, "unset NCCL_SOCKET_IFNAME");
}

void rule_interface_unmatched(struct patient *patient)
{
    char where[WHERE_SIZE];
    const char *value = wanted(patient, where);
    struct interfaces all = interfaces_of(patient);
    int named = 0, usable = 0, known = 0;

    for (size_t i = 0; value && i < all.count; i++) {
        int matches = interface_matches(value, all.list[i].name);
        int has_address = interface_has_address(&all.list[i], NULL);

        known |= has_address && !is_loopback(&all.list[i]);
        named |= matches;
        usable |= matches && has_address;
    }
    if (value && all.count && !usable && (!named || known)) {
        findings_add(patient, LN211, "NCCL_SOCKET_IFNAME=%s matches no interface%s", value,
                     named ? " that has an address" : "");
        findings_evidence(patient, "NCCL_SOCKET_IFNAME=%s (%s)", value, where);
        evidence_interfaces(patient, &all);
        remedy_interface(patient, &all);
    }
    interfaces_free(&all);
}

void rule_loopback_chosen(struct patient *patient)
{
    char where[WHERE_SIZE];
    const char *value = wanted(patient, where);
    struct interfaces all = interfaces_of(patient);
    int loopback = 0, others = 0;

    for (size_t i = 0; value && i < all.count; i++)
        if (interface_matches(value, all.list[i].name)) {
            loopback |= is_loopback(&all.list[i]);
            others |= !is_loopback(&all.list[i]);
        }
    if (loopback) {
        findings_add(patient, LN212, "NCCL_SOCKET_IFNAME=%s takes the loopback interface%s", value,
                     others ? ", which is the first" : " alone");
        findings_evidence(patient, "NCCL_SOCKET_IFNAME=%s (%s)", value, where);
        evidence_interfaces(patient, &all);
        if (*value == '^')
            findings_remedy(patient, "NCCL_SOCKET_IFNAME=%s,lo", value);
        else
            remedy_interface(patient, &all);
    }
    interfaces_free(&all);
}

void rule_family_without_address(struct patient *patient)
{
    char where[WHERE_SIZE], names_where[WHERE_SIZE];
    const char *value = conf_variable(patient, "NCCL_SOCKET_FAMILY", where);
    const char *names = wanted(patient, names_where);
    int six = value && strcmp(value, "AF_INET6") == 0, any = 0, has = 0;
    struct interfaces all = interfaces_of(patient);

    for (size_t i = 0; i < all.count; i++)
        if (!names || interface_matches(names, all.list[i].name)) {
            any = 1;
            has |=
                interface_has_address(&all.list[i], value) && (names || !is_loopback(&all.list[i]));
        }
    if (value && any && !has && (six || strcmp(value, "AF_INET") == 0)) {
        findings_add(patient, LN213, "no interface%s%s has an IPv%d address that NCCL takes",
                     names ? " of NCCL_SOCKET_IFNAME=" : " but the loopback", names ? names : "",
                     six ? 6 : 4);
        findings_evidence(patient, "NCCL_SOCKET_FAMILY=%s (%s)", value, where);
        evidence_interfaces(patient, &all);
    }
    interfaces_free(&all);
}

void rule_many_interfaces(struct patient *patient)
{
    char where[WHERE_SIZE];
    struct interfaces all = interfaces_of(patient);
    int virtual = 0, usable = 0, infiniband = 0;

    for (size_t i = 0; i < all.count; i++) {
        const struct interface *interface = &all.list[i];

        if (!interface->ip4 && !interface->ip6)
            continue;
        infiniband |= interface_matches("ib", interface->name); /* taken before all others */
        usable += interface_matches("^docker,lo", interface->name);
        virtual |= interface_matches("veth,virbr,br-,cni,flannel,cali,tun,tap,vxlan,podman,lxc",
                                     interface->name);
    }
    if (!conf_variable(patient, "NCCL_SOCKET_IFNAME", where) && !infiniband && virtual &&
        usable > 1) {
        findings_add(patient, LN214, "NCCL may choose an interface that leads nowhere");
        evidence_interfaces(patient, &all);
        remedy_interface(patient, &all);
    }
    interfaces_free(&all);
}

/* "HOST:PORT", "[IPv6]:PORT": its host, to be freed; NULL: it is none of these. NCCL has a port of
 * its own where there is none. */
static char *host_of(const char *value)
{
    const char *colon = strrchr(value, ':'), *port = colon ? colon + 1 : "";
    const char *end = *value == '[' ? strchr(value, ']') : colon;
    struct in_addr address;

    if (inet_pton(AF_INET, value, &address) == 1)
        return strdup(value);

    if (!colon || colon == value || lazynccl_number(&port) <= 0 || *port || !end || end > colon ||
        (*value == '[' && end + 1 != colon))
        return NULL;
    return strndup(value + (*value == '['), (size_t)(end - value) - (*value == '['));
}

void rule_bad_comm_id(struct patient *patient)
{
    char where[WHERE_SIZE];
    const char *value = conf_variable(patient, "NCCL_COMM_ID", where);
    char *host = value ? host_of(value) : NULL;
    struct interfaces all = interfaces_of(patient);
    struct in_addr address;
    int near = 1;

    /* names, and IPv6, are not decided here */
    if (host && all.subnet_count && inet_pton(AF_INET, host, &address) == 1) {
        near = address.s_addr << 24 == 127u << 24;
        for (size_t i = 0; i < all.subnet_count; i++)
            near |= (address.s_addr & all.subnets[i].mask) == all.subnets[i].address;
    }
    if (value && (!host || !near)) {
        findings_add(patient, LN215, "NCCL_COMM_ID=%s is %s", value,
                     host ? "in no network of this host" : "no address and port");
        findings_evidence(patient, "NCCL_COMM_ID=%s (%s)", value, where);
    }
    interfaces_free(&all);
    free(host);
}

/* Says in what the processes of a log differ.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/explain/log/ranks_compare.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 6, MOST_RANGES = 8 };

void ranks_compare_add(struct ranks_notes *notes, const char *topic, int is_fault,
                       const char *format, ...)
{
    va_list values;

    va_start(values, format);
    *MEMORY_ADD(notes->list, notes->count) =
        (struct ranks_note){topic, memory_print_list(format, values), is_fault};
    va_end(values);
    notes->faults += (size_t)is_fault;
}

char *ranks_compare_ranges(const unsigned char *marked, size_t count)
{
    struct strings list = {0};
    size_t more = 0, all = 0;

    for (size_t i = 0, end; i < count; i = end + 1) {
        for (end = i; end < count && marked[end]; end++)
            ;
        all += end - i;
        if (end > i && list.count < MOST_RANGES)
            strings_print(&list, end > i + 1 ? "%zu-%zu" : "%zu", i, end - 1);
        else if (end > i)
            more += end - i;
    }
    if (more)
        strings_print(&list, "and %zu more", more);
    OWNED(memory) char *joined = strings_join(&list, ", ");
    strings_free(&list);
    return memory_print("%s %s", all == 1 ? "rank" : "ranks", joined);
}

/* The processes that can be compared: those that came as far as the furthest. */
struct compared {
    struct ranks *ranks;
    int complete; /* 1: those whose communicator was ready */
    size_t most;  /* one more than the highest rank */
};

static int is_compared(const struct compared *all, size_t process)
{
    const struct process *is = &all->ranks->processes[process];

    return is->rank >= 0 && (!all->complete || is->complete);
}

/* What a process said: the member at that offset, or the setting `name`; `none`: nothing. NULL: it
 * is left out. */
static const char *said(const struct compared *all, size_t process, size_t member, const char *name,
                        const char *none)
{
    const struct process *is = &all->ranks->processes[process];
    size_t length = name ? strlen(name) : 0;

    if (!is_compared(all, process))
        return NULL;
    if (!name)
        return *(const char *const *)((const char *)is + member);
    for (size_t i = 0; i < is->setting_count; i++)
        if (strncmp(is->settings[i], name, length) == 0 && is->settings[i][length] == '=')
            return is->settings[i] + length + 1;
    return none;
}

/* Adds a note if the processes differ: "NCCL_PROTO is LL on rank 1, not set on rank 0".
 * `none`: what lacking a setting means. */
static void compare(struct ranks_notes *notes, const struct compared *all, const char *title,
                    int is_fault, size_t member, const char *name, const char *none)
{
    const char *values[MOST_VALUES];
    size_t count = 0, others = 0;
    struct strings parts = {0};
    OWNED(memory) char *marked = memory_get(all->most + 1, 1);

    for (size_t p = 0; p < all->ranks->process_count; p++) {
        const char *value = said(all, p, member, name, none);
        size_t i = 0;

        while (value && i < count && strcmp(values[i], value) != 0)
            i++;
        if (value && i == count && count == MOST_VALUES)
            others++;
        else if (value && i == count)
            values[count++] = value;
    }
    for (size_t i = 0; count > 1 && i < count; i++) {
        memset(marked, 0, all->most + 1);
        for (size_t p = 0; p < all->ranks->process_count; p++) {
            const char *value = said(all, p, member, name, none);

            if (value && strcmp(value, values[i]) == 0)
                marked[all->ranks->processes[p].rank] = 1;
        }
        OWNED(memory) char *on = ranks_compare_ranges((unsigned char *)marked, all->most + 1);
        strings_print(&parts, "%s on %s", *values[i] ? values[i] : "empty", on);
    }
    if (count > 1) {
        OWNED(memory) char *text = strings_join(&parts, "; ");

        ranks_compare_add(notes, "differs", is_fault, "%s: %s%s", title, text,
                          others ? "; and other values" : "");
    }
    strings_free(&parts);
}

/* Settings that are not to be the same everywhere. */
static const struct {
    const char *name;
    int of_host; /* 1: it names what a host has, so unlike hosts need unlike ones; 0: processes
                    differ in it, or it only says where something is written */
} unlike[] = {
    {"NCCL_HOSTID", 0},          {"NCCL_DEBUG_FILE", 0}, {"NCCL_TOPO_DUMP_FILE", 0},
    {"NCCL_GRAPH_DUMP_FILE", 0}, {"NCCL_COMM_ID", 0},    {"NCCL_RAS_ADDR", 0},
    {"NCCL_SOCKET_IFNAME", 1},   {"NCCL_IB_HCA", 1},     {"NCCL_IB_GID_INDEX", 1},
    {"NCCL_TOPO_FILE", 1},       {"NCCL_GRAPH_FILE", 1},
};

static void compare_settings(struct ranks_notes *notes, const struct compared *all)
{
    struct strings seen = {0};

    for (size_t p = 0; p < all->ranks->process_count; p++) {
        const struct process *is = &all->ranks->processes[p];

        for (size_t i = 0; is_compared(all, p) && i < is->setting_count; i++) {
            OWNED(memory)
            char *name = memory_copy_part(is->settings[i], strcspn(is->settings[i], "="));

            size_t u = 0;
            while (u < sizeof unlike / sizeof *unlike && strcmp(unlike[u].name, name) != 0)
                u++;
            int same = u == sizeof unlike / sizeof *unlike;
            if ((!same && !unlike[u].of_host) || strings_has(&seen, name))
                continue;
            strings_add(&seen, name, strlen(name));
            compare(notes, all, name, same, 0, name, "not set");
        }
    }
    strings_free(&seen);
}

void ranks_compare(struct ranks_notes *notes, struct ranks *ranks)
{
    struct compared all = {.ranks = ranks};

    for (size_t i = 0; i < ranks->process_count; i++) {
        const struct process *is = &ranks->processes[i];

        all.complete |= is->rank >= 0 && is->complete;
        all.most = is->rank > (int)all.most ? (size_t)is->rank : all.most;
    }
    compare(notes, &all, "NCCL", 1, offsetof(struct process, version), NULL, NULL);
    if (ranks->other_version)
        ranks_compare_add(notes, "differs", 1, "NCCL: both %s and %s were printed", ranks->version,
                          ranks->other_version);
    compare(notes, &all, "the driver's CUDA", 0, offsetof(struct process, driver), NULL, NULL);
    compare(notes, &all, "the network", 1, offsetof(struct process, network), NULL, NULL);
    compare_settings(notes, &all);
}

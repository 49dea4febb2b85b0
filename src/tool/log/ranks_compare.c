/* Says in what the processes of a log differ.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/log/ranks_compare.h"
#include "tool/text/memory.h"
#include "tool/text/strings.h"
#include <stdarg.h>
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

/* A property of a process; NULL: it has none. `name`: a setting's. */
typedef const char *property(const struct process *, const char *name);

static const char *version_of(const struct process *is, const char *name)
{
    (void)name;
    return is->version;
}

static const char *driver_of(const struct process *is, const char *name)
{
    (void)name;
    return is->driver;
}

static const char *network_of(const struct process *is, const char *name)
{
    (void)name;
    return is->network;
}

static const char *setting_of(const struct process *is, const char *name)
{
    for (size_t i = 0; i < is->setting_count; i++)
        if (strncmp(is->settings[i], name, strlen(name)) == 0 &&
            is->settings[i][strlen(name)] == '=')
            return is->settings[i] + strlen(name) + 1;
    return NULL;
}

/* Adds a note if the processes differ: "NCCL_PROTO is LL on rank 1, not set on rank 0".
 * `none`: what lacking it means; NULL: then a process is left out. */
static void compare(struct ranks_notes *notes, const struct compared *all, const char *title,
                    int is_fault, property *of, const char *name, const char *none)
{
    const char *values[MOST_VALUES];
    size_t count = 0, others = 0;
    struct strings parts = {0};
    OWNED(memory) char *marked = memory_get(all->most + 1, 1);

    for (size_t p = 0; p < all->ranks->process_count; p++) {
        const char *value = is_compared(all, p) ? of(&all->ranks->processes[p], name) : NULL;
        size_t i = 0;

        if (!is_compared(all, p) || (!value && !none))
            continue;
        value = value ? value : "";
        while (i < count && strcmp(values[i], value) != 0)
            i++;
        if (i == count && count == MOST_VALUES)
            others++;
        else if (i == count)
            values[count++] = value;
    }
    for (size_t i = 0; count > 1 && i < count; i++) {
        memset(marked, 0, all->most + 1);
        for (size_t p = 0; p < all->ranks->process_count; p++) {
            const char *value = is_compared(all, p) ? of(&all->ranks->processes[p], name) : NULL;

            if (is_compared(all, p) && strcmp(value ? value : "", values[i]) == 0 &&
                (value || none))
                marked[all->ranks->processes[p].rank] = 1;
        }
        OWNED(memory) char *on = ranks_compare_ranges((unsigned char *)marked, all->most + 1);
        strings_print(&parts, "%s on %s", *values[i] ? values[i] : none, on);
    }
    if (count > 1) {
        OWNED(memory) char *text = strings_join(&parts, "; ");

        ranks_compare_add(notes, "differs", is_fault, "%s: %s%s", title, text,
                          others ? "; and other values" : "");
    }
    strings_free(&parts);
}

static int is_among(const char *const *names, const char *setting)
{
    for (; *names; names++)
        if (strncmp(setting, *names, strlen(*names)) == 0)
            return 1;
    return 0;
}

/* Those that are to differ, or only say where something is written. */
static int may_differ(const char *setting)
{
    static const char *const names[] = {"NCCL_HOSTID=",
                                        "NCCL_DEBUG_FILE=",
                                        "NCCL_TOPO_DUMP_FILE=",
                                        "NCCL_GRAPH_DUMP_FILE=",
                                        "NCCL_COMM_ID=",
                                        "NCCL_RAS_ADDR=",
                                        NULL};

    return is_among(names, setting);
}

/* Those that name what a host has: unlike hosts need unlike ones. */
static int is_of_host(const char *setting)
{
    static const char *const names[] = {
        "NCCL_SOCKET_IFNAME=", "NCCL_IB_HCA=",     "NCCL_IB_GID_INDEX=",
        "NCCL_TOPO_FILE=",     "NCCL_GRAPH_FILE=", NULL};

    return is_among(names, setting);
}

static void compare_settings(struct ranks_notes *notes, const struct compared *all)
{
    struct strings seen = {0};

    for (size_t p = 0; p < all->ranks->process_count; p++) {
        const struct process *is = &all->ranks->processes[p];

        for (size_t i = 0; is_compared(all, p) && i < is->setting_count; i++) {
            OWNED(memory)
            char *name = memory_copy_part(is->settings[i], strcspn(is->settings[i], "="));

            if (may_differ(is->settings[i]) || strings_has(&seen, name))
                continue;
            strings_add(&seen, name, strlen(name));
            compare(notes, all, name, !is_of_host(is->settings[i]), setting_of, name, "not set");
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
    compare(notes, &all, "NCCL", 1, version_of, NULL, NULL);
    if (ranks->other_version)
        ranks_compare_add(notes, "differs", 1, "NCCL: both %s and %s were printed", ranks->version,
                          ranks->other_version);
    compare(notes, &all, "the driver's CUDA", 0, driver_of, NULL, NULL);
    compare(notes, &all, "the network", 1, network_of, NULL, NULL);
    compare_settings(notes, &all);
}

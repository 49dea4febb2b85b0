/* Reads the lines of NCCL's log into tables of processes, what these print about themselves, and
 * the communicators that they join; then compares the ranks.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The tables have no limits: they grow with the log, and only with it, because a number in a line,
 * such as that of the ranks, allocates nothing. NVIDIA changes the text of the lines with each
 * release: unknown lines are ignored. */
#include "tool/explain/log/ranks.h"
#include "common/text/memory.h"
#include "common/text/strings.h"
#include "tool/explain/log/line.h"
#include <search.h>

enum { MOST_RANGES = 8, UNKNOWN = -2 /* is beside no rank */ };

struct key {
    char *text; /* freed by keyed_free() */
    long number;
};

/* Elements of one type, which begin with their key. Their addresses do not change. Initialize it
 * with {0}. */
struct keyed {
    void *tree;
    void **list; /* in the order of their addition; may be sorted */
    size_t count;
};

struct process {
    struct key key; /* host and process ID; -1: it stands for lines that do not name theirs */
    struct member *largest, *last; /* communicators that it entered; NULL if none */
    struct process *launched; /* of such a line, what precedes it; of that, the process whose lines
                                 follow it */
    int is_shared;            /* 1 if there are several such processes */
};

/* A rank of a communicator. */
struct member {
    struct key key; /* "ID (8 ranks)" and the rank */
    int count, is_complete;
    int has_joined; /* 1 if it printed what is printed after all ranks have joined */
    const struct process *process;
};

/* What a process printed about itself: its NCCL, its network, a setting. */
struct fact {
    struct key key; /* the name, and the address of the process */
    struct process *process;
    const char *value;
    int rank; /* or UNKNOWN */
};

struct ranks {
    struct keyed processes, members, facts, values; /* values: equal ones have equal addresses */
    size_t files;
    int has_ended; /* 1 if a line shows that the log goes on to the end of a process */
};

static int by_key(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    int text = strcmp(x->text, y->text);

    return text ? text : (x->number > y->number) - (x->number < y->number);
}

static int by_key_in_list(const void *a, const void *b)
{
    return by_key(*(void *const *)a, *(void *const *)b);
}

/* Returns the element with this key, in logarithmic time. A new one has `size` bytes, and zeros
 * behind the key. */
static void *keyed_get(struct keyed *set, size_t size, const char *text, size_t length, long number)
{
    const struct key key = {memory_copy_part(text, length), number};
    void **found = tfind(&key, &set->tree, by_key);

    if (found) {
        free(key.text);
        return *found;
    }
    struct key *element = memory_get(1, size);
    *element = key;
    memory_check(tsearch(element, &set->tree, by_key));
    *MEMORY_ADD(set->list, set->count) = element;
    return element;
}

/* Sorts the list by text and number. */
static void keyed_sort(struct keyed *set)
{
    if (set->count)
        qsort(set->list, set->count, sizeof *set->list, by_key_in_list);
}

/* Returns how many of `count` elements at the beginning of a list have the text of the first. */
static size_t keyed_same(void *const *list, size_t count)
{
    const struct key *first = count ? list[0] : NULL;
    size_t same = 0;

    while (same < count && strcmp(((const struct key *)list[same])->text, first->text) == 0)
        same++;
    return same;
}

static void keyed_free(struct keyed *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(((struct key *)set->list[i])->text);
    tdestroy(set->tree, free);
    free(set->list);
}

/* Returns what stands for the processes that print lines of this file after `length` bytes. */
static struct process *find_launcher(struct ranks *ranks, const char *text, size_t length)
{
    OWNED(memory) char *prefix = memory_print("%zu %.*s", ranks->files, (int)length, text);

    return keyed_get(&ranks->processes, sizeof(struct process), prefix, strlen(prefix), -1);
}

/* Adds a fact of a process, in place of an earlier one of that name. */
static void set_fact(struct ranks *ranks, struct process *process, const char *name,
                     const char *value, size_t length)
{
    struct fact *fact = keyed_get(&ranks->facts, sizeof *fact, name, strlen(name), (long)process);
    struct key *kept = keyed_get(&ranks->values, sizeof *kept, value, length, 0);

    fact->process = process;
    fact->value = kept->text;
}

/* The facts in lines, with the releases in whose sources the text was looked up. Without a name,
 * the name is the first word of the line. */
static const struct row {
    const char *text, *name, *releases;
} rows[] = {
    {" set by environment to ", NULL, "2.3 to 2.30"},
    {"NCCL version ", "NCCL", "2.24 to 2.30"},
    {"Using network ", "network", "2.4 to 2.30"},
    {"NET/Plugin: Loaded net plugin ", "network plugin", "2.13 to 2.30"},
    {"TUNER/Plugin: Using ", "tuner plugin", "2.21 to 2.30"},
};

static void read_facts(struct ranks *ranks, struct process *process, const char *text)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = strstr(text, rows[i].text);

        if (!at || (!rows[i].name && strncmp(text, "NCCL_", 5) != 0))
            continue;
        OWNED(memory) char *name = memory_copy_part(text, strcspn(text, " "));
        at += strlen(rows[i].text);
        size_t length = strlen(at);
        while (length && strchr(". ", at[length - 1])) /* some releases end with a full stop */
            length--;
        set_fact(ranks, process, rows[i].name ? rows[i].name : name, at, length);
    }
}

/* "ncclCommInitRank comm 0x.. rank 0 nranks 8 cudaDev 0 .. commId 0x.. - Init START", since 2.18;
 * before, COMPLETE alone, without commId. */
static void read_init(struct ranks *ranks, struct process *process, const char *text)
{
    const char *at = strstr(text, " rank "), *id = strstr(text, "commId ");
    int rank = 0, count = 0;

    if (!at || sscanf(at, " rank %9d nranks %9d ", &rank, &count) != 2 || rank < 0 || rank >= count)
        return;
    id = id ? id + strlen("commId ") : "unknown";
    OWNED(memory) char *name = memory_print("%.*s (%d ranks)", (int)strcspn(id, " "), id, count);
    struct member *member = keyed_get(&ranks->members, sizeof *member, name, strlen(name), rank);
    member->count = count;
    member->process = process;
    if (strstr(text, " Init COMPLETE"))
        member->is_complete = 1;
    process->last = member;
    if (!process->largest || count >= process->largest->count)
        process->largest = member; /* this rank names the process */
}

/* Reads a line that does not name its process: "NCCL version 2.18.1+cuda12.1" of rank 0 up to 2.23,
 * and the file that lazynccl loads with LAZYNCCL_DEBUG=1: "lazynccl: nccl: wheel  PATH: taken". */
static void read_unnamed(struct ranks *ranks, const char *text)
{
    const char *version = strstr(text, "NCCL version "), *file = strstr(text, "lazynccl: nccl: ");
    const char *path = file ? strchr(file, '/') : NULL,
               *end = path ? strstr(path, ": taken") : NULL;

    if (!end && !(version && strstr(version, "+cuda")))
        return;
    struct process *printer = find_launcher(ranks, text, strlen(text));
    printer->launched = find_launcher(ranks, text, (size_t)((end ? file : version) - text));
    if (end)
        set_fact(ranks, printer, "libnccl", path, (size_t)(end - path));
    else
        read_facts(ranks, printer, version);
}

/* Reads a line of NCCL that names its process. */
static void read_named(struct ranks *ranks, const struct line *line, const char *text)
{
    size_t before = ranks->processes.count;
    struct process *process =
        keyed_get(&ranks->processes, sizeof *process, line->host, line->host_length, line->pid);

    if (ranks->processes.count > before) {
        struct process *launcher = find_launcher(ranks, text, (size_t)(line->host - text));

        launcher->is_shared = launcher->launched != NULL;
        launcher->launched = process;
    }
    read_facts(ranks, process, line->text);
    if (strstr(line->text, " Init "))
        read_init(ranks, process, line->text);
    /* "comm 0x.. rank 0 nRanks 2 nNodes 1 localRanks 2", since 2.20 */
    if (strstr(line->text, " nRanks ") && process->last)
        process->last->has_joined = 1;
}

/* What lines contain that are printed when a process ends, or gives up waiting. */
static const char endings[] =
    "Traceback (most recent|exitcode|exit code|got signal|Watchdog|imed out|Last error:|terminate "
    "called|Aborted|Killed|exited with";

void ranks_read(struct ranks *ranks, const char *text)
{
    struct line line;

    ranks->has_ended = ranks->has_ended || strings_contain_any(text, endings);
    if (!line_read(text, &line))
        read_unnamed(ranks, text);
    else if (line.host)
        read_named(ranks, &line, text);
}

void ranks_begin_file(struct ranks *ranks)
{
    ranks->files++;
}

struct ranks *ranks_new(void)
{
    return memory_get(1, sizeof(struct ranks));
}

void ranks_free(struct ranks *ranks)
{
    keyed_free(&ranks->processes);
    keyed_free(&ranks->members);
    keyed_free(&ranks->facts);
    keyed_free(&ranks->values);
    free(ranks);
}

/* Adds a note, and takes over its text. */
static void add_note(struct ranks_notes *notes, const char *topic, int is_fault, char *text)
{
    *MEMORY_ADD(notes->list, notes->count) = (struct ranks_note){topic, text, is_fault};
    notes->faults += (size_t)is_fault;
}

/* Adds "9" or "0-7"; nothing if the last rank is before the first. */
static void add_range(struct strings *ranges, int first, int last)
{
    if (last < first || ranges->count > MOST_RANGES)
        return;
    if (first == UNKNOWN)
        strings_print(ranges, "unknown"); /* the log does not show which rank printed a line */
    else if (ranges->count == MOST_RANGES)
        strings_print(ranges, "and more");
    else
        strings_print(ranges, last > first ? "%d-%d" : "%d", first, last);
}

/* Returns "rank 9" or "ranks 0-7, 9", and empties the list. The caller frees the text. */
static char *ranges_text(struct strings *ranges)
{
    OWNED(memory) char *text = strings_join(ranges, ", ");

    strings_free(ranges);
    return memory_print("rank%s %s", strpbrk(text, "-,") ? "s" : "", text);
}

/* Settings that must differ if hosts do, and those of single processes. */
static const char local_settings[] =
    "NCCL_SOCKET_IFNAME|NCCL_IB_HCA|NCCL_IB_GID_INDEX|NCCL_TOPO_FILE|NCCL_GRAPH_FILE|NCCL_HOSTID|"
    "NCCL_DEBUG_FILE|NCCL_TOPO_DUMP_FILE|NCCL_GRAPH_DUMP_FILE|NCCL_COMM_ID|NCCL_RAS_ADDR";

/* Returns the host that all of these facts share; NULL if there are several, or one is unknown. */
static const char *shared_host(struct fact *const *facts, size_t count)
{
    const char *host = facts[0]->process->key.text;

    for (size_t i = 0; i < count; i++)
        if (facts[i]->process->key.number < 0 || strcmp(facts[i]->process->key.text, host) != 0)
            return NULL;
    return host;
}

/* Adds "2.27.7 on rank 9 (gpu-03)", with the host if the job has several. */
static void add_value(struct strings *parts, const char *ranks, struct fact *const *facts,
                      size_t count, int has_hosts)
{
    const char *value = facts[0]->value, *host = has_hosts ? shared_host(facts, count) : NULL;

    strings_print(parts, "%s on %s%s%s%s", *value ? value : "empty", ranks, host ? " (" : "",
                  host ? host : "", host ? ")" : "");
}

/* Notes a fact in which the processes differ. `facts` have one name, and are in the order of their
 * values and ranks; `compared` is the number of processes, and `has_hosts` 1 if they are on
 * several hosts. */
static void compare_fact(struct ranks_notes *notes, struct fact *const *facts, size_t count,
                         size_t compared, int has_hosts)
{
    OWNED(strings) struct strings parts = {0}, on = {0};
    const char *name = facts[0]->key.text;

    for (size_t i = 0, end = 0, begin = 0; i < count; i = end) {
        const char *value = facts[i]->value;
        int first = facts[i]->rank, last = first;

        while (++end < count && facts[end]->value == value && facts[end]->rank <= last + 1)
            last = facts[end]->rank;
        add_range(&on, first, last);
        if (end < count && facts[end]->value == value)
            continue;
        OWNED(memory) char *ranks = ranges_text(&on);
        add_value(&parts, ranks, facts + begin, end - begin, has_hosts);
        begin = end;
    }
    if (count < compared && (strncmp(name, "NCCL_", 5) == 0 || strstr(name, "plugin")))
        strings_print(&parts, "not set on %zu of %zu", compared - count, compared);
    OWNED(memory) char *text = strings_join(&parts, "; ");
    int is_fault = !strings_name(local_settings, name, strlen(name));
    if (parts.count > 1)
        add_note(notes, "differs", is_fault, memory_print("%s: %s", name, text));
}

/* Notes the ranks that a communicator lacks, or that are not ready. */
static void note_communicator(struct ranks_notes *notes, struct member *const *list, size_t count,
                              int has_ended)
{
    OWNED(strings) struct strings missing = {0};
    const struct member *example = list[0];
    size_t waiting = 0;
    int next = 0, has_joined = 0;

    for (size_t i = 0; i < count; i++) {
        add_range(&missing, next, (int)list[i]->key.number - 1);
        next = (int)list[i]->key.number + 1;
        has_joined = has_joined || list[i]->has_joined || list[i]->is_complete;
        if (list[i]->is_complete)
            continue;
        example = list[i];
        waiting++;
    }
    add_range(&missing, next, example->count - 1);
    int is_missing = missing.count > 0, is_fault = has_ended && !has_joined;
    OWNED(memory) char *ranks = ranges_text(&missing);
    if (is_missing)
        add_note(notes, is_fault ? "never joined" : "not shown", is_fault,
                 memory_print("%s of communicator %s: %zu entered, or output is missing", ranks,
                              example->key.text, count));
    else if (waiting)
        add_note(notes, "not ready", 1,
                 memory_print("%zu of communicator %s, such as rank %ld: rank %ld of the job, "
                              "process %ld on %s",
                              waiting, example->key.text, example->key.number,
                              example->process->largest->key.number, example->process->key.number,
                              example->process->key.text));
}

/* By name, value and rank. */
static int by_value(const void *a, const void *b)
{
    const struct fact *const *x = a, *const *y = b;
    int name = strcmp((*x)->key.text, (*y)->key.text), value = strcmp((*x)->value, (*y)->value);

    return name ? name : value ? value : (*x)->rank - (*y)->rank;
}

/* Returns 1 if a process is compared: it came as far as the furthest. */
static int is_compared(const struct process *process, int is_complete)
{
    return process->largest && (!is_complete || process->largest->is_complete);
}

/* Finds the ranks of facts, and moves those of processes that are not compared behind the `kept`
 * others. Returns that number. */
static size_t select_facts(struct keyed *facts, int is_complete)
{
    size_t kept = 0;

    for (size_t i = 0; i < facts->count; i++) {
        struct fact *fact = facts->list[i];
        const struct process *process = fact->process;

        while (process && process->key.number < 0)
            process = process->is_shared ? NULL : process->launched;
        fact->rank = process && process->largest ? (int)process->largest->key.number : UNKNOWN;
        if (process && !is_compared(process, is_complete))
            continue;
        facts->list[i] = facts->list[kept];
        facts->list[kept++] = fact;
    }
    return kept;
}

static int has_several_hosts(const struct keyed *processes)
{
    const struct process *first = NULL;

    for (size_t i = 0; i < processes->count; i++) {
        const struct process *process = processes->list[i];

        if (!process->largest)
            continue;
        if (first && strcmp(process->key.text, first->key.text) != 0)
            return 1;
        first = process;
    }
    return 0;
}

struct ranks_notes ranks_notes(struct ranks *ranks)
{
    struct keyed *members = &ranks->members, *facts = &ranks->facts;
    struct ranks_notes notes = {0};
    size_t entered = 0, compared = 0;
    int is_complete = 0;

    for (size_t i = 0; i < ranks->processes.count; i++)
        is_complete = is_complete || is_compared(ranks->processes.list[i], 1);
    for (size_t i = 0; i < ranks->processes.count; i++) {
        if (is_compared(ranks->processes.list[i], 0))
            entered++;
        if (is_compared(ranks->processes.list[i], is_complete))
            compared++;
    }
    if (entered == 0 || (entered == 1 && is_complete))
        return notes;
    add_note(&notes, "processes", 0, memory_print("%zu", entered));
    size_t count = select_facts(facts, is_complete);
    if (count)
        qsort(facts->list, count, sizeof *facts->list, by_value);
    for (size_t i = 0, same; i < count; i += same) {
        same = keyed_same(facts->list + i, count - i);
        compare_fact(&notes, (struct fact **)facts->list + i, same, compared,
                     has_several_hosts(&ranks->processes));
    }
    notes.finding = notes.faults ? "LN703" : NULL;
    keyed_sort(members);
    for (size_t i = 0, same; i < members->count; i += same) {
        same = keyed_same(members->list + i, members->count - i);
        note_communicator(&notes, (struct member **)members->list + i, same, ranks->has_ended);
    }
    if (notes.faults && !notes.finding)
        notes.finding = "LN713";
    return notes;
}

void ranks_notes_free(struct ranks_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->list[i].text);
    free(notes->list);
}

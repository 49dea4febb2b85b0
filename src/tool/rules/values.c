/* Rules on misspelt settings and values: LN216, 406, 407.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/nearest.h"
#include "tool/rules/rule.h"
#include <strings.h>

/* The ld.so variables that people set, and common misspellings. */
static const char *const linker_names[] = {"LD_AUDIT", "LD_BIND_NOT",     "LD_BIND_NOW",
                                           "LD_DEBUG", "LD_LIBRARY_PATH", "LD_PRELOAD"};

struct comparison {
    struct nearest *best;
    const char *name;
};

static void try_name(void *context, const struct variable_row *row)
{
    struct comparison *comparison = context;

    if (strncmp(row->name, "LAZYNCCL_", 9) == 0)
        nearest_try(comparison->best, comparison->name, row->name);
}

/* Other programs have LD_ variables as well, so only those close to a name of ld.so's are reported.
 */
static void check_name(struct examination *at, const char *name)
{
    int ours = strncmp(name, "LAZYNCCL_", 9) == 0;
    struct nearest best = {NULL, ours ? 4 : 3};

    if (ours)
        variables_each(try_name, &(struct comparison){&best, name});
    else if (strncmp(name, "LD_", 3) == 0)
        for (size_t n = 0; n < sizeof linker_names / sizeof *linker_names; n++)
            nearest_try(&best, name, linker_names[n]);
    if (best.name ? best.far == 0 : !ours)
        return;
    rule_add(at, "LN406", "%s is not a setting of %s", name, ours ? "lazynccl" : "ld.so");
    rule_line(at, "%s=%s", name, machine_variable(at->machine, name));
    if (best.name)
        rule_help(at, "did you mean %s?", best.name);
}

FINDING(LN406, "setting-unknown", WARNING, "a variable is unknown to lazynccl or to ld.so",
        "Nothing reads it: the name is misspelt, or of another release. The intended setting keeps "
        "its default.",
        "correct or unset it", "docs/environment.md; ld.so(8)")
{
    const char *entry;

    for (size_t i = 0; (entry = at->machine->target->environment[i]); i++) {
        OWNED(memory) char *name = memory_copy_part(entry, strcspn(entry, "="));

        check_name(at, name);
    }
}

/* The values that NCCL accepts, in any case. */
static const struct {
    const char *name;
    int is_list; /* 1: "^Tree,Ring", from 2.24 also "allreduce:tree;broadcast:ring" */
    const char *const words[10];
} choices[] = {
    {"NCCL_DEBUG", 0, {"VERSION", "WARN", "INFO", "ABORT", "TRACE"}},
    {"NCCL_ALGO",
     1,
     {"Tree", "Ring", "CollNet", "CollNetDirect", "CollNetChain", "NVLS", "NVLSTree", "PAT"}},
    {"NCCL_PROTO", 1, {"LL", "LL128", "Simple"}},
};

static int is_choice(const char *const *words, const char *text)
{
    while (*words && strcasecmp(*words, text) != 0)
        words++;
    return *words != NULL;
}

/* Returns the first unknown word of a value, or NULL if all are known. The caller frees it. */
static char *wrong_word(const char *const *words, const char *value, int is_list)
{
    OWNED(memory) char *copy = memory_copy(value);

    if (!is_list)
        return is_choice(words, value) ? NULL : memory_copy(value);
    for (char *rest = copy, *part; (part = strsep(&rest, ";"));) {
        char *colon = strchr(part, ':'), *list = colon ? colon + 1 : part;

        if (*list == '^')
            list++;
        for (char *word; (word = strsep(&list, ","));)
            if (*word && !is_choice(words, word))
                return memory_copy(word);
    }
    return NULL;
}

FINDING(LN407, "value-unknown", WARNING, "NCCL does not know the value of a variable",
        "An unknown NCCL_DEBUG prints nothing. An unknown algorithm or protocol is passed over by "
        "old releases; from 2.24 communicators fail with ncclInvalidUsage (5) and `Unrecognized "
        "element token`.",
        "correct or unset it", "NVIDIA's guide to NCCL, environment variables")
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct setting setting = setting_of(at, choices[i].name);
        OWNED(memory)
        char *wrong = setting.value && *setting.value
                          ? wrong_word(choices[i].words, setting.value, choices[i].is_list)
                          : NULL;
        OWNED(strings) struct strings words = {0};

        if (!wrong)
            continue;
        setting_add(at, &setting, "LN407", "NCCL knows no %s called %s", setting.name, wrong);
        for (const char *const *word = choices[i].words; *word; word++)
            strings_print(&words, "%s", *word);
        OWNED(memory) char *all = strings_join(&words, ", ");
        rule_help(at, "%s takes %s", setting.name, all);
    }
}

/* Returns 1 if an entry of NCCL_IB_HCA matches the device: a prefix of its name, or with `whole`
 * all of it. */
static int means(const char *entry, const char *device, int whole)
{
    size_t length = strcspn(entry, ":"); /* a port follows */

    return strncmp(entry, device, length) == 0 && (!whole || !device[length]);
}

FINDING(
    LN216, "ib-hca-none", WARNING, "NCCL_IB_HCA names no device of this host",
    "NCCL then finds no InfiniBand device, and uses sockets: only a line of NCCL_DEBUG=INFO says "
    "so. Entries are beginnings of names, with = in front whole names, each with a port if "
    "wanted (mlx5_0:1); ^ excludes.",
    "name devices that are in /sys/class/infiniband", "NCCL 2.28.9 src/transport/net_ib.cc")
{
    struct setting hca = setting_of(at, "NCCL_IB_HCA");
    OWNED(strings) struct strings devices = {0};
    int whole = hca.value && *hca.value == '=';
    OWNED(strings)
    struct strings entries = strings_split(hca.value ? hca.value + whole : NULL, ',');

    machine_names(at->machine, "/sys/class/infiniband", &devices);
    if (!hca.value || !*hca.value || *hca.value == '^' || !devices.count)
        return;
    for (size_t e = 0; e < entries.count; e++)
        for (size_t d = 0; d < devices.count; d++)
            if (means(entries.list[e], devices.list[d], whole))
                return;
    OWNED(memory) char *all = strings_join(&devices, ", ");
    setting_add(at, &hca, "LN216", "NCCL_IB_HCA names no device of this host");
    rule_line(at, "/sys/class/infiniband has %s", all);
}

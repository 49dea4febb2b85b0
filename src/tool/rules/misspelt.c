/* The rule on misspelt settings: LN406.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/nearest.h"
#include "tool/rules/rule.h"

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
    if (strcmp(name, "LAZYNCCL_NET_RECORD") == 0)
        rule_help(at, "unset %s, which 0.2 removed; lazynccl run --trace shows NCCL's calls", name);
    else if (best.name)
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

/* Rules on NCCL's configuration files and variables: LN401 to 405.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/text/nearest.h"
#include "tool/rules/rule.h"
#include <ctype.h>

FINDING(LN401, "conf-lines-in-effect", NOTE, "configuration files set NCCL variables",
        "NCCL reads ~/.nccl.conf, or $NCCL_CONF_FILE instead, and always /etc/nccl.conf; each line "
        "sets a variable that is not already set. The files are easily forgotten, and some images "
        "include them.",
        "remove the lines that are not intended",
        "NVIDIA/nccl#286, aws/deep-learning-containers#4756")
{
    const struct conf *all = conf_read(at->facts);
    int said = 0;

    for (size_t i = 0; i < all->count; i++) {
        const struct conf_line *line = &all->lines[i];

        if (!line->counts || strncmp(line->name, "NCCL_", 5) != 0 || strpbrk(line->name, " \t"))
            continue;
        if (!said++)
            rule_add(at, "LN401", "NCCL's configuration files set variables");
        rule_line(at, "%s:%d: %s=%s", line->file, line->number, line->name, line->value);
    }
}

FINDING(LN402, "conf-line-misread", WARNING,
        "a line of a configuration file does not do what it seems to",
        "NCCL trims nothing: with blanks around `=`, or `export` in front, the line sets a "
        "variable with another name. A blank at the end is part of the value, and so is a carriage "
        "return up to 2.29.7.",
        "write NAME=VALUE", "NCCL 2.28.9 src/misc/param.cc, setEnvFile")
{
    const struct conf *all = conf_read(at->facts);

    for (size_t i = 0; i < all->count; i++) {
        const struct conf_line *line = &all->lines[i];
        const char *name = line->name + strspn(line->name, " \t"), *value = line->value;
        size_t length = strlen(value);

        if (strncmp(name, "export", 6) == 0 && strchr(" \t", name[6]))
            name += 6 + strspn(name + 6, " \t");
        for (; isspace((unsigned char)*value); value++)
            length--;
        while (length && isspace((unsigned char)value[length - 1]))
            length--;
        if (!strpbrk(line->name, " \t") && length == strlen(line->value))
            continue;
        int end = (int)strcspn(name, " \t");
        rule_add(at, "LN402", "%s:%d does not set %.*s", line->file, line->number, end, name);
        rule_line(at, "it sets \"%s\" to \"%s\"", line->name, line->value);
        rule_help(at, "%.*s=%.*s", end, name, (int)length, value);
    }
}

/* NCCL reads NCCL_CONF_FILE since 2.23. */
static int ignores_conf_file(struct examination *at)
{
    return conf_nccl_between(at->facts, 1, 22299);
}

FINDING(LN403, "conf-file-ignored", WARNING, "NCCL_CONF_FILE has no effect",
        "A missing file is not an error but still hides ~/.nccl.conf; before 2.23 NCCL does not "
        "read the variable at all.",
        "correct or unset NCCL_CONF_FILE", "NCCL 2.28.9 src/misc/param.cc, initEnv")
{
    const char *file = machine_variable(at->machine, "NCCL_CONF_FILE");
    const char *home = conf_read(at->facts)->passwd_home;
    int old = ignores_conf_file(at);

    if (!file || !*file || (!old && machine_has(at->machine, file)))
        return;
    rule_add(at, "LN403", "NCCL_CONF_FILE has no effect: %s",
             old ? "this NCCL does not read it" : "there is no such file");
    rule_line(at, "NCCL_CONF_FILE=%s", file);
    if (!old && home)
        rule_line(at, "it hides %s/.nccl.conf", home);
}

FINDING(LN404, "conf-depends-on-release", WARNING,
        "which .nccl.conf is read depends on the NCCL release",
        "~ is the home folder in /etc/passwd up to 2.29.7 and $HOME from 2.30.3 on; here the two "
        "differ.",
        "name the file in NCCL_CONF_FILE", "NCCL 2.29.7 and 2.30.3 src/misc/param.cc, initEnv")
{
    const struct conf *conf = conf_read(at->facts);
    const char *home = machine_variable(at->machine, "HOME"), *other = conf->passwd_home;
    const char *named = machine_variable(at->machine, "NCCL_CONF_FILE");

    if (!home || !other || strcmp(home, other) == 0 || (named && *named && !ignores_conf_file(at)))
        return;
    OWNED(memory) char *mine = memory_print("%s/.nccl.conf", home);
    OWNED(memory) char *theirs = memory_print("%s/.nccl.conf", other);
    int has_mine = machine_has(at->machine, mine), has_theirs = machine_has(at->machine, theirs);
    if (!has_mine && !has_theirs)
        return;
    rule_add(at, "LN404", "NCCL reads %s%s",
             conf_nccl_version(at->facts) ? "" : "one of: ", conf->user_file);
    rule_line(at, "%s%s: by $HOME, from 2.30.3 on", mine, has_mine ? "" : " (missing)");
    rule_line(at, "%s%s: by /etc/passwd, up to 2.29.7", theirs, has_theirs ? "" : " (missing)");
}

/* Adds the text after "NCCL_" in the library file if it is a whole name. */
static int take_name(void *context, char before, const char *after)
{
    struct strings *names = context;
    size_t length = strspn(after, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

    if (length && after[length] == '\0')
        strings_add(names, after, length);
    return 0;
}

/* the library's own names are read only when the tables lack a name */
static void check_name(struct examination *at, const char *name, const char *where,
                       const char *library, struct strings *names)
{
    struct nearest best = {NULL, 3};

    if (strncmp(name, "NCCL_", 5) != 0 || variables_known(name))
        return;
    if (!names->count)
        scan_each(library, 0, 0, "NCCL_", take_name, names);
    for (size_t i = 0; i < names->count; i++)
        nearest_try(&best, name + 5, names->list[i]);
    if (best.name && best.far == 0)
        return;
    rule_add(at, "LN405", "this NCCL does not know %s", name);
    rule_line(at, "%s (%s)", name, where);
    if (best.name)
        rule_help(at, "did you mean NCCL_%s?", best.name);
}

FINDING(LN405, "variable-unknown", WARNING, "a variable is unknown to this NCCL",
        "The name does not occur in the library's file: it is misspelt, or of another release.",
        "correct or unset it", "the library's own text")
{
    const struct candidate *copy = facts_copy(at->facts, "nccl");
    const struct conf *all = conf_read(at->facts);
    OWNED(strings) struct strings names = {0};
    const char *entry;

    for (size_t i = 0; copy && (entry = at->machine->target->environment[i]); i++) {
        OWNED(memory) char *name = memory_copy_part(entry, strcspn(entry, "="));

        check_name(at, name, "environment", copy->path, &names);
    }
    for (size_t i = 0; copy && i < all->count; i++)
        if (!strpbrk(all->lines[i].name, " \t"))
            check_name(at, all->lines[i].name, all->lines[i].file, copy->path, &names);
}

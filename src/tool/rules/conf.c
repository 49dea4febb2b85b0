/* Rules on NCCL's configuration files and variables: LN401 to 405.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "tool/files/scan.h"
#include "tool/nccl/variables.h"
#include "tool/rules/rule.h"
#include "tool/text/nearest.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

FINDING(LN401, "conf-lines-in-effect", NOTE, "lines of configuration files are in effect",
        "NCCL reads ~/.nccl.conf, or $NCCL_CONF_FILE in its place, and always /etc/nccl.conf; each "
        "line sets a variable that is not set already. They are easily forgotten, and images "
        "bring some.",
        "remove the lines that are not meant", "NVIDIA/nccl#286, aws/deep-learning-containers#4756")
{
    const struct conf *all = conf_read(at->facts);
    int said = 0;

    for (size_t i = 0; i < all->count; i++) {
        const struct conf_line *line = &all->lines[i];

        if (!line->counts || strncmp(line->name, "NCCL_", 5) != 0 || strpbrk(line->name, " \t"))
            continue;
        if (!said++)
            findings_add(at->findings, "LN401", "NCCL's configuration files set variables here");
        findings_evidence(at->findings, "%s:%d: %s=%s", line->file, line->number, line->name,
                          line->value);
    }
}

FINDING(LN402, "conf-line-misread", WARNING,
        "a line of a configuration file does not do what it seems to",
        "NCCL trims nothing: with blanks around `=`, or `export` before, the line sets a variable "
        "of another name, and a blank at the end belongs to the value, up to 2.29.7 a carriage "
        "return too.",
        "write NAME=VALUE", "NCCL 2.28.9 src/misc/param.cc, setEnvFile")
{
    const struct conf *all = conf_read(at->facts);

    for (size_t i = 0; i < all->count; i++) {
        const struct conf_line *line = &all->lines[i];
        size_t length = strlen(line->value);
        const char *name = line->name + strspn(line->name, " \t"), *end;

        if (strncmp(name, "export", 6) == 0 && strchr(" \t", name[6]))
            name += 6 + strspn(name + 6, " \t");
        end = name + strcspn(name, " \t");
        if (!strpbrk(line->name, " \t") && !isspace((unsigned char)*line->value) &&
            !(length && isspace((unsigned char)line->value[length - 1])))
            continue;
        findings_add(at->findings, "LN402", "%s:%d does not set %.*s", line->file, line->number,
                     (int)(end - name), name);
        findings_evidence(at->findings, "it sets \"%s\" to \"%s\"", line->name, line->value);
        while (length && isspace((unsigned char)line->value[length - 1]))
            length--;
        size_t blank = strspn(line->value, " \t");
        findings_remedy(at->findings, "%.*s=%.*s", (int)(end - name), name,
                        (int)(length > blank ? length - blank : 0), line->value + blank);
    }
}

FINDING(LN403, "conf-file-ignored", WARNING, "NCCL_CONF_FILE is without effect",
        "A file that is not there is no error, and hides ~/.nccl.conf all the same; before 2.23 "
        "the variable is not read at all.",
        "correct or unset NCCL_CONF_FILE", "NCCL 2.28.9 src/misc/param.cc, initEnv")
{
    const char *file = machine_variable(at->machine, "NCCL_CONF_FILE");
    int old = conf_nccl_between(at->facts, 1, 22299);

    if (!file || !*file || (!old && machine_has(at->machine, file)))
        return;
    findings_add(at->findings, "LN403", "NCCL_CONF_FILE is without effect: %s",
                 old ? "this NCCL does not read it" : "there is no such file");
    findings_evidence(at->findings, "NCCL_CONF_FILE=%s", file);
    if (!old && conf_read(at->facts)->passwd_home)
        findings_evidence(at->findings, "it hides %s/.nccl.conf",
                          conf_read(at->facts)->passwd_home);
}

FINDING(LN404, "conf-depends-on-release", WARNING,
        "which .nccl.conf is read depends on NCCL's release",
        "~ is the home folder of /etc/passwd up to 2.29.7 and $HOME from 2.30.3 on, and here they "
        "differ.",
        "name the file in NCCL_CONF_FILE", "NCCL 2.29.7 and 2.30.3 src/misc/param.cc, initEnv")
{
    const char *home = machine_variable(at->machine, "HOME"),
               *other = conf_read(at->facts)->passwd_home;
    const char *named = machine_variable(at->machine, "NCCL_CONF_FILE");
    int replaced = named && *named && !conf_nccl_between(at->facts, 1, 22299);
    char *mine = home ? lazynccl_join(home, "/.nccl.conf", "") : NULL;
    char *theirs = other ? lazynccl_join(other, "/.nccl.conf", "") : NULL;

    if (mine && theirs && strcmp(home, other) != 0 && !replaced &&
        (machine_has(at->machine, mine) || machine_has(at->machine, theirs))) {
        findings_add(
            at->findings, "LN404", "NCCL reads %s%s",
            conf_nccl_version(at->facts) ? "" : "one or other: ", conf_read(at->facts)->user_file);
        findings_evidence(at->findings, "%s%s, by $HOME: from 2.30.3 on", mine,
                          machine_has(at->machine, mine) ? "" : " (not there)");
        findings_evidence(at->findings, "%s%s, by /etc/passwd: up to 2.29.7", theirs,
                          machine_has(at->machine, theirs) ? "" : " (not there)");
    }
    free(mine);
    free(theirs);
}

/* LN405 */

/* The rest of a name that stands in the library's file. */
static int take_name(void *context, char before, const char *behind)
{
    struct strings *names = context;
    size_t length = strspn(behind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

    (void)before;
    if (length && behind[length] == '\0')
        strings_add(names, behind, length);
    return 0;
}

static void check_name(struct examination *at, const char *name, const char *where,
                       const struct strings *names)
{
    struct nearest best = {NULL, 3};

    for (size_t i = 0; i < names->count; i++)
        nearest_try(&best, name + 5, names->list[i]);
    if (best.name && best.far == 0)
        return;
    findings_add(at->findings, "LN405", "this NCCL knows no %s", name);
    findings_evidence(at->findings, "%s (%s)", name, where);
    if (best.name)
        findings_remedy(at->findings, "did you mean NCCL_%s?", best.name);
}

/* The names that neither NCCL nor anybody that we know of reads. */
FINDING(LN405, "variable-unknown", WARNING, "this NCCL knows no variable of that name",
        "The name stands nowhere in the library's file: it is misspelt, or of another release.",
        "correct or unset it", "the library's own text")
{
    const struct candidate *copy = facts_copy(at->facts, "nccl");
    const struct conf *all = conf_read(at->facts);
    struct strings names = {NULL, 0};
    const char *entry;

    for (size_t i = 0; copy && (entry = consumer_environment(at->machine->consumer, i)); i++) {
        char *name = strndup(entry, strcspn(entry, "="));

        if (name && strncmp(name, "NCCL_", 5) == 0 && !variables_known(name)) {
            if (!names.count)
                scan_each(copy->path, "NCCL_", take_name, &names);
            check_name(at, name, "environment", &names);
        }
        free(name);
    }
    for (size_t i = 0; copy && i < all->count; i++)
        if (strncmp(all->lines[i].name, "NCCL_", 5) == 0 && !strpbrk(all->lines[i].name, " \t") &&
            !variables_known(all->lines[i].name)) {
            if (!names.count)
                scan_each(copy->path, "NCCL_", take_name, &names);
            check_name(at, all->lines[i].name, all->lines[i].file, &names);
        }
    strings_free(&names);
}

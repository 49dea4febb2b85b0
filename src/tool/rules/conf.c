/* Rules on NCCL's configuration files and variables: LN401 to 405.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "tool/files/scan.h"
#include "tool/text/nearest.h"
#include "tool/rules/rule.h"
#include "tool/nccl/variables.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void rule_conf_lines(struct patient *patient)
{
    const struct conf *all = conf_read(patient);
    int said = 0;

    for (size_t i = 0; i < all->count; i++) {
        const struct conf_line *line = &all->lines[i];

        if (!line->counts || strncmp(line->name, "NCCL_", 5) != 0 || strpbrk(line->name, " \t"))
            continue;
        if (!said++)
            findings_add(patient, LN401, "NCCL's configuration files set variables here");
        findings_evidence(patient, "%s:%d: %s=%s", line->file, line->number, line->name,
                          line->value);
    }
}

void rule_conf_blanks(struct patient *patient)
{
    const struct conf *all = conf_read(patient);

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
        findings_add(patient, LN402, "%s:%d does not set %.*s", line->file, line->number,
                     (int)(end - name), name);
        findings_evidence(patient, "it sets \"%s\" to \"%s\"", line->name, line->value);
        while (length && isspace((unsigned char)line->value[length - 1]))
            length--;
        size_t blank = strspn(line->value, " \t");
        findings_remedy(patient, "%.*s=%.*s", (int)(end - name), name,
                        (int)(length > blank ? length - blank : 0), line->value + blank);
    }
}

void rule_conf_file_ignored(struct patient *patient)
{
    const char *file = machine_variable(patient, "NCCL_CONF_FILE");
    int old = conf_nccl_between(patient, 1, 22299);

    if (!file || !*file || (!old && machine_has(patient, file)))
        return;
    findings_add(patient, LN403, "NCCL_CONF_FILE is without effect: %s",
                 old ? "this NCCL does not read it" : "there is no such file");
    findings_evidence(patient, "NCCL_CONF_FILE=%s", file);
    if (!old && conf_read(patient)->passwd_home)
        findings_evidence(patient, "it hides %s/.nccl.conf", conf_read(patient)->passwd_home);
}

void rule_two_homes(struct patient *patient)
{
    const char *home = machine_variable(patient, "HOME"), *other = conf_read(patient)->passwd_home;
    const char *named = machine_variable(patient, "NCCL_CONF_FILE");
    int replaced = named && *named && !conf_nccl_between(patient, 1, 22299);
    char *mine = home ? lazynccl_join(home, "/.nccl.conf", "") : NULL;
    char *theirs = other ? lazynccl_join(other, "/.nccl.conf", "") : NULL;

    if (mine && theirs && strcmp(home, other) != 0 && !replaced &&
        (machine_has(patient, mine) || machine_has(patient, theirs))) {
        findings_add(
            patient, LN404, "NCCL reads %s%s",
            conf_nccl_version(patient) ? "" : "one or other: ", conf_read(patient)->user_file);
        findings_evidence(patient, "%s%s, by $HOME: from 2.30.3 on", mine,
                          machine_has(patient, mine) ? "" : " (not there)");
        findings_evidence(patient, "%s%s, by /etc/passwd: up to 2.29.7", theirs,
                          machine_has(patient, theirs) ? "" : " (not there)");
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

static void check_name(struct patient *patient, const char *name, const char *where,
                       const struct strings *names)
{
    struct nearest best = {NULL, 3};

    for (size_t i = 0; i < names->count; i++)
        nearest_try(&best, name + 5, names->list[i]);
    if (best.name && best.far == 0)
        return;
    findings_add(patient, LN405, "this NCCL knows no %s", name);
    findings_evidence(patient, "%s (%s)", name, where);
    if (best.name)
        findings_remedy(patient, "did you mean NCCL_%s?", best.name);
}

/* The names that neither NCCL nor anybody that we know of reads. */
void rule_unknown_variable(struct patient *patient)
{
    const struct look *copy = facts_copy(patient, "nccl");
    const struct conf *all = conf_read(patient);
    struct strings names = {NULL, 0};
    const char *entry;

    for (size_t i = 0; copy && (entry = consumer_environment(patient->consumer, i)); i++) {
        char *name = strndup(entry, strcspn(entry, "="));

        if (name && strncmp(name, "NCCL_", 5) == 0 && !variables_known(name)) {
            if (!names.count)
                scan_each(copy->path, "NCCL_", take_name, &names);
            check_name(patient, name, "environment", &names);
        }
        free(name);
    }
    for (size_t i = 0; copy && i < all->count; i++)
        if (strncmp(all->lines[i].name, "NCCL_", 5) == 0 && !strpbrk(all->lines[i].name, " \t") &&
            !variables_known(all->lines[i].name)) {
            if (!names.count)
                scan_each(copy->path, "NCCL_", take_name, &names);
            check_name(patient, all->lines[i].name, all->lines[i].file, &names);
        }
    strings_free(&names);
}

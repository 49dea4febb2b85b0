/* Reads NCCL's configuration files by NCCL's rules.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "tool/nccl/conf.h"
#include "search/folder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int conf_nccl_version(struct patient *patient)
{
    const struct look *copy = facts_copy(patient, "nccl");

    return copy ? copy->version : 0;
}

int conf_nccl_between(struct patient *patient, int first, int last)
{
    int version = conf_nccl_version(patient);

    return version >= first && version > 0 && (!last || version <= last);
}

static unsigned user_of(struct patient *patient)
{
    char *status = patient->consumer->pid ? machine_proc(patient, "status") : NULL;
    const char *line = status ? strstr(status, "\nUid:\t") : NULL;
    unsigned user = getuid();

    if (line) {
        line += strlen("\nUid:\t");
        user = (unsigned)lazynccl_number(&line);
    }
    free(status);
    return user;
}

/* NAME:x:UID:GID:TEXT:HOME:SHELL */
static char *passwd_home(struct patient *patient)
{
    char *text = machine_text(patient, "/etc/passwd"), *home = NULL;
    unsigned user = user_of(patient);

    for (char *rest = text, *line; !home && (line = strsep(&rest, "\n"));) {
        char *field[7] = {NULL};

        for (int i = 0; i < 7; i++)
            field[i] = strsep(&line, ":");
        const char *number = field[2];
        if (field[5] && *number && (unsigned)lazynccl_number(&number) == user && !*number)
            home = strdup(field[5]);
    }
    free(text);
    return home;
}

static void read_line(struct patient *patient, const char *file, int number, char *line)
{
    struct conf *conf = patient->conf;
    char *equals = strchr(line, '=');
    struct conf_line *list;

    if (*line == '#' || !equals)
        return;
    *equals = '\0';
    size_t length = strlen(equals + 1);
    if (length && equals[length] == '\r' && conf_nccl_between(patient, 23003, 0))
        equals[length] = '\0'; /* from then on NCCL takes it away itself */
    int counts = machine_variable(patient, line) == NULL;
    for (size_t i = 0; i < conf->count; i++)
        counts &= strcmp(conf->lines[i].name, line) != 0;
    if (!(list = realloc(conf->lines, (conf->count + 1) * sizeof *list)))
        abort();
    conf->lines = list;
    list[conf->count++] =
        (struct conf_line){file, number, strdup(line), strdup(equals + 1), counts};
}

static void read_file(struct patient *patient, const char *file)
{
    char *text = machine_text(patient, file);
    int number = 0;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        read_line(patient, file, ++number, line);
    free(text);
}

const struct conf *conf_read(struct patient *patient)
{
    const char *named = machine_variable(patient, "NCCL_CONF_FILE"), *home;
    int version;

    if (patient->conf)
        return patient->conf;
    if (!(patient->conf = calloc(1, sizeof *patient->conf)))
        abort();
    version = conf_nccl_version(patient);
    patient->conf->passwd_home = passwd_home(patient);
    /* which home: by getpwuid() until 2.29.7, by $HOME from 2.30.3 */
    home =
        version && version < 23000 ? patient->conf->passwd_home : machine_variable(patient, "HOME");
    if (named && *named && (!version || version >= 22300))
        patient->conf->user_file = strdup(named);
    else if (home)
        patient->conf->user_file = lazynccl_join(home, "/.nccl.conf", "");
    if (patient->conf->user_file)
        read_file(patient, patient->conf->user_file);
    read_file(patient, "/etc/nccl.conf");
    return patient->conf;
}

void conf_free(struct conf *conf)
{
    if (!conf)
        return;
    for (size_t i = 0; i < conf->count; i++) {
        free(conf->lines[i].name);
        free(conf->lines[i].value);
    }
    free(conf->lines);
    free(conf->user_file);
    free(conf->passwd_home);
    free(conf);
}

const char *conf_variable(struct patient *patient, const char *name, char where[WHERE_SIZE])
{
    const char *value = machine_variable(patient, name);
    const struct conf *all = value ? NULL : conf_read(patient);

    if (value)
        snprintf(where, WHERE_SIZE, "environment");
    for (size_t i = 0; all && i < all->count; i++)
        if (all->lines[i].counts && strcmp(all->lines[i].name, name) == 0) {
            snprintf(where, WHERE_SIZE, "%s:%d", all->lines[i].file, all->lines[i].number);
            return all->lines[i].value;
        }
    return value;
}

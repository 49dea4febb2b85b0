/* Reads NCCL's configuration files in the same way as NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "netplugin/nccl/conf.h"
#include "common/text/memory.h"
#include <unistd.h>

int conf_nccl_version(struct facts *facts)
{
    const struct candidate *copy = facts_copy(facts, "nccl");

    return copy ? copy->version : 0;
}

int conf_nccl_between(struct facts *facts, int first, int last)
{
    int version = conf_nccl_version(facts);

    return version >= first && version > 0 && (!last || version <= last);
}

static unsigned user_of(struct facts *facts)
{
    int pid = facts->machine->target->pid;
    OWNED(memory) char *path = memory_print("/proc/%d/status", pid);
    OWNED(memory) char *status = pid ? machine_text(facts->machine, path) : NULL;
    const char *line = status ? strstr(status, "\nUid:\t") : NULL;
    unsigned user = getuid();

    if (line) {
        line += strlen("\nUid:\t");
        user = (unsigned)lazynccl_number(&line);
    }
    return user;
}

/* Returns the user's HOME in passwd, whose lines are NAME:x:UID:GID:TEXT:HOME:SHELL. */
static char *passwd_home(struct facts *facts)
{
    OWNED(memory) char *text = machine_text(facts->machine, "/etc/passwd");
    unsigned user = user_of(facts);

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        char *field[7] = {NULL};

        for (int i = 0; i < 7; i++)
            field[i] = strsep(&line, ":");
        const char *number = field[2];
        if (field[5] && *number && (unsigned)lazynccl_number(&number) == user && !*number)
            return memory_copy(field[5]);
    }
    return NULL;
}

static void read_line(struct facts *facts, struct conf *conf, const char *file, int number,
                      char *line)
{
    char *equals = strchr(line, '=');

    if (*line == '#' || !equals)
        return;
    *equals = '\0';
    size_t length = strlen(equals + 1);
    if (length && equals[length] == '\r' && conf_nccl_between(facts, 23003, 0))
        equals[length] = '\0'; /* since 2.30.3, NCCL removes the carriage return */
    int counts = machine_variable(facts->machine, line) == NULL;
    for (size_t i = 0; i < conf->count; i++)
        if (strcmp(conf->lines[i].name, line) == 0)
            counts = 0;
    *MEMORY_ADD(conf->lines, conf->count) =
        (struct conf_line){file, number, memory_copy(line), memory_copy(equals + 1), counts};
}

static void read_file(struct facts *facts, struct conf *conf, const char *file)
{
    OWNED(memory) char *text = machine_text(facts->machine, file);
    int number = 0;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        read_line(facts, conf, file, ++number, line);
}

static struct conf *read_conf(struct facts *facts)
{
    const char *named = machine_variable(facts->machine, "NCCL_CONF_FILE"), *home;
    int version = conf_nccl_version(facts);
    struct conf *conf = memory_get(1, sizeof *conf);

    conf->passwd_home = passwd_home(facts);
    /* the home folder is from getpwuid() until 2.29.7, and from $HOME since 2.30.3 */
    home =
        version && version < 23000 ? conf->passwd_home : machine_variable(facts->machine, "HOME");
    if (named && *named && (!version || version >= 22300))
        conf->user_file = memory_copy(named);
    else if (home)
        conf->user_file = memory_print("%s/.nccl.conf", home);
    if (conf->user_file)
        read_file(facts, conf, conf->user_file);
    read_file(facts, conf, "/etc/nccl.conf");
    return conf;
}

const struct conf *conf_read(struct facts *facts)
{
    if (!facts->conf)
        facts->conf = read_conf(facts);
    return facts->conf;
}

const char *conf_variable(struct facts *facts, const char *name, char where[WHERE_SIZE])
{
    const char *value = machine_variable(facts->machine, name);
    const struct conf *all = value ? NULL : conf_read(facts);

    if (value)
        snprintf(where, WHERE_SIZE, "environment");
    for (size_t i = 0; all && i < all->count; i++)
        if (all->lines[i].counts && strcmp(all->lines[i].name, name) == 0) {
            snprintf(where, WHERE_SIZE, "%s:%d", all->lines[i].file, all->lines[i].number);
            return all->lines[i].value;
        }
    return value;
}

const char *conf_value(struct facts *facts, const struct variable_row *row, char where[WHERE_SIZE])
{
    if (strcmp(row->reader, "NCCL") == 0)
        return conf_variable(facts, row->name, where);
    snprintf(where, WHERE_SIZE, "environment");
    return machine_variable(facts->machine, row->name);
}

static void note_row(void *context, const struct variable_row *row)
{
    strings_add(context, row->name, strlen(row->name));
}

static void add_other(struct strings *names, const struct strings *rows, const char *name)
{
    static const char *const starts[] = {"CUDA_", "LAZYNCCL_", "LD_", "NCCL_"};

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0 && !strings_has(rows, name))
            strings_add_once(names, name);
}

void conf_set_others(struct facts *facts, struct strings *names)
{
    const struct conf *conf = conf_read(facts);
    OWNED(strings) struct strings rows = {0};

    variables_each(note_row, &rows);
    for (char **entry = facts->machine->target->environment; *entry; entry++) {
        OWNED(memory) char *name = memory_copy_part(*entry, strcspn(*entry, "="));

        add_other(names, &rows, name);
    }
    for (size_t i = 0; i < conf->count; i++)
        if (conf->lines[i].counts)
            add_other(names, &rows, conf->lines[i].name);
}

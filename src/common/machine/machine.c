/* Reads the machine that a target runs on, by its files, below the root that is taken as /.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/machine/machine.h"
#include "common/files/elf_cache.h"
#include "common/files/root.h"
#include "common/files/walk.h"
#include "common/text/memory.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <sys/auxv.h>
#include <unistd.h>

char *machine_command(void)
{
    char *path = realpath("/proc/self/exe", NULL);

    return path ? path : realpath((const char *)getauxval(AT_EXECFN), NULL); /* without /proc */
}

const struct elf_file *machine_elf(const struct machine *machine, const char *path)
{
    OWNED(memory) char *whole = view_inside(machine->target, path);

    return whole ? elf_cache_get(whole, NULL) : NULL;
}

const char *machine_shown(const struct machine *machine, const char *path)
{
    size_t length = strlen(machine->target->root);

    return strncmp(path, machine->target->root, length) == 0 ? path + length : path;
}

void machine_unreadable(struct machine *machine, const char *path, int error)
{
    const char *why = error == EINVAL ? "not a regular file" : strerror(error);
    OWNED(memory) char *line = memory_print("%s: %s", path, why);

    if (error != ENOENT && error != ENOTDIR)
        strings_add_once(&machine->unreadable, line);
}

char *machine_text(struct machine *machine, const char *path)
{
    char *text = root_text(machine->target->root, path);

    if (!text)
        machine_unreadable(machine, path, errno);
    return text;
}

int machine_has(struct machine *machine, const char *path)
{
    OWNED(memory) char *whole = view_inside(machine->target, path);

    return (whole && access(whole, F_OK) == 0) || (errno != ENOENT && errno != ENOTDIR);
}

void machine_names(struct machine *machine, const char *path, struct strings *names)
{
    OWNED(memory) char *whole = view_inside(machine->target, path);

    if (!whole || walk_names(whole, names) != 0)
        machine_unreadable(machine, path, errno);
}

size_t machine_count(struct machine *machine, const char *path)
{
    OWNED(strings) struct strings names = {0};

    machine_names(machine, path, &names);
    return names.count;
}

const char *machine_variable(const struct machine *machine, const char *name)
{
    return machine->target->view.variable(&machine->target->view, name);
}

char *machine_export(const char *name, const struct strings *folders)
{
    OWNED(memory) char *value = strings_join(folders, ":");

    return memory_print(*value ? "export %s=%s" : "unset %s", name, value);
}

char *machine_export_first(const struct machine *machine, const char *name, const char *folders)
{
    OWNED(strings) struct strings kept = machine_list(machine, name);
    OWNED(strings) struct strings first = strings_split(folders, ':'), all = {0};

    for (size_t i = 0; i < first.count; i++)
        if (*first.list[i] == '$') /* the command has a path that the shell expands */
            strings_add(&all, first.list[i], strlen(first.list[i]));
        else
            strings_add_word(&all, first.list[i]);
    for (size_t i = 0; i < kept.count; i++)
        if (*kept.list[i] && !machine_is_stubs(kept.list[i]) && !strings_has(&first, kept.list[i]))
            strings_add_word(&all, kept.list[i]);
    return machine_export(name, &all);
}

char *machine_permit(const char *path)
{
    OWNED(memory) char *word = strings_word(path);

    return memory_print("chmod a+rX %s     (as its owner)", word);
}

int machine_is_stubs(const char *folder)
{
    OWNED(memory) char *inside = memory_print("%s/.", folder);

    return lazynccl_is_for_linking(inside);
}

struct strings machine_list(const struct machine *machine, const char *name)
{
    const char *value = machine_variable(machine, name);
    struct strings list = strings_split(value && *value ? value : NULL, ':');
    int has_tokens = value && strchr(value, '$') && strcmp(name, "LD_LIBRARY_PATH") == 0;
    OWNED(memory)
    char *origin = has_tokens ? view_origin(machine->target, LAZYNCCL_VIA_LD_LIBRARY_PATH) : NULL;
    const char *lib = has_tokens ? view_lib(machine->target) : NULL;

    for (size_t i = 0; i < list.count; i++) {
        OWNED(memory) char *element = list.list[i];

        list.list[i] = view_expand(element, strlen(element), origin, lib);
    }
    return list;
}

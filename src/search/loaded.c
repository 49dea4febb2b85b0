/* Lists the ELF objects of this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "search/view.h"
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static uintptr_t hexadecimal(const char **text)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;

    for (const char *digit; **text && (digit = strchr(digits, **text)); ++*text)
        number = number * 16 + (uintptr_t)(digit - digits);
    return number;
}

/* The file that is mapped at an address, as the kernel names it. For objects whose absolute path
 * the dynamic linker does not know. */
static char *mapped_path(uintptr_t address)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char *line = NULL, *found = NULL;
    size_t room = 0;

    while (maps && !found && getline(&line, &room, maps) > 0) {
        const char *range = line;
        char *path = strchr(line, '/');
        uintptr_t start = hexadecimal(&range), end = *range++ ? hexadecimal(&range) : 0;

        if (!path || address < start || address >= end)
            continue;
        found = strdup(path);
        for (char *from = path, *to = found; found && *from && *from != '\n';) {
            int newline = strncmp(from, "\\012", 4) == 0; /* the one byte that is escaped */

            *to++ = newline ? '\n' : *from;
            *to = '\0';
            from += newline ? 4 : 1;
        }
    }
    free(line);
    if (maps)
        fclose(maps);
    return found;
}

/* The program's file, to be freed; NULL if that cannot be told. */
static char *program_path(void)
{
    char path[4096];
    /* if the dynamic linker was started by name, the kernel takes it for the program, and there is
     * no interpreter */
    ssize_t n = getauxval(AT_BASE) ? readlink("/proc/self/exe", path, sizeof path) : -1;

    return n > 0 && n < (ssize_t)sizeof path ? strndup(path, (size_t)n)
                                             : mapped_path(getauxval(AT_PHDR));
}

struct listing {
    struct lazynccl_objects *objects;
    const void *only; /* the one object that holds this address; NULL: all */
};

/* Runs under the dynamic linker's lock, which a child that is forked meanwhile never gets: only
 * copies. */
static int add_object(struct dl_phdr_info *info, size_t size, void *context)
{
    const struct listing *listing = context;
    struct lazynccl_objects *objects = listing->objects;
    struct lazynccl_object *list, object = {NULL, NULL, UINTPTR_MAX, 0, 0};
    const ElfW(Dyn) *dynamic = NULL;
    const char *strings = NULL;
    ElfW(Xword) soname = 0;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + part->p_vaddr;

        if (part->p_type == PT_LOAD) {
            object.start = at < object.start ? at : object.start;
            object.end = at + part->p_memsz > object.end ? at + part->p_memsz : object.end;
        } else if (part->p_type == PT_DYNAMIC) {
            dynamic = (const ElfW(Dyn) *)at;
        } else if (part->p_type == PT_NOTE && !object.ours) {
            object.ours =
                lazynccl_marker_in((const unsigned char *)at, part->p_memsz, part->p_align);
        }
    }
    if (listing->only &&
        ((uintptr_t)listing->only < object.start || (uintptr_t)listing->only >= object.end))
        return 0;
    for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
        if (dynamic->d_tag == DT_SONAME)
            soname = dynamic->d_un.d_val;
        /* not relocated yet if another thread is still loading the object */
        if (dynamic->d_tag == DT_STRTAB)
            strings = (const char *)(dynamic->d_un.d_ptr < object.start
                                         ? info->dlpi_addr + dynamic->d_un.d_ptr
                                         : dynamic->d_un.d_ptr);
    }
    object.path = strdup(info->dlpi_name);
    if (soname && strings)
        object.soname = strdup(strings + soname);
    list = realloc(objects->list, ((size_t)objects->count + 1) * sizeof *list);
    if (list)
        objects->list = list;
    if (!list || !object.path || (soname && strings && !object.soname)) {
        free(object.path);
        free(object.soname);
        return -1;
    }
    objects->list[objects->count++] = object;
    return listing->only ? 1 : 0;
}

int lazynccl_objects_list(struct lazynccl_objects *objects, const void *address)
{
    struct listing listing = {objects, address};

    objects->list = NULL;
    objects->count = 0;
    if (dl_iterate_phdr(add_object, &listing) < 0) {
        lazynccl_objects_free(objects);
        return -1;
    }
    for (int i = 0; i < objects->count; i++) {
        struct lazynccl_object *object = &objects->list[i];
        char *slash = strchr(object->path, '/');
        char *path = !*object->path         ? program_path()
                     : slash > object->path ? mapped_path(object->start)
                                            : NULL;

        if (path) {
            free(object->path);
            object->path = path;
        }
    }
    return 0;
}

void lazynccl_objects_free(struct lazynccl_objects *objects)
{
    for (int i = 0; i < objects->count; i++) {
        free(objects->list[i].path);
        free(objects->list[i].soname);
    }
    free(objects->list);
    objects->list = NULL;
    objects->count = 0;
}

const struct lazynccl_object *lazynccl_objects_at(const struct lazynccl_objects *objects,
                                                  const void *address)
{
    for (int i = 0; i < objects->count; i++)
        if ((uintptr_t)address >= objects->list[i].start &&
            (uintptr_t)address < objects->list[i].end)
            return &objects->list[i];
    return NULL;
}

const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *objects,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames)
{
    for (int i = last ? (int)(last - objects->list) + 1 : 0; i < objects->count; i++) {
        const struct lazynccl_object *object = &objects->list[i];

        for (int s = 0; sonames[s] && object->soname && !object->ours; s++)
            if (strcmp(object->soname, sonames[s]) == 0)
                return object;
    }
    return NULL;
}

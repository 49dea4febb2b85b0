/* Lists the ELF objects of this process.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/objects.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/maps.h"
#include "runtime/search/threads.h"
#include <link.h>
#include <stdlib.h>
#include <string.h>

int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context)
{
    int result;

    lazynccl_lock();
    result = dl_iterate_phdr(each, context);
    lazynccl_unlock();
    return result;
}

struct listing {
    struct lazynccl_objects *objects;
    const void *only;        /* the one object that holds this address; NULL: all */
    int room;                /* for so many objects */
    size_t names_room, used; /* for so many bytes of their names; how many there are */
};

/* How many bytes of its file an object has in memory from an address on, to be read. Others say
 * where they are, but nothing may be there. */
static size_t readable(const struct dl_phdr_info *info, uintptr_t at)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        size_t offset = at - (info->dlpi_addr + part->p_vaddr);

        if (part->p_type == PT_LOAD && (part->p_flags & PF_R) && offset < part->p_filesz)
            return part->p_filesz - offset;
    }
    return 0;
}

static const char *soname_of(const struct dl_phdr_info *info, uintptr_t at, uintptr_t start)
{
    const ElfW(Dyn) *dynamic = (const ElfW(Dyn) *)at;
    uintptr_t strings = 0, soname = 0;

    for (size_t n = readable(info, at) / sizeof *dynamic; n && dynamic->d_tag; n--, dynamic++) {
        if (dynamic->d_tag == DT_SONAME)
            soname = dynamic->d_un.d_val;
        /* not relocated yet if another thread is still loading the object */
        if (dynamic->d_tag == DT_STRTAB)
            strings = dynamic->d_un.d_ptr + (dynamic->d_un.d_ptr < start ? info->dlpi_addr : 0);
    }
    return soname && strings ? (const char *)strings + soname : NULL;
}

/* Adds a name of at most `most` bytes to the list; NULL if there is no room, or if the name does
 * not end there. Without strlen() and memcpy(), whose ThreadSanitizer versions would report that
 * ld.so wrote the name. */
LAZYNCCL_NO_TSAN
static char *add_name(struct listing *listing, const char *name, size_t most)
{
    char *names = listing->objects->names;
    size_t start = listing->used;

    for (size_t n = 0; n < most; n++) {
        if (listing->used < listing->names_room)
            names[listing->used] = name[n];
        listing->used++;
        if (!name[n])
            return listing->used <= listing->names_room ? names + start : NULL;
    }
    listing->used = start;
    return NULL;
}

/* Runs under the dynamic linker's lock: only copies what fits, allocates nothing, for malloc may be
 * a tool's that waits for that lock. */
static int add_object(struct dl_phdr_info *info, size_t size, void *context)
{
    struct listing *listing = context;
    struct lazynccl_object object = {.start = UINTPTR_MAX};
    const char *soname = NULL;
    uintptr_t dynamic = 0;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + part->p_vaddr;

        if (part->p_type == PT_LOAD) {
            object.start = at < object.start ? at : object.start;
            object.end = at + part->p_memsz > object.end ? at + part->p_memsz : object.end;
        } else if (part->p_type == PT_DYNAMIC) {
            dynamic = at;
        } else if (part->p_type == PT_NOTE && !object.is_build) {
            size_t most = readable(info, at);

            object.is_build =
                lazynccl_exports_in((const unsigned char *)at,
                                    part->p_memsz < most ? part->p_memsz : most, part->p_align);
        }
    }
    if ((uintptr_t)add_object - object.start < object.end - object.start)
        object.is_build = 1;
    if (listing->only &&
        ((uintptr_t)listing->only < object.start || (uintptr_t)listing->only >= object.end))
        return 0;
    object.path = object.name = add_name(listing, info->dlpi_name, SIZE_MAX);
    if ((soname = soname_of(info, dynamic, object.start)))
        object.soname = add_name(listing, soname, readable(info, (uintptr_t)soname));
    if (listing->objects->count < listing->room)
        listing->objects->list[listing->objects->count] = object;
    listing->objects->count++;
    return listing->only != NULL;
}

int lazynccl_objects_list(struct lazynccl_objects *objects, const void *address)
{
    struct listing listing;
    int room = address ? 1 : 24;
    size_t names_room = 1024;

    memset(objects, 0, sizeof *objects);
    do {
        lazynccl_objects_free(objects);
        objects->list = malloc((size_t)room * sizeof *objects->list);
        objects->names = malloc(names_room);
        if (!objects->list || !objects->names) {
            lazynccl_objects_free(objects);
            return -1;
        }
        listing = (struct listing){objects, address, room, names_room, 0};
        lazynccl_objects_each(add_object, &listing);
        room = objects->count + 16; /* others may load some meanwhile */
        names_room = listing.used + 2048;
    } while (objects->count > listing.room || listing.used > listing.names_room);
    lazynccl_objects_add_paths(objects);
    return 0;
}

void lazynccl_objects_free(struct lazynccl_objects *objects)
{
    free(objects->list);
    free(objects->names);
    free(objects->maps);
    memset(objects, 0, sizeof *objects);
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

const char *lazynccl_objects_name(const struct lazynccl_objects *objects, const char *path)
{
    for (int i = 0; path && i < objects->count; i++)
        if (strcmp(objects->list[i].path, path) == 0)
            return objects->list[i].name;
    return NULL;
}

const struct lazynccl_object *lazynccl_objects_next(const struct lazynccl_objects *objects,
                                                    const struct lazynccl_object *last,
                                                    const char *const *sonames)
{
    for (int i = last ? (int)(last - objects->list) + 1 : 0; i < objects->count; i++) {
        const struct lazynccl_object *object = &objects->list[i];

        for (int s = 0; sonames[s] && object->soname && !object->is_build; s++)
            if (strcmp(object->soname, sonames[s]) == 0)
                return object;
    }
    return NULL;
}

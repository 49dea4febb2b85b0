/* Provides the search's view of this process: its loaded objects, environment and module.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/loader/process.h"
#include "runtime/library/library.h"
#include "runtime/loader/outcome.h"
#include "runtime/loader/variant.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/ldso.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

/* The runtime's only lock, held for microseconds while loaded objects are listed: nothing is
 * allocated and no foreign code runs under it. fork() takes it, so that no child begins with the
 * dynamic linker's lock held by a thread that it does not have.
 *
 * Not a mutex with its owner beside it: a signal handler that interrupts a thread between the two
 * could not know that the thread has the mutex, and would wait for itself in fork(). */
static uintptr_t owner; /* pthread_self() of the thread that holds the lock; 0: none does */
static int nested;      /* how many more times the owner took it */

static void take_lock(void)
{
    uintptr_t self = (uintptr_t)pthread_self(), expected = 0;
    int saved = errno, cancel;

    if (__atomic_load_n(&owner, __ATOMIC_RELAXED) == self) {
        nested++;
        return;
    }
    while (!__atomic_compare_exchange_n(&owner, &expected, self, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
        expected = 0;
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
        pthread_setcancelstate(cancel, NULL);
    }
    errno = saved;
}

/* A signal handler may run between any two of these steps. It finds that this thread holds the
 * lock, and leaves it so. */
static void give_lock(void)
{
    if (nested)
        nested--;
    else
        __atomic_store_n(&owner, 0, __ATOMIC_RELEASE);
}

/* Runs when the module is loaded, because a fork in progress may ignore handlers that are
 * registered later, and before an earlier constructor takes the lock. */
__attribute__((constructor)) static void register_atfork(void)
{
    static int registered;

    if (__atomic_load_n(&registered, __ATOMIC_ACQUIRE))
        return;
    LAZYNCCL_AT_FORK(take_lock, give_lock, give_lock); /* registering twice is harmless */
    __atomic_store_n(&registered, 1, __ATOMIC_RELEASE);
}

int lazynccl_objects_each(int (*each)(struct dl_phdr_info *, size_t, void *), void *context)
{
    int result;

    register_atfork();
    take_lock();
    result = dl_iterate_phdr(each, context);
    give_lock();
    return result;
}

/* Returns the path of this program, as the kernel knows it; "" if that cannot be read. */
static const char *program_path(struct lazynccl_arena *arena)
{
    char *path = lazynccl_arena_take(arena, PATH_MAX);
    ssize_t length = path ? readlink("/proc/self/exe", path, PATH_MAX - 1) : 0;

    if (length < 0 && lazynccl_is_transient(errno))
        arena->error = errno;
    if (length <= 0)
        return "";
    path[length] = '\0';
    return path;
}

/* Parses the number at *text and advances *text past its terminator. */
static uintptr_t hexadecimal(const char **text)
{
    static const char digits[] = "0123456789abcdef";
    uintptr_t number = 0;

    for (const char *digit; **text && (digit = strchr(digits, **text)); ++*text)
        number = number * 16 + (uintptr_t)(digit - digits);
    if (**text)
        ++*text;
    return number;
}

/* Copies a path that ends a line, in which only newlines are escaped; NULL if out of memory. */
static const char *unescaped(struct lazynccl_arena *arena, const char *from)
{
    char *path = lazynccl_arena_take(arena, strlen(from) + 1), *to = path;

    for (; path && *from && *from != '\n'; to++)
        if (strncmp(from, "\\012", 4) == 0) {
            *to = '\n';
            from += 4;
        } else {
            *to = *from++;
        }
    if (path)
        *to = '\0';
    return path;
}

#define MAPS_BYTES 4096 /* as much as the kernel returns at once; stdio would ask for 1 KiB */

/* Sets the path of each object without one to that of the file that is mapped there. */
static void read_maps(struct lazynccl_objects *objects)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char *buffer = maps ? lazynccl_arena_take(&objects->paths, MAPS_BYTES) : NULL, *line = NULL;
    size_t room = 0;

    if (buffer)
        setvbuf(maps, buffer, _IOFBF, MAPS_BYTES);
    while (maps && getline(&line, &room, maps) > 0) {
        const char *range = line, *path = strchr(line, '/');
        uintptr_t start = hexadecimal(&range), end = hexadecimal(&range);

        for (int i = 0; path && i < objects->count; i++) {
            struct lazynccl_object *object = &objects->list[i];

            if (!object->path && object->start >= start && object->start < end)
                object->path = unescaped(&objects->paths, path);
        }
    }
    free(line);
    if (maps)
        fclose(maps);
}

/* Sets the absolute path of objects for which the dynamic linker has a relative or empty name. If
 * the program was started as an argument of ld.so, /proc/self/exe is ld.so, and only the maps have
 * the program's path. Otherwise only the location `wheel` needs that path. */
static void add_paths(struct lazynccl_objects *objects)
{
    int unknown = 0;

    for (int i = 0; i < objects->count; i++) {
        struct lazynccl_object *object = &objects->list[i];

        object->path = object->name;
        if (!*object->name && i > 0)
            continue; /* musl's entry for the vDSO, which has no file */
        if (!*object->name && getauxval(AT_BASE))
            object->path = LAZYNCCL_HAS_WHEELS ? program_path(&objects->paths) : "";
        else if (!*object->name || strchr(object->name, '/') > object->name)
            object->path = NULL;
        if (!object->path)
            unknown = 1;
    }
    if (unknown)
        read_maps(objects);
    for (int i = 0; unknown && i < objects->count; i++)
        if (!objects->list[i].path)
            objects->list[i].path = objects->list[i].name;
}

struct listing {
    struct lazynccl_objects *objects;
    const void *only;        /* only the object that holds this address; NULL for all */
    int room;                /* the capacity in objects */
    size_t names_room;       /* the capacity for names, in bytes */
    size_t used;             /* the bytes that all names need */
};

/* Returns how many bytes of an object's file are readable in memory from an address on. It is 0 for
 * some objects, whose program headers contain addresses where nothing is mapped. */
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

/* Adds a name of at most `most` bytes to the list; NULL if it does not fit or does not end there.
 * The ThreadSanitizer versions of strlen() and memcpy() would report ld.so's write of the name, so
 * neither is used. */
LAZYNCCL_READS_LDSO
static char *add_name(struct listing *listing, const char *name, size_t most)
{
    char *names = listing->objects->names;
    size_t start = listing->used, room = listing->names_room, n = 0;

    for (; n < most && name[n]; n++)
        if (start + n < room)
            names[start + n] = name[n];
    if (n == most)
        return NULL;
    listing->used = start + n + 1;
    if (listing->used > room)
        return NULL;
    names[start + n] = '\0';
    return names + start;
}

/* Runs under the dynamic linker's lock. Copies only what fits and allocates nothing, because a
 * tool's malloc may wait for that lock. */
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
    if (lazynccl_object_holds(&object, add_object))
        object.is_build = 1;
    if (listing->only && !lazynccl_object_holds(&object, listing->only))
        return 0;
    object.name = add_name(listing, info->dlpi_name, SIZE_MAX);
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
        room = objects->count + 16; /* other threads may load objects meanwhile */
        names_room = listing.used + 2048;
    } while (objects->count > listing.room || listing.used > listing.names_room);
    add_paths(objects);
    if (!objects->paths.error)
        return 0;
    lazynccl_objects_free(objects);
    return -1;
}

void lazynccl_objects_free(struct lazynccl_objects *objects)
{
    free(objects->list);
    free(objects->names);
    lazynccl_arena_free(&objects->paths);
    memset(objects, 0, sizeof *objects);
}

struct map_search {
    struct link_map *at; /* in: this module's; out: the handle's, or NULL */
    void *handle;
};

/* Runs under the lock that protects the dynamic linker's list. The handles of glibc are its link
 * maps, so a handle is dereferenced only if it is in the list. */
LAZYNCCL_READS_LDSO
static int find_map(struct dl_phdr_info *info, size_t size, void *context)
{
    struct map_search *search = context;

    (void)info;
    (void)size;
    while (search->at && search->at->l_prev)
        search->at = search->at->l_prev;
    while (search->at && search->at != search->handle)
        search->at = search->at->l_next;
    return 1;
}

int lazynccl_pin(void *handle)
{
    void *pinned = NULL, *map = NULL;
    struct map_search search = {NULL, handle};
    Dl_info info;

    if (!dladdr1(lazynccl_libraries, &info, &map, RTLD_DL_LINKMAP))
        map = dlopen(NULL, RTLD_LAZY); /* a static program; others may be in another namespace */
    search.at = map;
    lazynccl_objects_each(find_map, &search);
#ifdef __GLIBC__
    if (search.at && search.at->l_name[0]) /* the program itself has no name */
        pinned = dlopen(search.at->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#else /* musl unloads nothing, and its dlopen() would search again; the program has no l_prev */
    if (search.at && search.at->l_prev)
        pinned = handle;
#endif
    return pinned == handle ? 0 : -1;
}

int lazynccl_leads_to_build(lazynccl_function function)
{
    struct lazynccl_objects holder;
    int leads;

    if (!function)
        return 0;
    if (lazynccl_objects_list(&holder, (const void *)(uintptr_t)function) < 0)
        return -1;
    leads = holder.count && holder.list->is_build;
    lazynccl_objects_free(&holder);
    return leads;
}

int lazynccl_is_copy(const struct lazynccl_description *desc, const struct link_map *map)
{
    struct lazynccl_objects holder;
    int is_copy;

    if (!map || lazynccl_objects_list(&holder, map->l_ld) < 0)
        return 0;
    is_copy = holder.count && holder.list->soname &&
              lazynccl_name_bears_any(desc->sonames, holder.list->soname);
    lazynccl_objects_free(&holder);
    return is_copy;
}

int lazynccl_is_build(const struct link_map *map)
{
    return lazynccl_leads_to_build((lazynccl_function)(uintptr_t)map->l_ld) != 0;
}

/* 1 in a stand-in. Its SONAME is the one that it searches for, so that ld.so would return the
 * stand-in. */
#ifndef LAZYNCCL_STANDIN
#define LAZYNCCL_STANDIN 0
#endif

/* Copies the list of the environment. Another thread may replace the list at any time, and getenv()
 * would read it again for each variable. The strings remain valid. */
static char **copy_environment(struct lazynccl_arena *arena)
{
    char **list, **copy;
    size_t size;

    do {
        list = environ;
        for (size = 1; list && list[size - 1]; size++)
            ;
        copy = lazynccl_arena_take(arena, size * sizeof *copy);
        if (copy && list)
            memcpy(copy, list, (size - 1) * sizeof *copy);
        if (copy)
            copy[size - 1] = NULL; /* another thread may just have overwritten it */
    } while (copy && list != environ);
    return copy;
}

static const char *process_variable(const struct lazynccl_view *view, const char *name)
{
    size_t length = strlen(name);

    for (char **entry = view->environment; entry && *entry; entry++)
        if (**entry == *name && strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return *entry + length + 1;
    return NULL;
}

static const char *path_at(const struct lazynccl_objects *loaded, const void *address)
{
    const struct lazynccl_object *object = address ? lazynccl_objects_at(loaded, address) : NULL;

    return object ? object->path : NULL;
}

struct lazynccl_view lazynccl_view_of_process(const struct lazynccl_objects *loaded,
                                              const void *caller, struct lazynccl_arena *arena)
{
    return (struct lazynccl_view){.secure = getauxval(AT_SECURE) != 0,
                                  .variable = process_variable,
                                  .environment = copy_environment(arena),
                                  .module = path_at(loaded, lazynccl_libraries),
                                  .caller = path_at(loaded, caller),
                                  .program = lazynccl_called_as(),
                                  .objects = loaded,
                                  .walk = LAZYNCCL_STANDIN,
                                  .folders = lazynccl_ldso_folders};
}

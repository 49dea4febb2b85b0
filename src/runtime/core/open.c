/* Opens candidates and decides whether each is the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/core/search.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifndef LAZYNCCL_WITHOUT_LOADED
/* Returns 1 if a loaded file is a build of lazynccl: it has the marker note. */
LAZYNCCL_READS_LDSO
static int is_build(const struct link_map *map)
{
    const char *start = (const char *)map->l_addr;
    const ElfW(Ehdr) *file = (const void *)start;
    const ElfW(Phdr) *part = (const void *)(start + file->e_phoff);

    for (int i = 0; i < file->e_phnum; i++, part++) {
        const char *note = start + part->p_vaddr, *end = note + part->p_memsz;

        while (part->p_type == PT_NOTE && end - note > (ptrdiff_t)sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *head = (const void *)note;

            note += sizeof *head;
            if (head->n_namesz == sizeof "lazynccl" && strcmp(note, "lazynccl") == 0)
                return 1;
            note += (head->n_namesz + 3) / 4 * 4 + (head->n_descsz + 3) / 4 * 4;
        }
    }
    return 0;
}

/* Returns the preloaded object after one of the program's list, NULL after the last. Preloaded
 * objects stand between the program and the first library that it needs; the kernel's has no
 * folder. */
LAZYNCCL_READS_LDSO
static const struct link_map *next_preloaded(const struct link_map *program,
                                             const struct link_map *map)
{
    while (map && (map = map->l_next)) {
        if (lazynccl_is_needed(program, map->l_name))
            return NULL;
        if (strchr(map->l_name, '/') && map->l_ld != _DYNAMIC && !is_build(map))
            return map;
    }
    return NULL;
}

/* Calls what preloaded objects define in place of the library. They look up the library's functions
 * with RTLD_NEXT, so the library joins the global scope. If this build exports the names, an object
 * that precedes it calls it already. */
LAZYNCCL_READS_LDSO
static void interpose(struct lazynccl_search *s, const char *path)
{
    const struct lazynccl_description *desc = s->description;
    const struct link_map *program = lazynccl_map_of(dlopen(NULL, RTLD_LAZY));
    const struct link_map *first = LAZYNCCL_EXPORTS ? NULL : next_preloaded(program, program);
    const char *name = lazynccl_symbol_first(desc);

    for (int i = 0; first && i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        lazynccl_function other = lazynccl_resolve_name(s->library, i, name, RTLD_DEFAULT, "");
        const struct link_map *map = first;
        Dl_info info;

        if (!other || other == s->outcome->found[i] || !dladdr((void *)(uintptr_t)other, &info))
            continue;
        while (map && (const void *)map->l_addr != info.dli_fbase)
            map = next_preloaded(program, map);
        if (map) {
            dlopen(path, LAZYNCCL_DLOPEN | RTLD_NOLOAD | RTLD_GLOBAL);
            s->outcome->found[i] = other;
        }
    }
}
#endif

/* Says why an open object is not the library; or returns NULL, and adds it to the outcome. */
LAZYNCCL_READS_LDSO
static const char *unfit(struct lazynccl_search *s, void *handle, const char *path)
{
    const struct lazynccl_description *desc = s->description;
    struct lazynccl_outcome *outcome = s->outcome;
    const struct link_map *map = lazynccl_map_of(handle);
    int count = 0;

    if (!*map->l_name)
        return "not a shared library";
    if (LAZYNCCL_EXPORTS && map->l_ld == _DYNAMIC)
        return "this lazynccl build itself";
#ifndef LAZYNCCL_WITHOUT_STUBS
    if (lazynccl_is_for_linking(map->l_name))
        return "for linking only, not the real library";
#endif
#ifndef LAZYNCCL_WITHOUT_RELATED
    if (!lazynccl_is_built_for(desc, path))
        return "of another CUDA than this program is built for";
    outcome->major = lazynccl_major_of(path);
    lazynccl_resolve_all(s->library, handle, outcome->major, outcome->found);
    lazynccl_adapt_to_major(s->library, handle, outcome);
    lazynccl_add_version_function(s->library, outcome->found);
#else
    (void)path;
    lazynccl_resolve_all(s->library, handle, 0, outcome->found);
#endif
    for (int i = 0; i < desc->count; i++)
        count += outcome->found[i] != NULL;
    if (!count)
        return "has none of the functions, or other versions of them";
#ifndef LAZYNCCL_WITHOUT_VERSION
    outcome->version = lazynccl_ask_version(s->library, handle, outcome);
    if (outcome->version < __atomic_load_n(&s->library->base->minimum, __ATOMIC_RELAXED))
        return "older than the program requires";
#endif
#ifndef LAZYNCCL_WITHOUT_COMPLETE
    if (desc->complete && lazynccl_lacks(desc, outcome->found))
        return lazynccl_arena_print(&s->arena, LAZYNCCL_LACKS,
                                    lazynccl_lacks(desc, outcome->found));
#endif
    return NULL;
}

/* Makes an open library the result of the search. */
LAZYNCCL_READS_LDSO
static void accept(struct lazynccl_search *s, void *handle)
{
    struct lazynccl_outcome *outcome = s->outcome;
    const char *path = lazynccl_map_of(handle)->l_name;
#ifndef LAZYNCCL_WITHOUT_RELATED
    static unsigned opened;
    int other = lazynccl_other_major(s->library, outcome);
#endif

#ifndef LAZYNCCL_WITHOUT_LOADED
    interpose(s, path);
#endif
    lazynccl_note(s, "%s: taken", path);
#ifndef LAZYNCCL_WITHOUT_RELATED
    if (other)
        lazynccl_note(s, LAZYNCCL_OF_OTHER_MAJOR, other, lazynccl_program_major(s->library));
    lazynccl_open_companion(s, path, outcome->version);
    outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
#endif
    outcome->path = path;
#ifndef LAZYNCCL_WITHOUT_SETTINGS
    if (*path != '/') { /* the program may have gone to another folder since */
        const char *real = realpath(path, NULL);

        if (real && dlopen(real, LAZYNCCL_DLOPEN | RTLD_NOLOAD) == handle)
            outcome->path = real;
    }
#endif
    s->end++;
    outcome->fault = add_text(s, "%s lacks it, or has another version", outcome->path);
    outcome->location = s->location;
    outcome->handle = handle;
    s->stop = 1;
}

/* Takes an open object (NULL: dlopen failed) if it is the library; otherwise adds a note. */
static void lazynccl_take(struct lazynccl_search *s, void *handle, const char *path)
{
    int error = errno, is_itself, mistake = 1;
    const char *why;

#ifdef LAZYNCCL_RECORDS
    s->opening->handle = handle; /* the library's functions may call back */
#endif
    why = handle ? unfit(s, handle, path) : dlerror();
    if (handle && !why) {
        accept(s, handle);
        return;
    }
    if (!handle)
        s->error = lazynccl_dlopen_error(why, error, s->folder_named);
    why = why ? why : LAZYNCCL_NO_REASON;
    is_itself = strncmp(why, path, strlen(path)) == 0; /* not a file that it needs */
    if (!handle && lazynccl_is_not_there(why, path))
        mistake = s->folder_named;
    if (s->error)
        mistake = 2;
#ifndef LAZYNCCL_WITHOUT_ANSWERS
    if (!mistake && !strchr(path, '/')) {
        s->missing = 1;
        error = lazynccl_cache_error();
        if (error) {
            lazynccl_give_up(s, LAZYNCCL_LDSO_CACHE, error);
            return;
        }
    }
#endif
    lazynccl_add_note(s, mistake, "%s%s%s", is_itself ? "" : path, is_itself ? "" : ": ", why);
}

/* Opens a file or SONAME, and takes it if it is the library. */
static void lazynccl_consider(struct lazynccl_search *s, const char *path)
{
    if (is_over(s) || lazynccl_is_frozen())
        return;
#ifndef LAZYNCCL_WITHOUT_CHECK
    if (s->check && !s->check(s, path))
        return;
#endif
#ifdef LAZYNCCL_RECORDS
    s->opening->handle = NULL; /* constructors may call back */
    s->opening->name = path;
#endif
    errno = 0;
    lazynccl_take(s, dlopen(path, LAZYNCCL_DLOPEN), path);
}

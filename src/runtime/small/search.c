/* Finds and opens a library in a copy without the full search.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/small/search.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

static void *lazynccl_arena_take(struct lazynccl_arena *arena, size_t size)
{
    size_t at = arena->used + -arena->used % sizeof(void *);

    if (!arena->bytes)
        arena->bytes = malloc(ARENA_BYTES);
    arena->used = at + size;
    if (arena->bytes && arena->used <= ARENA_BYTES)
        return arena->bytes + at;
    arena->used = ARENA_BYTES;
    arena->error = ENOMEM;
    return NULL;
}

/* Returns "" if out of memory. */
static char *lazynccl_arena_print(struct lazynccl_arena *arena, const char *format, ...)
{
    static char none[] = "";
    char *text = lazynccl_arena_take(arena, PATH_MAX);
    va_list list;

    if (!text)
        return none;
    va_start(list, format);
    vsnprintf(text, PATH_MAX, format, list);
    va_end(list);
    arena->used -= PATH_MAX - strlen(text) - 1;
    return text;
}

static const void *lazynccl_keep(const void *data, size_t size)
{
    void *kept = malloc(size);

    return kept ? memcpy(kept, data, size) : NULL;
}

/* Returns a variable, or NULL if it is unset or empty, or privileges are raised. */
static const char *read_variable(const char *name)
{
    const char *value = secure_getenv(name);

    return value && *value ? value : NULL;
}

static int is_on(const char *value)
{
    return value && strcmp(value, "0") != 0;
}

static void lazynccl_print(const char *name, const char *text)
{
    const char *const words[] = {"lazynccl: ", name, ": ", text, "\n"};
    struct iovec parts[5];

    for (int i = 0; i < 5; i++)
        parts[i] = (struct iovec){(void *)(uintptr_t)words[i], strlen(words[i])};
    if (writev(2, parts, 5) < 0)
        return; /* nobody is left to tell */
}

/* Adds a line to the report, with room for the reason: the first mistake, or (2) what ends the search. */
static void lazynccl_add_note(struct lazynccl_search *s, int mistake, const char *format, ...)
{
#if defined(LAZYNCCL_WITHOUT_REPORT) && !defined(LAZYNCCL_WITHOUT_ANSWERS)
    int is_reason = !s->reason || mistake > 1;
#else
    int is_reason = mistake > (s->reason != NULL);
#endif
    char *line = s->end, *text = line + COLUMN;
    int room = (int)(s->tried + REPORT_BYTES - text) - (is_reason ? 2 : TEXT_BYTES), length;
    va_list list;

#ifndef LAZYNCCL_WITHOUT_ANSWERS
    if (mistake)
        s->failed = 1;
#endif
    if (room <= 0)
        return;
#ifndef LAZYNCCL_WITHOUT_REPORT
    memset(line, ' ', COLUMN);
    memcpy(line, s->location, strlen(s->location));
#endif
    va_start(list, format);
    length = vsnprintf(text, (size_t)room, format, list);
    va_end(list);
    if (is_reason)
        s->reason = text;
    s->end = text + (length < room ? length : room - 1);
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            *text = '?';
#ifndef LAZYNCCL_WITHOUT_REPORT
    if (s->outcome->debug)
        lazynccl_print(s->description->name, line);
    memcpy(s->end++, "\n", 2);
#endif
}

static void lazynccl_give_up(struct lazynccl_search *s, const char *path, int error)
{
    lazynccl_add_note(s, 2, "%s: %s", path, strerror(error));
    s->arena.error = error;
    s->stop = 1;
}

#define is_over(s) ((s)->stop || (s)->arena.error)

/* Calls what LD_PRELOAD brought in place of the library. It looks up the library's functions with
 * RTLD_NEXT, so the library joins the global scope. */
static void interpose(struct lazynccl_search *s, const char *path)
{
    const struct lazynccl_description *desc = s->description;
    const char *name = lazynccl_symbol_first(desc);

    if (LAZYNCCL_EXPORTS || !secure_getenv("LD_PRELOAD"))
        return; /* the names of this build would be found, or what precedes it calls it already */
    for (int i = 0; i < desc->count; name = lazynccl_symbol_next(desc, i++, name)) {
        lazynccl_function other = lazynccl_resolve_name(s->library, i, name, RTLD_DEFAULT, "");

        if (other && other != s->outcome->found[i]) {
            dlopen(path, LAZYNCCL_DLOPEN | RTLD_NOLOAD | RTLD_GLOBAL);
            s->outcome->found[i] = other;
        }
    }
}

/* Says why an open object is not the library; or returns NULL, and adds it to the outcome. */
LAZYNCCL_READS_LDSO
static const char *unfit(struct lazynccl_search *s, void *handle, const char *path)
{
    const struct lazynccl_description *desc = s->description;
    struct lazynccl_outcome *outcome = s->outcome;
#ifndef LAZYNCCL_WITHOUT_RELATED
    static unsigned opened;
#endif
    const struct link_map *map = lazynccl_map_of(handle);
    int count = 0;

    if (!*map->l_name)
        return "not a shared library";
    if (map->l_ld == _DYNAMIC)
        return "this lazynccl build itself";
    if (lazynccl_is_for_linking(map->l_name))
        return "for linking only, not the real library";
#ifndef LAZYNCCL_WITHOUT_RELATED
    if (!lazynccl_is_built_for(desc, path))
        return "of another CUDA than this program is built for";
    outcome->major = lazynccl_major_of(path);
    lazynccl_resolve_all(s->library, handle, outcome->major, outcome->found);
    lazynccl_drop_changed(s->library, outcome);
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
#endif
    if (outcome->version < __atomic_load_n(&s->library->base->minimum, __ATOMIC_RELAXED))
        return "older than the program requires";
#ifndef LAZYNCCL_WITHOUT_COMPLETE
    if (desc->complete && lazynccl_lacks(desc, outcome->found))
        return lazynccl_arena_print(&s->arena, LAZYNCCL_LACKS,
                                    lazynccl_lacks(desc, outcome->found));
#endif
    interpose(s, map->l_name);
    lazynccl_note(s, "%s: taken", map->l_name);
#ifndef LAZYNCCL_WITHOUT_RELATED
    if (lazynccl_other_major(s->library, outcome))
        lazynccl_note(s, LAZYNCCL_OF_OTHER_MAJOR, lazynccl_other_major(s->library, outcome),
                      lazynccl_program_major(s->library));
    lazynccl_open_with_companion(s, map->l_name);
    outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
#endif
    outcome->path = map->l_name;
#ifndef LAZYNCCL_WITHOUT_REPORT
    if (*map->l_name != '/') { /* the program may have gone to another folder since */
        const char *real = realpath(map->l_name, NULL);

        if (real && dlopen(real, LAZYNCCL_DLOPEN | RTLD_NOLOAD) == handle)
            outcome->path = real;
    }
#endif
    outcome->location = s->location;
    outcome->handle = handle;
    s->stop = 1;
    return NULL;
}

/* Takes an open object (NULL: dlopen failed) if it is the library; otherwise adds a note. */
static void lazynccl_take(struct lazynccl_search *s, void *handle, const char *path)
{
    int error = errno, is_itself, mistake = 1;
    const char *why = NULL;

    s->opening->handle = handle; /* the library's functions may call back */
    if (handle && !(why = unfit(s, handle, path)))
        return;
    if (!handle && !(why = dlerror()))
        why = "refused by the dynamic linker";
    if (!handle)
        s->arena.error = lazynccl_dlopen_error(why, error, s->folder_named);
    is_itself = strncmp(why, path, strlen(path)) == 0; /* not a file that it needs */
#if !defined(LAZYNCCL_WITHOUT_REPORT) || !defined(LAZYNCCL_WITHOUT_ANSWERS)
    if (!handle && lazynccl_is_not_there(why, path))
        mistake = s->folder_named;
    if (s->arena.error)
        mistake = 2;
#endif
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
    if (is_over(s) || (s->check && !s->check(s, path)))
        return;
    s->opening->handle = NULL; /* constructors may call back */
    s->opening->name = path;
    errno = 0;
    lazynccl_take(s, dlopen(path, LAZYNCCL_DLOPEN), path);
}

static const struct {
    char word[8];
    lazynccl_location_step *look;
    int if_secure; /* 1 if also searched with raised privileges */
} locations[] = {
    {"api", lazynccl_location_api, 1},
    {"env", lazynccl_location_env, 0},
    {"loaded", lazynccl_location_loaded, 1},
    {"partner", lazynccl_location_partner, 0},
    {"wheel", lazynccl_location_wheel, 0},
    {"conda", lazynccl_location_conda, 0},
    {"soname", lazynccl_location_soname, 1},
    {"toolkit", lazynccl_location_toolkit, 0},
};
#define LOCATIONS (int)(sizeof locations / sizeof *locations)

static void search_location(struct lazynccl_search *s, int index)
{
    s->location = locations[index].word;
    s->folder_named = 0;
    s->check = NULL;
    if (!locations[index].if_secure && getauxval(AT_SECURE))
        lazynccl_note(s, "not searched: raised privileges");
    else
        for (int step = 0; !is_over(s) && locations[index].look(s, step); step++)
            ;
}

#ifndef LAZYNCCL_WITHOUT_ENV
/* Searches the locations of LAZYNCCL_SEARCH, after a round that looks for other words. Such a word
 * ends the search, because it may be the intended location, unless this copy only lacks that. */
static void search_words(struct lazynccl_search *s, const char *words)
{
    static const char all[] = ",api,env,loaded,partner,wheel,conda,system,soname,toolkit,";

    for (int round = 0; round < 2; round++) {
        char *rest = lazynccl_arena_copy(&s->arena, words, strlen(words)), *word;

        while (!is_over(s) && (word = strsep(&rest, ","))) {
            int i = 0;

            while (i < LOCATIONS && strcmp(locations[i].word, word) != 0)
                i++;
            if (i < LOCATIONS && round == 1) {
                search_location(s, i);
            } else if (i == LOCATIONS && round == 0) {
                s->stop = !strstr(all, lazynccl_arena_print(&s->arena, ",%s,", word));
                lazynccl_add_note(s, s->stop, "LAZYNCCL_SEARCH: '%s' is not %s", word,
                                  s->stop ? "a search location" : "in this copy");
            }
        }
    }
}
#endif

/* Writes why the library is not available. */
static void write_reason(struct lazynccl_search *s)
{
    struct lazynccl_outcome *outcome = s->outcome;
    const char *after = s->stop ? "" : LAZYNCCL_NOT_SEARCHED;
#ifndef LAZYNCCL_WITHOUT_REPORT
    const char *remedy = s->stop || s->arena.error ? "" : s->remedy;
    size_t length;
#endif

#ifndef LAZYNCCL_WITHOUT_ANSWERS
    outcome->missing = s->missing && !s->failed && !is_over(s) &&
                       !(s->library->trampolines->secure_stop && getauxval(AT_SECURE));
#endif
    outcome->transient = s->arena.error != 0;
    if (outcome->transient)
        after = "; the next call searches again";
#ifdef LAZYNCCL_WITHOUT_REPORT
    outcome->fault = s->tried;
    memcpy(s->end, after, strlen(after) + 1);
#else
    outcome->fault = s->tried + REPORT_BYTES;
    if (!s->reason)
        s->reason = lazynccl_arena_print(&s->arena, "no %s in any search location", s->names);
    length = strcspn(s->reason, "\n");
    snprintf(s->tried + REPORT_BYTES, TEXT_BYTES, "%s cannot be used: %.*s%s%s",
             s->description->title, length < 200 ? (int)length : 200, s->reason,
             remedy, after);
#endif
}

static struct lazynccl_outcome *lazynccl_find_and_open(lazynccl_library *library,
                                                       const void *caller)
{
    const struct lazynccl_description *desc = library->description;
    struct lazynccl_search s = {.library = library,
                                .description = desc,
                                .sonames = desc->sonames,
                                .names = *desc->sonames,
                                .location = "settings",
                                .remedy = LAZYNCCL_REMEDY};
#ifndef LAZYNCCL_WITHOUT_ENV
    const char *words = lazynccl_setting(NULL, LAZYNCCL_SEARCH);
#endif
#ifndef LAZYNCCL_WITHOUT_RELATED
    const char *sibling = lazynccl_sibling_file(library);
#endif

    (void)caller;
    s.outcome = lazynccl_outcome_new(library);
    s.opening = s.outcome ? lazynccl_opening_begin(library, NULL, NULL) : NULL;
    if (!s.opening) {
        lazynccl_outcome_free(library, s.outcome);
        return NULL;
    }
    s.outcome->tried = s.tried = s.end = (char *)&s.outcome->found[desc->count];
#ifndef LAZYNCCL_WITHOUT_API
    s.set_path = __atomic_load_n(&library->base->path, __ATOMIC_ACQUIRE);
    s.set_handle = __atomic_load_n(&library->base->handle, __ATOMIC_ACQUIRE);
#endif
#ifndef LAZYNCCL_WITHOUT_ENV
    s.outcome->strict = is_on(lazynccl_setting(NULL, LAZYNCCL_STRICT));
    s.outcome->debug = is_on(lazynccl_setting(NULL, LAZYNCCL_DEBUG));
#endif
#ifndef LAZYNCCL_WITHOUT_RELATED
    lazynccl_prefer_majors(library, &s);
    lazynccl_order_sonames(&s);
    if (sibling) {
        s.location = "loaded";
        lazynccl_consider(&s, sibling);
        s.stop = 1;
    }
#endif
#ifndef LAZYNCCL_WITHOUT_ENV
    if (words)
        search_words(&s, words);
    else
#endif
        for (int i = 0; i < LOCATIONS && !is_over(&s); i++)
#ifdef LAZYNCCL_LOADED_BY_SONAME
            /* ld.so, which is asked next, returns a loaded library */
            if (locations[i].look != lazynccl_location_loaded || s.sonames[1])
#endif
                search_location(&s, i);
    lazynccl_opening_end(s.opening);
    if (!s.outcome->handle)
        write_reason(&s);
    if (s.arena.bytes)
        free(s.arena.bytes); /* ld.so looks up a function at its first call: not for nothing */
    return s.outcome;
}

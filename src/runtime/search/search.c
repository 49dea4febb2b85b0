/* The search: which SONAMEs are acceptable, and the search locations in their order or in
 * LAZYNCCL_SEARCH's; docs/search-order.md gives the reasons.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#define _GNU_SOURCE
#include "runtime/search/search.h"
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/ldso.h"
#include "runtime/search/wheels.h"
#include <errno.h>
#include <string.h>

/* Returns 1 if a setting names a folder. Ends the search if that cannot be determined. */
static int is_folder(struct lazynccl_search *s, const char *path)
{
    int found = lazynccl_is_folder(LAZYNCCL_AT(s, path));

    if (!found && lazynccl_is_inconclusive(errno, 1))
        lazynccl_give_up(s, path, errno);
    return found;
}

/* Considers only the file that a setting names, or for NULL the handle that was set. */
static void consider_file(struct lazynccl_search *s, const char *path)
{
    s->file_named = 1;
    lazynccl_consider(s, path);
    s->file_named = 0;
    s->stop = 1;
}

static void location_api(struct lazynccl_search *s)
{
    const char *path = s->wanted->set_path;

    s->folder_named = 1;
    if (s->wanted->set_handle)
        consider_file(s, NULL);
    else if (!path)
        lazynccl_note(s, "not set");
    else if (!is_folder(s, path))
        consider_file(s, path);
    else
        lazynccl_consider_folder(s, path);
    if (path)
        s->stop = 1;
}

/* Returns 1 if a file is this library, judged by its name or else by its exports: the version
 * function, or the oldest function. Returns 0 if not, and -1 with errno if it cannot be read, which
 * may end the search. CUDA majors share function names, so for them only the name counts. */
static int is_ours(struct lazynccl_search *s, const char *path)
{
    const struct lazynccl_description *desc = s->wanted->description;
    const char *name = strrchr(path, '/') + 1;
    int major = lazynccl_major_of(name), exports;

    if (lazynccl_name_bears_any(desc->sonames, name))
        return !lazynccl_is_cuda_named(desc) || !major ||
               lazynccl_major_among(s->sonames, major) >= 0;
    exports = lazynccl_file_exports(LAZYNCCL_AT(s, path), lazynccl_key_symbol(desc));
    if (exports < 0 && lazynccl_is_inconclusive(errno, 1))
        lazynccl_give_up(s, path, errno);
    else if (exports < 0 && strncmp(name, "lib", 3) == 0 && strstr(name, ".so"))
        return 0; /* only its name is known */
    return exports;
}

/* Considers an entry that is neither a folder nor assigned to a library. Returns 0 if it does not
 * exist, else 1. */
static int consider_if_ours(struct lazynccl_search *s, const char *path)
{
    int ours = is_ours(s, path), missing = ours < 0 && (errno == ENOENT || errno == ENOTDIR);

    if (ours > 0)
        consider_file(s, path);
    else if (ours == 0)
        lazynccl_note(s, "%s: a file of another library", path);
    else if (missing)
        lazynccl_note(s, "LAZYNCCL_LIBPATH: %s does not exist", path);
    else if (!s->stop)
        lazynccl_note_mistake(
            s, "LAZYNCCL_LIBPATH: %s is neither a folder nor a file named like %s", path, s->names);
    return !missing;
}

const char *lazynccl_path_of_entry(const char *entry)
{
    const char *path = strchr(entry, '=');

    return path && path[1] == '/' && !memchr(entry, '/', (size_t)(path - entry)) ? path + 1 : entry;
}

/* Returns 0 if the entry does not exist, else 1. */
static int consider_entry(struct lazynccl_search *s, const char *entry, const char *path)
{
    const char *name = s->wanted->description->name;
    size_t length = strlen(name);

    if (path > entry && ((size_t)(path - entry) != length + 1 || strncmp(entry, name, length) != 0))
        lazynccl_note(s, "LAZYNCCL_LIBPATH: %s: for another library", entry);
    else if (is_folder(s, path))
        lazynccl_consider_folder(s, path);
    else if (path > entry)
        consider_file(s, path);
    else if (!s->stop)
        return consider_if_ours(s, path);
    return 1;
}

/* First rejects the whole list if it has a relative entry, because such an entry means another file
 * in each folder that a program starts in. */
static void location_env(struct lazynccl_search *s)
{
    const char *value = lazynccl_setting(s->view, LAZYNCCL_LIBPATH);
    int entries = 0, existing = 0;

    s->folder_named = 1;
    if (!value)
        lazynccl_note(s, "LAZYNCCL_LIBPATH is not set");
    for (int pass = 0; value && pass < 2; pass++)
        for (char *rest = lazynccl_arena_copy(&s->arena, value, strlen(value)), *entry;
             !s->stop && (entry = strsep(&rest, ":"));) {
            const char *path = lazynccl_path_of_entry(entry);

            if (pass == 0 && *entry && *path != '/') {
                lazynccl_note_mistake(s, "LAZYNCCL_LIBPATH: %s refused: not an absolute path",
                                      entry);
                s->stop = 1;
            } else if (pass == 1 && !*entry) {
                lazynccl_note(s, "LAZYNCCL_LIBPATH: empty entry skipped");
            } else if (pass == 1) {
                entries++;
                existing += consider_entry(s, entry, path);
            }
        }
    if (entries && !existing && !s->stop) {
        lazynccl_note_mistake(
            s, "LAZYNCCL_LIBPATH=%s: no entry exists; correct or unset the variable", value);
        s->stop = 1;
    }
}

static void location_loaded(struct lazynccl_search *s)
{
    const struct lazynccl_objects *loaded = s->view->objects;
    int seen = 0;

    for (int i = 0; s->sonames[i]; i++)
        for (int o = 0; o < loaded->count && !s->stop; o++) {
            const struct lazynccl_object *object = &loaded->list[o];

            if (!object->soname || strcmp(object->soname, s->sonames[i]) != 0)
                continue;
            seen++;
            if (object->is_build)
                lazynccl_note(s, "%s: " LAZYNCCL_IS_BUILD, object->path);
            else
                lazynccl_consider(s, object->path);
        }
    if (!seen)
        lazynccl_note(s, "no %s is loaded", s->names);
    s->loaded = 1;
}

static void location_conda(struct lazynccl_search *s)
{
    const char *prefix = lazynccl_folder_named(s, lazynccl_settings[LAZYNCCL_CONDA_PREFIX]);

    s->folder_named = 1;
    if (prefix)
        lazynccl_consider_folder(s, lazynccl_arena_print(&s->arena, "%s/lib", prefix));
}

static int consider_found(void *context, const char *path, enum lazynccl_via via)
{
    struct lazynccl_search *s = context;

    (void)via;
    /* ld.so resolves a bare name, and an auditor may redirect it */
    s->file_named = *path != '/' && lazynccl_variable(s->view, "LD_AUDIT");
    lazynccl_consider(s, path);
    s->file_named = 0;
    return s->stop;
}

static void location_system(struct lazynccl_search *s)
{
    for (int i = 0, found; s->sonames[i] && !s->stop; i++) {
        const char *const names[] = {s->sonames[i], NULL};
        const struct lazynccl_object *loaded = lazynccl_objects_next(s->view->objects, NULL, names);

        if (loaded && !s->view->walk) /* ld.so returns it from any folder */
            lazynccl_consider(s, loaded->path);
        found = s->stop ? 1 : lazynccl_ldso_each(s->view, s->sonames[i], consider_found, s);
        if (found < 0)
            lazynccl_give_up(s, s->sonames[i], errno);
        else if (!found)
            lazynccl_note(s, "%s: not found by ld.so", s->sonames[i]);
    }
}

/* The functions of wheels.c are NULL in a vendored copy whose libraries do not need them. */
static const struct {
    char word[8];
    void (*look)(struct lazynccl_search *); /* NULL if no library of this copy has it */
    int if_secure; /* 1 if also searched with raised privileges, because the caller cannot change it
                    */
} locations[LAZYNCCL_LOCATIONS] = {
    [LAZYNCCL_LOCATION_API] = {"api", location_api, 1},
    [LAZYNCCL_LOCATION_ENV] = {"env", location_env, 0},
    [LAZYNCCL_LOCATION_LOADED] = {"loaded", location_loaded, 1},
    [LAZYNCCL_LOCATION_PARTNER] = {"partner", lazynccl_location_partner, 0},
    [LAZYNCCL_LOCATION_WHEEL] = {"wheel", lazynccl_location_wheel, 0},
    [LAZYNCCL_LOCATION_CONDA] = {"conda", location_conda, 0},
    [LAZYNCCL_LOCATION_SYSTEM] = {"system", location_system, 1},
    [LAZYNCCL_LOCATION_TOOLKIT] = {"toolkit", lazynccl_location_toolkit, 0},
};

const char *lazynccl_location_word(enum lazynccl_location location)
{
    return location < LAZYNCCL_LOCATIONS ? locations[location].word : "settings";
}

/* Returns 1 if this round tries the soname. The first round tries the soname of a loaded copy, the
 * next ones the majors that the caller prefers, and the last all others in the stub's order. */
static int is_wanted(const struct lazynccl_search *s, const char *soname, int round)
{
    const struct lazynccl_wanted *wanted = s->wanted;

    if (round == 0)
        return lazynccl_objects_next(s->view->objects, NULL, (const char *[]){soname, NULL}) !=
               NULL;
    return round > wanted->prefers || (lazynccl_is_cuda_named(wanted->description) &&
                                       lazynccl_major_of(soname) == wanted->prefer[round - 1]);
}

/* Chooses the acceptable sonames, best first; with `excluding`, the ones that LAZYNCCL_CUDA
 * excludes. Returns 0, or -1 if there are none. */
static int order_sonames(struct lazynccl_search *s)
{
    const struct lazynccl_description *desc = s->wanted->description;
    int choose = lazynccl_is_cuda_named(desc) && !desc->family, count = 0;
    const char *value = choose ? lazynccl_setting(s->view, LAZYNCCL_CUDA) : NULL, *cuda = value;
    int used[LAZYNCCL_SONAMES] = {0};

    if (cuda && (strlen(cuda) != 2 || (s->cuda = lazynccl_number(&cuda)) < 11 || *cuda)) {
        lazynccl_note_mistake(s, "LAZYNCCL_CUDA=%s: give CUDA's major, such as 12 or 13", value);
        return -1;
    }
    for (int round = 0; round < s->wanted->prefers + 2; round++)
        for (int i = 0; i < LAZYNCCL_SONAMES && desc->sonames[i]; i++) {
            const char *soname = desc->sonames[i];

            if (used[i] || (s->cuda && (lazynccl_major_of(soname) == s->cuda) == s->excluding) ||
                !is_wanted(s, soname, round))
                continue;
            used[i] = 1;
            s->names =
                count ? lazynccl_arena_print(&s->arena, "%s or %s", s->names, soname) : soname;
            s->sonames[count++] = soname;
        }
    s->sonames[count] = NULL;
    if (!count)
        lazynccl_note_mistake(s, "LAZYNCCL_CUDA=%d: no %s of that major version is acceptable here",
                              s->cuda, desc->title);
    return count ? 0 : -1;
}

static enum lazynccl_location location_named(const char *word)
{
    int i = 0;

    while (i < LAZYNCCL_LOCATIONS && strcmp(word, locations[i].word) != 0)
        i++;
    return i;
}

static void look_at(struct lazynccl_search *s, enum lazynccl_location location)
{
    s->location = location;
    s->check = NULL;
    s->refused = 0;
    s->folder_named = 0;
    if (s->view->secure && !locations[location].if_secure)
        lazynccl_note(s, "not searched: raised privileges");
    else if (locations[location].look)
        locations[location].look(s);
    else
        lazynccl_note(s, "not searched: no wheel or toolkit has %s", s->names);
}

/* Reports settings that have no effect. If they were reported as "not set", users would look for
 * the error elsewhere. */
static void report_ignored_variables(struct lazynccl_search *s)
{
    const char *const *homes = s->wanted->description->home_variables;

    for (int i = 0; i < LAZYNCCL_SETTINGS || *homes; i++) {
        const char *variable = i < LAZYNCCL_SETTINGS ? lazynccl_settings[i] : *homes++;

        if (s->view->variable(s->view, variable))
            lazynccl_note(s, "%s is ignored: raised privileges", variable);
    }
}

static void report_unknown_word(struct lazynccl_search *s, const char *words, const char *word)
{
    const char *all = locations[0].word;

    for (int i = 1; i < LAZYNCCL_LOCATIONS; i++)
        all = lazynccl_arena_print(&s->arena, "%s, %s", all, locations[i].word);
    lazynccl_note_mistake(s,
                          "LAZYNCCL_SEARCH=%s: '%s' is not a search location; the locations are %s",
                          words, word, all);
    s->stop = 1;
}

/* Searches the locations of LAZYNCCL_SEARCH. Searches none if a word is unknown, because that word
 * may have been the intended location. */
static void search_named_locations(struct lazynccl_search *s, const char *words)
{
    for (int pass = 0; pass < 2; pass++) {
        char *copy = lazynccl_arena_copy(&s->arena, words, strlen(words));

        for (char *rest = copy, *word; !s->stop && (word = strsep(&rest, ","));) {
            enum lazynccl_location location = location_named(word);

            if (location == LAZYNCCL_LOCATIONS)
                report_unknown_word(s, words, word);
            else if (pass == 1)
                look_at(s, location);
        }
    }
}

/* Considers interposers last and alone, because one may replace the library or call it. */
static void consider_interposer(struct lazynccl_search *s)
{
    const char *path = s->wanted->interposer(s->context);

    s->location = LAZYNCCL_LOCATION_LOADED;
    if (path)
        consider_file(s, path);
}

int lazynccl_search(const struct lazynccl_view *view, const struct lazynccl_wanted *wanted,
                    lazynccl_visit *visit, void *context)
{
    struct lazynccl_search s = {.view = view,
                                .wanted = wanted,
                                .visit = visit,
                                .context = context,
                                .location = LAZYNCCL_NO_LOCATION};
    const char *words = lazynccl_setting(view, LAZYNCCL_SEARCH);

    if (view->secure)
        report_ignored_variables(&s);
    /* if nothing is found, searches again: the file that LAZYNCCL_CUDA excluded is then the reason
     */
    for (; !s.stop && s.excluding <= (s.cuda != 0) && order_sonames(&s) == 0; s.excluding++) {
        if (words)
            search_named_locations(&s, words);
        for (int i = 0; !words && i < LAZYNCCL_LOCATIONS && !s.stop; i++)
            look_at(&s, i);
        if (s.loaded && !s.stop && !s.excluding && wanted->interposer)
            consider_interposer(&s);
    }
    lazynccl_arena_free(&s.arena);
    errno = s.arena.error;
    if (s.taken)
        return 1;
    return s.arena.error ? -1 : 0;
}

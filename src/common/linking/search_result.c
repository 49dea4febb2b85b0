/* Searches for a library as lazynccl and as ld.so would.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/search_result.h"
#include "common/files/dlopen_note.h"
#include "common/linking/closure.h"
#include "common/linking/linker.h"
#include "common/machine/nvidia.h"
#include "common/text/memory.h"
#include "runtime/search/candidates.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"
#include <errno.h>

static struct requester requester_of(const struct search_result *result)
{
    return (struct requester){.description = result->library,
                              .file = &result->target->file,
                              .minimum = result->minimum,
                              .root = result->target->root};
}

/* A search that adds to a result. */
struct asking {
    struct lazynccl_search search; /* the first member, so that callbacks can cast it back */
    struct search_result *result;
};

/* Returns the verdict on a location without a file, by the end of the search's note on it. */
static enum verdict verdict_of_note(const struct search_result *result, int mistake,
                                    const char *note)
{
    const char *unset = strstr(note, "not set");

    if (mistake)
        return search_result_taken(result) ? VERDICT_NONE : VERDICT_REFUSED;
    return unset && strcmp(unset, "not set") == 0 ? VERDICT_UNSET : VERDICT_NONE;
}

/* Changes the verdict. Takes over the text. */
static void reject(struct candidate *candidate, enum verdict verdict, char *outcome)
{
    free(candidate->outcome);
    candidate->verdict = verdict;
    candidate->outcome = outcome;
}

/* Rejects the target's own file: the copy of lazynccl in it never takes it for the library. */
static void refuse_itself(const struct target *target, struct candidate *candidate)
{
    if (target->from && target->file.lazynccl.count &&
        lazynccl_same_file(candidate->path, target->from))
        reject(candidate, VERDICT_IS_LAZYNCCL, memory_copy(LAZYNCCL_IS_BUILD));
}

/* Rejects a file that needs a SONAME whose functions the target exports: it would call them. */
static void refuse_forwarder(const struct search_result *result, struct candidate *candidate,
                             const struct elf_file *file)
{
    const struct elf_file *build = &result->target->file;

    if (!build->exports_lazynccl || !strings_has(&build->lazynccl, result->library->name))
        return;
    for (const char *const *soname = result->library->sonames; *soname; soname++)
        if (candidate->verdict == VERDICT_USABLE && strings_has(&file->needed, *soname))
            reject(candidate, VERDICT_IS_LAZYNCCL,
                   memory_print("needs %s: " LAZYNCCL_COMES_BACK, *soname));
}

/* ld.so loads no file without every library that it needs. A library without a stub is not checked,
 * because its package may open these libraries before. */
static void refuse_incomplete(const struct search_result *result, struct candidate *candidate)
{
    const char *path = candidate->path + strlen(result->target->root);
    int is_checked = candidate->verdict == VERDICT_USABLE && result->library->count;
    char *missing = is_checked ? closure_missing(result->target, path) : NULL;

    if (missing)
        reject(candidate, VERDICT_NEEDS_MORE, missing);
}

/* Returns 1 if ld.so stops at the earlier candidate `look`, so that it does not reach `path`. A
 * small copy asks for a SONAME, as does the runtime on musl for files outside LD_LIBRARY_PATH. */
static int stops_at(const struct search_result *result, const struct lazynccl_search *s,
                    const struct candidate *look, const char *path)
{
    if (!look->path || look->location != s->location || s->location != LAZYNCCL_LOCATION_SYSTEM)
        return 0;
    const char *variable = lazynccl_variable(s->view, "LD_LIBRARY_PATH");
    OWNED(strings) struct strings folders = strings_split(variable, ':');
    OWNED(memory) char *folder = memory_folder(path);

    if (view_is_musl(&result->target->file))
        return !strings_has(&folders, folder);
    return s->locations && strcmp(strings_base_name(look->path), strings_base_name(path)) == 0 &&
           (look->verdict == VERDICT_UNREADABLE || look->verdict == VERDICT_NEEDS_MORE);
}

static void refuse_behind_broken(const struct search_result *result,
                                 const struct lazynccl_search *s, struct candidate *candidate)
{
    for (const struct candidate *look = result->looks; look < candidate; look++)
        if (candidate->verdict == VERDICT_USABLE && stops_at(result, s, look, candidate->path))
            reject(candidate, VERDICT_NOT_REACHED, memory_print("ld.so stops at %s", look->path));
}

static struct candidate *add(struct asking *asking, char *path)
{
    struct candidate *candidate = MEMORY_ADD(asking->result->looks, asking->result->count);
    enum lazynccl_location location = asking->search.location;

    *candidate = (struct candidate){
        .location = location, .found_via = lazynccl_location_word(location), .path = path};
    return candidate;
}

/* The search's `note`: adds a location without a file. */
static void add_note(struct lazynccl_search *s, int mistake, const char *text)
{
    struct asking *asking = (struct asking *)s;
    struct candidate *candidate = add(asking, NULL);

    candidate->verdict = verdict_of_note(asking->result, mistake, text);
    candidate->outcome = memory_copy(text);
}

/* Returns 1 if the candidate is a file of the library that cannot be loaded. */
static int is_unusable(const struct candidate *candidate)
{
    return candidate->verdict == VERDICT_UNREADABLE || candidate->verdict == VERDICT_NEEDS_MORE ||
           candidate->verdict == VERDICT_WRONG_ARCH;
}

/* The search's `offer`. Accepts no file, so that the search lists all of them. */
static int add_file(struct lazynccl_search *s, const char *path)
{
    struct asking *asking = (struct asking *)s;
    const struct search_result *result = asking->result;
    struct requester requester = requester_of(result);
    char *inside = path ? view_inside(result->target, path) : NULL;
    struct candidate *candidate = add(asking, inside);

    requester.file_named = s->file_named || s->locations; /* of a small copy */
    if (inside) {
        const struct elf_file *file = candidate_read(candidate, &requester, inside);

        if (file)
            refuse_forwarder(result, candidate, file);
        refuse_itself(result->target, candidate);
        refuse_behind_broken(result, s, candidate);
        refuse_incomplete(result, candidate);
        if (is_unusable(candidate))
            lazynccl_end_if_named(s);
    } else {
        candidate->verdict = VERDICT_NONE;
        candidate->outcome = memory_copy(strerror(errno)); /* too many links */
    }
    return 0;
}

/* Returns the locations of a small copy that LAZYNCCL_SEARCH does not leave out. */
static char *locations_of_copy(const struct search_result *result)
{
    const char *words = lazynccl_setting(&result->target->view, LAZYNCCL_SEARCH);
    OWNED(strings) struct strings every = strings_words(result->target->file.locations, ",");
    OWNED(strings) struct strings given = strings_words(words ? words : "", ",");
    OWNED(strings) struct strings left = {0};

    for (size_t i = 0; i < every.count; i++)
        if (!words || strings_has(&given, every.list[i]))
            strings_print(&left, "%s", every.list[i]);
    if (!left.count)
        strings_print(&left, "api"); /* no path is set through the API here: it finds nothing */
    return strings_join(&left, ",");
}

/* Returns the major of the suffix family of a library if a file contains only one, or 0. The notes
 * of the family and of its base library differ in the SONAME that they prefer. */
static int family_in(const struct elf_file *file, const struct lazynccl_description *library)
{
    int base = lazynccl_major_of(*library->sonames), family = 0, count = 0;
    struct dlopen_entries notes = {0};

    for (size_t i = 0; i < file->dlopen_count && library->suffixed; i++)
        dlopen_note_read(file->dlopen[i], &notes);
    for (size_t i = 0; i < notes.count; i++) {
        const struct strings *sonames = &notes.list[i].sonames;
        int major = lazynccl_major_of(*sonames->list);

        if (!strings_has(sonames, *library->sonames))
            continue;
        count++;
        if (!family || major != base)
            family = major;
    }
    dlopen_entries_free(&notes);
    return count == 2 ? family : 0;
}

/* Prefers the same majors as the runtime: the partner's, if the partner is open or the file needs
 * it, and the major of the suffix family whose functions the file calls. */
static void prefer_majors(const struct search_result *result, struct lazynccl_search *s)
{
    const struct elf_file *file = &result->target->file;
    const char *name = result->library->partner;
    const struct lazynccl_description *partner = name ? nvidia_library(name)->description : NULL;

    for (int i = 0; partner && !s->partner && partner->sonames[i]; i++)
        if (strings_has(&file->needed, partner->sonames[i]))
            s->partner = linker_first(result->target, partner->sonames[i], NULL);
    if (s->partner)
        s->prefer[s->prefers++] = lazynccl_major_of(s->partner);
    int family = family_in(file, result->library);
    if (!family && partner)
        family = family_in(file, partner);
    if (family)
        s->prefer[s->prefers++] = family;
}

/* Goes through all search locations. */
static void search(struct search_result *result)
{
    struct asking asking = {.search = {.view = &result->target->view,
                                       .description = result->library,
                                       .partner = result->partner,
                                       .offer = add_file,
                                       .note = add_note},
                            .result = result};
    struct lazynccl_search *s = &asking.search;
    OWNED(memory) char *locations = NULL;

    if (result->target->file.locations &&
        strings_has(&result->target->file.lazynccl, result->library->name))
        s->locations = locations = locations_of_copy(result);
    prefer_majors(result, s);
    lazynccl_search_run(s);
    lazynccl_arena_free(&s->arena);
}

int search_result_next_linker(const struct search_result *result, int *number,
                              struct candidate *given)
{
    const struct elf_file *file = &result->target->file;
    const char *const *sonames = result->library->sonames;
    const struct requester requester = requester_of(result);
    int needs = 0;

    for (int i = 0; sonames[i]; i++)
        needs = needs || strings_has(&file->needed, sonames[i]);
    while (sonames[*number]) {
        const char *soname = sonames[(*number)++];
        OWNED(view_walk) struct view_walk walk;

        view_walk_begin(&walk, result->target, soname);
        const char *path =
            needs && !strings_has(&file->needed, soname) ? NULL : view_walk_next(&walk);
        if (!path)
            continue;
        *given = (struct candidate){
            .path = memory_copy(path), .found_via = target_via_word(walk.via), .via = walk.via};
        candidate_read(given, &requester, path);
        if (given->verdict == VERDICT_IS_LAZYNCCL) /* ld.so loads it, lazynccl would not */
            reject(given, given->verdict,
                   memory_copy("a stand-in, which opens the real one at its first call"));
        refuse_incomplete(result, given);
        return 1;
    }
    return 0;
}

struct search_result *search_result_read(const struct search_result *asked)
{
    struct search_result *result = memory_get(1, sizeof *result);
    int number = 0;

    *result = *asked;
    search(result);
    search_result_next_linker(result, &number, &result->linker);
    return result;
}

const struct candidate *search_result_taken(const struct search_result *result)
{
    for (int i = 0; i < result->count; i++)
        if (result->looks[i].verdict == VERDICT_USABLE)
            return &result->looks[i];
    return NULL;
}

const struct candidate *search_result_of_entry(const struct search_result *result,
                                               const char *entry)
{
    OWNED(memory) char *inside = view_inside(result->target, lazynccl_path_of_entry(entry));

    for (int i = 0; inside && i < result->count; i++)
        if (result->looks[i].path && result->looks[i].location == LAZYNCCL_LOCATION_ENV &&
            strcmp(result->looks[i].path, inside) == 0)
            return &result->looks[i];
    return NULL;
}

const struct candidate *search_result_named(const struct search_result *result)
{
    const char *value = lazynccl_setting(&result->target->view, LAZYNCCL_LIBPATH);
    OWNED(strings) struct strings entries = strings_split(value, ':');
    const struct candidate *named = NULL;

    for (size_t e = 0; e < entries.count && !named; e++)
        named = search_result_of_entry(result, entries.list[e]);
    const struct candidate *last = result->count ? &result->looks[result->count - 1] : NULL;
    if (!named && last && last->path && last->location == LAZYNCCL_LOCATION_ENV &&
        is_unusable(last) && !search_result_taken(result))
        named = last; /* in a folder that LAZYNCCL_LIBPATH names: the search ended there */
    return named;
}

/* Returns 1 if two candidates have no file and the same note: two variables may name one folder. */
static int is_same_remark(const struct candidate *look, const struct candidate *other)
{
    return !look->path && !other->path && look->location == other->location &&
           strcmp(look->outcome, other->outcome) == 0;
}

int search_result_is_repeated(const struct search_result *found, int look)
{
    const struct candidate *here = &found->looks[look];

    for (int k = look; k-- > 0 && found->looks[k].location == here->location;)
        if (candidate_is_same(here, &found->looks[k]) || is_same_remark(here, &found->looks[k]))
            return 1;
    return here == search_result_taken(found);
}

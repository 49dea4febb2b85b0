/* Searches for one library, and records what the search tries and why it fails.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/attempt.h"
#include "runtime/loader/variant.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <string.h>

void lazynccl_attempt_line(struct lazynccl_attempt *attempt, const char *format, ...)
{
    size_t start = attempt->tried.length;
    va_list list;

    lazynccl_text_add(&attempt->tried, "%-9s ", lazynccl_location_word(attempt->location));
    va_start(list, format);
    lazynccl_text_add_list(&attempt->tried, format, list);
    va_end(list);
    lazynccl_text_add_lines(&attempt->tried, "\n");
    if (attempt->outcome->debug && attempt->tried.length > start)
        lazynccl_text_print(attempt->library->description->name, attempt->tried.bytes + start);
}

void lazynccl_add_remedy(struct lazynccl_text *text, const struct lazynccl_description *desc,
                         int version)
{
    char number[LAZYNCCL_VERSION_TEXT];

    for (int i = 0; i < 2 && desc->packages[i]; i++) {
        const char *before = i ? " or " : "; pip install ";

        if (version)
            lazynccl_text_add(text, "%s'%s>=%s'", before, desc->packages[i],
                              lazynccl_version_text(desc, version, number));
        else
            lazynccl_text_add(text, "%s%s", before, desc->packages[i]);
    }
    lazynccl_text_add(text, "%s name the file in LAZYNCCL_LIBPATH",
                      desc->packages[0] ? ", or" : ";");
}

/* 1 if the search ended with a file of LAZYNCCL_LIBPATH; network plugins have another variable. */
static int is_named(const struct lazynccl_attempt *attempt)
{
    return attempt->fault.bytes && attempt->library->description->packages[0] &&
           attempt->location == LAZYNCCL_LOCATION_ENV;
}

int lazynccl_attempt_begin(struct lazynccl_attempt *attempt, const void *caller)
{
    struct lazynccl_arena first = {0}, *arena;
    size_t size = sizeof(struct lazynccl_outcome) +
                  (size_t)attempt->library->description->count * sizeof(lazynccl_function);
    /* at the start of a block, by which memory checkers find it */
    struct lazynccl_outcome *outcome = lazynccl_arena_take(&first, size);

    arena = lazynccl_arena_take(&first, sizeof *arena);
    if (!arena || lazynccl_objects_list(&attempt->loaded, NULL) < 0) {
        lazynccl_arena_free(&first);
        return -1;
    }
    *arena = first;
    attempt->view = lazynccl_view_of_process(&attempt->loaded, caller, arena);
    *outcome =
        (struct lazynccl_outcome){.arena = arena,
                                  .strict = lazynccl_setting_on(&attempt->view, LAZYNCCL_STRICT),
                                  .debug = lazynccl_setting_on(&attempt->view, LAZYNCCL_DEBUG),
                                  .record = lazynccl_setting(&attempt->view, LAZYNCCL_RECORD)};
    memset(outcome->found, 0, size - sizeof *outcome);
    attempt->outcome = outcome;
    attempt->tried.arena = attempt->fault.arena = arena;
    return 0;
}

static struct lazynccl_outcome *end_attempt(struct lazynccl_attempt *attempt, int error)
{
    const struct lazynccl_description *desc = attempt->library->description;
    struct lazynccl_outcome *outcome = attempt->outcome;
    const char *allowed = lazynccl_setting(&attempt->view, LAZYNCCL_SEARCH);
    struct lazynccl_text text = {.arena = outcome->arena};

    if (!outcome->handle) {
        lazynccl_text_add(&text, "%s cannot be used: ", desc->title);
        if (error)
            lazynccl_text_add(&text, "%s (%s); the next call searches again", strerror(error),
                              lazynccl_location_word(attempt->location));
        else if (attempt->fault.bytes)
            lazynccl_text_add_lines(&text, attempt->fault.bytes);
        else
            lazynccl_text_add(&text, "no %s%s in any place looked at", desc->sonames[0],
                              desc->sonames[1] ? " or older" : "");
        /* the note on a wrong setting says what would be right */
        if (!error && !attempt->fault_is_setting && is_named(attempt))
            lazynccl_text_add(&text, "; correct or unset LAZYNCCL_LIBPATH");
        else if (!error && !attempt->fault_is_setting)
            lazynccl_add_remedy(&text, desc, attempt->minimum);
        lazynccl_text_add_lines(&text, "; LAZYNCCL_DEBUG=1 shows every place tried");
        if (allowed && !attempt->fault_is_setting)
            lazynccl_text_add(&text, ", LAZYNCCL_SEARCH=%s allows no others", allowed);
    }
    outcome->transient = error != 0;
    outcome->fault = text.bytes;
    outcome->tried = attempt->tried.bytes ? attempt->tried.bytes : "";
    lazynccl_objects_free(&attempt->loaded);
    if (!outcome->arena->error)
        return outcome;
    lazynccl_outcome_free(outcome);
    return NULL;
}

int lazynccl_attempt_refuse(struct lazynccl_attempt *attempt, const char *why, int error)
{
    const char *name = attempt->name, *colon = ": ";
    int by_program = attempt->location == LAZYNCCL_LOCATION_API;

    if (!why)
        why = LAZYNCCL_NO_REASON;
    if (strncmp(why, name, strlen(name)) == 0) /* dlerror begins with the name already */
        name = colon = "";
    lazynccl_attempt_line(attempt, "%s%s%s", name, colon, why);
    if (!attempt->fault.bytes) {
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", name, colon, why,
                          by_program ? LAZYNCCL_BY_PROGRAM
                                     : lazynccl_location_word(attempt->location));
        attempt->fault_is_setting = by_program; /* to install another file would not help */
    }
    errno = error;
    return lazynccl_is_inconclusive(error, attempt->named) ? -1 : 0;
}

const char *lazynccl_attempt_too_old(struct lazynccl_attempt *attempt, int version)
{
    const struct lazynccl_description *desc = attempt->library->description;
    char have[LAZYNCCL_VERSION_TEXT], need[LAZYNCCL_VERSION_TEXT];

    if (version >= attempt->minimum)
        return NULL;
    return lazynccl_arena_print(attempt->outcome->arena, "is %s, at least %s is required",
                                lazynccl_version_text(desc, version, have),
                                lazynccl_version_text(desc, attempt->minimum, need));
}

lazynccl_library *lazynccl_only_family(lazynccl_library *base)
{
    lazynccl_library *only = NULL;
    int families = 0;

    LAZYNCCL_FOR_EACH_OF(base, library)
    {
        if (library != base && families++ == 0)
            only = library;
    }
    return families == 1 ? only : NULL;
}

struct lazynccl_partner lazynccl_partner_of(const lazynccl_library *library,
                                            const struct lazynccl_objects *loaded)
{
    struct lazynccl_partner partner = {.description = lazynccl_partners};
    const char *name = library->description->partner;
    const struct lazynccl_object *copy;

    while (partner.description->name && strcmp(partner.description->name, name) != 0)
        partner.description++;
    copy = partner.description->name
               ? lazynccl_objects_next(loaded, NULL, partner.description->sonames)
               : NULL;
    if (copy) {
        partner.file = copy->path;
        partner.major = lazynccl_major_of(copy->soname);
    }
    for (int i = 0; i < lazynccl_libraries_count; i++) {
        lazynccl_library *other = lazynccl_libraries[i];
        const struct lazynccl_outcome *open;

        if (!other || strcmp(other->base->description->name, name) != 0)
            continue;
        partner.base = other->base;
        if ((open = lazynccl_success_of(other))) {
            partner.file = open->file;
            partner.major = open->major;
            partner.version = open->version;
            break;
        }
    }
    return partner;
}

static void prefer(struct lazynccl_wanted *wanted, int major)
{
    if (major)
        wanted->prefer[wanted->prefers++] = major;
}

/* Which library, and which CUDA major where the names called do not say. */
static struct lazynccl_wanted describe_wanted(lazynccl_library *library,
                                              const struct lazynccl_objects *loaded)
{
    lazynccl_library *base = library->base, *family = NULL;
    struct lazynccl_wanted wanted = {.description = library->description,
                                     .set_path = __atomic_load_n(&base->path, __ATOMIC_ACQUIRE),
                                     .set_handle =
                                         __atomic_load_n(&base->handle, __ATOMIC_ACQUIRE) != NULL};

    if (base->description->suffixed)
        family = lazynccl_only_family(base);
    if (library->description->partner) {
        struct lazynccl_partner partner = lazynccl_partner_of(library, loaded);

        wanted.partner = partner.file;
        prefer(&wanted, partner.major);
        if (!family && partner.base) /* NVRTC's names tell no major, but its partner's may */
            family = lazynccl_only_family(partner.base);
    }
#ifdef LAZYNCCL_CUDA_MAJOR
    prefer(&wanted, LAZYNCCL_CUDA_MAJOR);
#endif
    prefer(&wanted, family ? family->description->family : 0);
    return wanted;
}

struct lazynccl_outcome *lazynccl_attempt_run(lazynccl_library *library, const void *caller,
                                              lazynccl_visit *visit)
{
    static unsigned opened;
    struct lazynccl_attempt attempt = {
        .library = library,
        .location = LAZYNCCL_NO_LOCATION,
        .minimum = __atomic_load_n(&library->base->minimum, __ATOMIC_RELAXED)};
    struct lazynccl_wanted wanted;
    int error = 0;

    if (lazynccl_attempt_begin(&attempt, caller) < 0)
        return NULL;
    wanted = describe_wanted(library, &attempt.loaded);
    if (lazynccl_search(&attempt.view, &wanted, visit, &attempt) < 0)
        error = errno;
    if (attempt.outcome->handle)
        attempt.outcome->order = __atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
    return end_attempt(&attempt, error);
}

void lazynccl_outcome_free(struct lazynccl_outcome *outcome)
{
    struct lazynccl_arena arena = {0};

    if (outcome->arena)
        arena = *outcome->arena; /* which holds itself and the outcome too */
    lazynccl_arena_free(&arena);
}

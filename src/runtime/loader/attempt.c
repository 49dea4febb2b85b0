/* Searches for one library, and records what the search tries and why it fails.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/loader/attempt.h"
#include "runtime/loader/dlerror.h"
#include "runtime/loader/missing.h"
#include "runtime/loader/opening.h"
#include "runtime/loader/variant.h"
#include "runtime/search/ldso.h"
#include "runtime/search/path.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void lazynccl_attempt_line(struct lazynccl_attempt *attempt, const char *format, ...)
{
    static const char blanks[] = "          ";
    const char *word = lazynccl_location_word(attempt->search.location);
    size_t start = attempt->tried.length;
    va_list list;

    lazynccl_text_add_lines(&attempt->tried, word);
    lazynccl_text_add_lines(&attempt->tried, blanks + strlen(word));
    va_start(list, format);
    lazynccl_text_add_list(&attempt->tried, format, list);
    va_end(list);
    lazynccl_text_add_lines(&attempt->tried, "\n");
    if (attempt->search.outcome->debug && attempt->tried.length > start)
        lazynccl_text_print(attempt->search.description->name, attempt->tried.bytes + start);
}

void lazynccl_add_remedy(struct lazynccl_text *text, const struct lazynccl_description *desc,
                         int version, enum lazynccl_pip pip)
{
    const char *before =
        pip == LAZYNCCL_PIP_AGAIN ? "; pip install --force-reinstall " : "; pip install ";
    char number[LAZYNCCL_VERSION_TEXT];
    int most = LAZYNCCL_HAS_WHEELS && pip ? 2 : 0; /* packages, newest CUDA first */
    int count = 0;

    for (; count < most && desc->packages[count]; count++)
        lazynccl_text_add(text, version ? "%s'%s>=%s'" : "%s%s", count ? " or " : before,
                          desc->packages[count], lazynccl_version_text(desc, version, number));
    lazynccl_text_add(text, "%s%s name %s file in LAZYNCCL_LIBPATH",
                      count && pip == LAZYNCCL_PIP_INTO_VENV ? " into an active virtual environment"
                                                             : "",
                      count ? ", or" : ";", version ? "a newer" : "the");
}

/* Returns how pip must install the library, so that this process finds it. */
static enum lazynccl_pip pip_of(const struct lazynccl_attempt *attempt)
{
    const struct lazynccl_view *view = &attempt->view;

    if (attempt->cause == LAZYNCCL_WHEEL)
        return LAZYNCCL_PIP_AGAIN;
    /* the distribution's Python, for which pip refuses to install (PEP 668) */
    if (view->program && strncmp(view->program, "/usr/bin/python", 15) == 0)
        return LAZYNCCL_PIP_INTO_VENV;
    if ((view->module && lazynccl_site_length(view->module)) ||
        (view->program && strstr(view->program, "/bin/python")))
        return LAZYNCCL_PIP_HERE;
    return LAZYNCCL_PIP_INTO_VENV;
}

/* Returns the remedy if another copy of the library would not help, or NULL. */
static const char *other_remedy(const struct lazynccl_attempt *attempt, const char *allowed)
{
    if (attempt->view.secure)
        return "install it where ld.so finds it";
    if (attempt->fault.bytes && lazynccl_is_noexec(attempt->fault.bytes))
        return "mount its file system without noexec";
    if (attempt->cause == LAZYNCCL_NEED)
        return "install the missing file";
    if (LAZYNCCL_IS_STATIC(attempt->fault.bytes))
        return "link the program dynamically";
    if (attempt->fault.bytes && attempt->search.location == LAZYNCCL_LOCATION_ENV)
        return "correct or unset LAZYNCCL_LIBPATH";
    if (allowed && !(strstr(allowed, "wheel") && strstr(allowed, "env")))
        return "correct or unset LAZYNCCL_SEARCH";
    return NULL;
}

int lazynccl_attempt_begin(struct lazynccl_attempt *attempt, const void *caller)
{
    struct lazynccl_arena first = {0}, *arena;
    size_t size = sizeof(struct lazynccl_outcome) +
                  (size_t)attempt->search.library->description->count * sizeof(lazynccl_function);
    struct lazynccl_outcome *outcome = lazynccl_arena_take(&first, size);

    arena = lazynccl_arena_take(&first, sizeof *arena);
    attempt->opening = lazynccl_opening_begin(attempt->search.library, NULL, NULL);
    if (lazynccl_objects_list(&attempt->loaded, NULL) == 0)
        attempt->view = lazynccl_view_of_process(&attempt->loaded, caller, &first);
    if (!attempt->opening || !attempt->view.environment) { /* NULL also after earlier failures */
        lazynccl_arena_free(&first);
        lazynccl_attempt_free(attempt);
        return -1;
    }
    *arena = first;
    *outcome =
        (struct lazynccl_outcome){.memory = arena,
                                  .strict = lazynccl_setting_on(&attempt->view, LAZYNCCL_STRICT),
                                  .debug = lazynccl_setting_on(&attempt->view, LAZYNCCL_DEBUG),
                                  .record = lazynccl_setting(&attempt->view, LAZYNCCL_RECORD)};
    memset(outcome->found, 0, size - sizeof *outcome);
    attempt->search.outcome = outcome;
    attempt->search.view = &attempt->view;
    attempt->search.description = attempt->search.library->description;
    attempt->search.location = LAZYNCCL_NO_LOCATION;
    attempt->tried.arena = attempt->fault.arena = arena;
    return 0;
}

const char *lazynccl_expected(struct lazynccl_arena *arena, const struct lazynccl_description *desc)
{
    const char *text = desc->sonames[0];
    int older = 0;

    if (LAZYNCCL_CUDA_ONLY)
        for (int i = 0; desc->sonames[i]; i++)
            if (lazynccl_is_built_for(desc, desc->sonames[i]))
                return desc->sonames[i];
    for (int i = 1; desc->sonames[i]; i++)
        if (lazynccl_name_bears(desc->sonames[i - 1], desc->sonames[i]))
            older = 1;
        else
            text = lazynccl_arena_print(arena, "%s or %s", text, desc->sonames[i]);
    return older ? lazynccl_arena_print(arena, "%s or older", text) : text;
}

/* Returns LAZYNCCL_LIBPATH, or NULL if another setting excludes what it names. */
static const char *libpath(const struct lazynccl_view *view, const char *allowed, const char *cuda)
{
    int excluded = cuda || (allowed && !strstr(allowed, "env"));

    return excluded ? NULL : lazynccl_setting(view, LAZYNCCL_LIBPATH);
}

/* Sets outcome->missing if the library is not installed: ld.so finds none, and nothing else failed.
 * Sets `error` if ld.so cannot read its cache. `allowed` is LAZYNCCL_SEARCH. */
static void lazynccl_decide_if_missing(struct lazynccl_attempt *attempt, const char *allowed,
                                       int *error)
{
    const struct lazynccl_trampolines *code = attempt->search.library->trampolines;
    int asked = !allowed || strstr(allowed, "system") || strstr(allowed, "soname");

    if (*error || attempt->search.outcome->handle || attempt->failed_otherwise || !asked || !code ||
        !code->answers || (code->secure_stop && attempt->view.secure))
        return;
    *error = lazynccl_cache_error();
    attempt->search.failed = LAZYNCCL_LDSO_CACHE;
    attempt->search.location = LAZYNCCL_LOCATION_SYSTEM;
    attempt->search.outcome->missing = !*error;
}

/* Adds what failed. `path` is LAZYNCCL_LIBPATH if that was searched, else NULL. */
static void add_failure(struct lazynccl_attempt *attempt, struct lazynccl_text *text, int error,
                        const char *path)
{
    const struct lazynccl_description *desc = attempt->search.description;
    const char *failed = attempt->search.failed; /* NULL: not known */

    lazynccl_text_add(text, "%s cannot be used: ", desc->title);
    if (error) {
        lazynccl_text_add(text, "%s%s%s (%s); the next call searches again", failed ? failed : "",
                          failed ? ": " : "", strerror(error),
                          lazynccl_location_word(attempt->search.location));
    } else if (attempt->fault.bytes) {
        lazynccl_text_add_lines(text, attempt->fault.bytes);
    } else {
        if (path)
            lazynccl_text_add(text, "LAZYNCCL_LIBPATH=%s has none: ", path);
        lazynccl_text_add(text, "no %s in any search location",
                          lazynccl_expected(attempt->search.outcome->memory, desc));
    }
}

/* Adds what helps, and LAZYNCCL_SEARCH and LAZYNCCL_CUDA (NULL: unset), which limit the search. */
static void add_help(struct lazynccl_attempt *attempt, struct lazynccl_text *text, int error,
                     const char *allowed, const char *cuda)
{
    /* the note on a wrong setting names the right one */
    int is_setting = attempt->cause == LAZYNCCL_SETTING_CAUSE;
    const char *other = error || is_setting ? NULL : other_remedy(attempt, allowed);

    if (other)
        lazynccl_text_add(text, "; %s", other);
    else if (!error && !is_setting)
        lazynccl_add_remedy(text, attempt->search.description, attempt->minimum, pip_of(attempt));
    if (!attempt->view.secure)
        lazynccl_text_add_lines(text, "; LAZYNCCL_DEBUG=1 shows every location tried");
    if (allowed && !is_setting)
        lazynccl_text_add(text, ", LAZYNCCL_SEARCH=%s allows no others", allowed);
    if (cuda && !is_setting)
        lazynccl_text_add(text, ", LAZYNCCL_CUDA=%s allows no other major", cuda);
}

void lazynccl_attempt_free(struct lazynccl_attempt *attempt)
{
    if (attempt->opening)
        lazynccl_opening_end(attempt->opening);
    lazynccl_objects_free(&attempt->own);
    lazynccl_objects_free(&attempt->loaded);
    lazynccl_arena_free(&attempt->search.arena);
}

struct lazynccl_outcome *lazynccl_attempt_end(struct lazynccl_attempt *attempt)
{
    const struct lazynccl_description *desc = attempt->search.description;
    struct lazynccl_outcome *outcome = attempt->search.outcome;
    const char *allowed = lazynccl_setting(&attempt->view, LAZYNCCL_SEARCH);
    const char *cuda = lazynccl_cuda_of(desc, lazynccl_major_of(desc->sonames[0]))
                           ? lazynccl_setting(&attempt->view, LAZYNCCL_CUDA)
                           : NULL;
    struct lazynccl_text text = {.arena = outcome->memory};
    int error = outcome->handle ? 0 : attempt->search.arena.error;

    lazynccl_decide_if_missing(attempt, allowed, &error);
    if (!outcome->handle) {
        add_failure(attempt, &text, error, libpath(&attempt->view, allowed, cuda));
        add_help(attempt, &text, error, allowed, cuda);
    }
    outcome->transient = error != 0;
    outcome->fault = text.bytes;
    outcome->tried = attempt->tried.bytes ? attempt->tried.bytes : "";
    lazynccl_attempt_free(attempt);
    if (!outcome->memory->error)
        return outcome;
    lazynccl_outcome_free(attempt->search.library, outcome);
    return NULL;
}

void lazynccl_attempt_refuse(struct lazynccl_attempt *attempt, const char *why)
{
    const char *name = attempt->name, *colon = ": ", *missing;
    int by_program = attempt->search.location == LAZYNCCL_LOCATION_API;
    int is_itself = lazynccl_is_about(why, name); /* not a file that it needs */
    int failed = by_program || attempt->search.arena.error || strchr(name, '/') || !is_itself ||
                 !strstr(why, strerror(ENOENT));

    attempt->opening->name = NULL; /* a signal handler's call may search */
    lazynccl_note_failure(attempt, failed);
    if (!failed) {
        lazynccl_attempt_line(attempt, LAZYNCCL_NOT_FOUND, name);
        return;
    }
    if (is_itself)
        name = colon = "";
    lazynccl_attempt_line(attempt, "%s%s%s", name, colon, why);
    if (!attempt->fault.bytes) {
        lazynccl_text_add(&attempt->fault, "%s%s%s (%s)", name, colon, why,
                          by_program ? LAZYNCCL_BY_PROGRAM
                                     : lazynccl_location_word(attempt->search.location));
        missing = strstr(why, strerror(ENOENT)); /* after the name of another file */
        if (by_program)                          /* installing another file would not help */
            attempt->cause = LAZYNCCL_SETTING_CAUSE;
        else if (*name && missing && missing != why)
            attempt->cause = LAZYNCCL_NEED;
        else if (attempt->search.location == LAZYNCCL_LOCATION_WHEEL)
            attempt->cause = LAZYNCCL_WHEEL;
    }
    if (attempt->search.arena.error)
        attempt->search.failed = attempt->name;
}

void lazynccl_outcome_free(const lazynccl_library *library, struct lazynccl_outcome *outcome)
{
    struct lazynccl_arena arena = {0};

    (void)library;
    if (outcome->memory)
        arena = *outcome->memory; /* the arena contains the outcome and the arena itself */
    lazynccl_arena_free(&arena);
}

/* Runs after the module's other destructors, which may still call. When the program exits, nothing
 * is freed, because other threads may still read it. */
__attribute__((destructor(101))) static void free_outcomes(void)
{
    if (!lazynccl_is_closed())
        return;
    for (struct lazynccl_opening *o; (o = lazynccl_openings.next); free(o))
        lazynccl_openings.next = o->next;
    lazynccl_keep_free();
    LAZYNCCL_FOR_EACH(library)
    for (struct lazynccl_outcome *known; (known = library->outcome);) {
        library->outcome = known->replaced;
        lazynccl_outcome_free(library, known);
    }
}

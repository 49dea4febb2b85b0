/* Evaluates one file for the file that asks for a library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "common/linking/candidate.h"
#include "common/files/elf_cache.h"
#include "common/machine/nvidia.h"
#include "common/machine/view.h"
#include "common/text/memory.h"
#include "runtime/search/elf_check.h"
#include "runtime/search/path.h"

static int exports_any(const struct lazynccl_description *description, const struct elf_file *file)
{
    for (size_t i = 0; i < file->symbol_count; i++)
        if (file->symbols[i].defined && undefined_known(description, file->symbols[i].name))
            return 1;
    return 0;
}

/* Returns the first reason to reject a file, or VERDICT_USABLE. */
static enum verdict verdict_of(const struct requester *requester, const struct elf_file *file,
                               int version)
{
    const struct lazynccl_description *description = requester->description;

    if (file->exports_lazynccl)
        return VERDICT_IS_LAZYNCCL;
    if (!view_fits(requester->file, file))
        return VERDICT_WRONG_ARCH;
    if (view_is_musl(requester->file) && elf_file_needs(file, "ld-linux"))
        return VERDICT_NOT_FOR_MUSL;
    if (!description)
        return VERDICT_USABLE;
    if (!lazynccl_soname_fits(description, file->soname,
                              requester->file_named && description->count))
        return VERDICT_OTHER_SONAME;
    if (description->count && !exports_any(description, file))
        return VERDICT_EXPORTS_NOTHING;
    return version && version < requester->minimum ? VERDICT_TOO_OLD : VERDICT_USABLE;
}

/* Returns the verdict on a file in words, to be freed. */
static char *outcome_of(const struct candidate *candidate, const struct requester *requester,
                        const struct elf_file *file)
{
    switch (candidate->verdict) {
    case VERDICT_FOR_LINKING:
        return memory_copy("for linking only");
    case VERDICT_IS_LAZYNCCL:
        return memory_copy(LAZYNCCL_IS_BUILD);
    case VERDICT_WRONG_ARCH:
        return memory_print("made for another machine: %s", elf_machine_word(file->machine));
    case VERDICT_NOT_FOR_MUSL:
        return memory_copy("needs glibc, which this musl program does not have");
    case VERDICT_OTHER_SONAME:
        return memory_print("is %s", file->soname);
    case VERDICT_EXPORTS_NOTHING:
        return memory_copy("exports none of its functions");
    case VERDICT_TOO_OLD:
        return memory_print("is %s: older than wanted",
                            NVIDIA_VERSION(requester->description, candidate->version));
    default:
        return candidate->missing.count ? memory_print("lacks %s", candidate_missing(candidate))
                                        : memory_copy("");
    }
}

/* Lists the symbols that the requester takes from the library and that the file does not define. */
static void find_missing(struct candidate *candidate, const struct requester *requester,
                         const struct elf_file *file)
{
    const struct elf_symbol *first = NULL;
    struct undefined own = {0}, *undefined = requester->undefined ? requester->undefined : &own;

    if (!requester->undefined)
        undefined_read(&own, requester->file, file->soname ? file->soname : "",
                       requester->description);
    for (size_t i = 0; i < undefined->count; i++)
        if (undefined_fails(undefined->list[i], file))
            undefined_add(&candidate->missing, &first, undefined->list[i]);
    undefined_free(&own);
}

void candidate_evaluate(struct candidate *candidate, const struct requester *requester,
                        const struct elf_file *file)
{
    find_missing(candidate, requester, file);
    if (candidate->verdict != VERDICT_FOR_LINKING)
        candidate->verdict = verdict_of(requester, file, candidate->version);
    candidate->outcome = outcome_of(candidate, requester, file);
}

const struct elf_file *candidate_read(struct candidate *candidate,
                                      const struct requester *requester, const char *path)
{
    const char *why, *shown = path + strlen(requester->root);
    const struct elf_file *file = elf_cache_get(path, &why);

    if (lazynccl_is_for_linking(shown) && (!file || view_fits(requester->file, file)))
        candidate->verdict = VERDICT_FOR_LINKING;
    else if (file && requester->description)
        candidate->version = elf_cache_version(requester->description, path);
    if (file) {
        candidate_evaluate(candidate, requester, file);
        why = elf_cache_refused(file, requester->root, path);
        if (why && (candidate->verdict == VERDICT_USABLE || /* or reached only if ld.so opens it */
                    candidate->verdict >= VERDICT_EXPORTS_NOTHING)) {
            free(candidate->outcome);
            candidate->verdict = VERDICT_UNREADABLE;
            candidate->outcome = memory_copy(why);
        }
    } else if (candidate->verdict == VERDICT_FOR_LINKING) {
        candidate->outcome = outcome_of(candidate, requester, NULL);
    } else {
        candidate->verdict = VERDICT_UNREADABLE;
        candidate->outcome = memory_copy(why);
    }
    return file;
}

const char *candidate_missing(const struct candidate *candidate)
{
    return candidate->missing.count ? *candidate->missing.list : NULL;
}

int candidate_is_broken(const struct candidate *candidate)
{
    return candidate->verdict == VERDICT_UNREADABLE ||
           (!candidate->version && (candidate->verdict == VERDICT_EXPORTS_NOTHING ||
                                    candidate->verdict == VERDICT_OTHER_SONAME));
}

int candidate_is_faulty(const struct candidate *candidate)
{
    return candidate_is_broken(candidate) || candidate->missing.count;
}

void candidate_free(struct candidate *candidate)
{
    free(candidate->path);
    free(candidate->outcome);
    strings_free(&candidate->missing);
    *candidate = (struct candidate){0};
}

int candidate_is_idle(const struct candidate *look)
{
    int is_set_by_people = look->location == LAZYNCCL_LOCATION_API ||
                           look->location == LAZYNCCL_LOCATION_ENV ||
                           look->location == LAZYNCCL_LOCATION_CONDA;

    return look->verdict == VERDICT_UNSET || (look->verdict == VERDICT_NONE && !is_set_by_people);
}

int candidate_is_same(const struct candidate *look, const struct candidate *other)
{
    return look->path && other && other->path && lazynccl_same_file(look->path, other->path);
}

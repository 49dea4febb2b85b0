/* Rules on copies of a library: LN101, 102, 110, 118.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "search/file_version.h"
#include "tool/files/scan.h"
#include "tool/rules/rule.h"
#include "tool/files/elf_cache.h"
#include <stdlib.h>
#include <string.h>

/* Says it of the copies from `first` on that are the same library of the same major. */
static void two_copies(struct patient *patient, enum finding_id id, size_t first, const char *where)
{
    const struct environment *all = environment_read(patient);
    const struct lazynccl_description *is = all->copies[first].is;
    int major = lazynccl_major_of(strings_base_name(all->copies[first].path)), said = 0;
    char version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all->copy_count; i++) {
        const char *path = all->copies[i].path;
        int same = all->copies[i].is == is && lazynccl_major_of(strings_base_name(path)) == major;

        if (same && i < first)
            return; /* said there */
        if (!same || i == first)
            continue;
        if (!said++) {
            findings_add(patient, id, "%s is %s more than once", is->title, where);
            findings_evidence(
                patient, "%s %s", machine_shown(patient, all->copies[first].path),
                lazynccl_version_text(is, elf_cache_version(is, all->copies[first].path), version));
        }
        findings_evidence(patient, "%s %s", machine_shown(patient, path),
                          lazynccl_version_text(is, elf_cache_version(is, path), version));
    }
}

void rule_mapped_copies(struct patient *patient)
{
    const struct environment *all = environment_read(patient);

    for (size_t i = 0; patient->consumer->pid && i < all->copy_count; i++)
        two_copies(patient, LN101, i, "mapped");
}

void rule_second_copy(struct patient *patient)
{
    const struct environment *all = environment_read(patient);

    for (size_t i = 0; !patient->consumer->pid && i < all->copy_count; i++)
        two_copies(patient, LN118, i, "within reach");
}

/* Of one file in a site-packages: who owns it, and whether it is of a release that they name. */
static void check_owners(struct patient *patient, const struct packages *owners, const char *site,
                         const char *file, const struct lazynccl_description *is)
{
    char *path = lazynccl_join(site, "/", file),
         *whole = path ? machine_inside(patient, path) : NULL;
    int version = whole && machine_has(patient, path) ? elf_cache_version(is, whole) : 0;
    int count = 0, right = 0;
    char have[LAZYNCCL_VERSION_TEXT];

    lazynccl_version_text(is, version, have);
    for (size_t o = 0; o < owners->count; o++)
        if (packages_own(&owners->list[o], file)) {
            const char *said = owners->list[o].version;
            size_t length = strlen(have);

            count++;
            right += said && strncmp(said, have, length) == 0 &&
                     (said[length] == '\0' || said[length] == '.' || said[length] == '+');
        }
    if (version && (count > 1 || (count == 1 && !right))) {
        findings_add(patient, LN102, "%s is %s %s, %s", strings_base_name(file), is->title, have,
                     count > 1 ? "and several packages own it"
                               : "which is not what its package says");
        findings_evidence(patient, "%s", path);
        for (size_t o = 0; o < owners->count; o++)
            if (packages_own(&owners->list[o], file)) {
                findings_evidence(patient, "%s %s says that it is its own", owners->list[o].name,
                                  owners->list[o].version);
                findings_remedy(patient, "pip uninstall -y %s", owners->list[o].name);
            }
        findings_remedy(patient, "pip install %s",
                        packages_name(patient, is, lazynccl_major_of(file)));
    }
    free(whole);
    free(path);
}

void rule_overwritten_wheels(struct patient *patient)
{
    const struct consumer *consumer = patient->consumer;

    for (int s = 0; s < consumer->site_count; s++) {
        struct packages owners = packages_in(patient, consumer->sites[s]);

        for (int l = 0; l < lazynccl_libraries_count; l++) {
            const struct lazynccl_description *is = lazynccl_libraries[l]->description;

            if (lazynccl_libraries[l]->root != lazynccl_libraries[l])
                continue;
            for (int w = 0; is->wheels[w]; w++)
                for (int n = 0; is->sonames[n]; n++) {
                    char *file = lazynccl_join(is->wheels[w], "/", is->sonames[n]);

                    if (file)
                        check_owners(patient, &owners, consumer->sites[s], file, is);
                    free(file);
                }
        }
        packages_free(&owners);
    }
}

/* LN110 */

static void check_name(struct patient *patient, const char *path, const char *name,
                       const struct lazynccl_description *is)
{
    const char *from = NULL;
    char *gives = linker_find(patient, path, name, &from);
    const struct look *copy = facts_copy(patient, is->name);

    if (!gives || !copy || !elf_cache_same_file(gives, copy->path)) {
        findings_add(patient, LN110, "%s opens %s, which is %s", strings_base_name(path), name,
                     gives ? "another copy" : "not here");
        findings_evidence(patient, "%s", path);
        if (gives)
            findings_evidence(patient, "%s (%s)", machine_shown(patient, gives), from);
        if (copy)
            rule_evidence(patient, is, copy);
    }
    free(gives);
}

/* Who declares it in a .note.dlopen; of a file that was named, also who has the name in its text.
 */
void rule_unversioned_name(struct patient *patient)
{
    const struct environment *all = environment_read(patient);
    char *from = patient->consumer->from ? machine_inside(patient, patient->consumer->from) : NULL;

    for (int l = 0; l < lazynccl_libraries_count; l++) {
        const struct lazynccl_description *is = lazynccl_libraries[l]->description;
        char *name = strndup(is->sonames[0], strcspn(is->sonames[0], ".") + strlen(".so"));
        char *quoted = name ? lazynccl_join("\"", name, "\"") : NULL;
        int declared = 0;

        for (size_t i = 0; quoted && i < all->notes.count; i++) {
            const char *note = all->notes.list[i], *text = strchr(note, '\n');
            char *path = strndup(note, (size_t)(text - note));

            if (path && lazynccl_libraries[l]->root == lazynccl_libraries[l] &&
                strstr(text, quoted)) {
                declared = 1;
                check_name(patient, path, name, is);
            }
            free(path);
        }
        if (from && name && !declared && lazynccl_libraries[l]->root == lazynccl_libraries[l] &&
            scan_has(from, name))
            check_name(patient, patient->consumer->from, name, is);
        free(quoted);
        free(name);
    }
    free(from);
}

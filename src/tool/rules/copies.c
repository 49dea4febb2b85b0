/* Rules on copies of a library: LN101, 102, 110, 118.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/search.h"
#include "search/view.h"
#include "tool/files/elf_cache.h"
#include "tool/files/scan.h"
#include "tool/rules/rule.h"
#include <stdlib.h>
#include <string.h>

/* Reports the copies from `first` on that are the same library and major version. */
static void two_copies(struct examination *at, const char *id, size_t first, const char *where)
{
    const struct environment *all = environment_read(at->facts);
    const struct lazynccl_description *is = all->copies[first].library;
    int major = lazynccl_major_of(strings_base_name(all->copies[first].path)), said = 0;
    char version[LAZYNCCL_VERSION_TEXT];

    for (size_t i = 0; i < all->copy_count; i++) {
        const char *path = all->copies[i].path;
        int same =
            all->copies[i].library == is && lazynccl_major_of(strings_base_name(path)) == major;

        if (same && i < first)
            return; /* reported there */
        if (!same || i == first)
            continue;
        if (!said++) {
            findings_add(at->findings, id, "%s is %s more than once", is->title, where);
            findings_evidence(
                at->findings, "%s %s", machine_shown(at->machine, all->copies[first].path),
                lazynccl_version_text(is, elf_cache_version(is, all->copies[first].path), version));
        }
        findings_evidence(at->findings, "%s %s", machine_shown(at->machine, path),
                          lazynccl_version_text(is, elf_cache_version(is, path), version));
    }
}

FINDING(LN101, "two-copies-mapped", ERROR, "two copies of a library are mapped in one process",
        "Each copy has its own communicators, threads and settings, and treats objects created by "
        "the other as corrupted or invalid. The second copy usually comes from a dlopen() of an "
        "absolute path, or of an unversioned name that the wheels do not contain.",
        "keep one of them: remove the other from the environment, or make both users open the same "
        "file",
        "pegainfer-project/pegainfer#810, pytorch/pytorch#42517, jax-ml/jax#39167")
{
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; at->machine->consumer->pid && i < all->copy_count; i++)
        two_copies(at, "LN101", i, "mapped");
}

FINDING(LN118, "two-copies-in-reach", WARNING, "two copies of a library are within reach",
        "Packages that ship a copy under another name (libnccl-0a1b2c3d.so.2) or in their own "
        "folder load it alongside the other one: two NCCLs that know nothing of each other.",
        "use packages that share one copy, or do not load both in one process",
        "rapidsai/cuvs#827, rapidsai/cugraph#4465")
{
    const struct environment *all = environment_read(at->facts);

    for (size_t i = 0; !at->machine->consumer->pid && i < all->copy_count; i++)
        two_copies(at, "LN118", i, "within reach");
}

/* One file in a site-packages: which packages own it, and if it is of a release they name. */
static void check_owners(struct examination *at, const struct packages *owners, const char *site,
                         const char *file, const struct lazynccl_description *is)
{
    char *path = lazynccl_join(site, "/", file),
         *whole = path ? machine_inside(at->machine, path) : NULL;
    int version = whole && machine_has(at->machine, path) ? elf_cache_version(is, whole) : 0;
    int count = 0, right = 0;
    char have[LAZYNCCL_VERSION_TEXT], install[NVIDIA_INSTALL];

    lazynccl_version_text(is, version, have);
    for (size_t o = 0; o < owners->count; o++)
        if (strings_has(&owners->list[o].files, file)) {
            const char *said = owners->list[o].version;
            size_t length = strlen(have);

            count++;
            right += said && strncmp(said, have, length) == 0 &&
                     (said[length] == '\0' || said[length] == '.' || said[length] == '+');
        }
    if (version && (count > 1 || (count == 1 && !right))) {
        findings_add(
            at->findings, "LN102", "%s is %s %s, %s", strings_base_name(file), is->title, have,
            count > 1 ? "and several packages own it" : "which does not match its package");
        findings_evidence(at->findings, "%s", path);
        for (size_t o = 0; o < owners->count; o++)
            if (strings_has(&owners->list[o].files, file)) {
                findings_evidence(at->findings, "%s %s lists it as its own", owners->list[o].name,
                                  owners->list[o].version);
                findings_remedy(at->findings, "pip uninstall -y %s", owners->list[o].name);
            }
        packages_install(at->machine, is, lazynccl_major_of(file), "", install);
        findings_remedy(at->findings, "%s", install);
    }
    free(whole);
    free(path);
}

FINDING(LN102, "overwritten-file", ERROR, "a library's file does not match the installed packages",
        "The packages for CUDA 11, 12 and 13 own the same file, nvidia/nccl/lib/libnccl.so.2: the "
        "one installed last has overwritten it, while pip and importlib.metadata still report the "
        "versions of all of them.",
        "uninstall all of them, then install the one that you want",
        "rwth-i6/returnn#1802, pytorch/pytorch#186591, marin-community/marin#7344")
{
    const struct consumer *consumer = at->machine->consumer;

    for (int s = 0; s < consumer->site_count; s++) {
        struct packages owners = packages_in(at->machine, consumer->sites[s]);

        for (int l = 0; l < lazynccl_libraries_count; l++) {
            const struct lazynccl_description *is = lazynccl_libraries[l]->description;

            if (lazynccl_libraries[l]->root != lazynccl_libraries[l])
                continue;
            for (int w = 0; is->wheels[w]; w++)
                for (int n = 0; is->sonames[n]; n++) {
                    char *file = lazynccl_join(is->wheels[w], "/", is->sonames[n]);

                    if (file)
                        check_owners(at, &owners, consumer->sites[s], file, is);
                    free(file);
                }
        }
        packages_free(&owners);
    }
}

static void check_name(struct examination *at, const char *path, const char *name,
                       const struct lazynccl_description *is)
{
    const char *from = NULL;
    char *gives = linker_find(at->machine, path, name, &from);
    const struct candidate *copy = facts_copy(at->facts, is->name);

    if (!gives || !copy || !lazynccl_same_file(gives, copy->path)) {
        findings_add(at->findings, "LN110", "%s opens %s, which is %s", strings_base_name(path),
                     name, gives ? "another copy" : "not found");
        findings_evidence(at->findings, "%s", path);
        if (gives)
            findings_evidence(at->findings, "%s (%s)", machine_shown(at->machine, gives), from);
        if (copy)
            rule_evidence(at, is, copy);
    }
    free(gives);
}

/* Files that declare it in a .note.dlopen; a file that was named, also if its text has the name. */
FINDING(
    LN110, "unversioned-name", WARNING, "a file opens a library by an unversioned name",
    "NVIDIA's wheels contain libnccl.so.2 but no libnccl.so. A file that opens the latter finds "
    "nothing, or the copy of another installation, which is the second one in the process.",
    "set the program's own variable for the library's path, or link that name to the right file",
    "pegainfer-project/pegainfer#810, torch_tensorrt's distributed/_nccl_utils.py")
{
    const struct environment *all = environment_read(at->facts);
    char *from = at->machine->consumer->from
                     ? machine_inside(at->machine, at->machine->consumer->from)
                     : NULL;

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
                check_name(at, path, name, is);
            }
            free(path);
        }
        if (from && name && !declared && lazynccl_libraries[l]->root == lazynccl_libraries[l] &&
            scan_has(from, name))
            check_name(at, at->machine->consumer->from, name, is);
        free(quoted);
        free(name);
    }
    free(from);
}

/* Audits ELF files of the file system, each with what ld.so would give it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "search/view.h"
#include "tool/files/elf_cache.h"
#include "tool/files/root.h"
#include "tool/machine/consumer.h"
#include "tool/verbs/audit/audit.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct asking {
    const struct strings *elfs;
    const struct consumer *consumer;
    size_t skip;
};

struct taking {
    const char *root;
    const struct elf_file *file;
    struct audit_given *given;
};

/* The path as those in the root see it, its folder without ".."; the name stays as it is: links say
 * which release a file is for. */
static char *plain_path(const char *root, const char *path)
{
    char *folder = lazynccl_folder_of(path + strlen(root));
    char *real = folder ? root_real(root, folder) : NULL;
    char *plain = real ? lazynccl_join(real, strrchr(path, '/'), "") : strdup(path + strlen(root));

    free(folder);
    free(real);
    return plain;
}

/* ld.so takes the first file that is there and is for its machine. */
static int take_first(void *context, const char *path, enum lazynccl_via via)
{
    struct taking *taking = context;
    const char *why, *name = strrchr(path, '/');
    const struct elf_file *file = elf_cache_get(path, &why);
    struct nvidia vendor;

    if (file && (file->class != taking->file->class || file->machine != taking->file->machine))
        return 0;
    *taking->given = (struct audit_given){
        .file = file, .from = consumer_via_word(via), .path = plain_path(taking->root, path)};
    if (!file)
        taking->given->fault = why;
    else if (strstr(path, "/stubs/"))
        taking->given->fault = "for linking only";
    else if (nvidia_of(name + 1, &vendor) && vendor.is)
        taking->given->version = elf_cache_version(vendor.is, path);
    return 1;
}

static int give(void *context, const struct elf_file *file, const char *soname,
                struct audit_given *given)
{
    struct asking *asking = context;
    struct taking taking = {asking->consumer->root, file, given};

    if (!strchr(soname, '/'))
        lazynccl_ldso_each(&asking->consumer->view, soname, take_first, &taking);
    return given->path != NULL;
}

static int is_ours(const char *path)
{
    const char *why;
    const struct elf_file *file = elf_cache_get(path, &why);

    return file && file->lazynccl;
}

static int elsewhere(void *context, const char *soname, int real, struct audit_given *given)
{
    const struct asking *asking = context;
    const char *only = NULL, *why;
    struct nvidia vendor;

    for (size_t i = 0; i < asking->elfs->count; i++) {
        const char *path = asking->elfs->list[i], *slash = strrchr(path, '/');

        if (strcmp(slash ? slash + 1 : path, soname) != 0 || (real && is_ours(path)))
            continue;
        if (!given->path)
            given->path = strdup((only = path) + asking->skip);
        else if (only && !elf_cache_same_file(only, path))
            only = NULL; /* which of them is loaded before, nobody can tell */
    }
    given->file = only ? elf_cache_get(only, &why) : NULL;
    if (given->file && nvidia_of(soname, &vendor) && vendor.is)
        given->version = elf_cache_version(vendor.is, only);
    return given->path != NULL;
}

void audit_files(struct audit *audit, const char *root, const struct strings *elfs, size_t skip,
                 walk_unreadable *blind, void *context)
{
    for (size_t i = 0; i < elfs->count; i++) {
        const char *path = elfs->list[i];
        const struct consumer_choice choice = {.root = root, .from = path + strlen(root)};
        struct consumer consumer;
        struct asking asking = {elfs, &consumer, skip};
        const struct audit_source source = {root, give, elsewhere, &asking};
        const char *why = consumer_open(&consumer, &choice);

        if (why) {
            const char *text = strstr(why, ": "); /* it names the path in its own way */

            blind(context, path, text ? text + 2 : why);
            continue;
        }
        audit_add(audit, path + skip, &consumer.file, &source);
        consumer_close(&consumer);
    }
}

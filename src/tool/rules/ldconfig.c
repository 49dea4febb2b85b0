/* The rule on ld.so's cache: LN109.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "library/library.h"
#include "search/folder.h"
#include "tool/rules/rule.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static void read_conf(struct patient *patient, const char *path, struct strings *folders, int deep);

/* What stands behind `include`: a path whose last part is a pattern. */
static void include(struct patient *patient, const char *pattern, struct strings *folders, int deep)
{
    char *whole = lazynccl_join(*pattern == '/' ? "" : "/etc/", pattern, "");
    char *folder = whole ? lazynccl_folder_of(whole) : NULL;
    struct strings names = {NULL, 0};

    if (folder)
        machine_names(patient, folder, &names);
    for (size_t i = 0; i < names.count; i++) {
        char *path = fnmatch(strings_base_name(whole), names.list[i], 0) == 0
                         ? lazynccl_join(folder, "/", names.list[i])
                         : NULL;

        if (path)
            read_conf(patient, path, folders, deep + 1);
        free(path);
    }
    strings_free(&names);
    free(folder);
    free(whole);
}

static void read_conf(struct patient *patient, const char *path, struct strings *folders, int deep)
{
    char *text = deep < 8 ? machine_text(patient, path) : NULL;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        line += strspn(line, " \t");
        line[strcspn(line, "#")] = '\0';
        for (size_t n = strlen(line); n > 0 && strchr(" \t\r", line[n - 1]); n--)
            line[n - 1] = '\0';
        if (strncmp(line, "include", 7) == 0 && strchr(" \t", line[7]))
            include(patient, line + 8 + strspn(line + 8, " \t"), folders, deep);
        else if (*line == '/')
            strings_add(folders, line, strlen(line));
    }
    free(text);
}

static void check_cached(struct patient *patient, const char *folder,
                         const struct lazynccl_description *is)
{
    for (int s = 0; is->sonames[s]; s++) {
        char *path = lazynccl_join(folder, "/", is->sonames[s]);
        const char *from;
        char *gives = path && machine_has(patient, path)
                          ? linker_find(patient, NULL, is->sonames[s], &from)
                          : NULL;

        if (path && !gives && machine_has(patient, path)) {
            findings_add(patient, LN109, "%s is installed and ld.so does not know it",
                         is->sonames[s]);
            findings_evidence(patient, "%s", path);
            findings_evidence(patient, "/etc/ld.so.cache does not have it");
            findings_remedy(patient, "sudo ldconfig");
        }
        free(gives);
        free(path);
    }
}

void rule_not_in_cache(struct patient *patient)
{
    struct strings folders = {NULL, 0};

    read_conf(patient, "/etc/ld.so.conf", &folders, 0);
    for (size_t i = 0; i < folders.count; i++)
        for (int l = 0; l < lazynccl_libraries_count; l++)
            if (lazynccl_libraries[l]->root == lazynccl_libraries[l])
                check_cached(patient, folders.list[i], lazynccl_libraries[l]->description);
    strings_free(&folders);
}

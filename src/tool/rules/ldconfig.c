/* The rule on ld.so's cache: LN109.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "search/folder.h"
#include "tool/rules/rule.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static void read_conf(struct examination *at, const char *path, struct strings *folders, int deep);

/* Reads the files of an `include` line: a path whose last part is a pattern. */
static void include(struct examination *at, const char *pattern, struct strings *folders, int deep)
{
    char *whole = lazynccl_join(*pattern == '/' ? "" : "/etc/", pattern, "");
    char *folder = whole ? lazynccl_folder_of(whole) : NULL;
    struct strings names = {NULL, 0};

    if (folder)
        machine_names(at->machine, folder, &names);
    for (size_t i = 0; i < names.count; i++) {
        char *path = fnmatch(strings_base_name(whole), names.list[i], 0) == 0
                         ? lazynccl_join(folder, "/", names.list[i])
                         : NULL;

        if (path)
            read_conf(at, path, folders, deep + 1);
        free(path);
    }
    strings_free(&names);
    free(folder);
    free(whole);
}

static void read_conf(struct examination *at, const char *path, struct strings *folders, int deep)
{
    char *text = deep < 8 ? machine_text(at->machine, path) : NULL;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        line += strspn(line, " \t");
        line[strcspn(line, "#")] = '\0';
        for (size_t n = strlen(line); n > 0 && strchr(" \t\r", line[n - 1]); n--)
            line[n - 1] = '\0';
        if (strncmp(line, "include", 7) == 0 && strchr(" \t", line[7]))
            include(at, line + 8 + strspn(line + 8, " \t"), folders, deep);
        else if (*line == '/')
            strings_add(folders, line, strlen(line));
    }
    free(text);
}

static void check_cached(struct examination *at, const char *folder,
                         const struct lazynccl_description *is)
{
    for (int s = 0; is->sonames[s]; s++) {
        char *path = lazynccl_join(folder, "/", is->sonames[s]);
        const char *from;
        char *gives = path && machine_has(at->machine, path)
                          ? linker_find(at->machine, NULL, is->sonames[s], &from)
                          : NULL;

        if (path && !gives && machine_has(at->machine, path)) {
            findings_add(at->findings, "LN109", "%s is installed but not in ld.so's cache",
                         is->sonames[s]);
            findings_evidence(at->findings, "%s", path);
            findings_evidence(at->findings, "/etc/ld.so.cache does not list it");
            findings_remedy(at->findings, "sudo ldconfig");
        }
        free(gives);
        free(path);
    }
}

FINDING(LN109, "not-in-cache", WARNING,
        "a library is in a folder of ld.so.conf but not in ld.so's cache",
        "ld.so does not search the folders that ld.so.conf names, only the cache that ldconfig "
        "writes. Some packages do not run ldconfig.",
        "run ldconfig as root", "NVIDIA/nccl#1991")
{
    struct strings folders = {NULL, 0};

    read_conf(at, "/etc/ld.so.conf", &folders, 0);
    for (size_t i = 0; i < folders.count; i++)
        for (int l = 0; l < lazynccl_libraries_count; l++)
            if (lazynccl_libraries[l]->root == lazynccl_libraries[l])
                check_cached(at, folders.list[i], lazynccl_libraries[l]->description);
    strings_free(&folders);
}

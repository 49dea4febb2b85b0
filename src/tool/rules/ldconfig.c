/* The rule on ld.so's cache: LN109.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tool/rules/rule.h"
#include <fnmatch.h>

static void read_conf(struct examination *at, const char *path, struct strings *folders, int depth);

/* Reads the files of an `include` line: a path whose last part is a pattern. */
static void include(struct examination *at, const char *pattern, struct strings *folders, int depth)
{
    OWNED(memory) char *whole = memory_print("%s%s", *pattern == '/' ? "" : "/etc/", pattern);
    OWNED(memory) char *folder = memory_folder(whole);
    OWNED(strings) struct strings names = {0};

    if (folder)
        machine_names(at->machine, folder, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED(memory) char *path = memory_print("%s/%s", folder, names.list[i]);

        if (fnmatch(strings_base_name(whole), names.list[i], 0) == 0)
            read_conf(at, path, folders, depth + 1);
    }
}

/* Lists the folders in ld.so.conf and in the files that it includes, nested at most eight deep. */
static void read_conf(struct examination *at, const char *path, struct strings *folders, int depth)
{
    OWNED(memory) char *text = depth < 8 ? machine_text(at->machine, path) : NULL;

    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        line += strspn(line, " \t");
        line[strcspn(line, "#")] = '\0';
        for (size_t n = strlen(line); n > 0 && strchr(" \t\r", line[n - 1]); n--)
            line[n - 1] = '\0';
        if (strncmp(line, "include", 7) == 0 && (line[7] == ' ' || line[7] == '\t'))
            include(at, line + 8 + strspn(line + 8, " \t"), folders, depth);
        else if (*line == '/')
            strings_add(folders, line, strlen(line));
    }
}

/* Reports a library that is in a folder of ld.so.conf, but that ld.so does not find. */
static void check_cached(struct examination *at, const char *folder, const char *soname)
{
    OWNED(memory) char *path = memory_print("%s/%s", folder, soname);
    const char *from;
    int is_there = machine_has(at->machine, path);
    OWNED(memory) char *found = is_there ? linker_find(at->machine, NULL, soname, &from) : NULL;

    if (!is_there || found)
        return;
    rule_add(at, "LN109", "%s is installed but not in ld.so's cache", soname);
    rule_line(at, "%s", path);
    rule_line(at, "/etc/ld.so.cache does not list it");
    rule_help(at, "sudo ldconfig");
}

FINDING(LN109, "not-in-cache", WARNING,
        "a library is in a folder of ld.so.conf but not in ld.so's cache",
        "ld.so does not search the folders that ld.so.conf names, only the cache that ldconfig "
        "writes. Some packages do not run ldconfig.",
        "run ldconfig as root", "NVIDIA/nccl#1991")
{
    OWNED(strings) struct strings folders = {0};

    read_conf(at, "/etc/ld.so.conf", &folders, 0);
    for (size_t i = 0; i < folders.count; i++)
        for (const struct lazynccl_description *desc = NULL; (desc = nvidia_next(desc));)
            for (int s = 0; desc->sonames[s]; s++)
                check_cached(at, folders.list[i], desc->sonames[s]);
}

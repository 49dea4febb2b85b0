/* Runs the verbs in its arguments on a library, in order, and prints their results: `ask nvrtc load
 * where report`. Without a library's name it uses NCCL.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "verbs.h"
#include <dlfcn.h>
#include <lazynccl.h>

int ncclGetVersion(int *version);
int ncclCommSplit(void *comm, int color, int key, void **created, void *config);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
const char *ncclGetErrorString(int code);
const char *pncclGetErrorString(int code);
const char *ncclGetLastError(void *comm);
int nvrtcVersion(int *major, int *minor);
const char *nvrtcGetErrorString(int code);
int nvJitLinkVersion(unsigned *major, unsigned *minor);

static lazynccl_library *library;
static char name; /* the last letter of the library's name */
static void *handle;

static void say(const char *text)
{
    printf("%s", text ? text : "(null)");
    if (!text || !*text || text[strlen(text) - 1] != '\n')
        putchar('\n');
}

static void select_nccl(const char *value)
{
    (void)value;
    library = lazynccl_nccl();
    name = 'l';
}

static void select_nvrtc(const char *value)
{
    (void)value;
    library = lazynccl_nvrtc();
    name = 'c';
}

static void select_nvjitlink(const char *value)
{
    (void)value;
    library = lazynccl_nvjitlink();
    name = 'k';
}

static void load(const char *value)
{
    (void)value;
    printf("load %d\n", lazynccl_load(library));
}

static void available(const char *value)
{
    (void)value;
    printf("available %d\n", lazynccl_available(library));
}

static void has(const char *symbol)
{
    printf("has %d\n", lazynccl_has(library, symbol));
}

static void require(const char *version)
{
    printf("require %d\n", lazynccl_require(library, atoi(version)));
}

/* Loads the library, and prints search location, version and file. */
static void where(const char *value)
{
    (void)value;
    if (lazynccl_available(library))
        printf("%s %d %s\n", lazynccl_found_via(library), lazynccl_version(library),
               lazynccl_path(library));
    else
        puts("absent");
}

/* Prints the same without loading. */
static void known(const char *value)
{
    (void)value;
    printf("%s %d %s\n", lazynccl_found_via(library) ? lazynccl_found_via(library) : "(null)",
           lazynccl_version(library), lazynccl_path(library) ? lazynccl_path(library) : "(null)");
}

static void error(const char *symbol)
{
    say(lazynccl_error(library, symbol));
}

static void report(const char *value)
{
    (void)value;
    say(lazynccl_report(library));
}

static void set_path(const char *path)
{
    printf("set_path %d\n", lazynccl_set_path(library, path));
}

static void open_with(const char *path, int flags)
{
    handle = dlopen(path, RTLD_NOW | flags);
    if (!handle) {
        puts(dlerror());
        exit(1);
    }
}

static void open_local(const char *path)
{
    open_with(path, RTLD_LOCAL);
}

static void open_global(const char *path)
{
    open_with(path, RTLD_GLOBAL);
}

static void close_handle(const char *value)
{
    (void)value;
    dlclose(handle);
}

static void set_handle(const char *value)
{
    (void)value;
    printf("set_handle %d\n", lazynccl_set_handle(library, handle));
}

/* Calls the library, and prints result and version. */
static void call(const char *value)
{
    int major = -1, minor = 0, code;

    (void)value;
    code = name == 'l'   ? ncclGetVersion(&major)
           : name == 'c' ? nvrtcVersion(&major, &minor)
                         : nvJitLinkVersion((unsigned *)&major, (unsigned *)&minor);
    printf("call %d %d.%d\n", code, major, minor);
}

static void split(const char *value)
{
    void *created = &created;

    (void)value;
    printf("split %d", ncclCommSplit(&created, 0, 0, &created, NULL));
    puts(created ? "" : " NULL");
}

static void shrink(const char *value)
{
    void *created = &created;

    (void)value;
    printf("shrink %d", ncclCommShrink(&created, NULL, 0, &created, NULL, 0));
    puts(created ? "" : " NULL");
}

static void string(const char *code)
{
    say(name == 'l' ? ncclGetErrorString(atoi(code)) : nvrtcGetErrorString(atoi(code)));
}

static void alias(const char *code)
{
    say(pncclGetErrorString(atoi(code)));
}

static void last(const char *value)
{
    (void)value;
    say(ncclGetLastError(NULL));
}

static void change_folder(const char *folder)
{
    if (chdir(folder))
        exit(1);
}

/* Prints the mapped files with this text in their names. */
static void mapped(const char *text)
{
    char line[8192], before[8192] = "";
    FILE *maps = fopen("/proc/self/maps", "r");

    while (maps && fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/'), *file = strrchr(line, '/');

        if (path && strstr(file, text) && strcmp(path, before) != 0)
            printf("mapped %s", strcpy(before, path));
    }
    fclose(maps);
}

static const struct verb verbs[] = {
    {"nccl", select_nccl},
    {"nvrtc", select_nvrtc},
    {"nvjitlink", select_nvjitlink},
    {"load", load},
    {"available", available},
    {"has", has},
    {"require", require},
    {"where", where},
    {"known", known},
    {"error", error},
    {"report", report},
    {"path", set_path},
    {"open", open_local},
    {"open-global", open_global},
    {"close", close_handle},
    {"handle", set_handle},
    {"call", call},
    {"split", split},
    {"shrink", shrink},
    {"string", string},
    {"alias", alias},
    {"last", last},
    {"chdir", change_folder},
    {"remove", remove_file},
    {"rename", rename_to},
    {"mapped", mapped},
    {NULL, NULL},
};

int main(int count, char **words)
{
    (void)count;
    select_nccl(NULL);
    return run_verbs(verbs, words);
}

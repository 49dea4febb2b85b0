/* Fuzzes the search's variables: each line of the input is a variable's value. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "runtime/library/library.h"
#include "runtime/search/ldso.h"
#include "runtime/search/search.h"
#include <string.h>

static const char *const names[] = {"LAZYNCCL_LIBPATH", "LAZYNCCL_SEARCH", "LAZYNCCL_CUDA",
                                    "VIRTUAL_ENV",      "CONDA_PREFIX",    "CUDA_PATH",
                                    "CUDA_HOME",        "NCCL_HOME",       "LD_LIBRARY_PATH"};
#define COUNT (sizeof names / sizeof *names)

static char *values[COUNT];

static const char *variable(const struct lazynccl_view *view, const char *name)
{
    (void)view;
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(names[i], name) == 0)
            return values[i];
    return NULL;
}

static void no_folders(const struct lazynccl_view *view, struct lazynccl_folders *folders)
{
    (void)view;
    lazynccl_folders_add(folders, LAZYNCCL_LDSO_CACHE, LAZYNCCL_VIA_CACHE);
}

static size_t seen;

static int check(struct lazynccl_search *search, const char *path)
{
    const char *name = path ? strrchr(path, '/') : NULL;

    (void)search;
    seen++;
    fuzz_check(path && *path == '/', "only absolute paths");
    fuzz_check(!name || (!strstr(name, "builtins") && !strstr(name, ".alt.")), "not the builtins");
    return 0;
}

static void check_note(struct lazynccl_search *search, int mistake, const char *text)
{
    (void)search;
    (void)mistake;
    seen++;
    fuzz_check(*text != 0, "a reason");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct lazynccl_objects none;
    struct lazynccl_view view = {.variable = variable,
                                 .module = "/nowhere/lib/python3.11/site-packages/a/a.so",
                                 .objects = &none,
                                 .walk = 1,
                                 .folders = no_folders};
    char *text = malloc(size + 1);
    size_t lines = 0;

    memcpy(text, data, size);
    text[size] = '\0';
    memset(values, 0, sizeof values);
    for (char *rest = text, *line; lines < COUNT && (line = strsep(&rest, "\n")); lines++)
        values[lines] = *line ? line : NULL;
    for (int l = 0; l < lazynccl_libraries_count; l++) {
        struct lazynccl_search search = {.view = &view,
                                         .description = lazynccl_libraries[l]->description,
                                         .offer = check,
                                         .note = check_note};

        seen = 0;
        view.secure = 0;
        lazynccl_search_run(&search);
        lazynccl_arena_free(&search.arena);
        fuzz_check(seen > 0, "there is always a reason");
    }
    free(text);
    return 0;
}

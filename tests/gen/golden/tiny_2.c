/* Describes Tiny 2: the names with its suffixes, and defines what its calls do if it is absent.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/library/library.h"

LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny;
LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny_2;

LAZYNCCL_NOTE(dlopen_note_tiny_2, ".note.dlopen", 0x407c0c0a, 4, "FDO", 117,
              "[{\"soname\":[\"libtiny.so.2\"],"
              "\"feature\":\"tiny\","
              "\"description\":\"Tiny, opened at its first call\","
              "\"priority\":\"suggested\"}]");

/* Types of the library, because this file must compile without its header. */
typedef struct tiny_thing *tinyThing;
typedef struct tinyConfig tinyConfig;
typedef enum { tinyKind_any } tinyKind;
typedef enum { TINY_SUCCESS = 0, TINY_ERROR_SYSTEM = 2 } tinyResult;
typedef uint32_t tinyIndex;
typedef struct {
    int width;
    tinyIndex parts[2];
} tinyShape;

/* The fallbacks. Each serves all functions that need the same C. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
static tinyResult absent_tiny_2_0(void **a1)
{
    if (a1)
        *a1 = NULL;
    return TINY_ERROR_SYSTEM;
}

static tinyResult absent_tiny_2_1(void **a1, int a2)
{
    for (int i = 0; a1 && i < a2; i++)
        a1[i] = NULL;
    return TINY_ERROR_SYSTEM;
}

static tinyResult absent_tiny_2_2(void)
{
    return TINY_ERROR_SYSTEM;
}

static int absent_tiny_2_3(void)
{
    return -1;
}

static int absent_tiny_2_4(void)
{
    return 0;
}

#pragma GCC diagnostic pop

static const lazynccl_function absent_tiny_2[] = {
    (lazynccl_function)absent_tiny_2_0,
    (lazynccl_function)absent_tiny_2_1,
    (lazynccl_function)absent_tiny_2_2,
    (lazynccl_function)absent_tiny_2_3,
    (lazynccl_function)absent_tiny_2_4,
};
static const unsigned short answers_tiny_2[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4,
};

static const char symbols_tiny_2[] = LAZYNCCL_EXTENSION
    "__tinyOpen_2_0\0"
    "__tinyOpen_2_1\0"
    "__tinyList_2_0\0"
    "__tinyList_2_1\0"
    "__tinyWatch_2_0\0"
    "__tinyWatch_2_1\0"
    "__tinyPlace_2_0\0"
    "__tinyPlace_2_1\0"
    "__tinySlots_2_0\0"
    "__tinySlots_2_1\0"
    /* each slot's list of versions by number, distances of lists, lists */
    "\1\1\0\0\2\2\3\3\0\0"
    "\0\21\0\10\0\22\0\43"
    "TINY_1.0\0" "\0" "TINY_2\0" "TINY_1.0\0" "\0" "TINY_2\0" "\0";

static const struct lazynccl_change added_tiny_2[] = {
    {20000, 0},
    {20100, 1},
};

static const struct lazynccl_change removed_tiny_2[] = {
    {30000, 2},
    {30000, 3},
};

LAZYNCCL_NO_CFI
static int version_tiny_2(lazynccl_function function)
{
    int major = 0, minor = 0;
    if (((tinyResult (*)(int *, int *))function)(&major, &minor) != 0)
        return 0;
    return major * 10000 + minor * 100;
}

static const struct lazynccl_description description_tiny_2 = {
    .name = "tiny",
    .title = "Tiny",
    .sonames = (const char *const[]){"libtiny.so.2", NULL},
    .companion = "libtiny-parts.so.%d.%d",
    .version_text = "Tiny version ",
    .wheels = (const char *const[]){"nvidia/tiny/lib", NULL},
    .home_variables = (const char *const[]){"TINY_HOME", NULL},
    .packages = (const char *const[]){NULL},
    .partner = "small",
    .partner_order = -1,
    .cuda_named = 1,
    .version_function = "tinyVersion",
    .symbols = symbols_tiny_2,
    .alias_bytes = 0,
    .versions = 156,
    .count = 10,
    .added = added_tiny_2,
    .added_count = 2,
    .removed = removed_tiny_2,
    .removed_count = 2,
    .suffixed = "__%s_%d_%d",
    .highest_minor = 1,
    .unsuffixed_since = 0,
    .family = 2,
};

/* Defined in assembly, like the trampolines that jump through them. */
LAZYNCCL_INTERNAL extern lazynccl_function lazynccl_slots_tiny_2[];
LAZYNCCL_INTERNAL extern const struct lazynccl_trampolines lazynccl_trampolines_tiny_2;
LAZYNCCL_FOR_ASSEMBLY const struct lazynccl_trampolines lazynccl_trampolines_tiny_2 = {
    .resolve = lazynccl_resolve,
    .library = &lazynccl_library_tiny_2,
    .slots = lazynccl_slots_tiny_2,
    .row_of_slot = answers_tiny_2,
    .fallbacks = absent_tiny_2,
    .version = version_tiny_2,
};
lazynccl_library lazynccl_library_tiny_2 = {
    .description = &description_tiny_2,
    .trampolines = &lazynccl_trampolines_tiny_2,
    .base = &lazynccl_library_tiny,
};

/* Describes Tiny, and defines what its calls do if it is absent.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "runtime/library/library.h"

LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny;

LAZYNCCL_NOTE(dlopen_note_tiny, ".note.dlopen", 0x407c0c0a, 4, "FDO", 132,
              "[{\"soname\":[\"libtiny.so.3\","
              "\"libtiny.so.2\"],"
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

LAZYNCCL_INTERNAL const char *lazynccl_jump_tinyErrorText(tinyResult a1);
LAZYNCCL_PUBLIC const char *tinyErrorText(tinyResult a1);
const char *tinyErrorText(tinyResult a1)
{
    const char *reason =
        a1 == TINY_ERROR_SYSTEM ? lazynccl_last_reason(&lazynccl_library_tiny) : NULL;
    const char *own = lazynccl_jump_tinyErrorText(a1);
    return lazynccl_add_reason(&lazynccl_library_tiny, 2, own, reason);
}

LAZYNCCL_INTERNAL const char *lazynccl_jump_ptinyErrorText(tinyResult a1);
LAZYNCCL_PUBLIC const char *ptinyErrorText(tinyResult a1);
const char *ptinyErrorText(tinyResult a1)
{
    const char *reason =
        a1 == TINY_ERROR_SYSTEM ? lazynccl_last_reason(&lazynccl_library_tiny) : NULL;
    const char *own = lazynccl_jump_ptinyErrorText(a1);
    return lazynccl_add_reason(&lazynccl_library_tiny, 3, own, reason);
}

LAZYNCCL_INTERNAL const char *lazynccl_jump_tinyLastError(tinyThing a1);
LAZYNCCL_PUBLIC const char *tinyLastError(tinyThing a1);
const char *tinyLastError(tinyThing a1)
{
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    const char *own = lazynccl_jump_tinyLastError(a1);
    return lazynccl_add_reason(&lazynccl_library_tiny, 4, own, reason);
}

LAZYNCCL_INTERNAL const char *lazynccl_jump_ptinyLastError(tinyThing a1);
LAZYNCCL_PUBLIC const char *ptinyLastError(tinyThing a1);
const char *ptinyLastError(tinyThing a1)
{
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    const char *own = lazynccl_jump_ptinyLastError(a1);
    return lazynccl_add_reason(&lazynccl_library_tiny, 5, own, reason);
}

/* The fallbacks. Each serves all functions that need the same C. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
static tinyResult absent_tiny_0(void **a1)
{
    if (a1)
        *a1 = NULL;
    return TINY_ERROR_SYSTEM;
}

static const char *absent_tiny_1(void)
{
    const char *reason = lazynccl_absent_reason(&lazynccl_library_tiny);
    return reason;
}

static tinyResult absent_tiny_2(int *a1, int *a2)
{
    if (a1)
        *a1 = 0;
    if (a2)
        *a2 = 0;
    return TINY_ERROR_SYSTEM;
}

static tinyResult absent_tiny_3(void **a1, int a2)
{
    for (int i = 0; a1 && i < a2; i++)
        a1[i] = NULL;
    return TINY_ERROR_SYSTEM;
}

static tinyResult absent_tiny_4(void)
{
    return TINY_ERROR_SYSTEM;
}

static int absent_tiny_5(void)
{
    return -1;
}

static int absent_tiny_6(void)
{
    return 0;
}

static tinyResult absent_tiny_7(uintptr_t a1, tinyShape *a2, tinyIndex *a3)
{
    if (a2)
        *a2 = (tinyShape){0};
    if (a3)
        *a3 = UINT32_MAX;
    return TINY_ERROR_SYSTEM;
}

static tinyShape absent_tiny_8(void)
{
    return (tinyShape){0, {0}};
}

static void absent_tiny_9(void)
{
}

#pragma GCC diagnostic pop

static const lazynccl_function absent_tiny[] = {
    (lazynccl_function)absent_tiny_0,
    (lazynccl_function)absent_tiny_1,
    (lazynccl_function)absent_tiny_2,
    (lazynccl_function)absent_tiny_3,
    (lazynccl_function)absent_tiny_4,
    (lazynccl_function)absent_tiny_5,
    (lazynccl_function)absent_tiny_6,
    (lazynccl_function)absent_tiny_7,
    (lazynccl_function)absent_tiny_8,
    (lazynccl_function)absent_tiny_9,
};
static const unsigned short answers_tiny[] = {
    0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8,
    9, 9,
};

static const char symbols_tiny[] = LAZYNCCL_EXTENSION
    "ptinyOpen\0"
    "ptinyErrorText\0"
    "ptinyLastError\0"
    "ptinyVersion\0"
    "ptinyList\0"
    "ptinyWatch\0"
    "ptinyPlace\0"
    "ptinySlots\0"
    "ptinyMeasure\0"
    "ptinyOutline\0"
    "ptinyReset\0"
    /* each slot's list of versions by number, distances of lists, lists */
    "\1\1\0\0\0\0\0\0\0\0\2\2\3\3\0\0\0\0\0\0"
    "\0\0"
    "\0\21\0\10\0\22\0\43"
    "TINY_1.0\0" "\0" "TINY_2\0" "TINY_1.0\0" "\0" "TINY_2\0" "\0";

static const struct lazynccl_change added_tiny[] = {
    {10000, 0},
    {20100, 8},
    {30102, 16},
};

static const struct lazynccl_change removed_tiny[] = {
    {30000, 8},
    {30000, 9},
};

LAZYNCCL_NO_CFI
static int version_tiny(lazynccl_function function)
{
    int major = 0, minor = 0;
    if (((tinyResult (*)(int *, int *))function)(&major, &minor) != 0)
        return 0;
    return major * 10000 + minor * 100;
}

/* Releases without this function have their version in the suffixes of their symbols. */
static tinyResult version_from_suffix_tiny(int *a1, int *a2)
{
    int number = lazynccl_version(&lazynccl_library_tiny);
    if (a1)
        *a1 = number / 10000;
    if (a2)
        *a2 = number / 100 % 100;
    return TINY_SUCCESS;
}

static const struct lazynccl_description description_tiny = {
    .name = "tiny",
    .title = "Tiny",
    .sonames = (const char *const[]){"libtiny.so.3", "libtiny.so.2", NULL},
    .companion = "libtiny-parts.so.%d.%d",
    .version_text = "Tiny version ",
    .wheels = (const char *const[]){"nvidia/tiny/lib", NULL},
    .home_variables = (const char *const[]){"TINY_HOME", NULL},
    .packages = (const char *const[]){"nvidia-tiny", NULL},
    .partner = "small",
    .partner_order = -1,
    .cuda_named = 1,
    .version_function = "tinyVersion",
    .symbols = symbols_tiny + 1,
    .alias_bytes = 1,
    .versions = 132,
    .count = 22,
    .added = added_tiny,
    .added_count = 3,
    .removed = removed_tiny,
    .removed_count = 2,
    .suffixed = "__%s_%d_%d",
    .highest_minor = 1,
    .unsuffixed_since = 20100,
    .family = 0,
};

/* Defined in assembly, like the trampolines that jump through them. */
LAZYNCCL_INTERNAL extern lazynccl_function lazynccl_slots_tiny[];
LAZYNCCL_INTERNAL extern const struct lazynccl_trampolines lazynccl_trampolines_tiny;
LAZYNCCL_FOR_ASSEMBLY const struct lazynccl_trampolines lazynccl_trampolines_tiny = {
    .resolve = lazynccl_resolve,
    .library = &lazynccl_library_tiny,
    .slots = lazynccl_slots_tiny,
    .row_of_slot = answers_tiny,
    .fallbacks = absent_tiny,
    .version = version_tiny,
    .version_slot = 6,
    .version_fallback = (lazynccl_function)version_from_suffix_tiny,
};
lazynccl_library lazynccl_library_tiny = {
    .description = &description_tiny,
    .trampolines = &lazynccl_trampolines_tiny,
    .base = &lazynccl_library_tiny,
};

LAZYNCCL_MARKER(marker_tiny, LAZYNCCL_EXPORTS, "tiny");

LAZYNCCL_PUBLIC lazynccl_library *lazynccl_tiny(void);
lazynccl_library *lazynccl_tiny(void)
{
    return &lazynccl_library_tiny;
}

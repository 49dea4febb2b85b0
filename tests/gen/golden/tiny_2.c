/* The trampolines of Tiny 2: the names with its suffixes.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "library/library.h"

LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny;
LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny_2;

LAZYNCCL_NOTE(dlopen_note_tiny_2, ".note.dlopen", 0x407c0c0a, 4, "FDO", 119,
              "[{\"soname\":[\"libtiny.so.2\"],"
              "\"feature\":\"tiny\","
              "\"description\":\"Tiny, opened at its first call\","
              "\"priority\":\"recommended\"}]");

/* Our own types: this must compile without the library's header. */
typedef struct tiny_thing *tinyThing;
typedef struct tinyConfig tinyConfig;
typedef enum { tinyKind_any } tinyKind;
typedef enum { TINY_SUCCESS = 0, TINY_ERROR_SYSTEM = 2 } tinyResult;
typedef uint32_t tinyIndex;
typedef struct {
    int width;
    tinyIndex parts[2];
} tinyShape;

LAZYNCCL_PUBLIC tinyResult __tinyOpen_2_0(tinyThing *a1, const tinyConfig *a2,
                                          const char *const *a3);
LAZYNCCL_PUBLIC tinyResult __tinyOpen_2_1(tinyThing *a1, const tinyConfig *a2,
                                          const char *const *a3);
LAZYNCCL_PUBLIC tinyResult __tinyList_2_0(tinyThing *a1, int a2);
LAZYNCCL_PUBLIC tinyResult __tinyList_2_1(tinyThing *a1, int a2);
LAZYNCCL_PUBLIC tinyResult __tinyWatch_2_0(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
LAZYNCCL_PUBLIC tinyResult __tinyWatch_2_1(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
LAZYNCCL_PUBLIC int __tinyPlace_2_0(tinyThing a1);
LAZYNCCL_PUBLIC int __tinyPlace_2_1(tinyThing a1);
LAZYNCCL_PUBLIC int __tinySlots_2_0(void);
LAZYNCCL_PUBLIC int __tinySlots_2_1(void);

/* What the trampolines jump through; each slot starts at its first_ function. */
static struct slots_tiny_2 {
    __typeof__(__tinyOpen_2_0) *__tinyOpen_2_0;
    __typeof__(__tinyOpen_2_1) *__tinyOpen_2_1;
    __typeof__(__tinyList_2_0) *__tinyList_2_0;
    __typeof__(__tinyList_2_1) *__tinyList_2_1;
    __typeof__(__tinyWatch_2_0) *__tinyWatch_2_0;
    __typeof__(__tinyWatch_2_1) *__tinyWatch_2_1;
    __typeof__(__tinyPlace_2_0) *__tinyPlace_2_0;
    __typeof__(__tinyPlace_2_1) *__tinyPlace_2_1;
    __typeof__(__tinySlots_2_0) *__tinySlots_2_0;
    __typeof__(__tinySlots_2_1) *__tinySlots_2_1;
} slot_tiny_2;

LAZYNCCL_NOINLINE static lazynccl_symbol real_tiny_2(int index, const void *caller)
{
    return lazynccl_resolve(&lazynccl_library_tiny_2, index, caller);
}

tinyResult __tinyOpen_2_0(tinyThing *a1, const tinyConfig *a2, const char *const *a3)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyOpen_2_0)(a1, a2, a3);
}
static tinyResult first___tinyOpen_2_0(tinyThing *a1, const tinyConfig *a2, const char *const *a3)
{
    __typeof__(slot_tiny_2.__tinyOpen_2_0) real = LAZYNCCL_REAL(tiny_2, __tinyOpen_2_0, 0);
    if (real)
        return real(a1, a2, a3);
    if (a1)
        *a1 = NULL;
    return TINY_ERROR_SYSTEM;
}

tinyResult __tinyOpen_2_1(tinyThing *a1, const tinyConfig *a2, const char *const *a3)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyOpen_2_1)(a1, a2, a3);
}
static tinyResult first___tinyOpen_2_1(tinyThing *a1, const tinyConfig *a2, const char *const *a3)
{
    __typeof__(slot_tiny_2.__tinyOpen_2_1) real = LAZYNCCL_REAL(tiny_2, __tinyOpen_2_1, 1);
    if (real)
        return real(a1, a2, a3);
    if (a1)
        *a1 = NULL;
    return TINY_ERROR_SYSTEM;
}

tinyResult __tinyList_2_0(tinyThing *a1, int a2)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyList_2_0)(a1, a2);
}
static tinyResult first___tinyList_2_0(tinyThing *a1, int a2)
{
    __typeof__(slot_tiny_2.__tinyList_2_0) real = LAZYNCCL_REAL(tiny_2, __tinyList_2_0, 2);
    if (real)
        return real(a1, a2);
    for (int i = 0; a1 && i < a2; i++)
        a1[i] = NULL;
    return TINY_ERROR_SYSTEM;
}

tinyResult __tinyList_2_1(tinyThing *a1, int a2)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyList_2_1)(a1, a2);
}
static tinyResult first___tinyList_2_1(tinyThing *a1, int a2)
{
    __typeof__(slot_tiny_2.__tinyList_2_1) real = LAZYNCCL_REAL(tiny_2, __tinyList_2_1, 3);
    if (real)
        return real(a1, a2);
    for (int i = 0; a1 && i < a2; i++)
        a1[i] = NULL;
    return TINY_ERROR_SYSTEM;
}

tinyResult __tinyWatch_2_0(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyWatch_2_0)(a1, a2, a3);
}
static tinyResult first___tinyWatch_2_0(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    __typeof__(slot_tiny_2.__tinyWatch_2_0) real = LAZYNCCL_REAL(tiny_2, __tinyWatch_2_0, 4);
    if (real)
        return real(a1, a2, a3);
    return TINY_ERROR_SYSTEM;
}

tinyResult __tinyWatch_2_1(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyWatch_2_1)(a1, a2, a3);
}
static tinyResult first___tinyWatch_2_1(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    __typeof__(slot_tiny_2.__tinyWatch_2_1) real = LAZYNCCL_REAL(tiny_2, __tinyWatch_2_1, 5);
    if (real)
        return real(a1, a2, a3);
    return TINY_ERROR_SYSTEM;
}

int __tinyPlace_2_0(tinyThing a1)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyPlace_2_0)(a1);
}
static int first___tinyPlace_2_0(tinyThing a1)
{
    __typeof__(slot_tiny_2.__tinyPlace_2_0) real = LAZYNCCL_REAL(tiny_2, __tinyPlace_2_0, 6);
    if (real)
        return real(a1);
    return -1;
}

int __tinyPlace_2_1(tinyThing a1)
{
    return LAZYNCCL_SLOT(tiny_2, __tinyPlace_2_1)(a1);
}
static int first___tinyPlace_2_1(tinyThing a1)
{
    __typeof__(slot_tiny_2.__tinyPlace_2_1) real = LAZYNCCL_REAL(tiny_2, __tinyPlace_2_1, 7);
    if (real)
        return real(a1);
    return -1;
}

int __tinySlots_2_0(void)
{
    return LAZYNCCL_SLOT(tiny_2, __tinySlots_2_0)();
}
static int first___tinySlots_2_0(void)
{
    __typeof__(slot_tiny_2.__tinySlots_2_0) real = LAZYNCCL_REAL(tiny_2, __tinySlots_2_0, 8);
    if (real)
        return real();
    return 0;
}

int __tinySlots_2_1(void)
{
    return LAZYNCCL_SLOT(tiny_2, __tinySlots_2_1)();
}
static int first___tinySlots_2_1(void)
{
    __typeof__(slot_tiny_2.__tinySlots_2_1) real = LAZYNCCL_REAL(tiny_2, __tinySlots_2_1, 9);
    if (real)
        return real();
    return 0;
}

static struct slots_tiny_2 slot_tiny_2 = {
    .__tinyOpen_2_0 = first___tinyOpen_2_0,
    .__tinyOpen_2_1 = first___tinyOpen_2_1,
    .__tinyList_2_0 = first___tinyList_2_0,
    .__tinyList_2_1 = first___tinyList_2_1,
    .__tinyWatch_2_0 = first___tinyWatch_2_0,
    .__tinyWatch_2_1 = first___tinyWatch_2_1,
    .__tinyPlace_2_0 = first___tinyPlace_2_0,
    .__tinyPlace_2_1 = first___tinyPlace_2_1,
    .__tinySlots_2_0 = first___tinySlots_2_0,
    .__tinySlots_2_1 = first___tinySlots_2_1,
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
    "__tinySlots_2_1\0";

static const struct lazynccl_added added_tiny_2[] = {
    {20000, 0},
    {20100, 1},
};

static const struct lazynccl_removed removed_tiny_2[] = {
    {30000, 2},
    {30000, 3},
};

static int version_tiny_2(lazynccl_symbol function)
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
    .roots = (const char *const[]){"TINY_HOME", NULL},
    .packages = (const char *const[]){NULL},
    .partner = "small",
    .partner_order = -1,
    .cuda_named = 1,
    .version_function = "tinyVersion",
    .symbols = symbols_tiny_2,
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

lazynccl_library lazynccl_library_tiny_2 = {
    .description = &description_tiny_2,
    .root = &lazynccl_library_tiny,
    .slots = &slot_tiny_2,
    .version = version_tiny_2,
};


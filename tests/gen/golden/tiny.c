/* The trampolines of Tiny.
 * Generated from tiny.toml: edit that file and regenerate.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "library/library.h"

LAZYNCCL_INTERNAL extern lazynccl_library lazynccl_library_tiny;

LAZYNCCL_NOTE(dlopen_note_tiny, ".note.dlopen", 0x407c0c0a, 4, "FDO", 134,
              "[{\"soname\":[\"libtiny.so.3\","
              "\"libtiny.so.2\"],"
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

LAZYNCCL_PUBLIC tinyResult tinyOpen(tinyThing *a1, const tinyConfig *a2, const char **a3);
LAZYNCCL_PUBLIC tinyResult ptinyOpen(tinyThing *a1, const tinyConfig *a2, const char **a3);
LAZYNCCL_PUBLIC const char *tinyErrorText(tinyResult a1);
LAZYNCCL_PUBLIC const char *ptinyErrorText(tinyResult a1);
LAZYNCCL_PUBLIC const char *tinyLastError(tinyThing a1);
LAZYNCCL_PUBLIC const char *ptinyLastError(tinyThing a1);
LAZYNCCL_PUBLIC tinyResult tinyVersion(int *a1, int *a2);
LAZYNCCL_PUBLIC tinyResult ptinyVersion(int *a1, int *a2);
LAZYNCCL_PUBLIC tinyResult tinyList(tinyThing *a1, int a2);
LAZYNCCL_PUBLIC tinyResult ptinyList(tinyThing *a1, int a2);
LAZYNCCL_PUBLIC tinyResult tinyWatch(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
LAZYNCCL_PUBLIC tinyResult ptinyWatch(tinyThing a1, int (*a2)(void *, tinyKind), void *a3);
LAZYNCCL_PUBLIC int tinyPlace(tinyThing a1);
LAZYNCCL_PUBLIC int ptinyPlace(tinyThing a1);
LAZYNCCL_PUBLIC int tinySlots(void);
LAZYNCCL_PUBLIC int ptinySlots(void);
LAZYNCCL_PUBLIC tinyResult tinyMeasure(tinyThing a1, tinyShape *a2, tinyIndex *a3);
LAZYNCCL_PUBLIC tinyResult ptinyMeasure(tinyThing a1, tinyShape *a2, tinyIndex *a3);
LAZYNCCL_PUBLIC tinyShape tinyOutline(tinyThing a1, const char *const a2);
LAZYNCCL_PUBLIC tinyShape ptinyOutline(tinyThing a1, const char *const a2);
LAZYNCCL_PUBLIC void tinyReset(void);
LAZYNCCL_PUBLIC void ptinyReset(void);

/* What the trampolines jump through; each slot starts at its first_ function. */
static struct slots_tiny {
    __typeof__(tinyOpen) *tinyOpen;
    __typeof__(ptinyOpen) *ptinyOpen;
    __typeof__(tinyErrorText) *tinyErrorText;
    __typeof__(ptinyErrorText) *ptinyErrorText;
    __typeof__(tinyLastError) *tinyLastError;
    __typeof__(ptinyLastError) *ptinyLastError;
    __typeof__(tinyVersion) *tinyVersion;
    __typeof__(ptinyVersion) *ptinyVersion;
    __typeof__(tinyList) *tinyList;
    __typeof__(ptinyList) *ptinyList;
    __typeof__(tinyWatch) *tinyWatch;
    __typeof__(ptinyWatch) *ptinyWatch;
    __typeof__(tinyPlace) *tinyPlace;
    __typeof__(ptinyPlace) *ptinyPlace;
    __typeof__(tinySlots) *tinySlots;
    __typeof__(ptinySlots) *ptinySlots;
    __typeof__(tinyMeasure) *tinyMeasure;
    __typeof__(ptinyMeasure) *ptinyMeasure;
    __typeof__(tinyOutline) *tinyOutline;
    __typeof__(ptinyOutline) *ptinyOutline;
    __typeof__(tinyReset) *tinyReset;
    __typeof__(ptinyReset) *ptinyReset;
} slot_tiny;

LAZYNCCL_NOINLINE static lazynccl_symbol real_tiny(int index, const void *caller)
{
    return lazynccl_resolve(&lazynccl_library_tiny, index, caller);
}

tinyResult tinyOpen(tinyThing *a1, const tinyConfig *a2, const char **a3)
{
    return LAZYNCCL_SLOT(tiny, tinyOpen)(a1, a2, a3);
}
static tinyResult first_tinyOpen(tinyThing *a1, const tinyConfig *a2, const char **a3)
{
    __typeof__(slot_tiny.tinyOpen) real = LAZYNCCL_REAL(tiny, tinyOpen, 0);
    if (real)
        return real(a1, a2, a3);
    if (a1)
        *a1 = NULL;
    return TINY_ERROR_SYSTEM;
}

tinyResult ptinyOpen(tinyThing *a1, const tinyConfig *a2, const char **a3)
{
    return LAZYNCCL_SLOT(tiny, ptinyOpen)(a1, a2, a3);
}
static tinyResult first_ptinyOpen(tinyThing *a1, const tinyConfig *a2, const char **a3)
{
    __typeof__(slot_tiny.ptinyOpen) real = LAZYNCCL_REAL(tiny, ptinyOpen, 1);
    if (real)
        return real(a1, a2, a3);
    if (a1)
        *a1 = NULL;
    return TINY_ERROR_SYSTEM;
}

const char *tinyErrorText(tinyResult a1)
{
    const char *reason =
        a1 == TINY_ERROR_SYSTEM ? lazynccl_last_reason(&lazynccl_library_tiny) : NULL;
    if (reason)
        return reason;
    return LAZYNCCL_SLOT(tiny, tinyErrorText)(a1);
}
static const char *first_tinyErrorText(tinyResult a1)
{
    __typeof__(slot_tiny.tinyErrorText) real = LAZYNCCL_REAL(tiny, tinyErrorText, 2);
    if (real)
        return real(a1);
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    return reason ? reason : "";
}

const char *ptinyErrorText(tinyResult a1)
{
    const char *reason =
        a1 == TINY_ERROR_SYSTEM ? lazynccl_last_reason(&lazynccl_library_tiny) : NULL;
    if (reason)
        return reason;
    return LAZYNCCL_SLOT(tiny, ptinyErrorText)(a1);
}
static const char *first_ptinyErrorText(tinyResult a1)
{
    __typeof__(slot_tiny.ptinyErrorText) real = LAZYNCCL_REAL(tiny, ptinyErrorText, 3);
    if (real)
        return real(a1);
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    return reason ? reason : "";
}

const char *tinyLastError(tinyThing a1)
{
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    if (reason)
        return reason;
    return LAZYNCCL_SLOT(tiny, tinyLastError)(a1);
}
static const char *first_tinyLastError(tinyThing a1)
{
    __typeof__(slot_tiny.tinyLastError) real = LAZYNCCL_REAL(tiny, tinyLastError, 4);
    if (real)
        return real(a1);
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    return reason ? reason : "";
}

const char *ptinyLastError(tinyThing a1)
{
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    if (reason)
        return reason;
    return LAZYNCCL_SLOT(tiny, ptinyLastError)(a1);
}
static const char *first_ptinyLastError(tinyThing a1)
{
    __typeof__(slot_tiny.ptinyLastError) real = LAZYNCCL_REAL(tiny, ptinyLastError, 5);
    if (real)
        return real(a1);
    const char *reason = lazynccl_last_reason(&lazynccl_library_tiny);
    return reason ? reason : "";
}

tinyResult tinyVersion(int *a1, int *a2)
{
    return LAZYNCCL_SLOT(tiny, tinyVersion)(a1, a2);
}
static tinyResult first_tinyVersion(int *a1, int *a2)
{
    __typeof__(slot_tiny.tinyVersion) real = LAZYNCCL_REAL(tiny, tinyVersion, 6);
    if (real)
        return real(a1, a2);
    if (a1)
        *a1 = 0;
    if (a2)
        *a2 = 0;
    return TINY_ERROR_SYSTEM;
}

tinyResult ptinyVersion(int *a1, int *a2)
{
    return LAZYNCCL_SLOT(tiny, ptinyVersion)(a1, a2);
}
static tinyResult first_ptinyVersion(int *a1, int *a2)
{
    __typeof__(slot_tiny.ptinyVersion) real = LAZYNCCL_REAL(tiny, ptinyVersion, 7);
    if (real)
        return real(a1, a2);
    if (a1)
        *a1 = 0;
    if (a2)
        *a2 = 0;
    return TINY_ERROR_SYSTEM;
}

tinyResult tinyList(tinyThing *a1, int a2)
{
    return LAZYNCCL_SLOT(tiny, tinyList)(a1, a2);
}
static tinyResult first_tinyList(tinyThing *a1, int a2)
{
    __typeof__(slot_tiny.tinyList) real = LAZYNCCL_REAL(tiny, tinyList, 8);
    if (real)
        return real(a1, a2);
    for (int i = 0; a1 && i < a2; i++)
        a1[i] = NULL;
    return TINY_ERROR_SYSTEM;
}

tinyResult ptinyList(tinyThing *a1, int a2)
{
    return LAZYNCCL_SLOT(tiny, ptinyList)(a1, a2);
}
static tinyResult first_ptinyList(tinyThing *a1, int a2)
{
    __typeof__(slot_tiny.ptinyList) real = LAZYNCCL_REAL(tiny, ptinyList, 9);
    if (real)
        return real(a1, a2);
    for (int i = 0; a1 && i < a2; i++)
        a1[i] = NULL;
    return TINY_ERROR_SYSTEM;
}

tinyResult tinyWatch(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    return LAZYNCCL_SLOT(tiny, tinyWatch)(a1, a2, a3);
}
static tinyResult first_tinyWatch(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    __typeof__(slot_tiny.tinyWatch) real = LAZYNCCL_REAL(tiny, tinyWatch, 10);
    if (real)
        return real(a1, a2, a3);
    return TINY_ERROR_SYSTEM;
}

tinyResult ptinyWatch(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    return LAZYNCCL_SLOT(tiny, ptinyWatch)(a1, a2, a3);
}
static tinyResult first_ptinyWatch(tinyThing a1, int (*a2)(void *, tinyKind), void *a3)
{
    __typeof__(slot_tiny.ptinyWatch) real = LAZYNCCL_REAL(tiny, ptinyWatch, 11);
    if (real)
        return real(a1, a2, a3);
    return TINY_ERROR_SYSTEM;
}

int tinyPlace(tinyThing a1)
{
    return LAZYNCCL_SLOT(tiny, tinyPlace)(a1);
}
static int first_tinyPlace(tinyThing a1)
{
    __typeof__(slot_tiny.tinyPlace) real = LAZYNCCL_REAL(tiny, tinyPlace, 12);
    if (real)
        return real(a1);
    return -1;
}

int ptinyPlace(tinyThing a1)
{
    return LAZYNCCL_SLOT(tiny, ptinyPlace)(a1);
}
static int first_ptinyPlace(tinyThing a1)
{
    __typeof__(slot_tiny.ptinyPlace) real = LAZYNCCL_REAL(tiny, ptinyPlace, 13);
    if (real)
        return real(a1);
    return -1;
}

int tinySlots(void)
{
    return LAZYNCCL_SLOT(tiny, tinySlots)();
}
static int first_tinySlots(void)
{
    __typeof__(slot_tiny.tinySlots) real = LAZYNCCL_REAL(tiny, tinySlots, 14);
    if (real)
        return real();
    return 0;
}

int ptinySlots(void)
{
    return LAZYNCCL_SLOT(tiny, ptinySlots)();
}
static int first_ptinySlots(void)
{
    __typeof__(slot_tiny.ptinySlots) real = LAZYNCCL_REAL(tiny, ptinySlots, 15);
    if (real)
        return real();
    return 0;
}

tinyResult tinyMeasure(tinyThing a1, tinyShape *a2, tinyIndex *a3)
{
    return LAZYNCCL_SLOT(tiny, tinyMeasure)(a1, a2, a3);
}
static tinyResult first_tinyMeasure(tinyThing a1, tinyShape *a2, tinyIndex *a3)
{
    __typeof__(slot_tiny.tinyMeasure) real = LAZYNCCL_REAL(tiny, tinyMeasure, 16);
    if (real)
        return real(a1, a2, a3);
    if (a2)
        *a2 = (tinyShape){0};
    if (a3)
        *a3 = UINT32_MAX;
    return TINY_ERROR_SYSTEM;
}

tinyResult ptinyMeasure(tinyThing a1, tinyShape *a2, tinyIndex *a3)
{
    return LAZYNCCL_SLOT(tiny, ptinyMeasure)(a1, a2, a3);
}
static tinyResult first_ptinyMeasure(tinyThing a1, tinyShape *a2, tinyIndex *a3)
{
    __typeof__(slot_tiny.ptinyMeasure) real = LAZYNCCL_REAL(tiny, ptinyMeasure, 17);
    if (real)
        return real(a1, a2, a3);
    if (a2)
        *a2 = (tinyShape){0};
    if (a3)
        *a3 = UINT32_MAX;
    return TINY_ERROR_SYSTEM;
}

tinyShape tinyOutline(tinyThing a1, const char *const a2)
{
    return LAZYNCCL_SLOT(tiny, tinyOutline)(a1, a2);
}
static tinyShape first_tinyOutline(tinyThing a1, const char *const a2)
{
    __typeof__(slot_tiny.tinyOutline) real = LAZYNCCL_REAL(tiny, tinyOutline, 18);
    if (real)
        return real(a1, a2);
    return (tinyShape){0, {0}};
}

tinyShape ptinyOutline(tinyThing a1, const char *const a2)
{
    return LAZYNCCL_SLOT(tiny, ptinyOutline)(a1, a2);
}
static tinyShape first_ptinyOutline(tinyThing a1, const char *const a2)
{
    __typeof__(slot_tiny.ptinyOutline) real = LAZYNCCL_REAL(tiny, ptinyOutline, 19);
    if (real)
        return real(a1, a2);
    return (tinyShape){0, {0}};
}

void tinyReset(void)
{
    LAZYNCCL_SLOT(tiny, tinyReset)();
}
static void first_tinyReset(void)
{
    __typeof__(slot_tiny.tinyReset) real = LAZYNCCL_REAL(tiny, tinyReset, 20);
    if (real)
        real();
}

void ptinyReset(void)
{
    LAZYNCCL_SLOT(tiny, ptinyReset)();
}
static void first_ptinyReset(void)
{
    __typeof__(slot_tiny.ptinyReset) real = LAZYNCCL_REAL(tiny, ptinyReset, 21);
    if (real)
        real();
}

static struct slots_tiny slot_tiny = {
    .tinyOpen = first_tinyOpen,
    .ptinyOpen = first_ptinyOpen,
    .tinyErrorText = first_tinyErrorText,
    .ptinyErrorText = first_ptinyErrorText,
    .tinyLastError = first_tinyLastError,
    .ptinyLastError = first_ptinyLastError,
    .tinyVersion = first_tinyVersion,
    .ptinyVersion = first_ptinyVersion,
    .tinyList = first_tinyList,
    .ptinyList = first_ptinyList,
    .tinyWatch = first_tinyWatch,
    .ptinyWatch = first_ptinyWatch,
    .tinyPlace = first_tinyPlace,
    .ptinyPlace = first_ptinyPlace,
    .tinySlots = first_tinySlots,
    .ptinySlots = first_ptinySlots,
    .tinyMeasure = first_tinyMeasure,
    .ptinyMeasure = first_ptinyMeasure,
    .tinyOutline = first_tinyOutline,
    .ptinyOutline = first_ptinyOutline,
    .tinyReset = first_tinyReset,
    .ptinyReset = first_ptinyReset,
};

static const char symbols_tiny[] = LAZYNCCL_EXTENSION
    "tinyOpen\0"
    "ptinyOpen\0"
    "tinyErrorText\0"
    "ptinyErrorText\0"
    "tinyLastError\0"
    "ptinyLastError\0"
    "tinyVersion\0"
    "ptinyVersion\0"
    "tinyList\0"
    "ptinyList\0"
    "tinyWatch\0"
    "ptinyWatch\0"
    "tinyPlace\0"
    "ptinyPlace\0"
    "tinySlots\0"
    "ptinySlots\0"
    "tinyMeasure\0"
    "ptinyMeasure\0"
    "tinyOutline\0"
    "ptinyOutline\0"
    "tinyReset\0"
    "ptinyReset\0";

static const struct lazynccl_added added_tiny[] = {
    {10000, 0},
    {20100, 8},
    {30102, 16},
};

static const struct lazynccl_removed removed_tiny[] = {
    {30000, 8},
    {30000, 9},
};

static int version_tiny(lazynccl_symbol function)
{
    int major = 0, minor = 0;
    if (((tinyResult (*)(int *, int *))function)(&major, &minor) != 0)
        return 0;
    return major * 10000 + minor * 100;
}

/* Libraries without this function give their version in the suffixes of their symbols. */
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
    .roots = (const char *const[]){"TINY_HOME", NULL},
    .packages = (const char *const[]){"nvidia-tiny", NULL},
    .partner = "small",
    .partner_order = -1,
    .cuda_named = 1,
    .version_function = "tinyVersion",
    .symbols = symbols_tiny,
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

lazynccl_library lazynccl_library_tiny = {
    .description = &description_tiny,
    .root = &lazynccl_library_tiny,
    .slots = &slot_tiny,
    .version = version_tiny,
    .answered = 6,
    .answer = (lazynccl_symbol)version_from_suffix_tiny,
};

LAZYNCCL_PUBLIC lazynccl_library *lazynccl_tiny(void);
lazynccl_library *lazynccl_tiny(void)
{
    return &lazynccl_library_tiny;
}


# A stub's check file compiles with headers that agree with it, and only with those.
made=$stage/made
"$PYTHON" "$SOURCE/gen" render "$SOURCE/tests/gen/golden/tiny.toml" -o "$made"

cat >"$made/tiny.h" <<'END'
#include <stdint.h>
#ifndef TINY_VERSION
#define TINY_VERSION 312
#endif
typedef struct tiny_thing *tinyThing;
typedef struct tinyConfig_v2 { int size; } tinyConfig;
typedef enum { tinySquare, tinyRound } tinyKind;
typedef enum { TINY_SUCCESS, TINY_ERROR_INPUT, TINY_ERROR_SYSTEM } tinyResult;
typedef uint32_t tinyIndex;
tinyResult tinyOpen(tinyThing *thing, const tinyConfig *config, const char **names);
tinyResult __tinyOpen_2_1(tinyThing *thing, const tinyConfig *config, const char *const *names);
const char *tinyErrorText(tinyResult);
static inline int tinySlots(void) { return 4; }
#define tinyPlace(thing) 1
END
cat >"$made/tiny_extra.h" <<'END'
typedef struct { int width; tinyIndex parts[2]; } tinyShape;
tinyResult tinyMeasure(tinyThing thing, tinyShape *shape, tinyIndex *index);
#define tinyReset() ((void)0)
END

compiles()
{
    $CC -std=c11 -Wall -Wextra -Werror -fsyntax-only "$@" "$made/tiny-check.c" 2>"$made/said"
}

# refused OLD FILE NEW NAME: with OLD replaced by NEW in FILE, the check fails and names NAME.
refused()
{
    cp "$made/$2" "$made/right"
    sed "s/$1/$3/" "$made/right" >"$made/$2"
    if cmp -s "$made/right" "$made/$2" || compiles -I"$made" || ! grep -q "$4" "$made/said"; then
        echo "not refused: $3 in $2"
        cat "$made/said"
        exit 1
    fi
    mv "$made/right" "$made/$2"
}

compiles -I"$made" || { cat "$made/said"; exit 1; }
refused 'const tinyConfig \*config' tiny.h 'tinyConfig *config' tinyOpen
refused 'const char \*const \*names' tiny.h 'const char **names' __tinyOpen_2_1
refused 'tinyErrorText(tinyResult)' tiny.h 'tinyErrorText(tinyKind)' tinyErrorText
refused 'int tinySlots(void) { return 4; }' tiny.h 'long tinySlots(void) { return 4; }' tinySlots
refused 'TINY_ERROR_INPUT, ' tiny.h '' TINY_ERROR_SYSTEM
refused 'parts\[2\]' tiny_extra.h 'parts[3]' 'size of tinyShape'
refused 'tinyIndex \*index' tiny_extra.h 'int *index' tinyMeasure
refused '#define TINY_VERSION 312' tiny.h '' TINY_VERSION

# The header of an older release need not declare newer functions.
rm "$made/tiny_extra.h"
compiles -I"$made" -DTINY_VERSION=210 || { cat "$made/said"; exit 1; }

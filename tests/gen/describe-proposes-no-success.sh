# A fallback value is proposed only if no caller can take it for success: the error of an enum that
# has one, 0 for sizes, NULL for handles, the reason for error texts. All other functions stop. The
# report counts both.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/gen/describe.sh"

cat >toy.h <<'END'
#include <stddef.h>
typedef enum { TOY_OK, TOY_AGAIN, TOY_ERROR_MEMORY, TOY_ERROR_NOT_LOADED } toyResult;
typedef enum { TOY_RED, TOY_FAIL_RED } toyColor;
typedef struct toyBox toyBox;
typedef struct toyBag *toyBag_t;
typedef void TOY;
typedef struct { const char *version; } toyInfo;
toyResult toyOpen(toyBox **);
toyColor toyPaint(void);
toyBox *toyBoxNew(void);
toyBag_t toyBagNew(void);
TOY *toyNew(void);
const toyInfo *toyVersionInfo(void);
toyInfo *toyInfoOf(toyBox *);
void *toyMemory(size_t);
const char *toyName(toyBox *);
const char *toyErrorString(toyResult);
const char *toyLastErrorText(toyBox *);
const char *toyErrorMessage(toyInfo);
size_t toySize(void);
unsigned toyChecksum(void);
int toyIsEnabled(void);
void toyClose(toyBox *);
void toyCloseAll(int *count);
void toyFill(double *numbers, int count);
void toyRandom(void *bytes, size_t count);
void toyShow(const double *numbers, void (*call)(int));
END
grep -oE 'toy[A-Z][A-Za-z]+\(' toy.h | sort -u | sed 's/$/void) {}/; s/^/void /' >toy.c
library toy.c libtoy.so.1
describe 0 toy.h libtoy.so.1 -o toy.toml
equal "$(sed -n '/^.types.handles/,/^.functions/p' toy.toml)" '[types.handles]
toyBag_t = "toyBag"

[types.opaque]
toyBox = "only through pointers"

[types.enums]
toyResult = { TOY_OK = 0, TOY_ERROR_NOT_LOADED = 3 }

[absent]
otherwise = "stop"

[absent.returns]
"TOY *" = "NULL"
size_t = "0"
toyBag_t = "NULL"
"toyBox *" = "NULL"
toyResult = "TOY_ERROR_NOT_LOADED"
# "const char *" = "NULL"  # 2 functions
# "unsigned int" = "0"  # 1 function
# "toyInfo *" = "NULL"  # 1 function
# int = "-1"  # 1 function
# "void *" = "NULL"  # 1 function
# "const toyInfo *" = "NULL"  # 1 function

[absent.functions]
toyErrorString = "reason"
toyFill = "stop"
toyLastErrorText = "reason"
toyRandom = "stop"

[functions]'
says said '^toy.toml: 20 functions: 10 return fallback values, 10 stop the program$'
says said '^stop: 2 const char \*, 2 void, '

# A fallback value is proposed only if no caller can take it for success: the error of an enum that
# has one, NULL for handles and callbacks, the reason for error texts, 0 or the reason for versions that
# are asked for without arguments. A setter of a handle returns. All other functions stop: sizes; numbers
# that a function with "version" in its name sets, compares or reads; the NULL of a function that seeks
# or iterates, that returns the callback before, or whose error is in an argument; whatever is written
# to a pointer or an array; functions after which no code follows. The version of another library has no
# text, because NULL may say that it is not used. The first calls of a program have an error code of
# macros with their prefix, or are listed, because the program ends there. No value is an answer. The
# report counts both. An error that has another cause, or blames the data, is never proposed, and one of
# a part only if the library has no other.
cat >toy.h <<'END'
#include <stddef.h>
typedef enum { TOY_OK, TOY_AGAIN, TOY_ERROR_MEMORY, TOY_ERROR_NOT_LOADED } toyResult;
typedef enum { TOY_RED, TOY_FAIL_RED } toyColor;
typedef struct toyBox toyBox;
typedef struct toyBag *toyBag_t;
typedef void TOY;
typedef struct { const char *version; } toyInfo;
struct toyError { int code; };
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
typedef void toyCall_t(int, void *);
void toyOnLog(toyBox *, toyCall_t *, void *data);
void toyOnRead(double *numbers, toyCall_t *, void *data);
void toySetNumbers(double *numbers);
void toySetData(toyBox *, void *data);
void toyDescriptorSetGet(toyBox *, double *numbers);
typedef unsigned char toyId[16];
void toyMakeId(toyId id);
void toyReadId(const toyId id);
void toySort(void *base, size_t count, int (*compare)(const void *, const void *));
void toyRender(toyBox *, int *width);
void toyFree(void *memory);
void toyReadClose(int *error, toyBox *);
toyBox *toyOpenOrSay(const char *path, int *error);
toyBox *toyOpenOrTell(const char *path, struct toyError **error);
toyBox *toyGetCurrent(void);
toyBox *toyGetNext(toyBox *);
toyBox *toyIterate(toyBox *before);
_Noreturn void toyAbort(toyBox *);
const char *toyVersion(void);
const char *toy_libtoy_version(void);
const char *toyZlibVersion(void);
const char *toyCheckVersion(const char *);
int toyVersionNumber(void);
int toySetVersion(toyBox *, unsigned version);
int toy_set_version(toyBox *, unsigned version);
int toyVersionCmp(int major, int minor);
int toyPrintVersion(void);
int toyDefaultVersion(int version);
int toyVersionOf(const toyBox *);
const char *toyVersionIfAtLeast(int version);
int toyVersionParts(int *major);
int toyInit(void);
END
library_of toy
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
toyBag_t = "NULL"
"toyBox *" = "NULL"
toyResult = "TOY_ERROR_NOT_LOADED"
# int = "-1"  # 9 functions
# "const char *" = "NULL"  # 4 functions
# "unsigned int" = "0"  # 1 function
# "toyInfo *" = "NULL"  # 1 function
# "void *" = "NULL"  # 1 function
# size_t = "0"  # 1 function
# "const toyInfo *" = "NULL"  # 1 function

[absent.functions]
toyAbort = "stop"
toyCheckVersion = "NULL"
toyDescriptorSetGet = "stop"
toyErrorString = "reason"
toyFill = "stop"
toyGetCurrent = "stop"
toyIterate = "stop"
toyLastErrorText = "reason"
toyMakeId = "stop"
toyOnRead = "stop"
toyOpenOrSay = "stop"
toyOpenOrTell = "stop"
toyRandom = "stop"
toyReadClose = "stop"
toyRender = "stop"
toySetNumbers = "stop"
toySort = "stop"
toyVersion = "reason"
toyVersionNumber = "0"
toy_libtoy_version = "reason"
# Programs call these first, and stop there until a row gives a value:
# toyDefaultVersion = "-1"
# toyInit = "-1"
# toyPrintVersion = "-1"
# toySetVersion = "-1"
# toyVersionCmp = "-1"
# toyVersionIfAtLeast = "NULL"
# toyVersionInfo = "NULL"
# toyVersionOf = "-1"
# toyVersionParts = "-1"
# toyZlibVersion = "NULL"
# toy_set_version = "-1"

[functions]'
says said '^toy.toml: 51 functions: 18 return fallback values, 33 stop the program$'
says said '^stop: 10 void, 9 int, 4 const char \*, 4 toyBox \*, '
says_not toy.toml 'absent.answers'
"$PYTHON" "$SOURCE/gen" vendor toy.toml -o toy 2>said
says_not said 'counts as an answer'

# proposes CONSTANT CONSTANTS: checks the constant that an enum with these failures gets.
proposes()
{
    echo "typedef enum { MY_SUCCESS = 0, $2 } my_result; my_result my_read(int);" >my.h
    echo 'int my_read(int x) { return x; }' >my.c
    library my.c libmy.so.1
    describe 0 my.h libmy.so.1 -o my.toml
    equal "$(sed -n 's/^my_result = "\(.*\)"/\1/p' my.toml)" "$1"
}
proposes MY_ERROR 'MY_CALLBACK_FAILED, MY_ERROR'
proposes MY_FAILURE 'MY_MEM_ERROR, MY_ERR_IO, MY_FAILURE'
proposes MY_PROG_ERROR 'MY_STREAM_END, MY_MEM_ERROR, MY_FORMAT_ERROR, MY_OPTIONS_ERROR, MY_BUF_ERROR, MY_PROG_ERROR'
proposes MY_NOT_SUPPORTED 'MY_ERROR, MY_NOT_SUPPORTED'
proposes MY_NOT_SUPPORTED 'MY_LDAP_UNAVAIL_EXTENSION, MY_ATTR_NOT_SUPPORTED, MY_NOT_SUPPORTED'
proposes MY_SERVICE_UNAVAILABLE 'MY_NOT_SUPPORTED, MY_FONT_UNAVAILABLE, MY_SERVICE_UNAVAILABLE'
proposes MY_GENERIC 'MY_GENERIC, MY_FRAME_UNSUPPORTED, MY_TABLE_FAILED'
proposes MY_PROG_ERROR 'MY_DATA_ERROR, MY_UNSUPPORTED_CHECK, MY_PROG_ERROR'
proposes '' 'MY_BITSTREAM_ERROR, MY_UNSUPPORTED_FEATURE'
proposes MY_FONT_NOT_IMPLEMENTED 'MY_READ_ERROR, MY_FONT_NOT_IMPLEMENTED'
proposes '' 'MY_CALLBACK_FAILED, MY_ERR_INVALID_ARG, MY_ENOMEM_ERROR_ALLOC'

cat >my.h <<'END'
#define MY_ERROR_NONE 0
#define MY_ERROR_MEMORY 1
#define MY_ERROR_NOT_SUPPORTED (-0x21)
#define YOUR_OK 0
#define YOUR_FAIL_LATER (YOUR_OK + 1)
typedef void (*my_call)(int);
int my_init(void);
int my_read(void);
int your_init(void);
my_call my_set_call(my_call);
my_call MYget_call(int);
my_call my_call_of(int);
char *my_version(void);
char *my_version_of(int);
END
library_of my
describe 0 my.h libmy.so.1 -o my.toml
equal "$(sed -n '/^.absent.returns/,/^.functions/p' my.toml)" '[absent.returns]
my_call = "NULL"
# int = "-1"  # 2 functions
# "char *" = "NULL"  # 1 function

[absent.functions]
MYget_call = "stop"
my_init = "-33"
my_set_call = "stop"
my_version = "reason"
# Programs call these first, and stop there until a row gives a value:
# my_version_of = "NULL"
# your_init = "-1"

[functions]'
echo '#include "my.h"
#include <string.h>
int main(void) { return my_init() != -33 || my_call_of(0) || !strstr(my_version(), "libmy.so.1"); }' >main.c
"$PYTHON" "$SOURCE/gen" vendor my.toml -o my
$CC -Werror main.c my/lazynccl.c -o main -ldl
./main

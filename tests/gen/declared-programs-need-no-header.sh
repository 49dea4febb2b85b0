# `vendor --declare` writes a header from which a program of NVML, as nvtop uses it, and one of a
# described decoder compile in C and C++ without the headers of these libraries. Without the
# libraries their calls return fallback values, with them they reach the functions that the macros
# name.
strict='-Wall -Wextra -Wpedantic -Werror'

# strictly FOLDER PROGRAM: compiles it with the copy in a folder, as C and as C++.
strictly()
{
    $CC -O1 -c "$1/lazynccl.c" -o "$1/lazynccl.o"
    $CC -std=c11 $strict "$2" -I"$1" "$1/lazynccl.o" -o in-c -ldl
    $CXX -std=c++17 $strict -x c++ "$2" -x none -I"$1" "$1/lazynccl.o" -o in-cpp -ldl
}

# both RESULT [VARIABLE...]: both programs print this, with these variables.
both()
{
    result=$1
    shift
    for program in ./in-c ./in-cpp; do
        equal "$(env "$@" $program)" "$result"
    done
}

"$SOURCE/dev" vendor nvml --declare -o nvml
says nvml/lazynccl_declare.h '^#define nvmlInit nvmlInit_v2$'
cat >top.c <<'END_OF_C'
#include "lazynccl_declare.h"
#include <stdio.h>
struct nvmlUtilization_t { unsigned int gpu, memory; };
int main(void)
{
    nvmlDevice_t device = NULL;
    nvmlUtilization_t used = {0, 0};
    unsigned int devices = 9, clock = 0;
    nvmlReturn_t said = nvmlInit();

    if (said != NVML_SUCCESS)
        return printf("%d %d\n", said == NVML_ERROR_LIBRARY_NOT_FOUND, *nvmlErrorString(said) > 0) < 0;
    nvmlDeviceGetCount(&devices);
    nvmlDeviceGetHandleByIndex(0, &device);
    nvmlDeviceGetUtilizationRates(device, &used);
    said = nvmlDeviceGetClockInfo(device, NVML_CLOCK_MEM, &clock);
    printf("%u devices, %u %u, %u %d\n", devices, used.gpu, used.memory, clock,
           said == NVML_ERROR_NOT_SUPPORTED);
    return 0;
}
END_OF_C
strictly nvml top.c
both '1 1' LAZYNCCL_SEARCH=env

mkdir lib
compile lib/libnvidia-ml.so.1 -shared -fPIC -Wl,-soname,libnvidia-ml.so.1 <<'END_OF_C'
int nvmlInit_v2(void) { return 0; }
int nvmlInit(void) { return 99; }
int nvmlDeviceGetCount_v2(unsigned *n) { *n = 2; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void **d) { static int made; *d = &made; return i; }
int nvmlDeviceGetUtilizationRates(void *d, unsigned *u) { u[0] = 7; u[1] = 8; return !d; }
int nvmlDeviceGetClockInfo(void *d, int kind, unsigned *c) { *c = kind; return d ? 3 : 1; }
END_OF_C
both '2 devices, 7 8, 2 1' LAZYNCCL_LIBPATH="$PWD/lib"

# The copy contains only what is asked for, and `vendor --check` compares the header too.
"$SOURCE/dev" vendor nvml --declare --only nvmlInit_v2,nvmlDeviceGetClockInfo -o few
says few/lazynccl_declare.h '^nvmlReturn_t nvmlDeviceGetClockInfo\(nvmlDevice_t, nvmlClockType_t, '
says_not few/lazynccl_declare.h 'nvmlDeviceGetCount|nvmlUtilization_t|nvmlBrandType_t'
"$SOURCE/dev" vendor --check few
echo >>few/lazynccl_declare.h
! "$SOURCE/dev" vendor --check few >said || fail "$(cat said)"
says said '^few/lazynccl_declare.h:[0-9]+: differs'

# A library whose header is only there when it is described.
"$PYTHON" -c 'import clang.cindex' 2>/dev/null || skip "libclang for Python is not installed"
mkdir sdk
cat >sdk/vid.h <<'END_OF_C'
#include <stdbool.h>
#include <time.h>
#include <sys/types.h>
typedef enum vid_status_e { VID_SUCCESS, VID_ERROR_INIT = 4, VID_ERROR_LARGE = 0xf0000000 } vid_status;
typedef vid_status vid_result;
typedef struct { int width, height; vid_status last; } vid_picture;
typedef struct vid_decoder_st *vid_decoder;
typedef unsigned long long vid_pointer;
typedef int (*vid_callback)(void *user, vid_picture *picture);
enum vid_codec { VID_H264 = 1, VID_HEVC };
typedef union vid_frame { int i; float f; } vid_frame;
typedef int vid_matrix[3];
vid_result vidCreate(vid_decoder *decoder, vid_callback callback, enum vid_codec codec);
vid_result vidMap(vid_decoder decoder, unsigned int *pointer);
vid_result vidMap64(vid_decoder decoder, vid_pointer *pointer);
#define vidMap vidMap64
vid_result vidWait(vid_decoder decoder, const struct timespec *until, bool flush, ssize_t most);
vid_result vidSet(vid_decoder decoder, const vid_matrix *matrix, vid_frame *frame);
END_OF_C
compile lib/libvid.so.1 -shared -fPIC -Wl,-soname,libvid.so.1 <<'END_OF_C'
#include "sdk/vid.h"
#undef vidMap
static struct vid_decoder_st { int codec; } one;
vid_result vidCreate(vid_decoder *d, vid_callback callback, enum vid_codec codec)
{
    vid_picture picture = {640, 480, VID_ERROR_INIT};
    one.codec = codec;
    *d = &one;
    return callback(d, &picture) == 1120 ? VID_SUCCESS : VID_ERROR_INIT;
}
vid_result vidMap(vid_decoder d, unsigned int *p) { *p = d->codec; return VID_ERROR_INIT; }
vid_result vidMap64(vid_decoder d, vid_pointer *p) { *p = d->codec + (1ull << 40); return VID_SUCCESS; }
vid_result vidWait(vid_decoder d, const struct timespec *t, bool flush, ssize_t most)
{
    return d && t->tv_sec == 5 && flush && most == -1 ? VID_SUCCESS : VID_ERROR_INIT;
}
vid_result vidSet(vid_decoder d, const vid_matrix *m, vid_frame *f)
{
    f->i = (*m)[2];
    return d ? VID_SUCCESS : VID_ERROR_INIT;
}
END_OF_C
"$SOURCE/dev" describe sdk/vid.h lib/libvid.so.1 --declare -o vid.toml >said
rm -r sdk
"$SOURCE/dev" vendor vid.toml --declare -o vid
cat >play.c <<'END_OF_C'
#define _POSIX_C_SOURCE 200809L
#include "lazynccl_declare.h"
#include <stdio.h>
#include <time.h>
struct vid_picture { int width, height; vid_status last; };
union vid_frame { int i; float f; };
static int show(void *user, vid_picture *picture)
{
    return user ? picture->width + picture->height : (int)picture->last;
}
int main(void)
{
    const struct timespec until = {5, 0};
    const vid_matrix matrix = {1, 2, 3};
    vid_decoder decoder = NULL;
    vid_frame frame = {0};
    vid_pointer pointer = 0;
    vid_result said = vidCreate(&decoder, show, VID_HEVC);

    if (said)
        return printf("%d\n", said == VID_ERROR_INIT) < 0;
    said = vidMap(decoder, &pointer);
    printf("%llx %d %d ", pointer, said, vidWait(decoder, &until, true, -1));
    said = vidSet(decoder, &matrix, &frame);
    return printf("%d %d\n", said, frame.i) < 0;
}
END_OF_C
strictly vid play.c
both 1
both '10000000002 0 0 0 3' LD_LIBRARY_PATH="$PWD/lib"

# refuses MESSAGE ARGUMENT...: vendor ends with this line.
refuses()
{
    message=$1
    shift
    ! "$PYTHON" "$SOURCE/gen" vendor --declare "$@" -o none 2>said || fail "it took $*"
    equal "$(cat said)" "$message"
}
sed '/^\[declare/,/^\[functions/ { /^\[functions/!d }' vid.toml >bare.toml
refuses 'bare.toml:1: --declare needs [declare.types]: `describe --declare` writes it' bare.toml
refuses 'lib/libvid.so.1:1: --declare: only the names of the functions are known: `describe --declare` reads their types from headers' lib/libvid.so.1
sed 's/VID_HEVC/&, VID_AV1/; s/^name = .*/name = "more"/; s/"\?vid[MCWS]/&2/; /declare.macros/,/^$/d' vid.toml |
    sed 's/vid\(Create\|Map\|Map64\|Wait\|Set\)(/more\1(/; s/libvid/libmore/' >more.toml
refuses "more.toml:$(grep -n '^"enum vid_codec"' more.toml | cut -d: -f1): --declare: another stub gives enum vid_codec another meaning: vendor the two separately" vid.toml more.toml

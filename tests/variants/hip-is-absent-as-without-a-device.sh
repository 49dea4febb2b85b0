# Without the library, a copy of HIP, HIPRTC or RCCL returns what the real one returns without AMD's driver. HIP 5
# has other structs, so that its file is taken only if the user names it.
"$PYTHON" "$SOURCE/gen" vendor hip hiprtc -o hip
"$PYTHON" "$SOURCE/gen" vendor rccl -o rccl
with_libc >program.c <<'END'
#include "hip/lazynccl.h"
int hipGetDeviceCount(int *);
int hipRuntimeGetVersion(int *);
const char *hipGetErrorString(int);
int hiprtcVersion(int *, int *);
int ncclGetVersion(int *);
const char *ncclGetLastError(void *);
int main(void)
{
    int count = 7, version = 7;
    printf("count %d", hipGetDeviceCount(&count));
    printf(" %d\n", count);
    printf("hiprtc %d\n", hiprtcVersion(&version, &version));
    printf("rccl %d", ncclGetVersion(&version));
    printf(" %d\n", version);
    printf("%s\n%s\n", hipGetErrorString(100), ncclGetLastError(NULL));
    printf("hip 5: %d", hipRuntimeGetVersion(&version));
    printf(" %d\n", version);
}
END
$CC -Wall -Werror program.c hip/lazynccl.c rccl/lazynccl.c -ldl -o program
echo 'int hipRuntimeGetVersion(int *version) { *version = 5; return 0; }' |
    $CC -shared -fPIC -x c - -Wl,-soname,libamdhip64.so.5 -o libamdhip64.so.5
export LAZYRCCL_LIBPATH=$stage/none/librccl.so.1
LAZYHIP_LIBPATH=hip=$stage/none/libamdhip64.so.6:hiprtc=$stage/none/libhiprtc.so.6 ./program >said
says said '^count 100 0$'
says said '^hiprtc 11$'
says said '^rccl 2 0$'
says said '^HIP cannot be used: '
says said '^RCCL cannot be used: '
says said '^hip 5: 100'
LAZYHIP_LIBPATH=$stage LAZYHIP_SEARCH=env shows '^hip 5: 100' ./program
LAZYHIP_LIBPATH=$stage/libamdhip64.so.5 LAZYHIP_SEARCH=env shows '^hip 5: 0 5$' ./program

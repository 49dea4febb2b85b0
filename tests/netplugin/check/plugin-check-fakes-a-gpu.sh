# On a machine without CUDA, `lazynccl plugin check --fake-gpu` tries a plugin that calls CUDA's
# runtime and driver and needs their libraries.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

# In init the plugin gets the driver's functions through the runtime, as aws-ofi-nccl does.
cat >calls.h <<'C'
#include <stddef.h>
#include <string.h>
enum { DEVICE = 2, MEMORY_TYPE = 2, NOT_SUPPORTED = 801 };
struct attributes {
    int type, device;
    void *on_device, *on_host;
};
int cudaRuntimeGetVersion(int *), cudaGetDeviceCount(int *), cudaMalloc(void **, size_t);
int cudaFree(void *), cudaMemcpy(void *, const void *, size_t, int);
int cudaPointerGetAttributes(struct attributes *, const void *);
int cudaGetDriverEntryPoint(const char *, void **, unsigned long, int *);
int cuInit(unsigned), cuPointerGetAttribute(void *, int, void *);
static int asks(void)
{
    int version = 0, count = 0, status = 1, (*get)(int *, int) = NULL, device = 1;
    struct attributes of;
    unsigned type = 0;
    char text[5] = "";
    void *memory;
    int (*none)(void);

    return cuInit(0) == 0 && cudaRuntimeGetVersion(&version) == 0 && version >= 11000 &&
           cudaGetDeviceCount(&count) == 0 && count == 1 && cudaMalloc(&memory, 100) == 0 &&
           cudaMemcpy(memory, "text", 5, 1) == 0 && cudaMemcpy(text, memory, 5, 2) == 0 &&
           strcmp(text, "text") == 0 && cudaPointerGetAttributes(&of, memory) == 0 &&
           of.type == DEVICE && cudaPointerGetAttributes(&of, text) == 0 && of.type == 0 &&
           cuPointerGetAttribute(&type, MEMORY_TYPE, memory) == 0 && type == DEVICE &&
           cuPointerGetAttribute(&type, MEMORY_TYPE, text) != 0 && cudaFree(memory) == 0 &&
           cudaGetDriverEntryPoint("cuDeviceGet", (void **)&get, 0, &status) == 0 &&
           (status == 0 || status == UNTOUCHED) && get(&device, 0) == 0 && device == 0 &&
           cudaGetDriverEntryPoint("cuNothing", (void **)&none, 0, &status) == 0 &&
           none() == NOT_SUPPORTED;
}
C
echo 'int cuInit(unsigned flags) { return 1; } int cuPointerGetAttribute(void) { return 1; }' |
    $CC -w -shared -fPIC -x c - -o driver.so -Wl,-soname,libcuda.so.1
for major in 11.0 12 13; do
    for name in cudaRuntimeGetVersion cudaGetDeviceCount cudaMalloc cudaFree cudaMemcpy \
        cudaPointerGetAttributes cudaGetDriverEntryPoint; do
        echo "int $name(void) { return 1; }"
    done | $CC -w -shared -fPIC -x c - -o runtime.so -Wl,-soname,libcudart.so.$major
    [ $major = 11.0 ] && untouched=1 || untouched=0 # CUDA 11's has no status
    $CC -w -shared -fPIC -I"$BUILD/src/netplugin" -D_GNU_SOURCE -include "$stage/calls.h" \
        -DUNTOUCHED=$untouched '-DIN_INIT=if (!asks()) return 1;' \
        "$SOURCE/tests/netplugin/check/plugin.c" -o one.so ./runtime.so ./driver.so
    if ! /sbin/ldconfig -p | grep -q 'libcuda\.so\.1 '; then # the driver's
        "$TOOL" plugin check one.so >said && fail "without --fake-gpu: $(cat said)"
        says said '^ +v12, start, load: libcuda(rt)?\.so\.'
    fi
    "$TOOL" plugin check one.so --fake-gpu >said || fail "libcudart.so.$major: $(cat said)"
    says_not said '^[a-z ]+ (no|warn|\?)'
    says said '^held            ok$'
    equal "$(tail -n 1 said)" "$no_problems"
done

# a runtime that is part of the plugin
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" '-DIN_INIT=if (!ctx) puts("cudaErrorCudartUnloading");' \
    "$SOURCE/tests/netplugin/check/plugin.c" -o static.so
status=0
"$TOOL" plugin check static.so --fake-gpu >said 2>err || status=$?
equal "$status" 2
says err "^lazynccl plugin: static.so: CUDA's runtime is linked into it, out of reach of --fake-gpu: "

# an enumerator of CUDA's header in debugging information is not a runtime
cat >enum.h <<'C'
enum cudaError { cudaErrorCudartUnloading = 4 };
static enum cudaError last_error;
C
for calls in '' 'int cudaGetDeviceCount(int *); static int count(void) { int n; return cudaGetDeviceCount(&n); }'; do
    echo "$calls" >calls.h
    $CC -w -shared -fPIC -g -gdwarf-4 -I"$BUILD/src/netplugin" -include "$stage/enum.h" \
        -include "$stage/calls.h" ${calls:+-DIN_INIT='if (count()) return 1;'} \
        '-DIN_FINALIZE=last_error = cudaErrorCudartUnloading' \
        "$SOURCE/tests/netplugin/check/plugin.c" -o debug.so ${calls:+./runtime.so}
    grep -q cudaErrorCudartUnloading debug.so || skip "the compiler compresses debugging information"
    "$TOOL" plugin check debug.so --fake-gpu >said 2>err || fail "$(cat said err)"
    equal "$(tail -n 1 said)" "$no_problems"
done

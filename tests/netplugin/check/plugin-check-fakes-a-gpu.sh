# On a machine without CUDA, `lazynccl plugin check --fake-gpu` tries a plugin that calls CUDA's
# runtime and driver and needs their libraries.

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
    void *memory, *other;
    int (*allocate)(void **, size_t);
    int (*none)(void);

    return cuInit(0) == 0 && cudaRuntimeGetVersion(&version) == 0 && version >= 11000 &&
           cudaGetDeviceCount(&count) == 0 && count == 1 && cudaMalloc(&memory, 100) == 0 &&
           cudaMemcpy(memory, "text", 5, 1) == 0 && cudaMemcpy(text, memory, 5, 2) == 0 &&
           strcmp(text, "text") == 0 && cudaPointerGetAttributes(&of, memory) == 0 &&
           of.type == DEVICE && cudaPointerGetAttributes(&of, text) == 0 && of.type == 0 &&
           cuPointerGetAttribute(&type, MEMORY_TYPE, memory) == 0 && type == DEVICE &&
           cuPointerGetAttribute(&type, MEMORY_TYPE, text) != 0 && cudaFree(memory) == 0 &&
           cudaMalloc(&other, 100) == 0 && other != memory && cudaFree(other) == 0 &&
           cudaGetDriverEntryPoint("cuMemAlloc", (void **)&allocate, 0, &status) == 0 &&
           allocate(&memory, 1) == 0 && cuPointerGetAttribute(&type, MEMORY_TYPE, memory) == 0 &&
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
    net_plugin one.so -D_GNU_SOURCE -include "$stage/calls.h" -DUNTOUCHED=$untouched \
        '-DIN_INIT=if (!asks()) return 1;' ./runtime.so ./driver.so
    if ! /sbin/ldconfig -p | grep -q 'libcuda\.so\.1 '; then # the driver's
        "$TOOL" plugin check one.so >said && fail "without --fake-gpu: $(cat said)"
        says said '^ +v12, start, load: libcuda(rt)?\.so\.'
    fi
    "$TOOL" plugin check one.so --fake-gpu >said || fail "libcudart.so.$major: $(cat said)"
    says_not said '^[a-z ]+ (no|warn|\?)'
    says said '^held            ok$'
    equal "$(tail -n 1 said)" "$no_problems"
done

# A plugin that imports what the fake CUDA lacks is told which function.
net_plugin streams.so '-DIN_INIT=cudaStreamCreate(&ctx);'
"$TOOL" plugin check streams.so --fake-gpu >said && fail "$(cat said)"
says said '^ +v12, start, load: .*undefined symbol: cudaStreamCreate'

# `inspect --call` gives it to a plugin that opens the runtime itself, as aws-ofi-nccl does
net_plugin opens.so -D_GNU_SOURCE -include dlfcn.h \
    '-DIN_INIT=if (*(int *)dlsym(dlopen("libcudart.so", RTLD_NOW), "fake_cuda_major") != 12) return 1;'
"$TOOL" plugin inspect opens.so --call --fake-gpu >said || true
says said '^device 0 '
"$TOOL" plugin inspect opens.so --call >said || true
says_not said '^device 0 '

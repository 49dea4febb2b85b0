# Fake libraries of the stack are found where wheels have them, and return their versions in each
# way: by pointer, by part, as a result. Their stand-ins return the fallback values of the stubs.
site=$stage/site-packages

# fake FOLDER SONAME <CODE
fake()
{
    mkdir -p "$site/$1"
    $CC -shared -fPIC -x c - -Wl,-soname,"$2" -o "$site/$1/$2"
}
echo 'int cublasGetProperty(int part, int *value) { *value = (int[]){12, 9, 3}[part]; return 0; }' |
    fake nvidia/cublas/lib libcublas.so.12
fake nvidia/cudnn/lib libcudnn.so.9 <<'END'
#include <stddef.h>
size_t cudnnGetVersion(void) { return 91002; }
int cudnnCreate(void **handle) { return !handle; }
void cudnnGetLastErrorString(char *text, size_t size) { text[0] = size > 0; }
END
echo '#include <stddef.h>
size_t cutensorGetVersion(void) { return 20801; }' | fake cutensor/lib libcutensor.so.2
echo 'int cufftGetProperty(int part, int *value) { *value = 12 - part; return part > 1; }' |
    fake nvidia/cu13/lib libcufft.so.12
fake nvidia/cu13/lib libcuda.so.1 <<'END'
int cuInit(unsigned flags) { return (int)flags; }
int cuDriverGetVersion(int *version) { *version = 13020; return 0; }
int cuDeviceGetCount(int *count) { *count = 3; return 0; }
int cuGetErrorString(int code, const char **text) { *text = "real"; return code; }
END
echo 'struct error { int a, b; };
struct error cuFileDriverOpen(void) { return (struct error){0, 0}; }' |
    fake nvidia/cufile/lib libcufile.so.0

with_libc >versions.c <<'END'
#include <lazynccl.h>
#define SHOW(name) lazynccl_load(lazynccl_##name()); \
    printf(#name " %d %s\n", lazynccl_version(lazynccl_##name()), \
           lazynccl_error(lazynccl_##name(), NULL) ? "absent" : lazynccl_path(lazynccl_##name()))
int main(void)
{
    SHOW(cublas); SHOW(cudnn); SHOW(cutensor); SHOW(cufft); SHOW(cufile); SHOW(cuda); SHOW(nvml);
}
END
mkdir -p "$site/module"
$CC -Wall -Werror versions.c -I"$BUILD/include" "$BUILD/src/runtime/liblazynccl-all.a" -ldl \
    -o "$site/module/versions"
LAZYNCCL_LIBPATH=$site/nvidia/cu13/lib/libcuda.so.1 LAZYNCCL_DEBUG=1 "$site/module/versions" >said 2>steps
says said "^cublas 120903 $site/nvidia/cublas/lib/libcublas.so.12$"
says said "^cudnn 91002 $site/nvidia/cudnn/lib/libcudnn.so.9$"
says said "^cutensor 20801 $site/cutensor/lib/libcutensor.so.2$"
says said "^cufft 0 $site/nvidia/cu13/lib/libcufft.so.12$" # it refuses to tell
says said "^cufile 0 $site/nvidia/cufile/lib/libcufile.so.0$"
says said "^cuda 130200 $site/nvidia/cu13/lib/libcuda.so.1$"
says said '^nvml 0 absent$'
says steps '^lazynccl: nvml: wheel +.*/site-packages: no libnvidia-ml.so.1 in its wheels$'

[ -n "${TOOL-}" ] || skip "all passed except stand-ins, which the command makes"
LAZYNCCL_LIBPATH=$site/nvidia/cu13/lib/libcuda.so.1 "$TOOL" find --no-python cuda >found || [ $? = 1 ]
says found '^cuda ' && says found "lazynccl .*env"
"$TOOL" stand-in "$site"/nvidia/*/lib/*.so.* -o lazy >made || fail "$(cat made)"
compile absent lazy/libcuda.so.1 lazy/libcudnn.so.9 lazy/libcufile.so.0 -Wl,-rpath,"$stage/lazy" <<'END'
struct error { int a, b; };
int cuInit(unsigned);
int cuDeviceGetCount(int *);
int cuGetErrorString(int, const char **);
int cudnnCreate(void **);
void cudnnGetLastErrorString(char *, size_t);
struct error cuFileDriverOpen(void);
int main(void)
{
    int count = 7, codes[] = {cuInit(0), cuDeviceGetCount(&count), cudnnCreate(NULL)};
    const char *text = "";
    char room[12] = "untouched";
    struct error file = cuFileDriverOpen();
    int told = cuGetErrorString(34, &text);
    cudnnGetLastErrorString(room, sizeof room);
    printf("%d %d %d %d %d.%d %d %.27s, %s\n", codes[0], codes[1], codes[2], count, file.a, file.b,
           told, text, room);
}
END
equal "$(LAZYNCCL_SEARCH=env ./absent)" "34 34 1001 0 5001.0 0 CUDA driver cannot be used:, cuDNN canno"

# A suffix family binds to a library of another CUDA major, except functions that differ there by
# stubs/facts/majors.txt: these are absent, and the reason says how they differ.
mkdir -p tree/src
cp -r "$SOURCE/gen" "$SOURCE/stubs" "$SOURCE/include" "$SOURCE/meson.build" tree
cp -r "$SOURCE/src/runtime" tree/src
echo 'nvjitlink 13 nvJitLinkDestroy parameter 1 is char and long' >>tree/stubs/facts/majors.txt
fake_library nvjitlink 12.9 twelve
fake_library nvjitlink 13.0 thirteen
with_libc >program.c <<'END'
#include <lazynccl.h>
int __nvJitLinkCreate_13_0(void **, unsigned, const char *const *);
int __nvJitLinkDestroy_13_0(void **);
int nvJitLinkVersion(unsigned *, unsigned *);
int main(void)
{
    unsigned major = 0, minor = 0;
    const char *why;
    void *handle = NULL;
    int version = nvJitLinkVersion(&major, &minor);
    printf("version %d %u.%u, ", version, major, minor);
    printf("create %d, ", __nvJitLinkCreate_13_0(&handle, 0, NULL));
    printf("destroy %d\n", __nvJitLinkDestroy_13_0(&handle));
    why = lazynccl_error(lazynccl_nvjitlink(), "__nvJitLinkDestroy_13_0");
    printf("%s\n%s", why ? why : "", lazynccl_report(lazynccl_nvjitlink()));
}
END
for search in $(each_of api,env,loaded,soname full); do
    "$PYTHON" tree/gen vendor nvjitlink --search $search -o copy >/dev/null
    $CC -w program.c copy/lazynccl.c -Icopy -pthread -ldl -o program
    LAZYNCCL_LIBPATH=$stage/thirteen shows '^version 0 13.0, create 0, destroy 0$' ./program
    says_not output 'it is of CUDA'
    LAZYNCCL_DEBUG=1 LAZYNCCL_LIBPATH=$stage/twelve:$stage/thirteen ./program >output 2>&1
    says output '^version 0 12.9, create 0, destroy 6$'
    says output "^(nvJitLinkDestroy )?differs between CUDA's majors: parameter 1 is char and long"
    says output 'it is of CUDA 12, and the program of CUDA 13$'

    # LAZYNCCL_CUDA_ONLY switches it off.
    $CC -w program.c copy/lazynccl.c -Icopy -pthread -ldl -o only -DLAZYNCCL_CUDA_ONLY=13
    LAZYNCCL_LIBPATH=$stage/twelve:$stage/thirteen ./only >output
    says output '^version 0 13.0, create 0, destroy 0$'
    LAZYNCCL_LIBPATH=$stage/twelve shows '^version 6 0.0, create 6, destroy 6$' ./only
    $CC -w program.c copy/lazynccl.c -Icopy -pthread -ldl -o wrong -DLAZYNCCL_CUDA_ONLY=12
    LAZYNCCL_LIBPATH=$stage/twelve shows 'create 6, destroy 6$' ./wrong
    says output 'LAZYNCCL_CUDA_ONLY=12: no nv[jJ]it[lL]ink of that major version'
done

# Libraries of the CUDA runtime with functions that 13 has changed, and one that 12 has.
functions='cudaMalloc cudaFuncGetAttributes cudaSignalExternalSemaphoresAsync
cudaSignalExternalSemaphoresAsync_ptsz cudaWaitExternalSemaphoresAsync cudaWaitExternalSemaphoresAsync_ptsz'
for function in $functions; do echo "int $function(void) { return 0; }"; done >runtime.c
for soname in libcudart.so.11.0 libcudart.so.12 libcudart.so.13; do
    mkdir "${soname#*.so.}"
    $CC -shared -fPIC -w runtime.c -Wl,-soname,$soname -o "${soname#*.so.}/$soname"
done
with_libc >has.c <<'END'
#include <lazynccl.h>
int main(int count, char **names)
{
    for (int i = 1; i < count; i++)
        printf("%d", lazynccl_has(lazynccl_cudart(), names[i]));
    printf(" %s\n", lazynccl_error(lazynccl_cudart(), names[count - 1]));
}
END
"$PYTHON" "$SOURCE/gen" vendor cudart --only "$(echo $functions | tr ' ' ,)" -o runtime >/dev/null
for program in 11 12 13; do
    $CC -w -DLAZYNCCL_CUDA_MAJOR=$program -Iruntime has.c runtime/lazynccl.c -o has -ldl
    for file in 11.0 12 13; do
        LAZYNCCL_LIBPATH=$stage/$file ./has $functions
    done
done >output
equal "$(sed 's/ .*//' output | paste -sd' ')" "111111 101111 100000 101111 111111 110000 100000 110000 111111"
says output "differs between CUDA's majors: \
struct cudaExternalSemaphoreWaitParams_v1 has 40 bytes and struct cudaExternalSemaphoreWaitParams 144"

# A copy of functions that differ must know the program's major.
echo '#include <lazynccl.h>
int main(void) { return lazynccl_version(lazynccl_cudart()); }' >version.c
for search in $(each_of api,env,loaded,soname full); do
    "$PYTHON" "$SOURCE/gen" vendor cudart --search $search -o runtime >/dev/null
    ! $CC -c runtime/lazynccl.c -o runtime.o 2>output || fail "cudart compiles without a major"
    says output "error: .*cudaChooseDevice of CUDA runtime differs between CUDA's majors: define \
LAZYNCCL_CUDA_MAJOR as 11, 12 or 13, as in your headers"
    for given in MAJOR=12 ONLY=13; do
        $CC -DLAZYNCCL_CUDA_$given -c runtime/lazynccl.c -o runtime.o
    done
    "$PYTHON" "$SOURCE/gen" vendor cudart --search $search --cuda 13 -o runtime >/dev/null
    $CC -Iruntime version.c runtime/lazynccl.c -o version -pthread -ldl
    "$PYTHON" "$SOURCE/gen" vendor cudart --search $search --only cudaMalloc -o runtime >/dev/null
    $CC -Iruntime version.c runtime/lazynccl.c -o version -pthread -ldl
done

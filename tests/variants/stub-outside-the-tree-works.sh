# docs/examples/stub-outside: a library whose stub is outside the tree is found, called, versioned
# and reported like the others, with a fake cuFFT.

cat >cufft.h <<'END'
typedef int cufftHandle;
typedef enum { CUFFT_SUCCESS } cufftResult;
typedef enum { CUFFT_C2C = 0x29 } cufftType;
__attribute__((visibility("default"))) cufftResult cufftGetVersion(int *);
__attribute__((visibility("default"))) cufftResult cufftPlan1d(cufftHandle *, int, cufftType, int);
__attribute__((visibility("default"))) cufftResult cufftDestroy(cufftHandle);
END
cat >cufft.c <<'END'
int cufftGetVersion(int *version) { *version = VERSION; return 0; }
int cufftPlan1d(int *plan, int n, int type, int batch) { *plan = n + type + batch; return 0; }
int cufftDestroy(int plan) { return plan != 1024 + 0x29 + 1; }
#if VERSION >= 11200
int cufftSetPlanPropertyInt64(int plan, int property, long long value)
{ return plan + property + (int)value; }
#endif
END
for version in 12000 11012; do
    soname=libcufft.so.$((version / 1000))
    mkdir -p $version
    $CC -shared -fPIC -DVERSION=$version cufft.c -Wl,-soname,$soname -o $version/$soname
done

vendor copy "$SOURCE/docs/examples/stub-outside/cufft.toml" --search full
for options in "-O2" "-O2 -flto"; do
    $CC -std=c11 -Wall -Wextra -pedantic -Werror $options -I. -Icopy -rdynamic \
        "$SOURCE/docs/examples/stub-outside/fft.c" copy/lazynccl.c -o fft
    ! nm -D fft | grep cufft || fail "the program exports names of cuFFT"

    equal "$(LAZYNCCL_LIBPATH=$stage/12000 ./fft)" \
        "cuFFT reports version 12000, lazynccl reports 120000; found via env: $stage/12000/libcufft.so.12"
    equal "$(LAZYNCCL_LIBPATH=$stage/11012 ./fft)" \
        "cuFFT reports version 11012, lazynccl reports 110012; found via env: $stage/11012/libcufft.so.11
cufftSetPlanPropertyInt64 is not in $stage/11012/libcufft.so.11, which is cuFFT 11.0.12: it came \
with 11.2.0; name a newer file in LAZYNCCL_LIBPATH"
    ! ./fft >said || fail "$(cat said)"
    says said '^cuFFT cannot be used: no libcufft\.so\.12 or older in any search location.*nvidia-cufft-cu12'
done

# Wide parts of vector registers that are unused stay unused after a first call and an absent one, so that SSE code
# runs at full speed. Wide arguments pass, also zeros. Floating-point modes of a constructor stay, as with dlopen().
[ "$(uname -m)" = x86_64 ] || skip 'only x86-64 has XGETBV'
cat >library.c <<'C'
typedef float wide __attribute__((vector_size(4 * WIDTH)));
__attribute__((constructor)) static void use_all(void)
{
    __asm__ volatile("vpcmpeqd %%xmm0, %%xmm0, %%xmm0\n"
                     "vinsertf128 $1, %%xmm0, %%ymm0, %%ymm0\n"
                     "vmovaps %%ymm0, %%ymm3\nvmovaps %%ymm0, %%ymm7\nvmovaps %%ymm0, %%ymm15\n"
#if WIDTH == 16
                     "vinsertf64x4 $1, %%ymm0, %%zmm0, %%zmm0\nvmovaps %%zmm0, %%zmm5\n"
#endif
                     ::: "memory");
    __asm__ volatile("ldmxcsr %0\nfldcw %1" ::"m"((int){0x9fc0}), "m"((short){0x027f}));
}
int ncclGetVersion(int *version) { *version = 22801; return 0; }
wide ncclCommDestroy(wide a, wide b) { return a + b; }
C
with_libc >program.c <<'C'
#include <cpuid.h>
typedef float wide __attribute__((vector_size(4 * WIDTH)));
int ncclGetVersion(int *version);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
wide ncclCommDestroy(wide a, wide b);
static unsigned in_use(void)
{
    unsigned a, d;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return a & 0xe4;
}
static int unused_stays(int (*call)(int *))
{
    unsigned before, after;
    int version;
    __asm__ volatile("vzeroupper");
    before = in_use();
    call(&version);
    after = in_use();
    printf("before %#x, after %#x\n", before, after);
    return after & ~before ? 1 : 0;
}
static int modes_stay(void)
{
    int mxcsr, version;
    short control;
    ncclGetVersion(&version);
    __asm__ volatile("stmxcsr %0\nfnstcw %1" : "=m"(mxcsr), "=m"(control));
    printf("modes %#x %#x\n", mxcsr, control);
    return (mxcsr & ~0x3f) != 0x9fc0 || control != 0x027f;
}
static int shrink(int *unused)
{
    void *created;
    return ncclCommShrink(unused, NULL, 0, &created, NULL, 0);
}
int main(int count, char **words)
{
    const char *what = words[count - 1];
    unsigned a = 0, b, c, d;
    wide x = {0}, y = {0}, sum;
    if (strcmp(what, "zeros") != 0)
        for (int i = 0; i < WIDTH; i++) {
            x[i] = i + 1;
            y[i] = 100 * i;
        }
    if (strcmp(what, "modes") == 0)
        return modes_stay();
    if (strcmp(what, "state") == 0) {
        if (!__get_cpuid_count(13, 1, &a, &b, &c, &d) || !(a & 4))
            return 77;
        return unused_stays(ncclGetVersion) + unused_stays(shrink);
    }
    sum = ncclCommDestroy(x, y);
    for (int i = 0; i < WIDTH; i++)
        if (sum[i] != x[i] + y[i]) {
            printf("element %d is %g\n", i, sum[i]);
            return 1;
        }
}
C
check() # WIDTH OPTION WHAT...
{
    width=$1 option=$2
    shift 2
    mkdir lib-$width
    $CC -O1 $option -DWIDTH=$width -fPIC -shared library.c -o lib-$width/libnccl.so.2 \
        -Wl,-soname,libnccl.so.2
    $CC -O1 $option -DWIDTH=$width program.c -o program-$width "$ARCHIVE" -ldl
    for what; do
        code=0
        LAZYNCCL_LIBPATH=$stage/lib-$width ./program-$width $what >said 2>&1 || code=$?
        echo "width $width, $what: status $code, $(cat said)"
        [ $code = 0 ] || [ $code = 77 ] || fail "see above"
    done
}
grep -qw avx /proc/cpuinfo || skip 'this processor has no AVX'
check 8 -mavx modes state numbers zeros
if grep -qw avx512f /proc/cpuinfo; then
    check 16 -mavx512f state numbers zeros
fi

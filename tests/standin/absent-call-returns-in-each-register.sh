# A stand-in does not know how a function returns its result, so an absent call returns the fallback value both as
# an integer and as a number with a point, whose register is otherwise zero, also its upper half.
[ "$(uname -m)" = x86_64 ] || skip 'the registers are those of x86-64'
grep -qw avx /proc/cpuinfo || skip 'this processor has no AVX'

"$TOOL" stand-in nccl -o lazy >said || fail "$(cat said)"
compile program -O1 -mavx lazy/libnccl.so.2 -Wl,-rpath,"$PWD/lazy" <<'C'
typedef long wide __attribute__((vector_size(32)));
long ncclCommAbort(double, wide);
double ncclCommFinalize(double, wide);
wide ncclCommDestroy(wide, wide);
int main(void)
{
    wide ones = {-1, -1, -1, -1}, vector = ncclCommDestroy(ones, ones);
    union {
        double number;
        long bits;
    } both = {ncclCommFinalize(-1, ones)};

    printf("%ld, %ld, %ld %ld %ld %ld\n", ncclCommAbort(-1, ones), both.bits, vector[0], vector[1], vector[2],
           vector[3]);
    return 0;
}
C
equal "$(./program)" '2, 2, 2 0 0 0'

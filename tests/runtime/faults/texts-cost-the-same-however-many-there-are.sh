# If a program asks for the reasons of 20,000 different names, the last takes no longer than the
# first. A module that is opened, used and closed repeatedly keeps no more memory than with plain dlopen.
fake_library nccl 2.28.9 lib
export LAZYNCCL_LIBPATH="$stage/lib"
cat >module.c <<'C'
int ncclGetVersion(int *version);
__attribute__((visibility("default"))) int use(void)
{
    int version = 0;
    return ncclGetVersion(&version) == 0 ? version : 0;
}
C
compile host -ldl <<'C'
#include <malloc.h>
int main(int count, char **words)
{
    size_t before = 0;
    for (int i = 0; i <= 1000; i++) {
        void *module = dlopen(words[1], RTLD_NOW);
        int (*use)(void);
        *(void **)&use = module ? dlsym(module, "use") : NULL;
        if (count != 2 || !use || use() != 22809)
            return 1;
        dlclose(module);
        if (i == 0)
            before = mallinfo2().uordblks;
    }
    printf("%.0f\n", (double)(mallinfo2().uordblks - before) / 1000);
}
C
consumer - names -O1 <<'C'
#include <lazynccl.h>
/* Returns the nanoseconds of one of a thousand names, in the best part of them. */
static double thousand(int from)
{
    double best = 1e18;
    for (int part = 0; part < 10; part++) {
        double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < 100; i++) {
            char name[64];
            snprintf(name, sizeof name, "ncclNo%d", from + part * 100 + i);
            lazynccl_error(lazynccl_nccl(), name);
        }
        start = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
        best = start < best ? start : best;
    }
    return best * 1e6 / 100;
}
int main(void)
{
    double first, last = 0;
    lazynccl_load(lazynccl_nccl());
    first = thousand(0);
    for (int i = 1; i < 20; i++)
        last = thousand(i * 1000);
    printf("a name: %.0f ns of the first 1,000, %.0f ns of the last of 20,000\n", first, last);
    return last > 5 * first + 1000;
}
C
consumer module.c ours.so -shared -fPIC
$CC -shared -fPIC module.c -o plain.so lib/libnccl.so.2 -Wl,-rpath,"$stage/lib"
./names
ours=$(./host ./ours.so) plain=$(./host ./plain.so)
echo "a module opened, used, closed: $ours bytes kept (linked: $plain)"
[ "$ours" -le $((plain + 100)) ] || fail "keeps more than a linked module"

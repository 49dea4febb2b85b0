# Texts stay valid while the program ends, for threads and destructors that still read them, also if
# a shared library that is loaded at startup contains lazynccl, or opens the library there.
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o call >/dev/null
# More libraries than a single text of main() has counts for.
"$PYTHON" "$SOURCE/gen" vendor nccl cublas cublaslt cufft cufile curand cusolver cusolvermg cusparse \
    --only ncclGetVersion,cublasGetVersion_v2,cublasLtGetVersion,cufftGetVersion,cuFileGetVersion \
    --only curandGetVersion,cusolverGetVersion,cusolverMgCreate,cusparseGetVersion \
    --open start -o start >/dev/null
cat >module.c <<'C'
#include "lazynccl.h"
int ncclGetVersion(int *version);
const char *reason(void) { return lazynccl_error(lazynccl_nccl(), 0); }
int version(void)
{
    int number = 0;
    ncclGetVersion(&number);
    return number;
}
#ifdef EARLY
__attribute__((constructor)) static void construct(void) { version(); }
#endif
C
with_libc >main.c <<'C'
const char *reason(void);
int version(void);
void stay(void);

static const char *first;
static char copy[600];

static void *read_on(void *unused)
{
    for (int i = 0;; i++) {
        const char *now = getenv("ONCE") ? first : reason();
        if (strcmp(first, copy) != 0 || !now || strcmp(now, copy) != 0)
            _exit(3);
        for (int size = 100; size < 5000; size += 16) {
            char *memory = malloc(size);
            memset(memory, 'x', size);
            if (i & 1)
                free(memory);
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    stay();
    if (!getenv("ONCE"))
        version();
    first = reason();
    strcpy(copy, first);
    pthread_create(&thread, NULL, read_on, NULL);
    usleep(20000);
}
C
compile libend.so -shared -fPIC <<'C'
void stay(void)
{
}
/* the destructors of what needs this have run */
__attribute__((destructor)) static void end(void) { usleep(200000); }
C
export LAZYNCCL_SEARCH=env LD_LIBRARY_PATH="$stage"
for early in -Icall '-DEARLY -Icall' -Istart; do
    $CC -w -shared -fPIC $early module.c "${early#*-I}/lazynccl.c" -o libmodule.so libend.so -ldl
    $CC -w main.c -o main libmodule.so libend.so -pthread
    [ "$early" != -Istart ] || export ONCE=1 MALLOC_PERTURB_=85
    for run in 1 2 3 4 5; do
        ./main || fail "run $run $early: status $?"
    done
done

# lazynccl_wrap() replaces a function by a wrapper, in every variant with the full search: from a
# constructor, repeatedly for one function, with racing threads, in a forked child, and for a
# function of a family. A wrapper of an absent function is never called, slots are read-only, and a
# call that is too late or wrong changes nothing.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
cat >program.c <<'C'
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <lazynccl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define THREADS 8

typedef void (*function)(void);
int ncclGetVersion(int *version);
int ncclCommDestroy(void *comm);
int ncclCommShrink(void *comm, int *ranks, int count, void **made, void *config, int flags);
static int (*real_version)(int *), (*inner_version)(int *), (*late)(int *), calls, inner_calls, absent_calls;
static int (*real_shrink)(void *, int *, int, void **, void *, int), (*real_destroy)(void *);
extern void *lazynccl_slots_nccl[] __attribute__((weak));

static int count_version(int *version)
{
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    return real_version(version);
}

static int count_inner(int *version)
{
    int code = inner_version(version);
    __atomic_fetch_add(&inner_calls, 1, __ATOMIC_RELAXED);
    *version += 1;
    return code;
}

static int count_absent(void *comm, int *ranks, int count, void **made, void *config, int flags)
{
    absent_calls++;
    return real_shrink(comm, ranks, count, made, config, flags);
}

static int refuse_destroy(void *comm)
{
    return comm ? real_destroy(comm) : 77;
}

static int fails(int error, const char *symbol, function wrapper, void *real)
{
    int result;
    errno = 99;
    result = lazynccl_wrap(lazynccl_nccl(), symbol, wrapper, real);
    return error ? result == -1 && errno == error : result == 0 && errno == 99;
}

__attribute__((constructor)) static void wrap(void)
{
    assert(fails(0, "ncclGetVersion", (function)count_inner, &inner_version));
    assert(fails(0, "ncclGetVersion", (function)count_version, &real_version));
    assert(fails(0, "ncclCommShrink", (function)count_absent, &real_shrink));
    assert(fails(0, "ncclCommDestroy", (function)refuse_destroy, &real_destroy));
    assert(fails(ENOENT, "ncclCommDestro", (function)count_inner, &late));
    assert(fails(ENOENT, "nvrtcVersion", (function)count_inner, &late));
    assert(fails(ENOENT, "", (function)count_inner, &late));
    assert(fails(EINVAL, NULL, (function)count_inner, &late));
    assert(fails(EINVAL, "ncclGetVersion", NULL, &late));
    assert(fails(EINVAL, "ncclGetVersion", (function)count_inner, NULL));
    assert(!real_version && !lazynccl_path(lazynccl_nccl())); /* nothing is opened */
}

static void *call(void *start)
{
    int version = 0;
    pthread_barrier_wait(start);
    /* of threads that register while others call, each has a wrapper, or is told that it has none */
    if (fails(0, "ncclGetVersion", (function)count_version, &late))
        return start;
    assert(errno == EBUSY);
    for (int i = 0; i < 100; i++)
        assert(ncclGetVersion(&version) == 0 && version == 21802);
    return NULL;
}

int main(int count, char **words)
{
    pthread_barrier_t start;
    pthread_t threads[THREADS];
    int version = 0, status;
    const char *how = count > 1 ? words[1] : "";

    if (strcmp(how, "absent") == 0) {
        assert(ncclGetVersion(&version) == 2 && !calls && !real_version);
        assert(fails(0, "ncclGetVersion", (function)count_version, &late)); /* not open yet */
        return 0;
    }
    if (strcmp(how, "fork") == 0) {
        pid_t child = fork();
        assert(ncclGetVersion(&version) == 0 && version == 21802 && calls == 1 && inner_calls == 1);
        if (!child)
            _exit(0);
        assert(waitpid(child, &status, 0) == child && status == 0);
        return 0;
    }
    if (strcmp(how, "race") != 0) {
        assert(ncclGetVersion(&version) == 0 && version == 21802 && calls == 1 && inner_calls == 1);
        assert(real_version == count_inner && inner_version != count_version);
        assert(lazynccl_symbol(lazynccl_nccl(), "ncclGetVersion") == (void *)count_version);
        assert(ncclCommDestroy(NULL) == 77 && ncclCommDestroy(&status) == 0);
        assert(ncclCommShrink(NULL, NULL, 0, NULL, NULL, 0) == 2 && !absent_calls && !real_shrink);
        assert(fails(EBUSY, "ncclGetVersion", (function)count_inner, &late));
        assert(fails(EBUSY, "ncclGetVersion", (function)count_inner, &late) && !late);
        assert(fails(ENOENT, "ncclGetVersio", (function)count_inner, &late));
        assert(lazynccl_version(lazynccl_nccl()) == 21801); /* the file's */
        return 0;
    }
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, call, &start);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(calls >= inner_calls);
    return 0;
}
C
fake_library nccl 2.18.1 lib

check() # PROGRAM
{
    LAZYNCCL_LIBPATH=$stage/lib "$1" || fail "$1"
    LAZYNCCL_LIBPATH=/nowhere "$1" absent || fail "$1 absent"
    LAZYNCCL_LIBPATH=$stage/lib "$1" fork || fail "$1 fork"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        LAZYNCCL_LIBPATH=$stage/lib "$1" race || fail "$1 race"
    done
}

consumer program.c archive -pthread
check ./archive
shared_consumer program.c shared -pthread
check ./shared
"$PYTHON" "$SOURCE/gen" vendor "$SOURCE/stubs/nccl.toml" -o vendored >/dev/null
$CC -Wall -Werror -O2 -Ivendored program.c vendored/lazynccl.c -o vendored/program -pthread -ldl
check ./vendored/program

# A program that does not wrap functions does not contain this code.
echo 'int ncclGetVersion(int *); int main(void) { return ncclGetVersion(0); }' >plain.c
consumer plain.c plain
nm plain >names
says_not names 'lazynccl_wrap$'

# The memory is freed with the module, and no other memory is read.
cat >module.c <<'C'
#include <lazynccl.h>
int ncclGetVersion(int *version);
static int (*real)(int *);
static int wrapper(int *version)
{
    return real(version) + 40;
}
int use(void)
{
    int version;
    return lazynccl_wrap(lazynccl_nccl(), "ncclGetVersion", (void (*)(void))wrapper, &real) +
           ncclGetVersion(&version);
}
C
cat >opener.c <<'C'
#include <dlfcn.h>
int main(void)
{
    for (int i = 0; i < 3; i++) {
        void *module = dlopen("./module.so", RTLD_NOW);
        if (!module || ((int (*)(void))dlsym(module, "use"))() != 40)
            return 1;
        dlclose(module);
    }
    return 0;
}
C
consumer module.c module.so -shared -fPIC
$CC opener.c -o opener -ldl
LAZYNCCL_LIBPATH=$stage/lib ./opener || fail opener
if command -v valgrind >/dev/null; then
    LAZYNCCL_LIBPATH=$stage/lib valgrind -q --leak-check=full --errors-for-leak-kinds=definite,possible \
        --show-leak-kinds=definite,possible --error-exitcode=9 ./opener || fail 'opener under valgrind'
fi

# A function of a family, by the name in the program's object.
fake_library nvjitlink 12.9 lib
cat >family.c <<'C'
#include <lazynccl.h>
int __nvJitLinkDestroy_12_9(void **linker);
static int (*real)(void **);
static int wrapper(void **linker)
{
    return real(linker) + 40;
}
int main(void)
{
    void *linker = 0;
    int code = lazynccl_wrap(lazynccl_nvjitlink(), "__nvJitLinkDestroy_12_9", (void (*)(void))wrapper, &real);
    return code || __nvJitLinkDestroy_12_9(&linker) < 40 || !real;
}
C
consumer family.c family
LAZYNCCL_LIBPATH=$stage/lib ./family || fail family

# With `search = "soname"` the error says what to do.
sed 's/^search = .*//; 1i search = "soname"' "$SOURCE/tests/gen/one.toml" >small.toml
"$PYTHON" "$SOURCE/gen" vendor small.toml -o small >/dev/null
prefix=$(sed -n 's/^int \(.*\)_available(.*/\1/p' small/lazynccl.h)
echo "#include \"small/lazynccl.h\"
int main(void) { return ${prefix}_wrap(0, 0, 0, 0); }" >small.c
! $CC -c small.c -o small.o 2>said || fail 'compiled'
says said 'this needs search = .*full'

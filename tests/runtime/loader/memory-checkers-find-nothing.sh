# The sanitizers of memory, threads, addresses (with leaks) and undefined behaviour, and valgrind, report nothing on
# a first call that succeeds or fails, though other threads ask and open other libraries meanwhile.
fake_library nccl 2.28.1 lib
for n in 0 1 2 3 4 5 6 7; do
    echo "int other_$n;" | $CC -fPIC -shared -x c - -o "other-$n.so"
done
with_libc >program.c <<'C'
#include <lazynccl.h>
int ncclGetVersion(int *version);
const char *ncclGetErrorString(int code);
static pthread_barrier_t start;
static void *open_others(void *first)
{
    char name[32];
    pthread_barrier_wait(&start);
    for (int n = 0; n < 400; n++) {
        void *handle;
        snprintf(name, sizeof name, "./other-%d.so", n % 4 * 2 + *(int *)first);
        handle = dlopen(name, RTLD_NOW);
        if (!handle)
            return first;
        dlclose(handle);
    }
    return NULL;
}
static void *ask(void *unused)
{
    int version = 0;
    pthread_barrier_wait(&start);
    if (ncclGetVersion(&version) != 0)
        ncclGetErrorString(2);
    lazynccl_report(lazynccl_nccl());
    for (int n = 0; n < 50; n++) /* a failure is searched for again */
        lazynccl_load(lazynccl_nccl());
    return unused;
}
int main(int count, char **words)
{
    int firsts[2] = {0, 1}, version = 0, code, good = strcmp(words[count - 1], "good") == 0;
    pthread_t threads[4];
    void *result, *bad = NULL;
    pthread_barrier_init(&start, NULL, 4);
    pthread_create(&threads[0], NULL, open_others, &firsts[0]);
    pthread_create(&threads[1], NULL, open_others, &firsts[1]);
    pthread_create(&threads[2], NULL, ask, NULL);
    pthread_create(&threads[3], NULL, ask, NULL);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &result);
        bad = result ? result : bad;
    }
    code = ncclGetVersion(&version);
    printf("%d %d %s\n", code, version, code ? ncclGetErrorString(code) : "");
    return bad || (good ? code || version != 22801 : !code);
}
C

# runs COMMAND...: runs the program with the library and without it.
runs()
{
    for folder in lib nowhere; do
        what=good
        [ $folder = lib ] || what=bad
        LAZYNCCL_LIBPATH=$stage/$folder "$@" $what >said 2>&1 || {
            cat said
            fail "$* $what: status $?"
        }
        says_not said 'Sanitizer|ERROR SUMMARY: [1-9]|lost: [1-9]'
    done
}

"$SOURCE/dev" vendor nccl --search full -o "$stage/vendored" >/dev/null || fail 'dev vendor'
build() # PROGRAM COMPILER [OPTION...]
{
    program=$1
    shift
    "$@" -std=gnu11 -O1 -g1 -w -Ivendored program.c vendored/lazynccl.c -o "$program" -pthread -ldl ||
        fail "$*"
}

tried=
for compiler in gcc clang; do
    for kind in memory thread address,undefined; do
        can_link $compiler -fsanitize=$kind || continue
        build checked $compiler -fsanitize=$kind -fno-sanitize-recover=all
        times=1
        [ $kind != thread ] || times=5 # it sees only what happens
        while [ $times -gt 0 ]; do
            runs without_aslr ./checked
            times=$((times - 1))
        done
        tried="$tried, $compiler $kind"
    done
done
if command -v valgrind >/dev/null; then
    build plain $CC
    runs valgrind -q --leak-check=full --errors-for-leak-kinds=definite,possible \
        --show-leak-kinds=definite,possible --error-exitcode=9 ./plain
    tried="$tried, valgrind"
fi
[ -n "$tried" ] || skip 'there is no sanitizer and no valgrind'
echo "nothing found by${tried#,}"

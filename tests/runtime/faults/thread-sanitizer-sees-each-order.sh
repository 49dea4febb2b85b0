# ThreadSanitizer finds nothing if one thread queries the library after another's first call, and a data race if the
# stores are not releases or the loads are not acquires, whatever the memory order of the processor.
with_libc >order.c <<'C'
#include <lazynccl.h>
int ncclGetVersion(int *version);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
static int called;
static void *follow(void *what)
{
    void *comm;
    while (!__atomic_load_n(&called, __ATOMIC_RELAXED)) /* which orders nothing */
        ;
    if (strcmp(what, "path") == 0)
        return (void *)lazynccl_path(lazynccl_nccl());
    if (strcmp(what, "has") == 0)
        return lazynccl_has(lazynccl_nccl(), "ncclGetVersion") ? what : NULL;
    return ncclCommShrink(NULL, NULL, 0, &comm, NULL, 0) ? what : NULL;
}
int main(int count, char **words)
{
    pthread_t follower;
    void *result = NULL;
    int version, before = pthread_create(&follower, NULL, follow, words[count - 1]);
    int code = ncclGetVersion(&version);
    __atomic_store_n(&called, 1, __ATOMIC_RELAXED);
    pthread_join(follower, &result);
    return before || code || !result;
}
C
fake_library nccl 2.18.1 lib # without ncclCommShrink
"$SOURCE/dev" vendor nccl --search full -o "$stage/vendored" >/dev/null || fail "dev vendor"
status=0 seen=0
export LAZYNCCL_LIBPATH="$stage/lib"
for compiler in gcc clang; do
    can_link $compiler -fsanitize=thread || continue
    for left_out in nothing RELEASE ACQUIRE; do
        set --
        for order in $left_out ACQ_REL; do
            [ $left_out = nothing ] ||
                set -- "$@" -U__ATOMIC_$order -D__ATOMIC_$order=__ATOMIC_RELAXED
        done
        $compiler -std=gnu11 -fsanitize=thread -O1 -w "$@" order.c vendored/lazynccl.c -o order \
            -Ivendored -ldl || fail "$compiler $*"
        for what in path has absent; do
            code=0
            without_aslr ./order $what >said 2>&1 || code=$?
            races=$(grep -c 'WARNING: ThreadSanitizer: data race' said || true)
            echo "$compiler, without $left_out, $what: status $code, $races races"
            seen=$((seen + 1))
            if [ $left_out = nothing ]; then
                [ "$code $races" = "0 0" ] || { cat said && status=1; }
            else
                [ "$races" -gt 0 ] || status=1
            fi
        done
    done
done
[ $seen -gt 0 ] || skip "no compiler has ThreadSanitizer"
exit $status

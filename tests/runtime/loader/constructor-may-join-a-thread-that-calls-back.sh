# A library's constructor may join a thread that calls the library's public names. With the shared library, which
# captures these calls, the thread waits for glibc's lock, which dlopen holds until the constructors return: the
# deadlock of every loader that exports the names, and no worse than in a minimal one.
library lib/libnccl.so.2 - -pthread <<'C'
int ncclGroupStart(void) { return 0; }
int ncclGetVersion(int *version) { *version = 22809; return 0; }
static void *call_back(void *code) { *(int *)code = ncclGroupStart(); return 0; }
__attribute__((constructor)) static void construct(void)
{
    pthread_t thread;
    int code;
    pthread_create(&thread, 0, call_back, &code);
    pthread_join(thread, 0);
}
C

with_libc >program.c <<'C'
int ncclGroupStart(void);
int main(void) { printf("first call: %d\n", ncclGroupStart()); return 0; }
C
export LAZYNCCL_LIBPATH="$stage/lib"
consumer program.c hidden
equal "$(timeout 60 ./hidden)" "first call: 0"
consumer program.c exporting -rdynamic
equal "$(timeout 60 ./exporting)" "first call: 0"

compile libby-hand.so -fPIC -shared -DLIBRARY="\"$stage/lib/libnccl.so.2\"" <<'C'
int ncclGroupStart(void)
{
    void *handle = dlopen(LIBRARY, RTLD_NOW);
    return ((int (*)(void))dlsym(handle, "ncclGroupStart"))();
}
C
$CC program.c -o by-hand ./libby-hand.so
shared_consumer program.c shared
by_hand=0 shared=0
timeout -s KILL 5 ./by-hand >by-hand.out 2>/dev/null &
timeout -s KILL 5 ./shared >shared.out 2>/dev/null || shared=$?
wait $! || by_hand=$?
[ $by_hand = 0 ] || [ $by_hand = 137 ] || fail "the loader by hand: status $by_hand"
equal "$shared, $(cat shared.out)" "$by_hand, $(cat by-hand.out)"

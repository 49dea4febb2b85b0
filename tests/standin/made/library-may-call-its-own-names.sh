# NCCL calls its own public names through its PLT; with a global stand-in, these calls, from
# functions, constructors and threads, go through the stand-in and return.
with_libc >calls.c <<'C'
int ncclGetVersion(int *version);
int ncclGroupStart(void);
const char *ncclGetErrorString(int code);

static void *ask(void *version)
{
    return ncclGetVersion(version) ? version : NULL;
}

__attribute__((constructor)) static void construct(void)
{
    int version = 0, code = ncclGetVersion(&version);
    printf("constructor %d %d\n", code, version);
}

/* as in a collective: the library calls itself, here and in a thread */
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags)
{
    int version = 0;
    pthread_t thread;
    (void)comm, (void)ranks, (void)count, (void)created, (void)config, (void)flags;
    pthread_create(&thread, NULL, ask, &version);
    pthread_join(thread, NULL);
    printf("itself %d %d %s\n", ncclGroupStart(), version, ncclGetErrorString(1));
    return 0;
}

int ncclGroupStart(void)
{
    return 7;
}
C
fake_library nccl 2.18.1 real calls.c -pthread
direct program real/libnccl.so.2 -Wl,--enable-new-dtags,-rpath,"$stage/real"
direct host

# The calls of the fake library go through its PLT.
readelf -rW real/libnccl.so.2 >relocations
says relocations 'JUMP_SLO.* ncclGetVersion'

export LAZYNCCL_SEARCH=$with_system
expected="constructor 0 21801
nccl 0 21801
itself 7 21801 the fake library's own error
shrink 0"
equal "$(timeout 60 ./program nccl shrink | grep -v mapped)" "$(printf '%s\n' "$expected")"
equal "$(LD_LIBRARY_PATH=$STANDINS timeout 60 ./program nccl shrink)" "$expected"
# Global because of a flag, not of DT_NEEDED.
equal "$(LAZYNCCL_LIBPATH=$stage/real timeout 60 ./host open-global="$STANDINS/libnccl.so.2" \
    call=ncclGetVersion)" "constructor 0 21801
ncclGetVersion 0 21801.-1"

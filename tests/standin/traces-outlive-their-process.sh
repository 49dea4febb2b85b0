# What a process called last is in its file also if it was killed, and up to the last call. A forked
# child has a file of its own; so has each library, with the path of the file that was opened. Calls from
# ctypes and through dlsym() are there. What cannot be written is said in one line, and the program runs on.
library lib/libnccl.so.2 - <<'C'
int ncclGroupStart(void) { return 0; }
int ncclGroupEnd(void) { return 0; }
int ncclCommUserRank(void *comm, int *rank) { return comm ? 0 : 4; }
int ncclGetVersion(int *version) { *version = 22809; return 0; }
C
with_libc >program.c <<'C'
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclCommUserRank(void *comm, int *rank);
int main(int count, char **words)
{
    long times = count > 2 ? atol(words[2]) : 0;
    if (strcmp(words[1], "kill") == 0) {
        for (long i = 1; i <= times; i++)
            ncclCommUserRank((void *)i, 0);
        raise(SIGKILL);
    } else if (strcmp(words[1], "fork") == 0) {
        ncclGroupStart();
        for (int i = 0; i < 3; i++)
            if (!fork()) {
                ncclGroupEnd();
                ncclGroupEnd();
                _exit(0);
            }
        while (wait(NULL) > 0)
            ;
        ncclGroupStart();
    } else if (strcmp(words[1], "dlsym") == 0) {
        int (*start)(void) = (int (*)(void))dlsym(dlopen("libnccl.so.2", RTLD_NOW), "ncclGroupStart");
        start();
        start();
    }
    puts("ends");
    return 0;
}
C
$CC -w -O1 program.c -o program lib/libnccl.so.2 -ldl
export LD_LIBRARY_PATH="$stage/lib" LAZYNCCL_LIBPATH="$stage/lib" XDG_CACHE_HOME="$stage/cache" LAZYNCCL_SEARCH=env

# traced OPTION... -- WORD...: the program with trace, and what it has left
traced()
{
    rm -rf traces
    remove_rings
    "$TOOL" run --lazy nccl --trace traces "$@" 2>error || true
    "$TOOL" trace traces -v >said || fail "$(cat said)"
}

before=$(date +%s%6N)
traced -- ./program kill 1000
"$TOOL" trace --chrome traces | grep -o '"ts": *[0-9]*' >times
equal "$(awk -v before="$before" -v after="$(date +%s%6N)" '$2 >= before && $2 <= after' times | wc -l)" 1000
equal "$(grep -c 'ncclCommUserRank(const ncclComm_t' said)" 1000
says said '^ +1000 ncclCommUserRank'
equal "$(tail -n 1 said | sed 's/.*\(ncclComm[A-Z]\)/\1/')" 'ncclCommUserRank(const ncclComm_t 0x3e8, int * 0)'
says said ', ended: libnccl.so.2, 1000 records$'
equal "$(sed -n 2p said)" "  opened $stage/lib/libnccl.so.2"

# the ring has the last ones
traced --records 64 -- ./program kill 1000
equal "$(grep -c 'ncclCommUserRank(const ncclComm_t' said)" 64
equal "$(sed -n '5p' said | sed 's/.*\(ncclComm[A-Z]\)/\1/')" 'ncclCommUserRank(const ncclComm_t 0x3a9, int * 0)'
says said ' 1000 records, the last of them kept$'

echo 'int madvise(void *at, long size, int advice) { return -1; }' >madvise.c
$CC -w -O1 program.c madvise.c -o old lib/libnccl.so.2 -ldl
for program in program old; do # before Linux 4.14, a fork cleared no page
    traced -- ./$program fork
    equal "$(grep -c '^process .* records$' said)" 4
    equal "$(ls traces | wc -l)" 1
    equal "$(grep -c ' 2 ncclGroupStart' said)" 1
    equal "$(grep -c ' 2 ncclGroupEnd' said)" 3
    equal "$(grep -cxF "  opened $stage/lib/libnccl.so.2" said)" 4
done

traced -- ./program dlsym
says said ' 2 ncclGroupStart'
"$PYTHON" -c 'import ctypes' 2>/dev/null && {
    traced -- "$PYTHON" -c 'import ctypes; n = ctypes.CDLL("libnccl.so.2"); n.ncclGroupStart(); n.ncclGroupEnd()'
    says said ' 1 ncclGroupStart'
    says said ' 1 ncclGroupEnd'
}

# threads whose first calls race leave one ring, with the calls of both
compile race -O1 -rdynamic lib/libnccl.so.2 -lpthread <<'C'
int ncclGroupStart(void);
static pthread_barrier_t both;
static int meet(long number, long a, long b, long c, long d)
{
    pthread_barrier_wait(&both);
    return (int)syscall(number, a, b, c, d);
}
int madvise(void *at, size_t size, int advice) { return meet(SYS_madvise, (long)at, (long)size, advice, 0); }
int fallocate(int fd, int mode, long at, long size) { return meet(SYS_fallocate, fd, mode, at, size); }
static void *call(void *none) { return ncclGroupStart() ? none : NULL; }
int main(void)
{
    pthread_t thread;
    alarm(60); /* a thread that does not come is waited for */
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&thread, NULL, call, NULL);
    call(NULL);
    return pthread_join(thread, NULL);
}
C
traced -- ./race
equal "$(grep -c ' ncclGroupStart()' said)" 2
equal "$(grep -lF "$stage/traces" /dev/shm/lazynccl-*/* | wc -l)" 1

# a process with several stand-ins has one page
library lib/libnvrtc.so.12 'int nvrtcVersion(int *major, int *minor) { return 0; }'
"$TOOL" run --lazy nccl,nvrtc --trace traces -- env LD_PRELOAD=libnvrtc.so.12 ./program none 2>error
equal "$(cat error)" ''

# nothing is recorded without the variable, and where nothing can be written
standin=$(find cache -name libnccl.so.2 -type f | head -n 1)
rm -rf traces
LD_LIBRARY_PATH=$stage/${standin%/*} ./program dlsym 2>error
[ ! -s error ] && [ ! -e traces ] || fail 'traced without LAZYNCCL_TRACE'
# without a page in DIR the trace is found on this host only
LD_LIBRARY_PATH=$stage/${standin%/*}
export LD_LIBRARY_PATH
for folder in "$stage/none" /proc/self/fdinfo; do
    LAZYNCCL_TRACE=$folder ./program fork >output 2>error || fail "$folder"
    equal "$(cat output)" ends
    equal "$(wc -l <error)" 1
    says error "^lazynccl: trace: $folder: .*: the trace is found on this host only$"
done
mkdir none
"$TOOL" trace -v none >said || fail "$(cat said)"
equal "$(grep -c ' 2 ncclGroupEnd' said)" 3
for ring in /dev/shm/lazynccl-*/*; do
    [ ! -f "$ring" ] || ! grep -qF /proc/self/fdinfo "$ring" || rm -f "$ring"
done

mkdir locked
(ulimit -f 100 && LAZYNCCL_TRACE=$stage/locked ./program dlsym >output 2>error) || fail 'file size'
says error 'File too large: calls are not recorded'
"$TOOL" trace -v locked >said
says said 'its calls are not recorded$'

# no library is found, a program that calls none, and one that loads none
LD_LIBRARY_PATH=$stage/lib LAZYNCCL_LIBPATH=
traced -- ./program fork
equal "$(grep -cx '  opened no file' said)" 4
traced -- ./program none
says said ', ended: has not called a traced library$'
says_not said opened
rm -rf traces
"$TOOL" run --lazy nccl --trace traces -- true
exits 2 "$TOOL" trace traces 2>error
says error 'has no traces: no process has loaded a traced library yet$'

# 16 threads write to a ring of 64 records, so that each overtakes the others in the middle of a
# record. Whenever the trace is read, each call that is shown has the arguments of one thread.
# usage: [long]: 100,000,000 calls instead of 4,000,000
calls=4000000
[ "${1-}" != long ] || calls=100000000
library lib/libnccl.so.2 'int ncclAllReduce(const void *from, void *to, unsigned long count, int type,
int operation, void *comm, void *stream) { return 0; }'
compile program -O1 lib/libnccl.so.2 -pthread <<'C'
int ncclAllReduce(const void *, void *, unsigned long, int, int, void *, void *);
/* The count differs between threads as their thread pointers do. */
static void *call(void *times)
{
    unsigned long self = (unsigned long)pthread_self();
    for (unsigned long i = 0; i < (unsigned long)times; i++) {
        void *both = (void *)(self << 32 | (i & 0xffffffff));
        ncclAllReduce(0, 0, self, 7, 0, both, both);
    }
    return NULL;
}
int main(int count, char **words)
{
    pthread_t threads[16];
    for (int i = 0; i < 16; i++)
        pthread_create(&threads[i], NULL, call, (void *)(atol(words[1]) / 16));
    for (int i = 0; i < 16; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
C
cat >look.py <<'P'
import re
import subprocess
import sys

tool, program = sys.argv[1:3], subprocess.Popen(sys.argv[3:])
shown = readings = 0
running = True
while running:
    running = program.poll() is None
    said = subprocess.run([*tool, "-v", "traces"], capture_output=True, text=True).stdout
    readings += "libnccl" in said
    for count, rest, comm, stream in re.findall(
            r" ncclAllReduce\(size_t (\d+), (.*), ncclComm_t (\w+), cudaStream_t (\w+)\)", said):
        shown += 1
        whole = rest == "ncclDataType_t 7, ncclRedOp_t 0" and comm == stream
        if not whole or int(comm, 16) >> 32 != int(count) & 0xFFFFFFFF:
            sys.exit(f"torn: {count} {rest} {comm} {stream}")
print(f"{shown} calls shown in {readings} readings", file=sys.stderr)
sys.exit(program.returncode)
P
export LD_LIBRARY_PATH="$stage/lib" LAZYNCCL_LIBPATH="$stage/lib" XDG_CACHE_HOME="$stage/cache" LAZYNCCL_SEARCH=env
"$PYTHON" look.py "$TOOL" trace "$TOOL" run --lazy nccl --trace traces --records 64 -- ./program "$calls" ||
    fail "see above"
"$TOOL" trace -v traces >said
says said " $calls records, the last of them kept$"
[ "$(grep -c ' ncclAllReduce(' said)" -ge 48 ] || fail "16 threads tear at most 16 of 64 records: $(cat said)"

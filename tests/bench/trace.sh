# What the record of a call costs with `run --trace`, and how long a trace of 64 processes takes to read.
need_tool

mkdir lib
echo 'int ncclGroupStart(void) { return 0; }' >library.c
with_libc >program.c <<'C'
int ncclGroupStart(void);
int main(int count, char **words)
{
    int processes = atoi(words[1]), calls = 5000000;
    double best = 1e9;
    for (int i = 0; i < processes; i++)
        if (!fork()) {
            for (int k = 0; k < 1000; k++)
                ncclGroupStart();
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    for (int round = 0; round < 5 && !processes; round++) {
        double start = clock_ms(CLOCK_MONOTONIC);
        for (int k = 0; k < calls; k++)
            ncclGroupStart();
        double one = (clock_ms(CLOCK_MONOTONIC) - start) * 1e6 / calls;
        best = one < best ? one : best;
    }
    printf("%.2f\n", best);
    return 0;
}
C
$CC -O1 -fPIC -shared library.c -o lib/libnccl.so.2 -Wl,-soname,libnccl.so.2
$CC -O1 program.c -o program lib/libnccl.so.2
export LD_LIBRARY_PATH="$stage/lib" LAZYNCCL_LIBPATH="$stage/lib" XDG_CACHE_HOME="$stage/cache"
with=$("$TOOL" run --lazy nccl --trace calls -- ./program 0)
without=$("$TOOL" run --lazy nccl -- ./program 0)
more=$(echo "$with $without" | awk '{ printf "%.1f", $1 - $2 }')
row "a traced call" "$more ns more" "<= 15 ns" below "$more" 15

"$TOOL" run --lazy nccl --trace many -- ./program 64 >/dev/null
start=$(date +%s%N)
"$TOOL" trace many >/dev/null
took=$((($(date +%s%N) - start) / 1000000))
row "lazynccl trace, 64 processes" "$took ms" "<= 1000 ms" below "$took" 1000

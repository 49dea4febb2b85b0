# A profiler that returns no context, or wants no events, is not tried. `lazynccl plugin check` says
# so and prints the profiler's log.

# checks STATUS MASK CONTEXT: checks a profiler whose init sets these, and whose other operations
# crash.
checks()
{
    compile libnccl-profiler-x.so -shared -fPIC <<C
static int init(void **ctx, unsigned long id, int *mask, const char *name, int nodes, int ranks,
                int rank, void (*log)(int, unsigned long, const char *, int, const char *, ...))
{
    *mask = $2;
    *ctx = $3;
    log(2, 1, "f", 1, "Init Failed %s:%d", "f.cc", 12);
    return 0;
}
static int crash(void) { return *(volatile int *)0; }
static int end(void) { return 0; }
struct { const char *name; void *operations[6]; } ncclProfiler_v5 = {
    "x", {init, crash, crash, crash, $4}};
C
    exits "$1" "$TOOL" plugin check libnccl-profiler-x.so >said 2>err
}
checks 2 0 0 crash
says said '^start           ok  its init returns no context, so NCCL does not call finalize$'
for trial in events threads contexts late; do
    says said "^$trial +-  its init returns no context; its log: Init Failed f\.cc:12\$"
done
says said '^NCCL since    2\.28\.3   profiler v5 not tried$'
says err ": it cannot be tried: its init returns no context; its log: Init Failed f\.cc:12\$"
checks 2 0 mask end
says said '^events +-  its init requests no events; '
checks 1 0x3f mask end
says said '^events +no$'

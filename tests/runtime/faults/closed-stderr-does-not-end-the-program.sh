# With LAZYNCCL_DEBUG=1 and a stderr whose reader has ended, lazynccl causes no SIGPIPE, and the
# program's handling of that signal stays unchanged.
consumer - program <<'C'
int ncclGetVersion(int *version);
static volatile int signals;
static void count_signal(int number) { signals += number == SIGPIPE; }
int main(int count, char **words)
{
    int ends[2], version = 0, code;
    sigset_t pending;
    if (count > 1)
        signal(SIGPIPE, count_signal);
    if (pipe(ends) != 0)
        return 1;
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    code = ncclGetVersion(&version);
    sigpending(&pending);
    printf("%d %d, %d signals, %d pending\n", code, version, signals,
           sigismember(&pending, SIGPIPE));
    fflush(stdout);
    if (count > 1)
        return 0;
    if (write(2, "", 1) < 0) /* the program's own does */
        puts("no signal");
}
C
fake_library nccl 2.28.9 lib
export LAZYNCCL_DEBUG=1 LAZYNCCL_LIBPATH="$stage/lib"
exits 141 ./program >said
equal "$(cat said)" '0 22809, 0 signals, 0 pending'
equal "$(./program handled)" '0 22809, 0 signals, 0 pending'

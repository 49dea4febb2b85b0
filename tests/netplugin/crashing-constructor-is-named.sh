# If a plugin's constructor crashes, the process ends as it would without lazynccl, a line names the
# file, and the program's signal handlers run.
fake_plugin 8 plugin.so -DCRASH=NULL
if asks 11 open init; then
    fail "the process survived: $(cat said)"
fi
says said "^lazynccl: $plugin crashes while it is opened"
says_not said '^init'

with_libc >handler.c <<'C'
static void handle(int signal)
{
    _exit(write(1, "handled\n", 8) == 8 ? 42 : 1);
}
__attribute__((constructor)) static void install(void)
{
    signal(SIGSEGV, handle);
}
C
caller ask 11 with-handler handler.c
exits 42 env LAZYNCCL_NET_PLUGIN="$plugin" ./with-handler "$lazy" - open init >said 2>&1
says said "^lazynccl: $plugin crashes while it is opened"
says said '^handled$'

# A handler that repairs the fault still gets its address, and the plugin continues.
fake_plugin 8 plugin.so -DCRASH='(int *)0x200000'
with_libc >handler.c <<'C'
static void handle(int signal, siginfo_t *info, void *where)
{
    if (info->si_code <= 0) /* not a fault: sent by kill() */
        _exit(3);
    mmap(info->si_addr, 4096, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANON, -1, 0);
}
__attribute__((constructor)) static void install(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};

    sigaction(SIGSEGV, &action, NULL);
}
C
caller ask 11 with-mender handler.c
LAZYNCCL_NET_PLUGIN=$plugin ./with-mender "$lazy" - open init >said 2>&1 || fail "$(cat said)"
says said '^init: 0$'

# After it is open, its crashes are not reported.
fake_plugin 8 plugin.so
LAZYNCCL_NET_PLUGIN=$plugin ./with-handler "$lazy" - open init >said 2>&1
says said '^init: 0$'

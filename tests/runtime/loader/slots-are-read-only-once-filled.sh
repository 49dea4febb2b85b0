# Calls of an open library cannot be redirected, because the pages of its slots are read-only and
# contain only slots. Before the first call, and if mprotect() is forbidden, calls work as well.
fake_library nccl 2.18.1 lib
consumer - slots -Wl,-z,relro -Wl,-z,now -pie -fPIE <<'C'
int ncclGetVersion(int *version);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
extern void *lazynccl_slots_nccl[];

static void stopped(int signal) { (void)signal; _exit(write(1, "stopped\n", 8) != 8); }

/* How the memory at an address may be used: "rw-p". */
static void tell(const void *address)
{
    char line[512], how[8];
    void *from, *to;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%p-%p %7s", &from, &to, how) == 3 && from <= address && address < to)
            printf("%s ", how);
    fclose(maps);
}

int main(int count, char **words)
{
    int version = 0;
    tell(lazynccl_slots_nccl);
    printf("%d ", ncclGetVersion(&version));
    tell(lazynccl_slots_nccl);
    tell((char *)lazynccl_slots_nccl - 1);
    printf("%d %d\n", version, ncclCommShrink(NULL, NULL, 0, NULL, NULL, 0));
    fflush(stdout);
    signal(SIGSEGV, stopped);
    if (count > 1)
        ((void *volatile *)lazynccl_slots_nccl)[strlen(words[1])] = NULL;
}
C
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./slots)" "rw-p 0 r--p rw-p 21801 2"
equal "$(LAZYNCCL_LIBPATH=$stage/lib ./slots 191)" "rw-p 0 r--p rw-p 21801 2
stopped"
equal "$(LAZYNCCL_LIBPATH=/nowhere ./slots)" "rw-p 2 rw-p rw-p 0 2"

# The section's size is a multiple of the largest page size.
readelf -SW "$ARCHIVE" | sed -n 's/.* \.lazynccl\.slots  *PROGBITS  *//p' |
    awk '{ print $3, $NF }' >sections
[ "$(wc -l <sections)" -ge 5 ] || fail "sections: $(cat sections)"
while read -r bytes alignment; do
    [ "$((0x$bytes % alignment))" = 0 ] && [ "$alignment" -ge 4096 ] || fail "$bytes $alignment"
done <sections

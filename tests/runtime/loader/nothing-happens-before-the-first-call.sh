# A program that links all three libraries starts with the same system calls as one that links none,
# even if every variable is set.
need strace readelf
ulimit -c 0
with_libc >program.c <<'C'
#ifdef UNLINKED
static int ncclGetVersion(int *version) { return *version; }
static int nvrtcVersion(int *major, int *minor) { return *major + *minor; }
static int nvJitLinkVersion(unsigned *major, unsigned *minor) { return *major + *minor; }
static int __nvJitLinkComplete_12_9(void *linker) { return linker != NULL; }
#else
int ncclGetVersion(int *version);
int nvrtcVersion(int *major, int *minor);
int nvJitLinkVersion(unsigned *major, unsigned *minor);
int __nvJitLinkComplete_12_9(void *linker);
#endif
int main(int count, char **words)
{
    int a = 0, b = 0;
    unsigned c = 0, d = 0;
    if (count == 1)
        return 0;
    if (words[1][0] == 'c')
        return ncclGetVersion(&a) + nvrtcVersion(&a, &b) + nvJitLinkVersion(&c, &d) +
               __nvJitLinkComplete_12_9(words);
    FILE *maps = fopen("/proc/self/maps", "r");
    for (char line[4096]; maps && fgets(line, sizeof line, maps);)
        fputs(line, stdout);
}
C
mkdir linked unlinked
consumer program.c linked/program
$CC -DUNLINKED program.c -o unlinked/program
for library in nccl:2.28.1 nvrtc:12.9 nvjitlink:12.9; do
    fake_library ${library%:*} ${library#*:} lib
done

calls() # the system calls from the program's start, without addresses, sizes and output
{
    (cd "$1" && strace -f -s 0 -o trace ./program)
    sed -E 's/^[0-9]+ +//; s/^([a-z0-9_]+)\(([^"]*("[^"]*")?).*/\1 \3/' "$1/trace"
}
for settings in A=b "LAZYNCCL_LIBPATH=$stage/lib LAZYNCCL_DEBUG=1 LAZYNCCL_STRICT=1 \
    LAZYNCCL_CUDA=12 LAZYNCCL_SEARCH=env CUDA_PATH=$stage CUDA_HOME=$stage NCCL_HOME=$stage \
    VIRTUAL_ENV=$stage"; do
    export $settings
    calls linked >linked.calls
    calls unlinked >unlinked.calls
    equal "$(cat linked.calls)" "$(cat unlinked.calls)"
    [ "$(wc -l <linked.calls)" -gt 10 ] || fail "$(cat linked/trace)"
    linked/program maps >maps
    says maps 'linked/program'
    says_not maps 'libnccl|libnvrtc|libnvJitLink'
done
readelf -d linked/program >needed
says_not needed 'nccl|nvrtc|nvJitLink'

# A call makes more system calls.
(cd linked && strace -f -o trace ./program call) || true
says linked/trace "openat\(.*$stage/lib/libnccl.so.2"

# With an old NCCL, a program built against a new one does not start, as ld.so finds a symbol
# missing. With the stand-in it starts, and only the missing function fails, with a reason.
fake_library nccl 2.28.1 new
fake_library nccl 2.18.1 old
compile program new/libnccl.so.2 -Wl,-z,now <<'C'
int ncclGetVersion(int *version);
int ncclCommShrink(void *comm, int *ranks, int count, void **created, void *config, int flags);
const char *ncclGetErrorString(int code);
int main(void)
{
    int version = 0, code = ncclGetVersion(&version);
    void *created = &created;
    printf("%d %d\n", code, version);
    code = ncclCommShrink(NULL, NULL, 0, &created, NULL, 0);
    printf("%d %s %s\n", code, created ? "a communicator" : "none", ncclGetErrorString(code));
    return 0;
}
C

exits 127 env LD_LIBRARY_PATH="$stage/old" ./program >output 2>&1
says output 'undefined symbol: ncclCommShrink'

LAZYNCCL_SEARCH=$with_system LD_LIBRARY_PATH=$STANDINS:$stage/old ./program >output
says output '^0 21801$'
says output "^2 none the fake library's own error; ncclCommShrink is not in $stage/old/libnccl.so.2, which is NCCL 2.18.1: "
says output ": it came with 2.27.3; pip install 'nvidia-nccl-cu13>=2.27.3'"

# nvJitLink before 12.3 has only names with suffixes, which also say its version.
fake_library nvjitlink 12.9 new
fake_library nvjitlink 12.2 old
direct linked new/libnvJitLink.so.12
equal "$(LD_LIBRARY_PATH=$STANDINS LAZYNCCL_LIBPATH=$stage/old ./linked suffix nvjitlink)" "suffix 0 2
nvjitlink 0 12.2"

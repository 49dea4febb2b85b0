# A library linked to NCCL, next to the archive on the link line, keeps its own NCCL, even if the
# program exports all its names.
need nm

fake_library nccl 2.28.9 lib
fake_library nccl 2.27.3 other
compile libneeds.so -fPIC -shared "$stage/other/libnccl.so.2" -Wl,-rpath,"$stage/other" <<'C'
int ncclGetVersion(int *version);
int needs(void)
{
    int version = 0;
    ncclGetVersion(&version);
    return version;
}
C

with_libc >program.c <<'C'
int needs(void);
int ncclGetVersion(int *version);
int main(void)
{
    int version = 0;
    printf("the library's %d, ", needs());
    ncclGetVersion(&version);
    printf("ours %d\n", version);
}
C
for option in '' -rdynamic '-fvisibility=default -rdynamic -Wl,--export-dynamic' -no-pie \
    '-O2 -flto -rdynamic'; do
    consumer program.c program $option libneeds.so -Wl,-rpath,"$stage"
    nm -D --defined-only program >names
    says_not names 'nccl|nvrtc|nvJitLink'
    equal "$(LAZYNCCL_SEARCH=env LAZYNCCL_LIBPATH=$stage/lib ./program)" \
        "the library's 22703, ours 22809"
done

# A debugger that stops in the library's constructor, in the middle of a first call, shows the frames
# up to main().
need gdb

echo 'void stop_here(void) { __asm__ volatile(""); }
__attribute__((constructor)) static void construct(void) { stop_here(); }' >constructor.c
fake_library nccl 2.28.9 lib constructor.c
echo 'int ncclGetVersion(int *version);
int middle(int *version) { return ncclGetVersion(version) + 1; }
int main(void) { int version; return middle(&version) - 1; }' >main.c
consumer main.c static -g
shared_consumer main.c shared -g
for program in static shared; do
    LAZYNCCL_LIBPATH=$stage/lib gdb -nx -batch -ex 'set breakpoint pending on' \
        -ex 'break stop_here' -ex run -ex backtrace ./$program >said 2>&1 || true
    ! grep -q 'ptrace: Operation not permitted' said || skip "no program may be traced"
    for frame in stop_here lazynccl_resolve lazynccl_first middle main; do
        says said "^#[0-9]+ .*\<$frame \("
    done
done

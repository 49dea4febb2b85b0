# 64 threads make their first call at once: each gets the library's answer, and its constructor runs once, or each
# gets the same error, whose text stays valid. Also under ThreadSanitizer.
with_libc >constructor.c <<'C'
static int ready;
__attribute__((constructor)) static void construct(void)
{
    usleep(50000); /* long enough for every thread to arrive */
    ready = write(1, "constructed\n", 12) == 12;
}
int ncclGroupStart(void) { return ready ? 0 : 4; }
C
fake_library nccl 2.28.9 lib constructor.c

race()
{
    for run in 1 2 3 4 5; do
        equal "$(LAZYNCCL_LIBPATH=$stage/lib "$@" 2>&1)" "constructed
64 right, 0 the same: open"
        equal "$("$@" 2>&1)" "0 right, 64 the same: NCCL cannot be used: n"
    done
}

consumer "$SOURCE/tests/fake/race.c" race
race ./race
[ -n "${SHARED-}" ] || exit 0 # on another platform, where the rest would compile for this one
with_thread_sanitizer "$SOURCE/tests/fake/race.c" race

# With musl, whose dlopen() alone waits for the constructors that another thread runs.
command -v musl-gcc >/dev/null || exit 0
"$PYTHON" "$SOURCE/gen" vendor nccl --search full -o copy
(CC=musl-gcc && fake_library nccl 2.28.9 lib constructor.c)
musl-gcc -w "$SOURCE/tests/fake/race.c" copy/lazynccl.c -Icopy -o race-musl
race ./race-musl

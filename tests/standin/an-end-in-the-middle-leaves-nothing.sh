# If the command is ended by a signal at any system call that writes or names a file, or by a full
# disk, no file is half-written, and the folder that it made is empty. This also holds for file
# systems without unnamed files, such as NFS. The content is on the disk before the file has its name, so
# that a crash of the machine leaves no file of zeros.
need strace
library in/libcufft.so.11 'int f(void) { return 1; }'
head -c 300000 /dev/urandom >in/data
"$PYTHON" -B "$SOURCE/tests/standin/wheel.py" make in nvidia-cufft 11.0 \
    nvidia/cufft/lib/libcufft.so.11=in/libcufft.so.11 nvidia/cufft/data=in/data
wheel=$(echo in/*.whl)
strace -f -o trace -e trace=fsync,rename "$TOOL" stand-in in/libcufft.so.11 -o lazy >said 2>&1 ||
    skip "strace cannot trace: $(cat said)"
equal "$(sed -n 's/^[0-9]* *\(fsync\|rename\)(.*= 0$/\1/p' trace | xargs)" 'fsync rename'
compile no-tmpfile.so -O1 -fPIC -shared <<'END'
static int usual(const char *name, const char *path, int flags, va_list list)
{
    int (*open_usual)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name);

    if ((flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return open_usual(path, flags, va_arg(list, int));
}
#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        int fd = usual(#name, path, flags, list);                                                  \
        va_end(list);                                                                              \
        return fd;                                                                                 \
    }
OPEN(open)
OPEN(open64)
END

# ends THING [VARIABLE]: interrupts every call in turn; the file is complete or missing.
ends()
{
    rm -rf whole
    "$TOOL" stand-in "$1" -o whole >said || fail "$(cat said)"
    made=$(ls whole)
    for call in openat pwrite64 write linkat rename; do
        for when in 1 2 3 4 6 9 14; do
            rm -rf out
            status=0
            strace -o strace.log ${2+-E "$2"} -e trace=$call \
                -e inject=$call:signal=SIGTERM:when=$when "$TOOL" stand-in "$1" -o out >said 2>&1 || status=$?
            [ $status = 0 ] || interrupted=$((interrupted + 1))
            [ ! -e out ] || left=$(ls -A out) || :
            [ ! -e out ] || [ -z "$left" ] || { [ "$left" = "$made" ] && cmp whole/"$made" out/"$made"; } ||
                fail "$1 ${2-} $call $when: status $status, left $left"
        done
    done
}
interrupted=0
ends in/libcufft.so.11
ends "$wheel"
ends in/libcufft.so.11 "LD_PRELOAD=$stage/no-tmpfile.so"
ends "$wheel" "LD_PRELOAD=$stage/no-tmpfile.so"
[ $interrupted -ge 30 ] || fail "only $interrupted runs were interrupted"
LD_PRELOAD=$stage/no-tmpfile.so strace -o strace.log -e trace=openat "$TOOL" stand-in "$wheel" -o out \
    >said || fail "$(cat said)"
grep -q 'partial-' strace.log || fail "the file had no name: that is not like NFS"

mount_tmpfs='mkdir -p disk && mount -t tmpfs -o "size=$1" none disk && shift && exec "$@"'
unshare -m sh -c "$mount_tmpfs" sh 1m true 2>/dev/null ||
    skip "the rest mounts a tmpfs, which takes root and is not allowed in every chroot"
for size in 4k 16k 40k 100k 200k 300k; do
    status=0
    unshare -m sh -c "$mount_tmpfs" sh $size sh -c '"$1" stand-in "$2" -o disk/out >said 2>&1
        status=$?; find disk -type f >left; exit $status' sh "$TOOL" "$wheel" || status=$?
    equal "$status" 2
    says said '^lazynccl stand-in: cannot write to disk/out: (.*: )?No space left on device$'
    [ ! -s left ] || fail "$size: left $(cat left)"
done

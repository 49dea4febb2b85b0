# `lazynccl run` refuses a cache that it cannot trust, or a cache and a TMPDIR that it cannot use,
# with one line that says what is wrong, where, why, and what to do, before the program starts. No
# file stays half-written. A read-only cache works if it is complete. The superuser does not use a
# cache below a folder of another user.
library toolkit/lib64/libcublas.so.13 'int number(void) { return 13; }'
export CUDA_HOME=$stage/toolkit LAZYNCCL_SEARCH=env,toolkit
echo 'int number(void); int main(void) { return number() != 13; }' >ask.c
$CC ask.c -o ask toolkit/lib64/libcublas.so.13

# refused PATTERN [COMMAND...]: the program does not start; the command runs lazynccl
refused()
{
    pattern=$1
    shift
    exits 2 "$@" "$TOOL" run --lazy cublas -- echo started >said 2>err
    equal "$(cat said)" ""
    equal "$(wc -l <err)" 1
    says err "^lazynccl run: $pattern"
}
nor='; nor is there a folder below TMPDIR: .*/nowhere: No such file or directory: set TMPDIR to another folder$'
elsewhere=": set XDG_CACHE_HOME to another folder$nor"
export TMPDIR=$stage/nowhere
export XDG_CACHE_HOME=$stage/cache
LAZYNCCL_LIBPATH=$stage/toolkit/lib64
export LAZYNCCL_LIBPATH
"$TOOL" run --lazy cublas -- ./ask || fail "it does not work at all"
[ "$(stat -c %a cache/lazynccl cache/lazynccl/stand-ins | uniq)" = 700 ] || fail "open to others"
chmod go+w cache/lazynccl/stand-ins
refused '.*/cache/lazynccl/stand-ins: others can write there: chmod go-w$'
mkdir -m 700 sticky # the owner must fix it: no other folder is used instead
TMPDIR=$stage/sticky refused '.*/cache/lazynccl/stand-ins: others can write there: chmod go-w$'
equal "$(ls sticky)" ''
chmod go-w cache/lazynccl/stand-ins
mv cache/lazynccl elsewhere
ln -s ../elsewhere cache/lazynccl
refused '.*/cache/lazynccl: is not a folder of yours: set XDG_CACHE_HOME to another folder$'
rm cache/lazynccl
mv elsewhere cache/lazynccl
: >file
XDG_CACHE_HOME=$stage/file/below
refused ".*file/below: Not a directory$elsewhere"
XDG_CACHE_HOME=$stage/none/below
refused ".*none/below: No such file or directory$elsewhere"
unset XDG_CACHE_HOME
home=$HOME
HOME=
refused "no cache: neither XDG_CACHE_HOME nor HOME names a folder: set one of them$nor"
HOME=relative
refused 'no cache: neither '
HOME=$home
export XDG_CACHE_HOME=$stage/cache

# A cache of another user, and one that cannot be written to.
if [ "$(id -u)" = 0 ]; then
    chmod 755 "$stage"
    chown -R 65534 cache/lazynccl
    refused '.*/cache/lazynccl: is not a folder of yours: set XDG_CACHE_HOME to another folder$'
    chown -R 0 cache/lazynccl
fi

# The superuser's cache below a folder that another user owns or can write to, also through a link:
# the stand-ins are in a private folder, a line says why, and nothing is left in that folder.
private() # PATTERN
{
    "$TOOL" run --lazy cublas -- sh -c 'echo "$PYTHONPATH"; ./ask' >said 2>err ||
        fail "$(cat said err)"
    says said "^$stage/tmp/lazynccl-"
    equal "$(wc -l <said)" 1
    equal "$(wc -l <err)" 1
    says err "^lazynccl run: $1: set XDG_CACHE_HOME to another folder; using a private folder below TMPDIR$"
}
if [ "$(id -u)" = 0 ]; then
    mkdir tmp foreign
    chown 65534 foreign
    ln -s "$stage/cache" foreign/link
    TMPDIR=$stage/tmp
    XDG_CACHE_HOME=$stage/foreign
    private "$stage/foreign: belongs to another user, or a folder above does"
    XDG_CACHE_HOME=$stage/foreign/inner
    private "$stage/foreign/inner: belongs to another user, or a folder above does"
    equal "$(ls foreign)" link
    chown 0 foreign
    for mode in 777 775; do
        chmod $mode foreign
        private "$stage/foreign/inner: others can write there, or to a folder above"
    done
    XDG_CACHE_HOME=$stage/foreign/link
    equal "$("$TOOL" run --lazy cublas -- sh -c 'echo "$PYTHONPATH"')" \
        "$(dirname "$(find "$stage/cache" -name manifest)")"
    chmod 1777 foreign
    XDG_CACHE_HOME=$stage/foreign
    "$TOOL" run --lazy cublas -- ./ask 2>err || fail "a sticky folder: $(cat err)"
    equal "$(cat err)" ''
    TMPDIR=$stage/nowhere
    chown 65534 foreign
    refused "$stage/foreign: belongs to another user, or a folder above does$elsewhere"
fi
mkdir -m 555 closed
chmod 755 "$stage"
[ "$(id -u)" != 0 ] || chmod go+rx "$stage"
XDG_CACHE_HOME=$stage/closed
if as_nobody test ! -w closed && as_nobody test -x "$TOOL"; then
    refused ".*/closed/lazynccl: Permission denied$elsewhere" as_nobody
fi
XDG_CACHE_HOME=$stage/cache

# Other kinds of file systems; mounting needs the superuser.
mount_tmpfs='mkdir -p mounted && mount -t tmpfs -o "$0" none mounted && exec "$@"'
unshare -m sh -c "$mount_tmpfs" size=1m true 2>/dev/null ||
    skip "the rest mounts a tmpfs, which takes root and is not allowed in every chroot"
mounted()
{
    options=$1
    shift
    XDG_CACHE_HOME=$stage/mounted unshare -m sh -c "$mount_tmpfs" "$options" "$@"
}
refused ".*/mounted: is mounted noexec$elsewhere" mounted noexec
XDG_CACHE_HOME=$stage/mounted
refused ".*/mounted/lazynccl: Read-only file system$elsewhere" mounted size=1m sh -c \
    'mount -o remount,ro mounted && exec "$@"' sh
for size in 4k 8k 12k 16k 20k 24k 32k 40k; do # the disk becomes full at each step
    status=0
    mounted "size=$size" sh -c '"$0" run --lazy cublas -- ./ask >said 2>err
        status=$?
        find mounted -type f ! -name "sitecustomize.py" ! -path "*/libcublas.so.13" \
            ! -path "*/files/*" >left
        exit $status' "$TOOL" || status=$?
    [ "$status" = 2 ] || fail "$size: status $status, $(cat err)"
    equal "$(wc -l <err)" 1
    says err "^lazynccl run: .*: No space left on device$elsewhere"
    [ ! -s left ] || fail "$size: left $(cat left)"
done
mounted size=400k sh -c '"$0" run --lazy cublas -- ./ask && mount -o remount,ro mounted &&
    exec "$0" run --lazy cublas -- ./ask' "$TOOL" || fail "a full cache need not be written"

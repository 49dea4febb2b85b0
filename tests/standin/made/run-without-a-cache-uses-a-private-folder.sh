# Without a writable cache `lazynccl run` puts the stand-ins into a private folder below TMPDIR,
# with mode 0700. The program keeps the PID and its exit status. The next `run` removes the folders
# of this user whose process has ended, and nothing else, whatever others have put into TMPDIR.
fake_library nccl 2.28.1 real
direct program real/libnccl.so.2
printf 'int main(void) { return 0; }' >nothing.c
$CC nothing.c -o nothing
cat >show.sh <<'END'
echo $$
echo "$PYTHONPATH"
stat -c '%a %u' "$PYTHONPATH/.."
exit 42
END
: >file
export XDG_CACHE_HOME=$stage/file/below TMPDIR=$stage/tmp
mkdir tmp

# The folder exists, is private, and is used. PID and status stay.
umask 0
exits 42 sh -c 'echo $$ && exec "$TOOL" run sh show.sh' >output 2>&1
umask 022
pid=$(sed -n 1p output) folder=$(sed -n '3s,/[^/]*$,,p' output)
equal "$(sed -n 2p output)" "$pid"
equal "$(sed -n 4p output)" "700 $(id -u)"
case $folder in
"$stage/tmp/lazynccl-$(id -u)-"*"-$pid-"*) ;;
*) fail "the folder $folder" ;;
esac
equal "$(LAZYNCCL_LIBPATH=$stage/real "$TOOL" run ./program mapped=libnccl nccl mapped=libnccl |
    sed "s,/tmp/lazynccl-[0-9][^/]*/[^/]*/site/,/tmp/,")" "mapped $stage/tmp/libnccl.so.2/nvidia/nccl/lib/libnccl.so.2
nccl 0 22801
mapped $stage/real/libnccl.so.2
mapped $stage/tmp/libnccl.so.2/nvidia/nccl/lib/libnccl.so.2"
"$TOOL" run -- "$PYTHON" -c 'import sitecustomize' || fail "no sitecustomize"

# The next run removes it, also if it has a cache.
[ ! -e "$folder" ] || fail "$folder was not removed"
equal "$(ls tmp | wc -l)" 1
XDG_CACHE_HOME=$stage/cache "$TOOL" run true
equal "$(ls tmp)" ''

# The folder of a running process stays.
"$TOOL" run sleep 600 &
sleeper=$!
for i in $(seq 100); do
    [ -e tmp/lazynccl-*-$sleeper-*/*/manifest ] 2>/dev/null || sleep 0.1
done
until grep -q sleep "/proc/$sleeper/comm"; do sleep 0.1; done
running=$(ls tmp)
export XDG_CACHE_HOME=$stage/cache
"$TOOL" run true
equal "$(ls tmp)" "$running"
# another process has the same number: it started at another time
later=$(echo "$running" | sed "s/-$sleeper-[0-9]*-/-$sleeper-1-/")
cp -r "tmp/$running" "tmp/$later"
chmod 700 "tmp/$later"
"$TOOL" run true
equal "$(ls tmp)" "$running"

# what else may be there: of others, with wrong names, links, links in a folder, open folders
kill "$sleeper"
wait "$sleeper" 2>/dev/null || true
user=$(id -u) space=$(echo "$running" | cut -d- -f3) rest=$(echo "$running" | cut -d- -f4-)
mkdir -m 700 kept "tmp/lazynccl-$((user + 1))-$space-$rest" "tmp/lazynccl-$user-1-$rest" \
    "tmp/lazynccl-$user-$space-$rest-more" "tmp/lazynccl-$user-$space-1x" "tmp/$later" \
    "tmp/$running/inner"
: >kept/file
: >"tmp/lazynccl-$user-$space-9999999-1-abcdeg"
ln -s "$stage/kept" "tmp/lazynccl-$user-$space-9999999-1-abcdef"
ln -s "$stage/kept" "tmp/$running/inner/link"
chmod 755 "tmp/$later"
ls tmp | grep -Fvx "$running" >expected
"$TOOL" run true
equal "$(ls tmp)" "$(cat expected)"
[ -e kept/file ] || fail "followed a link"
if [ "$user" = 0 ]; then
    other=tmp/lazynccl-0-$space-9999999-1-abcdeh
    mkdir -m 700 "$other"
    chown 65534 "$other"
    "$TOOL" run true
    [ -d "$other" ] || fail "removed what another user owns"
fi
rm -r tmp

# A TMPDIR in which others could replace a stand-in, or that cannot be used.
XDG_CACHE_HOME=$stage/file/below
refused() # PATTERN
{
    exits 2 "$TOOL" run echo started >output 2>&1
    equal "$(wc -l <output)" 1
    says output "^lazynccl run: .*/file/below: Not a directory: set XDG_CACHE_HOME to another folder; \
nor is there a folder below TMPDIR: $1: set TMPDIR to another folder\$"
}
mkdir tmp
chmod 777 tmp
refused "$stage/tmp: others can write there, or to a folder above"
mkdir tmp/inner
TMPDIR=$stage/tmp/inner
refused "$stage/tmp/inner: others can write there, or to a folder above"
chmod 1777 tmp
"$TOOL" run ./nothing || fail "a folder that is sticky"
TMPDIR=$stage/missing
refused "$stage/missing: No such file or directory"
TMPDIR=$stage/file
refused "$stage/file: Not a directory"
mkdir "with:colon"
TMPDIR=$stage/with:colon
exits 2 "$TOOL" run echo started >output 2>&1
says output 'with:colon/lazynccl-[^/]*: has a colon in its name, which LD_LIBRARY_PATH cannot contain: '
if [ "$(id -u)" = 0 ]; then
    mkdir foreign
    chown 65534 foreign
    TMPDIR=$stage/foreign
    refused "$stage/foreign: belongs to another user, or a folder above does"
fi

export TMPDIR=$stage/sticky
mkdir -m 700 sticky
mount_tmpfs='mount -t tmpfs -o noexec none "$TMPDIR" && exec "$@"'
unshare -m sh -c "$mount_tmpfs" sh true 2>/dev/null ||
    skip "the rest mounts a tmpfs, which takes root and is not allowed in every chroot"
XDG_CACHE_HOME=$stage/file/below
unshare -m sh -c "$mount_tmpfs" sh "$TOOL" run true >output 2>&1 && fail "noexec"
says output "$stage/sticky: is mounted noexec: set TMPDIR to another folder\$"

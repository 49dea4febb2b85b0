# If a file shrinks, is replaced or cannot be read during an audit, the command does not crash or
# hang.
# It uses the part that it has read, or one line gives the reason.
fake_library nccl 2.28.9 lib
fake_library nvrtc 12.9 lib
$CC -fPIC -shared -nostdlib -o other.so -x c /dev/null
"$PYTHON" - <<'END'
import zipfile
with zipfile.ZipFile("a.whl", "w", zipfile.ZIP_DEFLATED) as file:
    file.writestr("some-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    file.write("lib/libnccl.so.2", "some/libnccl.so.2")
    file.write("other.so", "some/other.so")
END
ends() # COMMAND...: a documented status, and at most a line for each path
{
    status=0
    timeout 20 "$@" >out 2>err || status=$?
    [ "$status" -le 2 ] || fail "status $status: $* $(cat err)"
    grep '^lazynccl ' err >said || true
    lines=$(wc -l <said)
    [ "$lines" -le 2 ] || fail "$* says $lines lines: $(cat err)"
    [ "$status" = 2 ] || equal "$lines" 0
}

# each read in turn returns nothing, or fails
if command -v strace >/dev/null && strace -qq -o trace true 2>/dev/null; then
    for answer in retval=0 error=EIO; do
        for call in pread64 read lseek fstat,newfstatat openat; do
            for count in 1 2 3 4 5 6 8 11; do
                for verb in "audit lib a.whl" "symbols $stage/lib/libnccl.so.2" \
                    "find nvrtc --no-python --from $stage/lib/libnccl.so.2"; do
                    LAZYNCCL_LIBPATH=$stage/lib ends strace -qq -o trace -P "$stage/lib" -P "$stage/a.whl" \
                        -P "$stage/lib/libnccl.so.2" -P "$stage/lib/libnvrtc.so.12" \
                        -e trace="$call" -e inject="$call:$answer:when=$count" "$TOOL" $verb
                done
            done
        done
    done
fi

# another process writes meanwhile: the file is complete, truncated anywhere, another one, or
# removed
mkdir live
cp lib/libnccl.so.2 a.whl live/
"$PYTHON" - <<'END' &
import os, random
pick = random.Random(1)
whole = {name: open(f"live/{name}", "rb").read() for name in ("libnccl.so.2", "a.whl")}
open("ready", "w").close()
while True:
    for name, bytes in whole.items():
        path = f"live/{name}"
        what = pick.randrange(4)
        if what == 0 and os.path.exists(path):
            os.truncate(path, pick.randrange(len(bytes)))
        elif what == 1 and os.path.exists(path):
            os.remove(path)
        elif what == 2:
            open(path, "wb").write(bytes[:pick.randrange(len(bytes))] + os.urandom(5000))
        else:
            open(path, "wb").write(bytes)
END
writer=$!
trap 'kill "$writer"; wait "$writer" || true; rm -rf "$stage"' EXIT
while ! [ -e ready ]; do sleep 0.1; done
for i in $(seq 100); do
    ends "$TOOL" audit live
    ends "$TOOL" symbols live/libnccl.so.2
done

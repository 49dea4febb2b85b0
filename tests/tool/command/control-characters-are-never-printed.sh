# Names and texts with any bytes are printed without control characters, to terminals, files and
# JSON, which stays valid: files, folders, roots, variables, arguments, notes, sonames.

# ESC [, a newline, U+009B, invalid UTF-8, DEL
odd=$(printf 'e\033[31m\nl\302\233x\377\177y')

# prints ARGUMENT...: a documented status; the output is checked at the end.
mkdir said
count=0
prints()
{
    status=0 count=$((count + 1))
    timeout 20 env $environment "$TOOL" "$@" >"said/$count.out" 2>"said/$count.err" || status=$?
    [ "$status" -le 3 ] || [ "$status" = 127 ] || fail "status $status of $*"
    printf '%s\0' "$@" >"said/$count.words"
}

cat >note.c <<'END'
#define TEXT "[ {\"soname\":\r[\"lib\x7f\xc2\x9b.so\"],\"feature\":\t\"a\"}\n]"
__attribute__((section(".note.dlopen"), used, aligned(4)))
static const struct { unsigned owner, size, type; char name[4], text[sizeof TEXT]; } note = {
    4, sizeof TEXT, 0x407c0c0a, "FDO", TEXT};
END
mkdir -p "$odd/$odd/lib"
$CC -fPIC -shared -nostdlib -o "$odd/$odd.so" note.c -Wl,-soname,"$odd" -Wl,-rpath,"/$odd:$odd"
fake_library nccl 2.28.9 "$odd/$odd/lib"
$CC -fPIC -shared -nostdlib -o "$odd/needs.so" note.c -Wl,--no-as-needed "$odd/$odd.so" \
    "$odd/$odd/lib/libnccl.so.2"
head -c 700 "$odd/$odd.so" >"$odd/cut$odd"
"$PYTHON" - "$odd" <<'END'
import os, sys, zipfile
folder = sys.argv[1]
odd = os.fsencode(folder)
with zipfile.ZipFile(folder + "/some.whl", "w") as file:
    file.writestr("some-1.0.dist-info/METADATA", b"Name: a" + odd.replace(b"\n", b"") +
                  b"\nVersion: \x1b[31m\nRequires-Dist: nvidia-nccl-cu12\x1b\n")
    file.write(folder + "/needs.so", "needs.so")
END

for environment in "" "LC_ALL=C" "TERM=dumb"; do
    for json in "" --json; do
        prints audit $json "$odd" "$odd/$odd.so" "$odd/some.whl"
        prints audit $json "$odd/cut$odd"
        prints audit $json --root "$stage/$odd" /
        prints symbols $json "$odd/$odd.so"
        prints symbols $json "$odd/cut$odd"
        prints symbols $json nccl --demanded-by "$odd/needs.so"
        prints symbols $json "$odd/$odd.so" --demanded-by "$odd/needs.so"
        for verb in find doctor -v; do
            prints $verb $json --from "$stage/$odd/needs.so"
            prints $verb $json --root "$stage/$odd"
            prints $verb $json --from "$odd"
        done
        prints explain $json "$stage/$odd/needs.so: undefined symbol: $odd"
        prints explain $json "$odd: cannot open shared object file"
    done
    prints "$odd"
    prints "--$odd"
    prints find "$odd"
    prints find --min "$odd"
    prints doctor "$odd"
    prints explain "LN$odd"
    prints symbols "$odd" nccl
    prints run -- "$odd"
    prints run "--$odd"
done
environment=
values() # NAME...: sets these to odd values
{
    for value in "$odd" "/$odd" "$stage/$odd"; do
        for name; do
            export "$name=$value"
        done
        for json in "" --json; do
            prints find $json
            prints doctor $json
            prints -v $json
            prints $json
        done
        unset "$@"
    done
}
values LAZYNCCL_SEARCH
values LAZYNCCL_CUDA
values LAZYNCCL_LIBPATH LD_LIBRARY_PATH VIRTUAL_ENV CONDA_PREFIX CUDA_HOME NCCL_HOME PYTHONPATH \
    NCCL_NET NCCL_NET_PLUGIN NCCL_SOCKET_IFNAME
values NCCL_CONF_FILE

"$PYTHON" - "$count" <<'END'
import json, re, sys
for number in range(1, int(sys.argv[1]) + 1):
    out, err, words = (open(f"said/{number}.{kind}", "rb").read() for kind in ("out", "err", "words"))
    words = words.split(b"\0")
    for said in out, err:
        if re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", said.decode()):  # invalid UTF-8 was escaped
            sys.exit(f"{words} prints raw: {said!r}")
    if b"--json" in words and out:
        json.loads(out)
    if err.count(b"\n") > 1:
        sys.exit(f"{words} says more than a line: {err!r}")
END

# Every verb's --json output matches the installed schema, on a healthy machine and on a broken one,
# and every key of the schema is used.
/usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"

healthy
fake_library nccl 2.17.1 "$root/old"
kernels=/venv/lib/python3.11/site-packages/train/kernels.so
closed=/closed.so
echo 'void *dlopen(const char *, int); void *f(void) { return dlopen("libnccl.so.2", 1); }' >closed.c
$CC -shared -fPIC closed.c -o "$root$closed"

# answer ARGUMENT...: writes the output to its own file.
count=0
answer()
{
    count=$((count + 1)) status=0
    on_root "$@" --json >"answer-$count.json" 2>err || status=$?
    [ "$status" -le 2 ] && [ -s "answer-$count.json" ] || fail "$*: $(cat err)"
}

answer_all()
{
    answer
    answer doctor
    answer -v
    answer find
    answer find nccl --load --min 2.18
    answer find --from "$kernels"
    answer audit /venv /old "$kernels" /nothing
    answer audit --opens "$closed"
    answer explain Failed to initialize any NET plugin
    answer explain "ImportError: $kernels: undefined symbol: ncclCommSplit"
    answer symbols "$kernels"
    answer symbols /old/libnccl.so.2
    answer symbols /old/libnccl.so.2 --demanded-by "$kernels"
    answer symbols nccl --demanded-by "$kernels"
}
answer_all

# plugins run on this machine, not under another root
for version in 8 12; do # any NCCL since 2.20 takes one of them
    $CC -w -c -fPIC -I"$BUILD/src/netplugin" -DVERSION=$version "$SOURCE/tests/netplugin/check/plugin.c" \
        -o $version.o
done
$CC -shared 8.o 12.o -o right.so
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" '-DIN_INIT=return 2' -DLOG=no_GPU \
    "$SOURCE/tests/netplugin/check/plugin.c" -o driver.so
cp right.so "$root/right.so"
answer plugin inspect /right.so
for question in 'inspect right.so --call --interface 12' 'check right.so' 'check driver.so'; do
    count=$((count + 1))
    "$TOOL" plugin $question --json >"answer-$count.json" 2>err || says err driver
done
answer doctor --list
answer doctor --list LN107
answer explain LN202
answer explain all is well
answer explain "$SOURCE/tests/tool/explain/logs/net.log"
answer symbols nvjitlink
answer symbols ncclCommSuspend
echo 'V_1 {}; V_2 {};' >versions.map # two versions of one function
echo '__asm__(".symver first, twice@V_1"); __asm__(".symver second, twice@@V_2");
void first(void) {} void second(void) {}' >twice.c
$CC -shared -fPIC -nostdlib twice.c -o "$root/twice.so" -Wl,--version-script=versions.map
answer symbols /twice.so
count=$((count + 1))
"$TOOL" stand-in "$root/old/libnccl.so.2" right.so -o lazy --json >"answer-$count.json" || [ $? = 1 ]
cp answer-2.json healthy.json

# a rank that called NCCL and ended, and one that left no trace
fake_library nccl 2.28.9 rank
LD_LIBRARY_PATH=$stage/rank LAZYNCCL_LIBPATH=$stage/rank LAZYNCCL_SEARCH=env XDG_CACHE_HOME=$stage/cache \
    "$TOOL" run --lazy nccl --trace traces -- "$PYTHON" -c '
import ctypes
Id = type("Id", (ctypes.Structure,), {"_fields_": [("internal", ctypes.c_char * 128)]})
nccl, comm, unique = ctypes.CDLL("libnccl.so.2"), ctypes.c_void_p(), Id()
nccl.ncclGetUniqueId(ctypes.byref(unique))
nccl.ncclCommInitRank(ctypes.byref(comm), 4, unique, 3)' || fail "run --trace"
count=$((count + 1))
"$TOOL" trace --json -v traces >"answer-$count.json" || [ $? = 1 ]
# a rank that another one waits for
mkdir hang
"$PYTHON" - "$SOURCE/tests/tool/trace" <<'PY'
import pathlib, sys
sys.path.insert(0, sys.argv[1])
from rings import Ring
for rank in range(2):
    ring = Ring(rank + 1)
    ring.make_communicator(9, 2, rank, 0x1000)
    for _ in range(rank):
        ring.all_reduce(0x1000)
    ring.write(pathlib.Path("hang", f"{rank}.ring"))
PY
count=$((count + 1))
"$TOOL" trace --json hang >"answer-$count.json" || [ $? = 1 ]

# the same with many problems: settings, a truncated library, a missing one, a FIFO as configuration
environment="NCCL_NET= LD_LIBRARY_PATH=:/old LAZYNCCL_LIBPATH=relative NCCL_VERSION=2 NCCL_X=1"
mkfifo "$root/etc/nccl.conf"
head -c 900 "$root/old/libnccl.so.2" >"$site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
rm "$site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
echo '#include <lazynccl.h>
int app(void) { return lazynccl_available(lazynccl_nccl()); }' >app.c
consumer app.c "$site/train/app.so" -shared -fPIC
wheel "$root/a-1-py3-none-any.whl" train/kernels.so="$site/train/kernels.so" -- nvidia-nccl-cu12
answer_all
answer audit /a-1-py3-none-any.whl
answer symbols "${kernels%/*}/app.so"

cat >check.py <<'END'
import glob, json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)

def keys(value):
    """All keys of objects, but for those of notes, which are the files' own."""
    for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str):
            yield key
        if key != "dlopen" and isinstance(inside, (dict, list)):
            yield from keys(inside)

def declared(value):
    for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
        if key == "properties":
            yield from inside
        if isinstance(inside, (dict, list)):
            yield from declared(inside)

def complaints(answer):
    """Of the alternatives that are of its verb, not that it is none of them."""
    for row in schema["oneOf"]:
        alone = jsonschema.Draft202012Validator({**row, "$defs": schema["$defs"]})
        errors = list(alone.iter_errors(answer))
        if not any(list(error.absolute_path) == ["verb"] for error in errors):
            for error in errors:
                yield f"{row['$ref']} {'/'.join(map(str, error.absolute_path))}: {error.message}"

seen, validator = set(), jsonschema.Draft202012Validator(schema)
for name in glob.glob("answer-*.json"):
    answer = json.load(open(name))
    seen.update(keys(answer))
    if not validator.is_valid(answer):
        sys.exit("\n".join([name, *complaints(answer)]))
assert not set(declared(schema)) - seen, f"no answer has {sorted(set(declared(schema)) - seen)}"
assert json.load(open("healthy.json"))["findings"] == []
END
/usr/bin/python3 check.py "$BUILD/packaging/lazynccl.schema.json" || fail "see above"

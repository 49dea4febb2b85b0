# PyTorch works with a stand-in in place of every NVIDIA library that can have one. Each stand-in is
# made within its limits of time and size and has the same exports. The environment of +lazy wheels
# is half as large and passes `pip check`. `import torch` needs half the memory and maps no real
# library that a stand-in can replace. Without a GPU PyTorch computes and reports the same.
need_tool
need_environment torch-2.15.0
cp -al "$base" env 2>/dev/null || skip "the cache is on another file system than $PWD"
site=$(echo env/lib/python3*/site-packages)
pip()
{
    "$PYTHON" -m pip --disable-pip-version-check --python env/bin/python "$@"
}

# exports FILE
exports()
{
    readelf --dyn-syms -W "$1" | awk '$7 != "UND" && ($4 == "FUNC" || $4 == "IFUNC") &&
        ($5 == "GLOBAL" || $5 == "WEAK") &&
        $8 !~ /^(_Z(N?K?(S[a-z]|9__gnu_cxx)|n[wa]|d[la])|__cxa_|__gxx_|_Unwind_|__gcc_)/ { print $8 }' | grep -v '^_init$\|^_fini$' | sort
}
made=0
for file in $site/nvidia/*/lib/*.so*; do
    soname=${file##*/}
    "$TOOL" stand-in "$file" -o each >>said 2>&1 || continue
    made=$((made + 1))
    exports "$file" >usual
    exports each/"$soname" >lazily
    cmp usual lazily || fail "$soname: other exports"
    most=$(awk '{ sub(/@.*/, ""); n += 100 + length($0) + 1 } END { print n + 49152 }' usual)
    size=$(wc -c <each/"$soname")
    [ "$size" -le "$most" ] || fail "$soname: $size bytes, more than $most"
done
[ "$made" -ge 24 ] || fail "only $made libraries can be stood in for: $(cat said)"
cat >ask.py <<'PY'
import re
import sys
import warnings

warnings.simplefilter("ignore")
import torch

with open("/proc/self/status", encoding="utf-8") as status:
    rows = dict(re.findall(r"^(\w+):\s+(\d+) kB", status.read(), re.MULTILINE))
with open("/proc/self/maps", encoding="utf-8") as maps:
    paths = {line.split(None, 5)[5].strip() for line in maps if "/nvidia/" in line}
real = {path.rpartition("/")[2] for path in paths if b"lazynccl\0" not in open(path, "rb").read(4096)}
print(*(int(rows[name]) >> 10 for name in ("VmRSS", "RssAnon")), len(paths), file=sys.stderr)
print("real", *sorted(real))
torch.manual_seed(0)
a = torch.randn(96, 96)
print(float((a @ a).sum()), float(torch.linalg.svdvals(a)[0]), float(torch.fft.fft(a).abs().sum()))
layer = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.ReLU())
loss = layer(a[None, None]).square().mean()
loss.backward()
print(float(loss), [float(p.grad.sum()) for p in layer.parameters()])
print(torch.cuda.is_available(), torch.cuda.device_count(), torch.backends.cudnn.enabled)
try:
    torch.zeros(1).cuda()
except RuntimeError as error:
    print(str(error).split("\n")[0])
PY
env/bin/python ask.py >usual 2>figures || fail "$(cat figures)"
XDG_CACHE_HOME=$stage/cache "$TOOL" run --lazy all -- env/bin/torchrun --standalone --nproc-per-node 2 \
    ask.py >said 2>children || fail "$(cat children)"
theirs="real libcudart.so.13 libnvrtc-builtins.so.13.2 libnvshmem_host.so.3" # PyTorch opens the builtins
equal "$(grep ^real said)" "$theirs
$theirs"
before=$(du -sm $site | cut -f1)
"$TOOL" stand-in $site -o wheels >said || fail "$(cat said)"
says said '^real .*/libcudart.so.13 '
says said '^real .*/libnvshmem_host.so.3 .*nvshmem_selected_device_transport'
pip install --quiet --no-index --no-deps --force-reinstall wheels/*.whl >pip.log 2>&1 || fail "$(cat pip.log)"
pip check >said || fail "$(cat said)"
env/bin/python ask.py >lazily 2>lazy-figures || fail "$(cat lazily lazy-figures)"
after=$(du -sm $site | cut -f1)
equal "$(sed -n '2,$p' lazily)" "$(sed -n '2,$p' usual)"
equal "$(head -n 1 lazily)" "real libcudart.so.13 libnvshmem_host.so.3"
set -- $(tail -n 1 figures) $(tail -n 1 lazy-figures)
echo "import torch: $1 → $4 MiB resident, $2 → $5 MiB anonymous, installed $before → $after MiB"
[ "$4" -le $(($1 * 6 / 10)) ] || fail "$1 MiB became only $4"
[ "$after" -le $((before * 6 / 10)) ] || fail "$before MiB became only $after"

# The first call opens the real library, which is in another environment.
cat >call.py <<'PY'
import ctypes
import torch

version = ctypes.c_size_t()
assert ctypes.CDLL("libcufft.so.12").cufftGetVersion(ctypes.byref(version)) == 0 and version.value
with open("/proc/self/maps", encoding="utf-8") as maps:
    print(*sorted({line.split(None, 5)[5].strip() for line in maps if "libcufft.so" in line}))
PY
LAZYNCCL_LIBPATH=$packages/nvidia/cu13/lib env/bin/python call.py >said || fail "$(cat said)"
says said "^$packages/nvidia/cu13/lib/libcufft.so.12(\.[0-9.]+)? .*env/.*/libcufft.so.12$|^.*env/.*/libcufft.so.12 $packages"
status=0
LAZYNCCL_SEARCH=env env/bin/python call.py >said 2>&1 || status=$?
equal "$status" 1 # the library's error code
says said '^AssertionError'

# The printed command restores the real library.
"$TOOL" stand-in $packages -o wheels --only cufft >said
line=$(sed -n 's/.*  pip install //p' said)
equal "$line" '--force-reinstall --no-deps nvidia-cufft==12.2.0.57'

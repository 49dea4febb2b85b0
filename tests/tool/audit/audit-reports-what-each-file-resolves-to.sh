# `lazynccl audit` prints each file's needed and declared libraries, what ld.so resolves them to and
# how, and what is missing.
root=$stage/root site=$stage/root/site environment=
mkdir -p "$site"
fake_library nccl 2.28.9 "$site/nvidia/nccl/lib"
fake_library nccl 2.17.1 "$root/old"
fake_library nvjitlink 12.4 "$site/nvidia/nvjitlink/lib"
nccl=$site/nvidia/nccl/lib/libnccl.so.2
module "$site/a/runpath.so" runpath.so '$ORIGIN/../nvidia/nccl/lib' "$nccl" ncclCommSplit
module "$site/a/rpath.so" rpath.so '${ORIGIN}/../nvidia/nccl/lib' "$nccl" ncclCommSplit
"$PYTHON" - "$site/a/rpath.so" <<'END'
import sys
file = open(sys.argv[1], "r+b")
bytes_ = file.read()
at = bytes_.index(b"\x1d" + bytes(7)) # DT_RUNPATH becomes DT_RPATH
file.seek(at)
file.write(b"\x0f")
END
module "$site/a/jit.so" jit.so '$ORIGIN/../nvidia/nvjitlink/lib' \
    "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_4 __nvJitLinkCreate_12_1
consumer - "$site/a/own.so" -shared -fPIC <<'END'
#include <lazynccl.h>
int own(void) { return lazynccl_available(lazynccl_nccl()); }
END

on_root audit /site >out || fail "a finding: $(cat out)"
equal "$(cat out)" "/site: 6 ELF files, 4 depend on NVIDIA libraries
a/jit.so
    needs libnvJitLink.so.12     12.4    nvidia/nvjitlink/lib (RUNPATH)  2 symbols  needs nvJitLink 12.4 or later
a/own.so
    contains nccl, by $("$TOOL" --version)
    opens libnccl.so.2           2.28.9  nvidia/nccl/lib (wheel)  by lazynccl  (nccl, recommended)
a/rpath.so
    needs libnccl.so.2           2.28.9  nvidia/nccl/lib (RPATH)  1 symbol  needs NCCL 2.18.1 or later
a/runpath.so
    needs libnccl.so.2           2.28.9  nvidia/nccl/lib (RUNPATH)  1 symbol  needs NCCL 2.18.1 or later"
on_root audit -v /site/a/jit.so >out
says out '^ +__nvJitLinkCreate_12_1$'

# a library without functions in the command has a row only with -v, or if it is missing
mkdir -p "$root/driver"
for name in libcuda.so.1 libcufft.so.12; do
    echo 'int cuInit;' | $CC -shared -fPIC -nostdlib -xc - -o "$name" -Wl,-soname,$name
done
echo 'int *first(void) { extern int cuInit; return &cuInit; }' |
    $CC -shared -fPIC -nostdlib -xc - -o "$root/driver/use.so" -Wl,--no-as-needed,-rpath,/site/a \
        -xnone ./libcuda.so.1 ./libcufft.so.12
mv libcufft.so.12 "$site/a"
on_root audit /driver/use.so >out || true
equal "$(sed -n 2,4p out)" "/driver/use.so
    needs libcuda.so.1                   the driver's, not here  1 symbol
and 1 dependency on other NVIDIA libraries: -v shows them"

# RPATH takes precedence over LD_LIBRARY_PATH, RUNPATH does not
environment=LD_LIBRARY_PATH=/old
exits 1 on_root audit /site >out
says out "^    needs libnccl\.so\.2 +2\.28\.9  nvidia/nccl/lib \(RPATH\)  1 symbol  needs NCCL 2\.18\.1 or later$"
says out "^    needs libnccl\.so\.2 +2\.17\.1  /old \(LD_LIBRARY_PATH\)  1 of 1 symbols missing  needs NCCL 2\.18\.1 or later$"
says out '^error\[LN103\] runpath\.so.*NCCL 2\.17\.1.*ncclCommSplit$'
says out 'help: unset LD_LIBRARY_PATH'
on_root audit /site --json >json || true
in_json json 'assert said["schema_version"] == 2 and len(said["audited"]) == 1, said
needs = {need["file"]: need for need in said["audited"][0]["needs"]}
assert needs["a/runpath.so"]["lacks"] == ["ncclCommSplit"], needs
assert needs["a/runpath.so"]["from"] == "LD_LIBRARY_PATH", needs
assert needs["a/rpath.so"]["lacks"] == [] and needs["a/rpath.so"]["version"] == "2.28.9", needs
assert needs["a/own.so"]["lazynccl"] and not needs["a/jit.so"]["lazynccl"], needs
assert needs["a/own.so"]["declared"] and not needs["a/jit.so"]["declared"], needs
assert needs["a/jit.so"]["demands"] == ["__nvJitLinkCreate_12_1", "__nvJitLinkCreate_12_4"], needs
releases = {file: need["release"] for file, need in needs.items()}
assert releases == {"a/jit.so": "12.4", "a/own.so": None, "a/rpath.so": "2.18.1",
                    "a/runpath.so": "2.18.1"}, releases
assert [found["id"] for found in said["findings"]] == ["LN103"], said["findings"]'

# ld.so skips libraries for other machines, and stops at broken ones and stubs
mkdir -p "$root/foreign" "$root/broken" "$root/cuda/stubs"
"$PYTHON" -c 'import sys
bytes_ = bytearray(open(sys.argv[1], "rb").read())
bytes_[18] = 22 # s390
open(sys.argv[2], "wb").write(bytes_)' "$nccl" "$root/foreign/libnccl.so.2"
head -c 3000 "$nccl" >"$root/broken/libnccl.so.2"
cp "$nccl" "$root/cuda/stubs/libnccl.so.2"
environment=LD_LIBRARY_PATH=/foreign
on_root audit /site/a/runpath.so >out || fail "foreign: $(cat out)"
says out '^    needs libnccl\.so\.2 +2\.28\.9  /site/nvidia/nccl/lib \(RUNPATH\)'
for folder in broken cuda/stubs; do
    environment=LD_LIBRARY_PATH=/$folder
    exits 1 on_root audit /site/a/runpath.so >out
    says out "^(error\[LN117\] .*runpath\.so .*truncated|warning\[LN105\] runpath\.so .*stub)"
done

# patchelf puts the strings of a program over two parts that follow each other
if command -v patchelf >where; then
    {
        echo 'int ncclGetVersion(int *); int main(void) { return ncclGetVersion(0); }'
        seq -f 'int a_function_with_a_long_name_%g(void) { return 0; }' 200
    } >split.c
    $CC -no-pie -rdynamic split.c -o split "$nccl" -Wl,--allow-shlib-undefined
    patchelf --force-rpath --set-rpath '$ORIGIN/../lib' split
    "$TOOL" audit split >out || [ $? = 1 ] || fail 'split: not read'
    says out '^    needs libnccl\.so\.2 '
fi

# no path is misuse
exits 3 "$TOOL" audit 2>err
equal "$(cat err)" "lazynccl audit: no path; try: lazynccl audit --help"

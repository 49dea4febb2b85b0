# pip accepts and ld.so rejects cuSPARSE 12.5.10.65 and cuda-cccl 0.5.1, each with an older
# nvJitLink. Doctor and audit name file, library and the symbol for which loading fails; with the
# release that they suggest, it loads.
cusparse=nvidia-cusparse-cu12-12.5.10.65 nvrtc=nvidia-cuda-nvrtc-cu12-12.9.86
need_release $cusparse $nvrtc nvidia-nvjitlink-cu12-12.2.140 nvidia-nvjitlink-cu12-12.3.101 \
    nvidia-nvjitlink-cu12-12.8.93 nvidia-nvjitlink-cu12-12.9.86
need_environment cuda-cccl-0.5.1
cat >load.py <<'PY'
import ctypes
import sys

for path in sys.argv[1:]:  # each for the next ones, as packages open what their modules need
    try:
        ctypes.CDLL(path, ctypes.RTLD_GLOBAL)
    except OSError as error:
        sys.exit(str(error))
PY

# has NVJITLINK: the one next to the others now has this release.
has()
{
    rm -rf "$site/nvidia/nvjitlink"
    install_wheel "nvidia-nvjitlink-cu12-$1" "$site"
}

# fails FILE: loading it fails; sets `symbol` to the one that is missing.
fails()
{
    run "$PYTHON" load.py $before "$1" >failed 2>&1 && fail "$1 loads"
    symbol=$(sed -n "s,^$1: undefined symbol: \([^,]*\)\, version libnvJitLink\.so\.12\$,\1,p" failed)
    [ "$symbol" ] || fail "$(cat failed)"
}

# named VERB REMEDY: the verb names it.
named()
{
    on_root 1 $1
    says said "^error\[LN107\] ${file##*/} .*nvJitLink $old.* $symbol\$"
    says said "^ +(.*/)?$file\$"
    says said "^ +(.*/)?libnvJitLink\.so\.12( |\$)"
    says said "^ +help: .*$2"
}

# loads VERB...: loading it succeeds, and these verbs have no findings.
loads()
{
    run "$PYTHON" load.py $before "$site/$file" >failed 2>&1 || fail "$(cat failed)"
    for verb; do
        env PATH=/venv/bin "$TOOL" $verb --root "$root" >said || [ $? = 1 ]
        says_not said LN107
    done
}

# cuSPARSE's RUNPATH leads to the nvJitLink next to it
file=nvidia/cusparse/lib/libcusparse.so.12 before= old=12.8
install_wheel $cusparse "$site"
has 12.8.93
fails "$site/$file"
for verb in "audit $inside" 'doctor LN107' "doctor LN107 --from $inside/$file"; do
    named "$verb" "pip install 'nvidia-nvjitlink-cu12>=12\.9'"
done
has 12.9.86
loads "audit $inside" 'doctor LN107' "doctor LN107 --from $inside/$file"

# LD_LIBRARY_PATH takes precedence
install_wheel nvidia-nvjitlink-cu12-12.8.93 "$root/old"
export LD_LIBRARY_PATH="$root/old/nvidia/nvjitlink/lib"
fails "$site/$file"
unset LD_LIBRARY_PATH
environment=LD_LIBRARY_PATH=/old/nvidia/nvjitlink/lib
for verb in "audit $inside" 'doctor LN107'; do
    named "$verb" 'unset LD_LIBRARY_PATH'
done
environment=
rm -r "$site/nvidia/cusparse" "$root/old"

# cuda-cccl has no search path: it opens the wheel's nvJitLink before its module, which needs names
# added in 12.3. Without a driver, a fake library replaces it.
file=cuda/compute/cu12/cccl/libcccl.c.parallel.so old=12.2
cp -r "$packages/cuda" "$site"
install_wheel $nvrtc "$site"
"$TOOL" symbols "$site/$file" --json | "$PYTHON" -c 'import json, sys
for symbol in json.load(sys.stdin)["demands"]:
    if symbol["name"].startswith("cu"):
        print("void %s(void) {}" % symbol["name"])' >cuda.c
$CC -w -shared -fPIC cuda.c -o libcuda.so.1 -Wl,-soname,libcuda.so.1
before="$PWD/libcuda.so.1 $site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12
$site/nvidia/nvjitlink/lib/libnvJitLink.so.12"
has 12.2.140
fails "$site/$file"
for verb in "audit $inside" 'doctor LN107'; do
    named "$verb" "'nvidia-nvjitlink-cu12>=12\.3'"
done
has 12.3.101
loads "audit $inside" 'doctor LN107'

# Every command of a document, and every example in the help of a verb, works after an installation, or is listed
# below with the reason why it cannot run here, and the test that runs it.
need_tool
need patchelf
[ -e "$SITE/nvidia/cu13/include/nvrtc.h" ] || skip "no NVIDIA headers: run ./dev setup"

# PATTERN|reason|the file or verb of ./dev that runs such a command
cat >elsewhere <<'END'
./dev demo*|downloads 310 MiB|tests/job/demo-shows-before-and-after.sh
./dev test  *|takes minutes|.ci/run
./dev import*|downloads a release|tests/gen/import/import-takes-the-newest-release.sh
./dev describe nvFatbin.h*|needs NVIDIA's header|tests/gen/any-library-tells-what-happens.py
cp -r packaging/debian*|builds for minutes|tests/packages/debian-packages-build.sh
rattler-build*|builds for minutes|tests/packages/conda-recipe-builds.sh
sudo apt-get install *|installs|dev
for system in debian*|needs containers|packaging/try.sh
meson setup build*|builds for minutes|tests/variants/installed/shared.sh
sed -e 's/^sonames*|needs the tree|tests/variants/one-binary-takes-nccl-or-rccl.sh
lazynccl/dev vendor*|needs the tree|tests/variants/one-binary-takes-nccl-or-rccl.sh
meson install -C build|builds for minutes|tests/variants/installed/shared.sh
python3 lazynccl.pyz vendor*|needs tomli|tests/variants/one-file-writes-what-the-tree-writes.sh
lazynccl-generator vendor*|needs tomli|tests/variants/one-file-writes-what-the-tree-writes.sh
pipx install lazynccl*|downloads|tests/packages/wheels-run-on-old-systems.sh
pip install nvidia-*|downloads|dev
pip install nccl-id*|downloads|tests/real/loader/workflow-of-the-wheel-passes.sh
pip install --target *|downloads|tests/real/loader/workflow-of-the-wheel-passes.sh
CFLAGS=*pip wheel*|downloads|tests/real/loader/workflow-of-the-wheel-passes.sh
pip install torch*|downloads 2 GB|tests/real/standin/packages-of-stand-ins-work-the-same.sh
pip install --force-reinstall --no-deps nvidia-*|downloads|tests/standin/wheels-of-stand-ins-install-and-work.sh
lazynccl run --trace *|needs a program of NCCL's|tests/tool/trace/trace-names-the-rank-that-is-missing.sh
srun *|needs Slurm|tests/tool/trace/a-node-becomes-one-file.sh
lazynccl trace *|needs a trace|tests/tool/trace/trace-names-the-rank-that-is-missing.sh
lazynccl run --lazy all --record*|needs PyTorch|tests/standin/run-makes-stand-ins-in-the-cache.sh
cat opened*|needs PyTorch|tests/standin/run-makes-stand-ins-in-the-cache.sh
lazynccl stand-in*@opened|needs PyTorch|tests/standin/run-makes-stand-ins-in-the-cache.sh
make LDFLAGS=*|needs a project|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
./configure CC=*|needs a project|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
cmake -DNCCL_LIBRARY=*|needs a project|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
cmake -DCUDA_nvrtc_LIBRARY=*|needs a project|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
NVCC_PREPEND_FLAGS=*|needs nvcc|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
LIBRARY_PATH=*|needs a project|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
RUSTFLAGS=*|needs Rust|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
LDFLAGS=*meson setup*|needs a project|tests/variants/installed/builds-that-name-nccl-link-the-archive.sh
LDFLAGS=*pip wheel*|downloads|tests/real/consumers/python-packages-are-built-with-the-link-folder.sh
LAZY_LIBS=*|needs a project|tests/variants/link/link-makes-libraries-lazy.sh
COMPILER_PATH=*|needs a project|tests/variants/link/link-makes-libraries-lazy.sh
export PATH=*|changes what follows|tests/variants/build-installs-into-any-folder.sh
lazynccl doctor --pid*|needs a process of that number|tests/tool/findings/LN1.cases
lazynccl find --import cupy|needs CuPy|tests/tool/find/find-import-asks-the-living-process.sh
lazynccl stand-in venv -o wheels/ --except *|a document has replaced them|tests/standin/wheels-of-stand-ins-install-and-work.sh
lazynccl describe *|needs libclang|tests/gen/any-library-tells-what-happens.py
CMAKE_ARGS=*|downloads|tests/real/consumers/python-packages-are-built-with-the-link-folder.sh
END

# ./dev is replaced: it does not set up or build, and only checks that tests with these names exist.
cat >dev <<'END'
#!/bin/sh
[ "$1" = test ] || exit 2
[ "$2" != real ] || set -- test real
exec "$PYTHON" -B - "$@" <<'PYTHON'
import os, pathlib, sys
sys.path.insert(0, os.environ["SOURCE"] + "/tests")
import run
assert run.selection(pathlib.Path(os.environ["BUILD"]), sys.argv[2:])
PYTHON
END
chmod +x dev

# The machine in the documents: programs, libraries, a plugin, a virtual environment.
mkdir -p home opt/ofi/lib opt/tcp opt/app/lib before site-packages
"$PYTHON" -m venv venv
[ -e venv/lib/python3.11 ] || ln -s "$(ls venv/lib)" venv/lib/python3.11
mkdir venv/lib/python3.11/site-packages/nvidia
for folder in "$SITE"/nvidia/*; do
    ln -s "$folder" venv/lib/python3.11/site-packages/nvidia/
done
fake_library nccl 2.28.9 before
fake_library nvrtc 13.0 before
fake_library nvjitlink 13.0 before
for name in nccl nvrtc nvJitLink; do
    ln -s "$(ls before | grep "^lib$name\.so")" "before/lib$name.so"
done
cat >train.c <<'END'
#include <nccl.h>
#include <nvJitLink.h>
#include <nvrtc.h>
int main(int count, char **words)
{
    int a;
    unsigned b, c;
    return count == 1 && !(ncclGetVersion(&a) || nvrtcVersion((int *)&b, &a) ||
                           nvJitLinkVersion(&b, &c));
}
END
echo 'import ctypes' >train.py
cp train.py serve.py
echo 'unsigned long crc32(unsigned long, const void *, unsigned); int main(void) { return crc32(0, 0, 0); }' >main.c
$CC -c main.c
echo 'all:' >Makefile
mkdir logs
echo 'NCCL WARN Cuda failure 2' >rank0.log
cp rank0.log logs
echo 'int ncclGetVersion(int *); int f(void) { return ncclGetVersion(0); }' >kernels.c
$CC -shared -fPIC kernels.c -o kernels.so -Lbefore -lnccl
cp kernels.so libtorch_cuda.so
cp before/libnccl.so.2 .
echo 'CURL_OPENSSL_4 { global: curl_version; };' >curl.map
library libcurl.so.4 'const char *curl_version(void) { return ""; }' -Wl,--version-script=curl.map
printf '%s\n' 'name = "curl"' 'title = "curl"' 'prefix = "lazycurl"' 'headers = { "curl.h" = "always" }' 'sonames = ["libcurl.so.4"]' \
    '[absent]' 'otherwise = "stop"' '[functions]' 'always = "const char *curl_version(void);"' >curl.toml
mkdir dist app-1.0.dist-info
printf 'Metadata-Version: 2.1\nName: app\nVersion: 1.0\n' >app-1.0.dist-info/METADATA
"$PYTHON" -m zipfile -c dist/app-1.0-cp311-cp311-linux_x86_64.whl kernels.so app-1.0.dist-info
for program in train all_reduce; do
    echo 'int main(void) { return 0; }' | $CC -xc - -o $program
done
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -DVERSION=8 "$SOURCE/tests/netplugin/check/plugin.c" \
    -o libnccl-net-mine.so
for copy in opt/ofi/libnccl-net.so opt/ofi/lib/libnccl-net-ofi.so opt/tcp/libnccl-net-tcp.so \
    opt/tcp/libnccl-net-mine.so; do
    cp libnccl-net-mine.so $copy
done
library libcublas.so.13 'int cublasGetVersion_v2(void *h, int *v) { return 0; }'
"$PYTHON" - <<'END'
import zipfile
info = "nvidia_cublas-13.4.1.3.dist-info"
with zipfile.ZipFile("nvidia_cublas-13.4.1.3-py3-none-any.whl", "w") as wheel:
    wheel.write("libcublas.so.13", "nvidia/cublas/lib/libcublas.so.13")
    wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: nvidia-cublas\nVersion: 13.4.1.3\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(f"{info}/RECORD", "".join(f"{n},,\n" for n in (*wheel.namelist(), f"{info}/RECORD")))
END
venv/bin/pip install --no-index --no-deps nvidia_cublas-13.4.1.3-py3-none-any.whl >pip.log 2>&1 ||
    fail "pip: $(cat pip.log)"

ld_so=$(readelf -l /bin/sh | sed -n 's/.*program interpreter: \(.*\)]/\1/p')

# elsewhere COMMAND: a row of the list says so.
elsewhere()
{
    while IFS='|' read -r pattern _ _; do
        case $1 in
        $pattern)
            echo "$pattern" >>"$stage/listed"
            return
            ;;
        esac
    done <"$stage/elsewhere"
    return 1
}

# run COMMAND: in this shell, so that the next commands see its variables.
run()
{
    status=0
    # The first a.out is linked as usual, the second with lazynccl, as on a machine without CUDA.
    case $1 in
    ./a.out*) set -- "$ld_so --inhibit-cache $1" ;;
    esac
    eval "$1" >"$stage/said" 2>&1 </dev/null || status=$?
    case $1 in
    *./a.out*)
        [ "$status" = 0 ] || says "$stage/said" 'error while loading shared libraries: lib[a-zA-Z]*\.so'
        echo $status >>"$stage/started"
        ;;
    lazynccl | lazynccl\ [adefp]*) # findings are not the command's failure
        [ $status -le 1 ] || fail "$1: $(cat "$stage/said")" ;;
    *) [ $status = 0 ] || fail "$1: $(cat "$stage/said")" ;;
    esac
    echo "$name" >>"$stage/ran"
}

export PATH="$stage/venv/bin:$prefix/bin:$PATH" HOME="$stage/home" VIRTUAL_ENV="$stage/venv"
export XDG_CACHE_HOME="$stage/home/.cache"
export LIBRARY_PATH="$libdir:$stage/before" PKG_CONFIG_PATH="$libdir/pkgconfig"
export C_INCLUDE_PATH="$SITE/nvidia/nccl/include:$SITE/nvidia/cu13/include:$SOURCE/gen/update/include:$prefix/include"
unset LAZYNCCL_SEARCH
$CC train.c -o app -llazynccl
cp app opt/app/lib/libapp.so
cp "$SOURCE/docs/examples/stub-outside/cufft.toml" .

"$PYTHON" -B "$SOURCE/tests/documents.py" "$SOURCE" "$stage/opt" >documents
for verb in $(lazynccl --help | sed -n 's/^  \([a-z-]*\)  *[a-z].*/\1/p'); do
    echo "document help of $verb"
    lazynccl "$verb" --help | sed -n "/^Examples:/,\$s:^  \([a-z]\):\1:p" | sed "s: /opt/: $stage/opt/:"
done >>documents
name=
while IFS= read -r line; do
    case $line in
    document\ *)
        name=${line#document }
        folder=$stage
        case $name in
        docs/examples/*)
            folder=$stage/example
            cp -R "$SOURCE/${name%/*}/." "$folder"
            ;;
        esac
        cd "$folder"
        ;;
    *) elsewhere "$line" || run "$line" ;;
    esac
done <documents
cd "$stage"
uniq -c ran
[ "$(uniq ran | wc -l)" -ge 9 ] || fail "the commands of too few documents were run"
equal "$(tr '\n' ' ' <started)" "127 0 0 "
while IFS='|' read -r pattern _ runs; do
    grep -qxF -e "$pattern" listed || fail "no document has the command $pattern"
    case $runs in
    ./dev\ *) grep -q "^#: ${runs#./dev } " "$SOURCE/dev" || fail "$pattern: no verb $runs" ;;
    *) [ -e "$SOURCE/$runs" ] || fail "$pattern: no $runs" ;;
    esac
done <elsewhere

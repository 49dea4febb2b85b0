# Every command that README and the guides show works as it stands there, after an installation; or
# stands below, with the test that runs it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/forms/installed.sh"
need_tool
[ -e "$SITE/nvidia/cu13/include/nvrtc.h" ] || skip "no NVIDIA headers: run ./dev setup"

# PATTERN|the test that runs such a command, which downloads or builds more
cat >elsewhere <<'END'
./dev demo*|tests/job/demo-shows-before-and-after.sh
./dev test*|.ci/run
meson setup build*|tests/forms/installed.sh
pip install torch*|tests/real/standin/packages-of-stand-ins-work-the-same.sh
pip install nvidia-*|dev
pip install --force-reinstall --no-deps nvidia-*|tests/tool/standin/wheels-of-stand-ins-install-and-work.sh
lazynccl run --lazy all --record*|tests/tool/standin/run-makes-stand-ins-in-the-cache.sh
lazynccl stand-in*@opened|tests/tool/standin/run-makes-stand-ins-in-the-cache.sh
cat opened*|tests/tool/standin/run-makes-stand-ins-in-the-cache.sh
lazynccl plugin check*--replay*|tests/netplugin/recorded-jobs-are-replayed.sh
END

# the machine that the documents speak of: programs, libraries, a plugin, a virtual environment
mkdir -p home opt/ofi/lib opt/tcp before site-packages
"$PYTHON" -m venv venv
for version in 3.11 3.12; do
    [ -e venv/lib/python$version ] || ln -s "$(ls venv/lib)" venv/lib/python$version
done
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
for program in train all_reduce; do
    printf '#!/bin/sh\nexit 0\n' >$program
    chmod +x $program
done
$CC -w -shared -fPIC -I"$BUILD/src/netplugin" -DVERSION=8 "$SOURCE/tests/tool/plugin/plugin.c" \
    -o libnccl-net-mine.so
for copy in opt/ofi/libnccl-net.so opt/ofi/lib/libnccl-net-ofi.so opt/tcp/libnccl-net-tcp.so \
    opt/tcp/libnccl-net-mine.so; do
    cp libnccl-net-mine.so $copy
done
echo 'int cublasGetVersion_v2(void *h, int *v) { return 0; }' >cublas.c
$CC -shared -fPIC cublas.c -o libcublas.so.13 -Wl,-soname,libcublas.so.13
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

cat >document.py <<'END'
"""usage: document.py FILE.md: prints its console blocks as sh scripts, one after the other."""
import sys

text = open(sys.argv[1], encoding="utf-8").read()
for block in text.split("```console\n")[1:]:
    lines = [line[2:] for line in block.split("```")[0].splitlines() if line.startswith("$ ")]
    print("\n".join(lines).replace("/opt/", f"{sys.argv[2]}/opt/"), end="\n\f\n")
END

ld_so=$(readelf -l /bin/sh | sed -n 's/.*program interpreter: \(.*\)]/\1/p')

# run_block: runs a block's commands in this shell, and counts them.
run_block()
{
    while IFS= read -r command; do
        [ -n "$command" ] || continue
        while IFS='|' read -r pattern test; do
            case $command in
            $pattern)
                [ -e "$SOURCE/$test" ] || fail "$command: no $test"
                continue 2
                ;;
            esac
        done <elsewhere
        ran=$((ran + 1)) status=0
        # the first a.out is linked as before, the second with lazynccl: as where CUDA is missing
        case $command in
        ./a.out*) command="$ld_so --inhibit-cache $command" ;;
        esac
        eval "$command" >said 2>&1 || status=$?
        case $command in
        *./a.out*)
            [ "$status" = 0 ] || says said 'error while loading shared libraries: lib[a-zA-Z]*\.so'
            echo $status >>started
            ;;
        lazynccl | lazynccl\ [adefp]*) # findings are not the command's failure
            [ $status -le 1 ] || fail "$command: $(cat said)" ;;
        *) [ $status = 0 ] || fail "$command: $(cat said)" ;;
        esac
    done
}

export PATH="$stage/venv/bin:$prefix/bin:$PATH" HOME="$stage/home" VIRTUAL_ENV="$stage/venv"
export LIBRARY_PATH="$libdir:$stage/before"
export C_INCLUDE_PATH="$SITE/nvidia/nccl/include:$SITE/nvidia/cu13/include:$SOURCE/gen/update/include:$prefix/include"
unset LAZYNCCL_SEARCH
$CC train.c -o app -llazynccl
for document in README.md docs/adopting.md docs/drop-ins.md docs/net-plugins.md \
    docs/net-plugin-authors.md docs/whole-stack.md; do
    "$PYTHON" document.py "$SOURCE/$document" "$stage" | tr '\f' '\n' >blocks
    ran=0
    run_block <blocks
    echo "$document: $ran commands"
    [ $ran -gt 0 ] || fail "$document: nothing was run"
done
equal "$(tr '\n' ' ' <started)" "127 0 "

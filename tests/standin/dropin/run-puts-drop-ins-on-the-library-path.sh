# `lazynccl run` starts a program with drop-ins, or those in --libs, first on its library path; it
# prints nothing, and its exit status is the program's.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/standin/dropin/dropin.sh"
. "$SOURCE/tests/standin/dropin/installed.sh"
fake_library nccl 2.27.3 real
fake_library nvrtc 12.8 real
fake_library nvjitlink 12.8 real
direct program real/*.so.2 real/libnvrtc.so.12 real/libnvJitLink.so.12 \
    -Wl,--enable-new-dtags,-rpath,"$stage/real"
export LAZYNCCL_SEARCH=$with_system

"$lazynccl" run -- ./program mapped=lib nccl nvrtc nvjitlink suffix >output 2>&1
equal "$(grep -vE '/lib(c|dl)\.' output)" "$(printf 'mapped %s\n' "$installed/libnccl.so.2" \
    "$installed/libnvJitLink.so.12" "$installed/libnvrtc.so.12")
nccl 0 22703
nvrtc 0 12.8
nvjitlink 0 12.8
suffix 0 8"

# some of them: the others come from their usual places
"$lazynccl" run --libs nccl,nvjitlink ./program mapped=libn >output 2>&1
equal "$(cat output)" "$(printf 'mapped %s\n' "$installed/libnccl.so.2" \
    "$installed/libnvJitLink.so.12" "$stage/real/libnvrtc.so.12" | sort)"
"$lazynccl" run --libs=nvrtc -- ./program mapped=libn >output 2>&1
equal "$(cat output)" "$(printf 'mapped %s\n' "$stage/real/libnccl.so.2" \
    "$stage/real/libnvJitLink.so.12" "$installed/libnvrtc.so.12" | sort)"

# existing folders stay, after the drop-ins; an empty variable adds no folder
cat >show.sh <<'SH'
#!/bin/sh
echo "$LD_LIBRARY_PATH"
echo "$PYTHONPATH"
echo "$0 $# $1"
cat
exit 42
SH
chmod +x show.sh
ours=$overlay/libnvrtc.so.13/nvidia/cu13/lib:$overlay/libnvrtc.so.12/nvidia/cuda_nvrtc/lib
status=0
echo input | LD_LIBRARY_PATH=/one:/two PYTHONPATH=/three "$lazynccl" run --libs nvrtc -- ./show.sh \
    --libs 'a b' >output 2>&1 || status=$?
equal "$status" 42
equal "$(cat output)" "$ours:/one:/two
$overlay:/three
./show.sh 2 --libs
input"
LD_LIBRARY_PATH='' PYTHONPATH='' PATH=$stage:$PATH "$lazynccl" run --libs nvrtc show.sh >output \
    </dev/null || true
equal "$(cat output)" "$ours
$overlay
$stage/show.sh 0 "

# the rest of the environment is unchanged, and a signal kills the program itself
env | grep -Ev '^(LD_LIBRARY_PATH|PYTHONPATH|_)=' | sort >before
"$lazynccl" run -- env | grep -Ev '^(LD_LIBRARY_PATH|PYTHONPATH|_)=' | sort >after
cmp before after
status=0
"$lazynccl" run -- sh -c 'kill -TERM $$' || status=$?
equal "$status" 143

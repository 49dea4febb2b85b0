# Through lazynccl, nvJitLink gives the same cubins, byte by byte, as when linked, for a program
# compiled with its own header or the newest one of the same major.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"

case $1 in
*-cu12-*) newest=nvidia-nvjitlink-cu12-12.9.86 ;;
*) newest=nvidia-nvjitlink-13.5.37 ;;
esac
compiler=nvidia-cuda-nvrtc-cu12-12.0.140 # every release links its LTO-IR
need_release "$1" $newest $compiler

eager nvrtc-job.c compile $compiler -DWITH_LTOIR
run ./compile >said || fail "$(cat said)"
eager nvjitlink-job.c eager "$1"
lazy nvjitlink-job.c own "$1"
lazy nvjitlink-job.c newest $newest -DASK_VERSION

took="took: nvjitlink $(number "$1") env $(echo "$(lib "$1")"/libnvJitLink.so.*)"
for kind in ptx ltoir; do
    run ./eager $kind out.$kind expected >said || fail "$(cat said)"
    LAZYNCCL_LIBPATH=$(lib "$1") run ./own $kind out.$kind got >said || fail "$(cat said)"
    cmp expected got
    equal "$(cat said)" "$took"
    rm got
    LAZYNCCL_LIBPATH=$(lib "$1") run ./newest $kind out.$kind got >said || fail "$(cat said)"
    cmp expected got
    equal "$(cat said)" "nvJitLinkVersion: 0 $(minor "$1")
$took"
    rm got
done

# Location "system" follows LD_LIBRARY_PATH and RUNPATH of the program.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
export LAZYNCCL_SEARCH=system
fake_library nccl 2.28.1 variable
fake_library nccl 2.28.2 runpath

consumer "$SOURCE/tests/fake/ask.c" plain
consumer "$SOURCE/tests/fake/ask.c" new -Wl,--enable-new-dtags,-rpath,'$ORIGIN/runpath'

equal "$(./new where)" "system 22802 $stage/runpath/libnccl.so.2"
export LD_LIBRARY_PATH="$stage/missing:$stage/variable"
equal "$(./plain where)" "system 22801 $stage/variable/libnccl.so.2"
equal "$(./new where)" "system 22801 $stage/variable/libnccl.so.2"

# A folder that has the file only for some processors: whether it counts is ld.so's decision.
fake_library nccl 2.28.3 "only/glibc-hwcaps/x86-64-v2"
$CC "$SOURCE/tests/fake/direct.c" -o direct -Wl,--no-as-needed variable/libnccl.so.2 -ldl
LD_LIBRARY_PATH="$stage/only:$stage/variable"
equal "nccl 0 $(./plain where | cut -d ' ' -f 2)" "$(./direct nccl)"

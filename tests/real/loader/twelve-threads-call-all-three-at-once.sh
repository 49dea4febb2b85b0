# Each thread gets its results, and each library is loaded once.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
nccl=nvidia-nccl-cu13-2.28.9 nvrtc=nvidia-cuda-nvrtc-13.0.88 nvjitlink=nvidia-nvjitlink-13.0.88
need_release $nccl $nvrtc $nvjitlink

consumer "$SOURCE/tests/real/loader/threads.c" threads -pthread $(headers $nccl $nvrtc $nvjitlink)
export LAZYNCCL_LIBPATH="$(lib $nccl):$(lib $nvrtc):$(lib $nvjitlink)"
for round in 1 2 3 4 5 6 7 8 9 10; do
    run ./threads 12 >said || fail "round $round: $(cat said)"
    equal "$(cat said)" "failures: 0
took: nccl 22809 env $(lib $nccl)/libnccl.so.2
took: nvrtc 130000 env $(lib $nvrtc)/libnvrtc.so.13
took: nvjitlink 130000 env $(lib $nvjitlink)/libnvJitLink.so.13"
done

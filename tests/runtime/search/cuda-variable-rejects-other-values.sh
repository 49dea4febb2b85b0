# A value of LAZYNCCL_CUDA that is not a major version of CUDA makes NVRTC and nvJitLink absent, and does
# not affect NCCL.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
fake_library nvrtc 12.9 lib
export LAZYNCCL_LIBPATH="$stage/lib" LAZYNCCL_CUDA=12

equal "$(./ask nvrtc where)" "env 120900 $stage/lib/libnvrtc.so.12"
for value in 1 10 14 99 012 12.9 cuda12 12x ' 12' -12 99999999999999999999 twelve; do
    LAZYNCCL_CUDA=$value
    ./ask nvrtc call string=11 nccl where >output
    equal "$(sed -n 1p output)" "call 11 0.0"
    says output "^NVRTC cannot be used: LAZYNCCL_CUDA=$value: "
    says output "^env 22801 " # does not affect NCCL
done

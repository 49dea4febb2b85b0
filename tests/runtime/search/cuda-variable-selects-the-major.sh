# LAZYNCCL_CUDA restricts NVRTC and nvJitLink to this major, and does not affect NCCL. Any other value makes
# them absent.
fake_library nccl 2.28.1 lib
fake_library nvrtc 11.8 lib
mv lib/libnvrtc.so.11 lib/libnvrtc.so.11.2
for version in 12.9 13.0; do
    fake_library nvrtc $version lib
    fake_library nvjitlink $version lib
done
export LAZYNCCL_LIBPATH="$stage/lib" LAZYNCCL_CUDA

unset LAZYNCCL_CUDA
equal "$(./ask nvrtc where nvjitlink where)" "env 130000 $stage/lib/libnvrtc.so.13
env 130000 $stage/lib/libnvJitLink.so.13"
export LAZYNCCL_CUDA=12
equal "$(./ask nvrtc where nvjitlink where)" "env 120900 $stage/lib/libnvrtc.so.12
env 120900 $stage/lib/libnvJitLink.so.12"
LAZYNCCL_CUDA=13
equal "$(./ask nvjitlink where)" "env 130000 $stage/lib/libnvJitLink.so.13"
LAZYNCCL_CUDA=11
equal "$(./ask nccl where nvrtc where)" "env 22801 $stage/lib/libnccl.so.2
env 110800 $stage/lib/libnvrtc.so.11.2"
shows '^absent$' ./ask nvjitlink where error
says output '^nvJitLink cannot be used: LAZYNCCL_CUDA=11: '
for LAZYNCCL_CUDA in 1 10 14 99 012 12.9 cuda12 12x ' 12' -12 99999999999999999999 twelve; do
    ./ask nvrtc call string=11 nccl where >output
    equal "$(sed -n 1p output)" "call 11 0.0"
    says output "^NVRTC cannot be used: LAZYNCCL_CUDA=$LAZYNCCL_CUDA: "
    says output "^env 22801 "
done
LAZYNCCL_CUDA=12 # also rejects a loaded copy
equal "$(./ask open="$stage/lib/libnvrtc.so.13" nvrtc where)" "env 120900 $stage/lib/libnvrtc.so.12"

# If what it excludes is all that there is, the reason names it; the advice that follows from it works.
mkdir thirteen
mv lib/libnvrtc.so.13 lib/libnvrtc-builtins.so.13.0 thirteen
LAZYNCCL_CUDA=12
for setting in "LAZYNCCL_LIBPATH=$stage/thirteen" "LAZYNCCL_LIBPATH=$stage/thirteen/libnvrtc.so.13" \
    "CUDA_HOME=$stage/toolkit" "CONDA_PREFIX=$stage/conda"; do
    mkdir -p toolkit conda
    ln -sfn "$stage/thirteen" toolkit/lib64
    ln -sfn "$stage/thirteen" conda/lib
    for locations in env,conda,toolkit loaded,conda,wheel,env,toolkit; do
        variables="LAZYNCCL_SEARCH=$locations $setting"
        shows '^absent$' env -u LAZYNCCL_LIBPATH $variables ./ask nvrtc where error report
        says output "^NVRTC cannot be used: no libnvrtc.so.* in any search location; .*, LAZYNCCL_CUDA=12 allows no other major$"
        env -u LAZYNCCL_LIBPATH -u LAZYNCCL_CUDA $variables ./ask nvrtc where >output
        says_not output '^absent$'
    done
done
env -u LAZYNCCL_LIBPATH ./ask open="$stage/thirteen/libnvrtc.so.13" nvrtc where error >output
says output "^NVRTC cannot be used: no libnvrtc.so.* LAZYNCCL_CUDA=12 allows no other major$"
LAZYNCCL_LIBPATH=$stage/thirteen:$stage/lib ./ask nvrtc where report >output
says output "^env 120900 $stage/lib/libnvrtc.so.12$"

# Doctor's findings about ld.so and packages do not depend on the settings of lazynccl.
healthy
# A package opens the wheel's NVRTC first, which the module does not find otherwise.
module "$site/train/jit.so" jit.so '' "$site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12" nvrtcVersion
package train 1.0 train/jit.so
sed -i '/^Version/a Requires-Dist: cuda-pathfinder' "$site/train-1.0.dist-info/METADATA"
on_root doctor >out || fail "$(cat out)"
for environment in LAZYNCCL_CUDA=13 LAZYNCCL_SEARCH=system,conda LAZYNCCL_CUDA=12.4; do
    on_root doctor >out || true
    says_not out 'LN115|jit\.so'
done

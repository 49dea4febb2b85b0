# An older NCCL comes first, but the module's package opens the wheel's with cuda.pathfinder.
fake_library nccl 2.17.1 "$root/old"
module "$site/train/kernels.so" kernels.so '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclCommSplit
package train 1 train/kernels.so
sed -i '/^Version/aRequires-Dist: cuda-pathfinder==1.*,>=1.3.4' "$site/train-1.dist-info/METADATA"
environment="LD_LIBRARY_PATH=/old"

# After NVRTC or nvJitLink is found, its partner is searched first in the same folder, site-packages
# and major.
site=$stage/env/lib/python3.11/site-packages
fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib"
fake_library nvjitlink 12.9 "$site/nvidia/nvjitlink/lib"
fake_library nvrtc 12.4 toolkit
fake_library nvjitlink 12.4 toolkit
fake_library nvjitlink 13.0 newer
fake_library nvrtc 13.0 newer
export VIRTUAL_ENV="$stage/env"

equal "$(LAZYNCCL_LIBPATH=$stage/toolkit/libnvrtc.so.12 ./ask nvrtc where nvjitlink where)" \
    "env 120400 $stage/toolkit/libnvrtc.so.12
partner 120400 $stage/toolkit/libnvJitLink.so.12"
equal "$(LAZYNCCL_LIBPATH=$stage/toolkit/libnvJitLink.so.12 ./ask nvjitlink where nvrtc where)" \
    "env 120400 $stage/toolkit/libnvJitLink.so.12
partner 120400 $stage/toolkit/libnvrtc.so.12"
equal "$(./ask nvjitlink where nvrtc where)" \
    "wheel 120900 $site/nvidia/nvjitlink/lib/libnvJitLink.so.12
partner 120900 $site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
equal "$(./ask nvrtc where nvjitlink where)" \
    "wheel 120900 $site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12
partner 120900 $site/nvidia/nvjitlink/lib/libnvJitLink.so.12"

# if the partner is not next to it, its major is still preferred
rm toolkit/libnvJitLink.so.12
fake_library nvjitlink 12.5 newer
mkdir conda
mv newer conda/lib
unset VIRTUAL_ENV
equal "$(CONDA_PREFIX=$stage/conda LAZYNCCL_LIBPATH=$stage/toolkit/libnvrtc.so.12 \
    ./ask nvrtc load nvjitlink where)" "load 0
conda 120500 $stage/conda/lib/libnvJitLink.so.12"

# NCCL has no partner, and a partner that is not open has no effect
./ask nccl load report nvrtc load report >output
equal "$(grep -c "^partner" output)" 1
says output '^partner +nvjitlink is not open yet$'

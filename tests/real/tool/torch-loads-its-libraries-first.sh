# PyTorch opens the libraries of its wheels before its modules, whatever LD_LIBRARY_PATH has: what
# works is neither an error nor a warning to doctor.
need_environment torch-2.15.0
need_release nvidia-nvjitlink-13.0.88 nvidia-nccl-cu12-2.16.2
for name in nccl/lib/libnccl.so.2 cu13/lib/libnvJitLink.so.13 cu13/lib/libnvrtc.so.13; do
    mkdir "$(basename $name)"
    head -c 900 "$packages/nvidia/$name" >"$(basename $name)/$(basename $name)"
done

for folder in "$PWD/libnccl.so.2" "$PWD/libnvJitLink.so.13" "$PWD/libnvrtc.so.13" \
    "$(lib nvidia-nvjitlink-13.0.88)" "$(lib nvidia-nccl-cu12-2.16.2)"; do
    environment="PATH=$base/bin LD_LIBRARY_PATH=$folder"
    env $environment python3 -c 'import torch; print(torch.cuda.nccl.version())' >version
    equal "$(cat version)" '(2, 30, 7)'
    asks 0 doctor
    says_not said '^(error|warning)'
done
# An unusable file is still reported, because another program may use it.
environment="PATH=$base/bin LD_LIBRARY_PATH=$PWD/libnvJitLink.so.13"
asks 0 doctor
says said '^note\[LN124\] libcusolver\.so\.12 .* but torch loads its own first$'

# A module finds nvJitLink only if it is loaded first; the wheel of 12.2 has no plain names.
verb="audit /venv/lib/python3.11/site-packages"
module "$site/cccl/libcccl.so" libcccl.so '' "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" \
    nvJitLinkCreate
fake_library nvjitlink 12.2 "$site/nvidia/nvjitlink/lib"

# A module that finds nvJitLink only if somebody loads it first, beside the wheel of 12.2, which has
# no plain names.
verb="audit /venv/lib/python3.11/site-packages"
module "$site/cccl/libcccl.so" libcccl.so '' "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" \
    nvJitLinkCreate
fake_library nvjitlink 12.2 "$site/nvidia/nvjitlink/lib"
expect '\] libcccl\.so will not load: nvJitLink 12\.2 lacks nvJitLinkCreate$'
expect '^ +nvidia/nvjitlink/lib/libnvJitLink\.so\.12$'
expect "help: pip install 'nvidia-nvjitlink-cu12>=12\.3'\$"

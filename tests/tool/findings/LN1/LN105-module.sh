# A module's RUNPATH still has the folder it was linked in.
fake_library nvjitlink 12.9 "$root/opt/cuda/lib64/stubs"
module "$site/train/link.so" link.so /opt/cuda/lib64/stubs "$root/opt/cuda/lib64/stubs/libnvJitLink.so.12" \
    __nvJitLinkCreate_12_4

# PYTHONPATH leads to a broken module, in an environment without problems.
module "$root/opt/own/pkg/jit.so" jit.so /opt/cuda "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" \
    __nvJitLinkCreate_12_4
module "$root/opt/own/old/lib/python3.9/site-packages/jit.so" jit.so /opt/cuda \
    "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_4
fake_library nvjitlink 12.1 "$root/opt/cuda"
environment="PYTHONPATH=relative::/opt/own:/opt/own/pkg:/nothing"

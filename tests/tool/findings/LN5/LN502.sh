# An NVRTC like 12.9's, and a path that ends in two colons.
verb="audit /venv/lib/python3.11/site-packages"
fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib" -Wl,-rpath,'$ORIGIN:' -Wl,--enable-new-dtags

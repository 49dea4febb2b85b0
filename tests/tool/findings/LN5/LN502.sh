# An NVRTC like 12.9's, and a path that ends in two colons.
verb="audit /venv/lib/python3.11/site-packages"
fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib" -Wl,-rpath,'$ORIGIN:' -Wl,--enable-new-dtags
on_root $verb >said || fail "warns about a file that a package installed: $(cat said)"
says said '^1 note on files that packages installed: -v shows them$'
rm -r "$site"/nvidia_cuda_nvrtc_cu12-*

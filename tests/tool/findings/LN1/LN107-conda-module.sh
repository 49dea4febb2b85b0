# The same for the module that was named.
module "$root/opt/conda/lib/libcusparse.so.12" libcusparse.so.12 '$ORIGIN' \
    "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_4
fake_library nvjitlink 12.1 "$root/opt/conda/lib"
module "$root/opt/conda/solver.so" solver.so '$ORIGIN/lib' "$root/opt/conda/lib/libcusparse.so.12" \
    use___nvJitLinkCreate_12_4
verb="doctor --from /opt/conda/solver.so"

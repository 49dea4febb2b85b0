# The older nvJitLink is needed by a library in conda's lib that a module needs.
module "$root/opt/conda/lib/libcusparse.so.12" libcusparse.so.12 '$ORIGIN' \
    "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_4
mkdir -p "$root/opt/conda/conda-meta"
echo '{"files": ["lib/libnvJitLink.so.12"]}' >"$root/opt/conda/conda-meta/libnvjitlink-12.1.105-0.json"
fake_library nvjitlink 12.1 "$root/opt/conda/lib"
module "$site/train/solver.so" solver.so /opt/conda/lib "$root/opt/conda/lib/libcusparse.so.12" \
    use___nvJitLinkCreate_12_4

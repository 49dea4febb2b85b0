# A library in conda's lib needs one that conda did not install.
module "$root/opt/conda/lib/libcusparse.so.12" libcusparse.so.12 '$ORIGIN' \
    "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_4
mkdir -p "$root/opt/conda/conda-meta"
echo '{"files": ["lib/libcusparse.so.12"]}' >"$root/opt/conda/conda-meta/libcusparse-12.5.10-0.json"
verb="doctor --from /opt/conda/lib/libcusparse.so.12"

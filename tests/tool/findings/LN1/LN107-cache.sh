# cuSPARSE has no search path, and ld.so's cache leads to the nvJitLink of an older toolkit.
module "$site/nvidia/cusparse/lib/libcusparse.so.12" libcusparse.so.12 '' \
    "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" __nvJitLinkCreate_12_4
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
echo /usr/local/cuda-12.1/lib64 >"$root/etc/ld.so.conf"
/sbin/ldconfig -r "$root" 2>/dev/null || need ldconfig-as-root
verb=doctor

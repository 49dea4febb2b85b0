# A broken nvJitLink comes before cuSPARSE's own, but `import torch` opens the wheel's, as its code says.
mkdir -p "$root/old" "$site/torch"
head -c 900 "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" >"$root/old/libnvJitLink.so.12"
cat >"$site/torch/__init__.py" <<'END'
        ("nvjitlink", "libnvJitLink.so.*[0-9]"),
            _preload_cuda_deps(required=False)
END
environment="LD_LIBRARY_PATH=/old"

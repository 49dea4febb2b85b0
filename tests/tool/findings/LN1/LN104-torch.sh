# PyTorch before 2.5 opens nothing first: an older nvJitLink comes before cuSPARSE's own.
fake_library nvjitlink 12.8 "$root/old"
mkdir "$site/torch"
echo '            "nvjitlink": "libnvJitLink.so.*[0-9]",' >"$site/torch/__init__.py"
environment="LD_LIBRARY_PATH=/old"

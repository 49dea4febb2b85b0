# A package opens NCCL when it is imported.
mkdir "$site/cupy"
printf "from cupy import _environment\n_environment._preload_library('nccl')  # NOQA\n" \
    >"$site/cupy/__init__.py"
expect '\].*cupy.*NCCL'
expect "^ +.../cupy/__init__\\.py: _environment\\._preload_library\\('nccl'\\)$"

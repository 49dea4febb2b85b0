# A package opens NCCL when it is imported.
mkdir "$site/cupy"
printf "from cupy import _environment\n_environment._preload_library('nccl')  # NOQA\n" \
    >"$site/cupy/__init__.py"

# The same, found by audit.
mkdir "$site/cupy"
printf "from cupy import _environment\n_environment._preload_library('nccl')  # NOQA\n" \
    >"$site/cupy/__init__.py"
verb="audit /venv/lib/python3.11/site-packages"

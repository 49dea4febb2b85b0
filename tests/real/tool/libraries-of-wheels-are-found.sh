# usage: ENVIRONMENT | RELEASE...: each of NVIDIA's libraries in wheels is found by its name, and its
# stand-in has the same functions.

if [ $# -eq 1 ]; then
    need_environment "$1"
    set -- "$python" "$packages"
else
    need_release "$@"
    "$PYTHON" -m venv --without-pip venv
    site=$(echo "$stage"/venv/lib/python3*/site-packages)
    for release in "$@"; do
        install_wheel "$release" "$site"
    done
    set -- "$stage/venv/bin/python" "$site"
fi
LAZYNCCL_SEARCH=wheel "$PYTHON" "$SOURCE/tests/real/tool/libraries-of-wheels-are-found.py" "$@"

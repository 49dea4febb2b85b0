# Shared by the tests that build real consumers from their released sources; sourced after real.sh.
# What is downloaded stays in the cache. Each function sets `source`, a folder.
# SPDX-License-Identifier: Apache-2.0 OR MIT

# sdist NAME VERSION: a source distribution of PyPI.
sdist()
{
    source=${wheels%/wheels}/consumers/$1-$2
    [ ! -e "$source" ] || return 0
    mkdir -p unpacked "${source%/*}"
    "$PYTHON" -m pip download -q --no-deps --no-binary "$1" "$1==$2" >download.log 2>&1 ||
        skip "$1 $2 cannot be downloaded: $(tail -n 1 download.log)"
    tar xzf "$1-$2.tar.gz" -C unpacked
    mv "unpacked/$1-$2" "$source"
}

# debian_source NAME: a source package of Debian.
debian_source()
{
    "$PYTHON" "$SOURCE/tests/real/any/sources.py" "$1" >download.log 2>&1 ||
        skip "the sources of $1 cannot be downloaded: $(tail -n 1 download.log)"
    source=$(tail -n 1 download.log)
}

# need_toolkit: skips the test if there is no nvcc; sets `toolkit`, CUDA's folder.
need_toolkit()
{
    nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || skip 'no nvcc'
    toolkit=${nvcc%/bin/nvcc}
}

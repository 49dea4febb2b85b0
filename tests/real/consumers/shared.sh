# Shared by the tests that build real user projects from their released sources. Downloads stay in
# the cache.

# sdist NAME VERSION: sets `source`, the folder of a source distribution of PyPI.
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

# part_of_sdist NAME VERSION FOLDER: sets `source` to this folder of a source distribution of PyPI, of which
# pip cannot prepare the build without packages that no test uses.
part_of_sdist()
{
    source=${wheels%/wheels}/consumers/$1-$2-part
    [ ! -e "$source" ] || return 0
    mkdir -p unpacked "${source%/*}"
    TMPDIR=$stage/unpacked "$PYTHON" -m pip download -q --no-deps --no-build-isolation --no-clean \
        --no-binary "$1" "$1==$2" >download.log 2>&1 || : # it fails after it has unpacked the archive
    mv "$stage"/unpacked/pip-*/"$1"_*/"$3" "$source" 2>/dev/null ||
        skip "$1 $2 cannot be downloaded: $(tail -n 1 download.log)"
}

# debian_source NAME: sets `source`, the folder of a source package of Debian.
debian_source()
{
    "$PYTHON" "$SOURCE/tests/real/any/sources.py" "$1" >download.log 2>&1 ||
        skip "the sources of $1 cannot be downloaded: $(tail -n 1 download.log)"
    source=$(tail -n 1 download.log)
}

# builder PACKAGE...: makes a Python with these packages, whose programs are in builder/bin.
builder()
{
    "$PYTHON" -m venv builder
    builder/bin/pip install -q "$@" >pip.log 2>&1 || skip "no $*: $(tail -n 1 pip.log)"
}

# need_toolkit: skips the test if there is no nvcc; sets `toolkit`, CUDA's folder.
need_toolkit()
{
    nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || skip 'no nvcc'
    toolkit=${nvcc%/bin/nvcc}
}

# link_folder NAME...: makes the folder `link`, with the whole stack's archive by these names.
link_folder()
{
    mkdir link
    for name; do
        ln -s "${ARCHIVE%.a}-all.a" "link/lib$name.a"
    done
}

# is_lazy FILE: the file needs none of NVIDIA's libraries except the CUDA runtime.
is_lazy()
{
    readelf -d "$1" >dynamic
    ! grep -E 'NEEDED.*lib(nccl|nvrtc|nvidia-ml|cuda|curand)\.so' dynamic || fail "$1 is linked with it"
}

# driver NAME: makes driver/libNAME.so.1 from the C in standard input.
driver()
{
    mkdir driver
    $CC -w -shared -fPIC -x c - -o "driver/lib$1.so.1" -Wl,-soname,"lib$1.so.1"
}

# driver_without_gpus: makes the NVML of a machine with a driver but without a GPU.
driver_without_gpus()
{
    driver nvidia-ml <<'END_OF_C'
#include <stdio.h>
int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 0;
    return puts("asked for devices") < 0;
}
END_OF_C
}

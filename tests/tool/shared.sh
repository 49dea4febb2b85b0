# Builds a machine without problems as a folder, for tests of doctor and other verbs.

# The machine, its Python's site-packages, and what on_root() and plugin() add; a test may change them.
root=$stage/root site=$stage/root/venv/lib/python3.11/site-packages environment= plugin_needs=

# module FILE SONAME RUNPATH LIBRARY SYMBOL...: builds a module that needs these symbols of the
# library.
module()
{
    made=$1 soname=$2 runpath=$3 library=$4
    shift 4
    mkdir -p "$(dirname "$made")"
    for symbol; do
        echo "int $symbol(); int use_$symbol(void) { return $symbol(); }"
    done >module.c
    $CC -w -shared -fPIC -nostdlib module.c -o "$made" "$library" -Wl,-soname,"$soname" \
        -Wl,--enable-new-dtags ${runpath:+-Wl,-rpath,"$runpath"} -Wl,--unresolved-symbols=ignore-all
}

# package NAME VERSION FILE...: writes the metadata of a package to $site, as pip does.
package()
{
    folder=$site/$(echo "$1" | tr - _)-$2.dist-info
    mkdir -p "$folder"
    printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n\nText\n' "$1" "$2" >"$folder/METADATA"
    shift 2
    for file; do
        printf '%s,,\n' "$file"
    done >"$folder/RECORD"
}

# notes TEXT...: prints the C of a .note.dlopen with each of these texts.
notes()
{
    printf '%s\n' "$@" | sed 's/["\\]/\\&/g' | awk '{
        print "#define TEXT" NR " \"" $0 "\""
        print "__attribute__((section(\".note.dlopen\"), used, aligned(4))) static const struct {"
        print "unsigned owner, size, type; char fdo[4], body[(sizeof TEXT" NR " + 3) / 4 * 4];"
        print "} note" NR " = {4, sizeof TEXT" NR ", 0x407c0c0a, \"FDO\", TEXT" NR "};" }'
}

# wheel_of LIBRARY VERSION: installs another release of a library in $site, as pip does.
wheel_of()
{
    fake_library "$1" "$2" "$site/nvidia/$1/lib"
    rm -r "$site/nvidia_$1"_cu12-*
    package "nvidia-$1-cu12" "$2" "nvidia/$1/lib/${file##*/}"
}

# wheel FILE MEMBER[=SOURCE]... [-- REQUIREMENT...]: packs files as a wheel of this file name.
wheel()
{
    "$PYTHON" - "$@" <<'END'
import pathlib, sys, zipfile
file, *members = sys.argv[1:]
at = members.index("--") if "--" in members else len(members)
name, version, tag = pathlib.Path(file).stem.split("-", 2)
info = f"{name}-{version}.dist-info"
with zipfile.ZipFile(file, "w") as wheel:
    for member, _, source in (one.partition("=") for one in members[:at]):
        wheel.write(source or member, member)
    rows = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}",
            *(f"Requires-Dist: {one}" for one in members[at + 1:])]
    wheel.writestr(f"{info}/METADATA", "\n".join(rows) + "\n")
    wheel.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nTag: {tag}\n")
    names = [*wheel.namelist(), f"{info}/RECORD"]
    wheel.writestr(names[-1], "".join(f"{name},,\n" for name in names))
END
}

# plugin FILE SYMBOL...: builds an NCCL plugin that exports these.
plugin()
{
    made=$1
    shift
    mkdir -p "$(dirname "$made")"
    {
        echo 'const char name[] = "Fast";'
        for symbol; do
            echo "const char *$symbol[22] = {name};" # as long as the longest table
        done
    } >plugin.c
    $CC -w -shared -fPIC -nostdlib plugin.c -o "$made" $plugin_needs
}

# healthy: builds the machine in $root, with its Python's site-packages in $site.
healthy()
{
    keep "$TOOL" make_healthy "$(id -u)" "${site#"$root/"}"
    mkdir -p "$root"
    cp -dR --preserve=mode,timestamps "$kept/." "$root"
}

make_healthy() # USER SITE ROOT
{
    root=$3 site=$3/$2
    # a Python with NVIDIA's wheels of CUDA 12.9, and two modules that use them
    mkdir -p "$root/venv/bin" "$site"
    cp "$TOOL" "$root/venv/bin/python3"
    echo 'home = /usr/bin' >"$root/venv/pyvenv.cfg"
    fake_library nccl 2.28.9 "$site/nvidia/nccl/lib"
    fake_library nvrtc 12.9 "$site/nvidia/cuda_nvrtc/lib" -Wl,-rpath,'$ORIGIN' -Wl,--enable-new-dtags
    fake_library nvjitlink 12.9 "$site/nvidia/nvjitlink/lib"
    package nvidia-nccl-cu12 2.28.9 nvidia/nccl/lib/libnccl.so.2
    package nvidia-cuda-nvrtc-cu12 12.9.86 nvidia/cuda_nvrtc/lib/libnvrtc.so.12 \
        nvidia/cuda_nvrtc/lib/libnvrtc-builtins.so.12.9
    package nvidia-nvjitlink-cu12 12.9.86 nvidia/nvjitlink/lib/libnvJitLink.so.12
    module "$site/train/kernels.so" kernels.so '$ORIGIN/../nvidia/nccl/lib' \
        "$site/nvidia/nccl/lib/libnccl.so.2" ncclCommSplit ncclGetVersion
    module "$site/nvidia/cusparse/lib/libcusparse.so.12" libcusparse.so.12 \
        '$ORIGIN/../../nvjitlink/lib' "$site/nvidia/nvjitlink/lib/libnvJitLink.so.12" \
        __nvJitLinkCreate_12_4

    # the driver and its library
    mkdir -p "$root/proc/driver/nvidia" "$root/usr/lib"
    echo 'NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  575.57.08  Release Build' \
        >"$root/proc/driver/nvidia/version"
    $CC -shared -fPIC -nostdlib -o "$root/usr/lib/libcuda.so.575.57.08" -Wl,-soname,libcuda.so.1 \
        -x c /dev/null
    ln -s libcuda.so.575.57.08 "$root/usr/lib/libcuda.so.1"

    # an InfiniBand device with everything it needs
    mkdir -p "$root/sys/class/infiniband/mlx5_0" "$root/dev/infiniband" "$root/etc/libibverbs.d" \
        "$root/proc/sys/kernel"
    $CC -shared -fPIC -nostdlib -o "$root/usr/lib/libibverbs.so.1" -Wl,-soname,libibverbs.so.1 \
        -x c /dev/null
    echo 'driver mlx5' >"$root/etc/libibverbs.d/mlx5.driver"
    echo '6.1.0-26-amd64' >"$root/proc/sys/kernel/osrelease"

    # the user
    mkdir -p "$root/etc" "$root/home/user"
    echo "other:x:$(($1 + 1)):1000:Other:/home/other:/bin/sh" >"$root/etc/passwd"
    echo "user:x:$1:1000:User:/home/user:/bin/sh" >>"$root/etc/passwd"
    [ "$(find "$root" -name '*.so*' -type f | wc -l)" = 8 ] # keep() switches set -e off
}

# on_root VERB ARGUMENT...: runs the command on that machine, with the variables in $environment.
on_root()
{
    env -i PATH=/venv/bin HOME=/home/user LC_ALL=C.UTF-8 $environment "$TOOL" "$@" --root "$root"
}

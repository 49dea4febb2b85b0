# Shared by the tests of net plugins.

here=$SOURCE/tests/netplugin
lazy=$BUILD/src/netplugin/libnccl-net-lazy.so
versions='4 5 6 7 8 9 10 11 12'
ln -sfn "$SOURCE" "$stage/source" # without the blanks that a folder may have
ln -sfn "$BUILD" "$stage/built"
compiles="-std=c11 -Wall -Werror -D_GNU_SOURCE -pthread"

# fake_plugin VERSION FILE [COMPILER-OPTION...]: builds a real plugin with only this version.
fake_plugin()
{
    version=$1 file=$2
    shift 2
    $CC $compiles -Wno-unused-function -fPIC -shared -fvisibility=hidden -DVERSION="$version" \
        "$here/fake/plugin.c" -o "$file" "$@"
}

# idle FILE [COMPILER-OPTION...]: builds a real plugin that moves nothing.
idle()
{
    file=$1
    shift
    $CC $compiles -Wno-unused-function -fPIC -shared -fvisibility=hidden -I"$stage/built/src/netplugin" \
        "$here/fake/idle.c" -o "$file" "$@"
}

# caller PROGRAM VERSION FILE [COMPILER-OPTION...]: builds PROGRAM.c as an NCCL of this version.
caller()
{
    program=$1 version=$2 file=$3
    shift 3
    $CC $compiles -DVERSION="$version" "$here/fake/$program.c" -o "$file" "$@" -ldl
}

# asks VERSION COMMAND...: runs these commands as an NCCL of this version, with output in `said`.
# $plugin is the path of the real plugin; if empty, LAZYNCCL_NET_PLUGIN is unset.
plugin=$stage/plugin.so
asks()
{
    version=$1
    shift
    [ -x "ask-v$version" ] || caller ask "$version" "ask-v$version"
    env ${plugin:+LAZYNCCL_NET_PLUGIN="$plugin"} "./ask-v$version" "$lazy" \
        "${plugin:-none}" "$@" >said 2>&1
}

# record NUMBER COUNTS: the NUMBERth `record` in `said` has these counts.
record()
{
    equal "$(grep -E '^(v[0-9]+: |not loaded)' said | sed -n "$1p")" "$2"
}

# tcp FILE [VERSION]: builds the TCP plugin with every version from the kit, or only this one.
tcp()
{
    only=
    if [ $# -gt 1 ]; then
        echo "{ global: ncclNetPlugin_v$2; local: *; };" >"$1.map"
        only=-Wl,--version-script=$1.map
    fi
    $CC $compiles -fPIC -shared -fvisibility=hidden -I"$BUILD/src/netplugin" "$SOURCE"/docs/examples/net-plugin/*.c \
        -o "$1" "$BUILD/src/netplugin/liblazynccl-net.a" $only
}

# sanitized: if gcc has sanitizers, sets $CC to gcc with these, and $lazy to a plugin built with
# them.
sanitized()
{
    set -- gcc -fsanitize=address,undefined -fno-sanitize-recover=all
    can_link "$@" || return 0
    CC=$*
    rebuild_lazy lazy.so "$@"
    lazy=$PWD/lazy.so
}

# rebuild_lazy FILE COMPILER [OPTION...]: builds libnccl-net-lazy.so with other options.
rebuild_lazy()
{
    file=$1
    shift
    share_archive archive.a "$@"
    parts=$("$PYTHON" -c 'import json, os, sys
os.chdir(sys.argv[1])
source, build, stage = sys.argv[1:]
os.chdir(build)
for part in json.load(open("compile_commands.json")):
    if "/libnccl-net-lazy.so.p/" in part["output"]:
        file = os.path.abspath(part["file"]).replace(build, stage + "/built")
        print(file.replace(source, stage + "/source"))' "$SOURCE" "$BUILD" "$stage")
    "$@" -std=c11 -D_GNU_SOURCE= -O1 -g1 -fPIC -shared -fvisibility=hidden -pthread -I"$BUILD/include" \
        -I"$SOURCE/src" -I"$SOURCE/src/netplugin" -I"$stage/built/src/netplugin" \
        $parts archive.a -o "$file" -Wl,-z,nodelete -ldl || fail "$*"
}

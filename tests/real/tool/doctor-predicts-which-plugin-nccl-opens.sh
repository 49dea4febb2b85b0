# usage: ... RELEASE of NCCL up to 2.21, which opens its network plugin in ncclGetUniqueId(): doctor
# predicts which plugin it opens, and explain recognizes NCCL's line about it.
. "$SOURCE/tests/real/support/explain.sh"
need_release "$1"
library=$(lib "$1")/libnccl.so.2 version=$(number "$1")
$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl

# plugin FILE VERSION... [COMPILER-OPTION...]: builds a plugin that reports when it is opened.
plugin()
{
    made=$1
    shift
    mkdir -p "$(dirname "$made")"
    echo '#include <stdio.h>
__attribute__((constructor)) static void tell(void) { puts("the plugin is opened"); }' >plugin.c
    while [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; do
        echo "const void *ncclNetPlugin_v$1[40] = {\"Own\"};" >>plugin.c
        shift
    done
    $CC -w -shared -fPIC plugin.c -o "$made" -Wl,--no-as-needed "$@"
}
plugin good/libnccl-net-own.so 5 6
plugin good/libnccl-net.so 5 6
plugin new/libnccl-net-own.so 11
$CC -shared -fPIC -x c /dev/null -o libfabric.so.9 -Wl,-soname,libfabric.so.9
plugin bad/libnccl-net-own.so 5 6 -Wl,./libfabric.so.9
rm libfabric.so.9

# nccl OPENED LINE ID VARIABLE...: NCCL opens a plugin (1 or 0) and logs LINE; doctor reports ID.
nccl()
{
    opened=$1 line=$2 id=$3
    shift 3
    env NCCL_DEBUG=INFO "$@" ./host open="$library" call=ncclGetUniqueId >message 2>&1
    equal "$*: $(grep -c '^the plugin is opened$' message)" "$*: $opened"
    says message "$line"
    status=0
    env LAZYNCCL_LIBPATH="$library" "$@" "$TOOL" doctor LN301 LN302 LN303 LN304 LN305 LN306 LN307 \
        LN308 LN309 --no-python >said 2>&1 || status=$?
    equal "$*: $(sed -n 's/^[a-z]*\[\(LN...\)\].*/\1/p' said | paste -sd' ' -)" "$*: $id"
    case $id in
    LN308 | '') equal $status 0 ;;
    *)
        equal $status 1
        # NCCL's own line, in the same environment: that the internal network is used is no failure
        grep -E "$line" message | grep -v 'found, using internal' | tail -n 1 >line
        mv line message
        environment="LAZYNCCL_LIBPATH=$library $*"
        explained_as 1 "\[$id\]" '' --no-python
        environment=
        ;;
    esac
}
good=LD_LIBRARY_PATH=$PWD/good own=NCCL_NET_PLUGIN=own
nccl 0 'No plugin found' ''
nccl 1 'NET/Plugin' LN308 "$good"
nccl 1 'NET/Plugin' LN308 "$good" NCCL_NET_PLUGIN=
nccl 1 'libnccl-net-own\.so' '' "$good" $own
nccl 0 '(No plugin found|Plugin load)' LN301 NCCL_NET_PLUGIN=nosuch
nccl 1 'Failed to find ncclNetPlugin' LN303 LD_LIBRARY_PATH="$PWD/new" $own
nccl 0 '(No plugin found|Plugin load)' LN302 LD_LIBRARY_PATH="$PWD/bad" $own
nccl 0 '(No plugin found|Plugin load)' LN304 "$good" NCCL_NET_PLUGIN=own,two
if [ "$version" -lt 22100 ]; then
    nccl 0 "libnccl-net-$PWD/good/libnccl-net-own\.so\.so" LN304 \
        NCCL_NET_PLUGIN="$PWD/good/libnccl-net-own.so"
else
    nccl 1 'Loaded net plugin Own' '' NCCL_NET_PLUGIN="$PWD/good/libnccl-net-own.so"
fi

# Without a GPU, NCCL up to 2.21 opens libnccl-net-lazy.so in ncclGetUniqueId(), by each name that
# the release tries, and uses the newest table it knows. The real plugin is not opened.
# usage: ... RELEASE NEWEST-VERSION
. "$SOURCE/tests/netplugin/shared.sh"
release=$1 newest=$2 library=$(lib "$1")/libnccl.so.2
need_release "$release"

$CC -Wall -Werror "$SOURCE/tests/fake/direct.c" -o host -ldl
fake_plugin 8 plugin.so
mkdir folder
ln -s "$lazy" folder/libnccl-net.so

# nccl SETTING...: calls ncclGetUniqueId() with these, with NCCL's log in `said`, and what the
# dynamic linker opened and looked up in `done`.
nccl()
{
    rm -f linker.*
    env NCCL_DEBUG=INFO NCCL_SOCKET_IFNAME=lo LAZYNCCL_NET_PLUGIN="$PWD/plugin.so" \
        LD_DEBUG=files,symbols LD_DEBUG_OUTPUT=linker "$@" \
        $ldso --inhibit-cache ./host open="$library" call=ncclGetUniqueId >said 2>&1
    says said '^ncclGetUniqueId 0 '
    sed -n -e 's/.*\(calling init: .*\)/\1/p' -e 's/.*symbol=\(ncclNetPlugin_.*\)/\1/p' linker.* >done
    says_not done 'plugin\.so'
}

# takes FILE: NCCL opens this file, finds its newest known version, and looks up no older one.
takes()
{
    says done "^calling init: .*/$1\$"
    sed -e '1,/^calling init: .*libnccl-net/d' -e 's/;.*//' done >asked # before, it asks for its own
    equal "$(cat asked)" "ncclNetPlugin_$newest"
    says_not said 'ncclNetPlugin'
}

nccl NCCL_NET_PLUGIN=lazy LD_LIBRARY_PATH="$(dirname "$lazy")"
takes libnccl-net-lazy.so
nccl LD_LIBRARY_PATH="$PWD/folder"
takes libnccl-net.so

# By its path, from 2.21 on; before, a path becomes part of a name.
nccl NCCL_NET_PLUGIN="$lazy"
if [ "$(number "$release")" -ge 22100 ]; then
    takes libnccl-net-lazy.so
else
    says said "No plugin found"
    says_not done libnccl-net
fi

# A plugin without the newest version is recognized.
fake_plugin 5 folder/libnccl-net-old.so
nccl NCCL_NET_PLUGIN=old LD_LIBRARY_PATH="$PWD/folder"
says done "^ncclNetPlugin_$newest;.*libnccl-net-old.so"
says done "^ncclNetPlugin_v5;.*libnccl-net-old.so"

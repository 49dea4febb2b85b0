# What `lazynccl plugin` says of a plugin that misbehaves; sourced by files of findings/.
# SPDX-License-Identifier: Apache-2.0 OR MIT

# misbehaves COMPILER-OPTION...: plugin.c that does so, to be checked in place of the machine.
misbehaves()
{
    mkdir -p "$root"
    $CC -w -shared -fPIC -pthread -I"$BUILD/src/netplugin" "$@" "$SOURCE/tests/tool/plugin/plugin.c" \
        -o "$root/libnccl-net-test.so"
    verb="plugin check $root/libnccl-net-test.so --seconds 2"
}

on_root()
{
    env -i PATH=/venv/bin "$TOOL" "$@"
}

# Shared by the findings about plugins that misbehave; sourced by files of findings/.
# SPDX-License-Identifier: Apache-2.0 OR MIT

# misbehaves COMPILER-OPTION...: builds plugin.c with these options and checks it.
misbehaves()
{
    mkdir -p "$root"
    $CC -w -shared -fPIC -pthread -I"$BUILD/src/netplugin" "$@" "$SOURCE/tests/netplugin/check/plugin.c" \
        -o "$root/libnccl-net-test.so"
    verb="plugin check $root/libnccl-net-test.so --seconds 2"
}

on_root()
{
    env -i PATH=/venv/bin "$TOOL" "$@"
}

# Some plugins complete their tables in init, and NCCL reads no more than the name and init before:
# what counts is what the table has then.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/netplugin/netplugin.sh"

$CC $compiles -fPIC -shared -fvisibility=hidden -Wno-unused-function -DLATE "$here/fake/idle.c" -o "$plugin"
asks 11 open init optional
says said '^init: 0$'
says said '^there:$' # a device's form of a registration was there before
says_not said WARN

# The author's kit is such a plugin: which optional operations it has shows when it begins.
tcp "$stage/tcp.so" 11
plugin=$stage/tcp.so
asks 11 open init optional
says said '^init: 0$'
says said '^there:$'

# A file that NCCL would load without finding a plugin in it.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
echo "int other;" | $CC -shared -fPIC -o "$root/libnccl-net-other.so" -x c -
verb="plugin inspect $root/libnccl-net-other.so"

# The time of a call from NCCL through libnccl-net-lazy.so, to a plugin that moves nothing.
. "$SOURCE/tests/netplugin/shared.sh"

idle idle.so -O2
caller cost 12 cost -O2
least=$(for i in 1 2 3 4 5 6 7 8 9; do
    LAZYNCCL_NET_PLUGIN=$PWD/idle.so ./cost "$lazy" 1000000
done | sort -n | head -n 1)
row "a call through libnccl-net-lazy.so" "$least ns"

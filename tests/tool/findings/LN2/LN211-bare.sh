# The interface exists, but has no address.
echo 'ifb0: 0 0' >>"$root/proc/self/net/dev"
environment="NCCL_SOCKET_IFNAME=ifb"
expect '\] NCCL_SOCKET_IFNAME=ifb'
expect 'help: NCCL_SOCKET_IFNAME=eth0$'

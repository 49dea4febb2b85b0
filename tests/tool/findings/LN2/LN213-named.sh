# IPv6 is required of an interface without it.
echo 'fe800000000000000000000000000001 02 40 20 80  docker0' >>"$root/proc/self/net/if_inet6"
environment="NCCL_SOCKET_FAMILY=AF_INET6 NCCL_SOCKET_IFNAME=eth0"
expect '\].*NCCL_SOCKET_IFNAME=eth0.*IPv6.*NCCL'

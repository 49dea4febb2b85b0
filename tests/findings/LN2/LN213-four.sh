# IPv4 is asked for where only IPv6 is.
: >"$root/proc/self/net/route"
environment="NCCL_SOCKET_FAMILY=AF_INET"
expect '\].*IPv4.*NCCL'

# IPv4 is required, and only IPv6 exists.
: >"$root/proc/self/net/route"
environment="NCCL_SOCKET_FAMILY=AF_INET"
expect '\].*IPv4.*NCCL'

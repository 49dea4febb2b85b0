# IPv6 is asked for where only the loopback has an address.
environment="NCCL_SOCKET_FAMILY=AF_INET6"
expect '\].*IPv6.*NCCL'

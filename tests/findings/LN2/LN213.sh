# IPv6 is asked for where only the loopback has an address.
environment="NCCL_SOCKET_FAMILY=AF_INET6"
expect '\] no interface but the loopback has an IPv6 address that NCCL takes$'

# IPv6 is required, and only the loopback interface has an address.
environment="NCCL_SOCKET_FAMILY=AF_INET6"
expect '\].*IPv6.*NCCL'

# The loopback interface by name.
environment="NCCL_SOCKET_IFNAME=lo"
expect '\] NCCL_SOCKET_IFNAME=lo'
expect 'help: NCCL_SOCKET_IFNAME=eth0$'

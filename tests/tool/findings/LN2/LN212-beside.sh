# The loopback interface in addition to the intended one.
environment="NCCL_SOCKET_IFNAME=eth0,lo"
expect '\] NCCL_SOCKET_IFNAME=eth0,lo'
expect 'help: NCCL_SOCKET_IFNAME=eth0$'

# The loopback interface next to the one that is meant.
environment="NCCL_SOCKET_IFNAME=eth0,lo"
expect '\] NCCL_SOCKET_IFNAME=eth0,lo'
expect 'help: NCCL_SOCKET_IFNAME=eth0$'

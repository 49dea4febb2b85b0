# The loopback interface beside the one that is meant.
environment="NCCL_SOCKET_IFNAME=eth0,lo"
expect '\] NCCL_SOCKET_IFNAME=eth0,lo takes the loopback interface, which is the first$'
expect 'help: NCCL_SOCKET_IFNAME=eth0$'

# The interface of another host.
environment="NCCL_SOCKET_IFNAME==eth1,enp3"
expect '\] NCCL_SOCKET_IFNAME==eth1,enp3'
expect '^ +interfaces: lo, eth0, docker0$'
expect 'help: NCCL_SOCKET_IFNAME=eth0$'

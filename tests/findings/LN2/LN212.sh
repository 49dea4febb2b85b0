# An exclusion in place of NCCL's own, which leaves lo out.
environment="NCCL_SOCKET_IFNAME=^docker0"
expect '\] NCCL_SOCKET_IFNAME=\^docker0'
expect 'help: NCCL_SOCKET_IFNAME=\^docker0,lo$'

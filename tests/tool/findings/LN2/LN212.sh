# An exclusion replaces NCCL's own, which excludes lo.
environment="NCCL_SOCKET_IFNAME=^docker0"
expect '\] NCCL_SOCKET_IFNAME=\^docker0'
expect 'help: NCCL_SOCKET_IFNAME=\^docker0,lo$'

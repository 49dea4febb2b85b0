# One of several that are set in a file; names count in any case, and for each function.
printf '\0NCCL_ALGO\0NCCL_PROTO\0' >>"$site/nvidia/nccl/lib/libnccl.so.2"
echo 'NCCL_PROTO=^LL128;broadcast:ll,fast' >"$root/etc/nccl.conf"
environment="NCCL_ALGO=allreduce:tree;broadcast:^ring,NVLS NCCL_DEBUG=info"
expect '\] NCCL knows no NCCL_PROTO called fast$'
expect '^ +NCCL_PROTO=.*/etc/nccl\.conf:1'
expect '^1 warning, 1 note; '

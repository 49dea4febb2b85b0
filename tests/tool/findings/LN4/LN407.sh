# Values that do not exist, beside such as do.
printf '\0NCCL_ALGO\0NCCL_PROTO\0' >>"$site/nvidia/nccl/lib/libnccl.so.2"
environment="NCCL_ALGO=^Tree,Rng NCCL_PROTO=simpel NCCL_DEBUG=verbose"
expect '\] NCCL knows no NCCL_ALGO called Rng$'
expect '\] NCCL knows no NCCL_PROTO called simpel$'
expect '\] NCCL knows no NCCL_DEBUG called verbose$'
expect '^3 warnings; '

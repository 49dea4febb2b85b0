# A beginning of a name where whole names are wanted.
printf '\0NCCL_IB_HCA\0' >>"$site/nvidia/nccl/lib/libnccl.so.2"
environment="NCCL_IB_HCA==mlx5"
expect '\] NCCL_IB_HCA names no device'

# A device that this host does not have; mlx5_0 is there.
printf '\0NCCL_IB_HCA\0' >>"$site/nvidia/nccl/lib/libnccl.so.2"
environment="NCCL_IB_HCA=mlx5_99:1,bnxt"
expect '\] NCCL_IB_HCA names no device'
expect '^ +/sys/class/infiniband has mlx5_0$'
expect '^1 warning; '

# An image has a configuration file; the environment takes precedence.
printf '# ours\nNCCL_DEBUG=INFO\nNCCL_IB_HCA=mlx5\n' >"$root/etc/nccl.conf"
echo 'NCCL_ALGO=Ring' >"$root/home/user/.nccl.conf"
printf '\0NCCL_ALGO\0NCCL_IB_HCA\0' >>"$site/nvidia/nccl/lib/libnccl.so.2"
environment="NCCL_DEBUG=WARN"
expect '^ +~/\.nccl\.conf:1: NCCL_ALGO=Ring$'
expect '^ +/etc/nccl\.conf:3: NCCL_IB_HCA=mlx5$'
expect '^1 note; '

# NCCL_NET=IB on a host without InfiniBand.
rm -r "$root/sys/class/infiniband"
environment="NCCL_NET=IB"

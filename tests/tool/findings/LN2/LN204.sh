# Only InfiniBand is allowed, and there is none.
environment="NCCL_NET=IB NCCL_IB_DISABLE=1"

# InfiniBand alone, and none.
environment="NCCL_NET=IB NCCL_IB_DISABLE=1"
expect '^ +NCCL_IB_DISABLE=1 \(environment\)$'

# The address is not a host.
environment="NCCL_COMM_ID=:4711"
expect '\] NCCL_COMM_ID=:4711'

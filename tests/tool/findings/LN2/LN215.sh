# The address is in none of this host's networks.
environment="NCCL_COMM_ID=10.1.2.3:4711"
expect '\] NCCL_COMM_ID=10\.1\.2\.3:4711'

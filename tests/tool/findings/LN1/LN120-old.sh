# The only NCCL is older than required.
verb="find nccl --min 2.29"

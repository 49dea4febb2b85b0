# NCCL_NET="" in the environment.
environment="NCCL_NET="

# NCCL_NET="" in the environment.
environment="NCCL_NET="
expect '^ +NCCL_NET= \(environment\)$'
expect 'help: unset NCCL_NET$'

# NCCL_NET="" in a configuration file, which does not mean unset.
echo 'NCCL_NET=' >"$root/etc/nccl.conf"
expect '\] NCCL_NET'
expect '^ +NCCL_NET= \(/etc/nccl\.conf:1\)$'
expect 'help: remove the line /etc/nccl\.conf:1$'

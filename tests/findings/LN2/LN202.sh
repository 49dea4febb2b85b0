# NCCL_NET="", which is not unset; here by a configuration file.
echo 'NCCL_NET=' >"$root/etc/nccl.conf"
expect '\] NCCL_NET'
expect '^ +NCCL_NET= \(/etc/nccl\.conf:1\)$'
expect 'help: remove the line /etc/nccl\.conf:1$'

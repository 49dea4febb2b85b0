# NCCL_NET="" in a configuration file, which does not mean unset.
echo 'NCCL_NET=' >"$root/etc/nccl.conf"

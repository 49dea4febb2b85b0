# One value for all hosts that share this image.
echo 'NCCL_HOSTID=node' >"$root/etc/nccl.conf"
expect '^ +NCCL_HOSTID=node \(/etc/nccl\.conf:1\)$'

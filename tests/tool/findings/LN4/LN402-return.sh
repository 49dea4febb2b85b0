# A file written on Windows.
printf 'NCCL_IB_DISABLE=1\r\n' >"$root/etc/nccl.conf"
expect '^ +.*"NCCL_IB_DISABLE".*"1\\x0d"$'
expect 'help: NCCL_IB_DISABLE=1$'

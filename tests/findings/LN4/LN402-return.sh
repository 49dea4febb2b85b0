# A file that was written on Windows.
printf 'NCCL_IB_DISABLE=1\r\n' >"$root/etc/nccl.conf"
expect '^ +it sets "NCCL_IB_DISABLE" to "1\\x0d"$'
expect 'help: NCCL_IB_DISABLE=1$'

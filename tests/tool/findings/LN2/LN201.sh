# NCCL_NET=IB in an image without libibverbs.
rm "$root/usr/lib/libibverbs.so.1"
environment="NCCL_NET=ib"
expect '\] NCCL_NET=IB.*libibverbs\.so\.1$'
expect 'help: unset NCCL_NET$'

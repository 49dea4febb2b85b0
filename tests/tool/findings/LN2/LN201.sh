# NCCL_NET=IB in an image without libibverbs.
rm "$root/usr/lib/libibverbs.so.1"
environment="NCCL_NET=ib"

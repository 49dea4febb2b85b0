# The user's file names an unknown network.
echo 'NCCL_NET=Ethernet' >"$root/home/user/.nccl.conf"

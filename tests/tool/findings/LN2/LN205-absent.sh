# The user's file names an unknown network.
echo 'NCCL_NET=Ethernet' >"$root/home/user/.nccl.conf"
expect '^ +NCCL_NET=Ethernet \(/home/user/\.nccl\.conf:1\)$'
expect 'help: remove the line /home/user/\.nccl\.conf:1$'

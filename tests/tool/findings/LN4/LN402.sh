# Spaces where NCCL allows none.
echo 'export NCCL_NET = IB' >"$root/etc/nccl.conf"
expect '\] /etc/nccl\.conf:1.*NCCL_NET$'
expect '^ +.*"export NCCL_NET ".*" IB"$'
expect 'help: NCCL_NET=IB$'

# Blanks where NCCL wants none.
echo 'export NCCL_NET = IB' >"$root/etc/nccl.conf"
expect '\] /etc/nccl\.conf:1 does not set NCCL_NET$'
expect '^ +it sets "export NCCL_NET " to " IB"$'
expect 'help: NCCL_NET=IB$'

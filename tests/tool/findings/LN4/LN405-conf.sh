# The machine's file has a variable of a later release.
echo 'NCCL_CTA_POLICY=2' >"$root/etc/nccl.conf"
expect '\].*NCCL.*NCCL_CTA_POLICY$'
expect '^ +NCCL_CTA_POLICY \(/etc/nccl\.conf\)$'

# A variable of a later release, in the machine's file.
echo 'NCCL_CTA_POLICY=2' >"$root/etc/nccl.conf"
expect '\].*NCCL.*NCCL_CTA_POLICY$'
expect '^ +NCCL_CTA_POLICY \(/etc/nccl\.conf\)$'

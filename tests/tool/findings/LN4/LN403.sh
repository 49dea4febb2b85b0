# The named file is missing, and the user's own is not read.
environment="NCCL_CONF_FILE=/etc/nccl/nccl.conf"
expect '\] NCCL_CONF_FILE'
expect '^ +.*/home/user/\.nccl\.conf$'

# A file that is not there, and hides the user's own.
environment="NCCL_CONF_FILE=/etc/nccl/nccl.conf"
expect '\] NCCL_CONF_FILE'
expect '^ +.*/home/user/\.nccl\.conf$'

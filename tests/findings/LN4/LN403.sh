# A file that is not there, and hides the user's own.
environment="NCCL_CONF_FILE=/etc/nccl/nccl.conf"
expect '\] NCCL_CONF_FILE is without effect: there is no such file$'
expect '^ +it hides /home/user/\.nccl\.conf$'

# A setting that lazynccl had before 0.2.
environment="LAZYNCCL_NET_RECORD=/tmp/x"
expect '\] LAZYNCCL_NET_RECORD is not a setting of lazynccl$'
expect "help: unset LAZYNCCL_NET_RECORD, which 0\.2 removed; lazynccl run --trace shows NCCL's calls\$"
expect '^1 warning; '

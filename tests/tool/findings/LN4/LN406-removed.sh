# A setting that lazynccl had before 0.2.
environment="LAZYNCCL_NET_RECORD=/tmp/x"
expect '\] LAZYNCCL_NET_RECORD is not a setting of lazynccl$'
expect "help: unset it: removed in 0\.2; lazynccl run --trace shows NCCL's calls\$"
expect '^1 warning; '

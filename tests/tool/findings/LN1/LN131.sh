# A list for many machines: one folder is not here, and the variable was unset before.
mkdir -p "$root/opt/nccl"
environment="LAZYNCCL_LIBPATH=/opt/other/lib:/opt/nccl:"
expect '\] LAZYNCCL_LIBPATH has entries that are skipped$'
expect '^      /opt/other/lib: does not exist$'
expect '^      an empty entry$'
expect '^      help: LAZYNCCL_LIBPATH=/opt/nccl$'
expect '^1 note; '

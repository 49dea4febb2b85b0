# A list for many machines: one folder is not here, and the variable was unset before.
mkdir -p "$root/opt/nccl"
environment="LAZYNCCL_LIBPATH=/opt/other/lib:/opt/nccl:"

# The file in LAZYNCCL_LIBPATH cannot be used: a package would not help.
verb="find nccl"
environment="LAZYNCCL_LIBPATH=/nowhere/libnccl.so.2"

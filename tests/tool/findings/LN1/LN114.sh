# A relative path where lazynccl needs an absolute one.
environment="LAZYNCCL_LIBPATH=lib"

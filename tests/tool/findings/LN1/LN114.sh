# A relative path where lazynccl needs an absolute one.
environment="LAZYNCCL_LIBPATH=lib"
expect '^ +LAZYNCCL_LIBPATH'
expect '^1 error; '

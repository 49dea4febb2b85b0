# A relative path where lazynccl wants an absolute one.
environment="LAZYNCCL_LIBPATH=lib"
expect '^ +LAZYNCCL_LIBPATH: lib refused: not an absolute path$'
expect '^1 error · '

# LAZYNCCL_LIBPATH names a file that is not there, though a wheel has the library.
environment="LAZYNCCL_LIBPATH=/nowhere/libnccl.so.2"
expect '\] lazynccl finds no NCCL'
expect '^ +/nowhere/libnccl\.so\.2: No such file or directory$'
expect '^1 error; '

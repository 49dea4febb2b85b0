# LAZYNCCL_LIBPATH names a file that is not there, though a wheel has the library.
environment="LAZYNCCL_LIBPATH=/nowhere/libnccl.so.2"

# Nothing that LAZYNCCL_LIBPATH names exists.
environment="LAZYNCCL_LIBPATH=/no/such/folder:/opt/nowhere"

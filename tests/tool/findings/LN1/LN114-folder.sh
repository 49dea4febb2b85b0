# A misspelt folder is one mistake, whatever the number of libraries.
environment="LAZYNCCL_LIBPATH=/nowhere"
expect '^ +LAZYNCCL_LIBPATH=/nowhere: no entry exists'
expect '^1 error; '

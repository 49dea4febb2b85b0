# A misspelt folder is one mistake, whatever the number of libraries.
environment="LAZYNCCL_LIBPATH=/nowhere"
expect '^ +LAZYNCCL_LIBPATH: /nowhere is neither'
expect '^1 error; '

# A misspelt folder is one mistake, whatever the number of libraries.
environment="LAZYNCCL_LIBPATH=/nowhere"

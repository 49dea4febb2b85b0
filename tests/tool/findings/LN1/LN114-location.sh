# A misspelt location.
environment="LAZYNCCL_SEARCH=wheels,system"

# A misspelt location.
environment="LAZYNCCL_SEARCH=wheels,system"
expect "LAZYNCCL_SEARCH=wheels,system.*'wheels'"

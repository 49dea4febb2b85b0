# A misspelt place.
environment="LAZYNCCL_SEARCH=wheels,system"
expect "LAZYNCCL_SEARCH=wheels,system.*'wheels'"

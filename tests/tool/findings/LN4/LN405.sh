# A misspelt variable.
printf '\0NCCL_BUFFSIZE\0' >>"$site/nvidia/nccl/lib/libnccl.so.2"
environment="NCCL_BUFSIZE=1 NCCL_BUFFSIZE=1 NCCL_VERSION=2.28.9"
expect '\].*NCCL.*NCCL_BUFSIZE$'
expect 'help: did you mean NCCL_BUFFSIZE\?$'
expect '^1 warning; '

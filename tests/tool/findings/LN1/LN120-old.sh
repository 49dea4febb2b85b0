# The only NCCL is older than required.
verb="find nccl --min 2.29"
expect "^      .../nvidia/nccl/lib/libnccl\.so\.2 \(wheel\).*2\.28\.9"
expect "^      help: pip install 'nvidia-nccl-cu12>=2\.29\.0'$"

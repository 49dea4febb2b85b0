# The wheel was removed, so no location has an NCCL.
rm -r "$site/nvidia/nccl"
verb="find nccl"
expect "^error\[LN120\].*NCCL.*3\.11.*/venv$"
expect "^      help: pip install nvidia-nccl-cu12$"

# The wheel was removed, so no location has an NCCL.
rm -r "$site/nvidia/nccl"
verb="find nccl"

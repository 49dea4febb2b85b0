# A package leaves NCCL to the user, who did not install it.
rm -r "$site/nvidia/nccl"
expect '\] kernels\.so.*libnccl\.so\.2'
expect 'help: pip install nvidia-nccl-cu12$'

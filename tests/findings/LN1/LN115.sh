# A module whose package leaves NCCL to the user, who did not install it.
rm -r "$site/nvidia/nccl"
expect '\] kernels\.so needs libnccl\.so\.2, which ld\.so does not find$'
expect 'help: pip install nvidia-nccl-cu12$'

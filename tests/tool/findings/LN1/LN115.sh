# A package leaves NCCL to the user, who did not install it.
rm -r "$site/nvidia/nccl"
sed -i /libnccl/d "$site"/nvidia_nccl_cu12-*/RECORD
expect '\] kernels\.so.*libnccl\.so\.2'
expect 'help: pip install nvidia-nccl-cu12$'

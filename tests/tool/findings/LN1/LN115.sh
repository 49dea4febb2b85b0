# A package leaves NCCL to the user, who did not install it.
rm -r "$site/nvidia/nccl"
sed -i /libnccl/d "$site"/nvidia_nccl_cu12-*/RECORD

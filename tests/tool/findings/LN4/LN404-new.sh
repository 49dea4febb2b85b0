# The same, with a release that uses $HOME.
fake_library nccl 2.30.7 "$site/nvidia/nccl/lib"
package nvidia-nccl-cu12 2.30.7 nvidia/nccl/lib/libnccl.so.2
rm -r "$site"/nvidia_nccl_cu12-2.28.9.dist-info
echo 'NCCL_NET=Socket' >"$root/home/user/.nccl.conf"
mkdir "$root/scratch"
environment="HOME=/scratch"
expect '\] NCCL.*/scratch/\.nccl\.conf$'

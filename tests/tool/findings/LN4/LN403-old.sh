# The release does not read this file.
fake_library nccl 2.21.5 "$site/nvidia/nccl/lib"
package nvidia-nccl-cu12 2.21.5 nvidia/nccl/lib/libnccl.so.2
rm -r "$site"/nvidia_nccl_cu12-2.28.9.dist-info
: >"$root/etc/mine.conf"
environment="NCCL_CONF_FILE=/etc/mine.conf"
expect '\] NCCL_CONF_FILE.*NCCL'

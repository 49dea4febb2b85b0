# A relative entry makes every library absent, though other entries exist.
fake_library nccl 2.20.3 "$root/opt/nccl"
environment="LAZYNCCL_LIBPATH=/opt/nccl:my/nccl"

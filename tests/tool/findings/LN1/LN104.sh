# A folder with an older NCCL is in LD_LIBRARY_PATH, which takes precedence over RUNPATH.
fake_library nccl 2.27.3 "$root/opt/nccl/lib"
environment="LD_LIBRARY_PATH=/opt/nccl/lib"

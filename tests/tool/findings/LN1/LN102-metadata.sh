# Another release was copied over the package's file.
fake_library nccl 2.27.3 "$site/nvidia/nccl/lib"

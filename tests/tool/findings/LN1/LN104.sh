# A folder with an older NCCL is in LD_LIBRARY_PATH, which takes precedence over RUNPATH.
fake_library nccl 2.27.3 "$root/opt/nccl/lib"
environment="LD_LIBRARY_PATH=/opt/nccl/lib"
expect '\] kernels\.so.*NCCL'
expect '^ +/opt/nccl/lib/libnccl\.so\.2 \(LD_LIBRARY_PATH\) 2\.27\.3$'
expect 'nvidia/nccl/lib/libnccl\.so\.2 \(RUNPATH\) 2\.28\.9$'
expect 'help: unset LD_LIBRARY_PATH$'

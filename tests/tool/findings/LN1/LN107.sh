# An older nvJitLink is in LD_LIBRARY_PATH, which takes precedence over RUNPATH.
fake_library nvjitlink 12.1 "$root/usr/local/cuda-12.1/lib64"
environment="LD_LIBRARY_PATH=/usr/local/cuda-12.1/lib64"
expect '\] libcusparse\.so\.12.*nvJitLink 12\.1.*__nvJitLinkCreate_12_4$'
expect '^ +/usr/local/cuda-12\.1/lib64/libnvJitLink\.so\.12 \(LD_LIBRARY_PATH\) 12\.1$'
expect '^ +help: unset LD_LIBRARY_PATH     \(12\.9 of RUNPATH has it\)$'
expect '^ +help: lazynccl run -- COMMAND$'
expect '^1 error; more: lazynccl explain LN107$'

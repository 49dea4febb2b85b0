# ld.so cannot start a program, though a wheel has the library.
module "$root/opt/app" app '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
verb="doctor --from /opt/app"
environment="VIRTUAL_ENV=/venv"
expect '\].*app.*libnccl\.so\.2'
expect "help: LD_LIBRARY_PATH=${site#"$root"}/nvidia/nccl/lib\$"

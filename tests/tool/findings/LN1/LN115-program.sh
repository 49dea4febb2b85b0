# ld.so cannot start a program, though a wheel has the library.
module "$root/opt/app" app '' "$site/nvidia/nccl/lib/libnccl.so.2" ncclGetVersion
verb="doctor --from /opt/app"
environment="VIRTUAL_ENV=/venv"

# LAZYNCCL_LIBPATH assigns a file to a library that lazynccl does not know, beside one that is right.
mkdir -p "$root/opt"
fake_library nccl 2.28.9 "$root/opt"
environment="LAZYNCCL_LIBPATH=ncll=/opt/libnccl.so.2:nccl=/opt/libnccl.so.2"

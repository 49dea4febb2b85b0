# A folder in LAZYNCCL_LIBPATH without the library is reported, and the search continues.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 nccl
fake_library nvrtc 12.9 nvrtc
fake_library nccl 2.28.2 nvidia/nccl/lib
mkdir empty

export LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=$stage/empty:$stage/nvrtc:$stage/nccl
equal "$(./ask where nvrtc where)" "env 22801 $stage/nccl/libnccl.so.2
env 120900 $stage/nvrtc/libnvrtc.so.12"

LAZYNCCL_LIBPATH=$stage/empty:$stage/missing:$stage/nvrtc/
./ask where report >output
says output "^wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2$"
says output "^env +$stage/empty: no libnccl.so.2$"
says output "^env +LAZYNCCL_LIBPATH: $stage/missing does not exist$"
says output "^env +$stage/nvrtc/: no libnccl.so.2$"

# If nothing is found elsewhere either, the reason names the setting first.
rm -r nvidia
LAZYNCCL_LIBPATH=$stage/empty
./ask where report >output
says output "NCCL cannot be used: LAZYNCCL_LIBPATH=$stage/empty has none: no libnccl\.so\.2 in any search location; "

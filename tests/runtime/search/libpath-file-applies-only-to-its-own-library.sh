# A file in LAZYNCCL_LIBPATH applies to the library whose name it has or whose functions it exports.
# A file of another library gets a line in the report. Files in a folder are checked by SONAME.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 nccl
fake_library nvrtc 12.9 cuda
fake_library nvjitlink 12.8 cuda

export LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=$stage/cuda/libnvJitLink.so.12:$stage/nccl/libnccl.so.2:$stage/cuda/libnvrtc.so.12
equal "$(./ask nccl where nvrtc where nvjitlink where)" "env 22801 $stage/nccl/libnccl.so.2
env 120900 $stage/cuda/libnvrtc.so.12
env 120800 $stage/cuda/libnvJitLink.so.12"

LAZYNCCL_LIBPATH=$stage/cuda/libnvrtc.so.12
./ask nccl where report >output
says output '^absent$'
says output "^env +$stage/cuda/libnvrtc.so.12: a file of another library$"
LAZYNCCL_SEARCH=env ./ask nccl call report >output # a report is never empty
says output "^env +$stage/cuda/libnvrtc.so.12: a file of another library$"

# A network plugin's file concerns only libnccl-net-lazy.so.
: >libnccl-net-ofi.so
LAZYNCCL_LIBPATH=$stage/libnccl-net-ofi.so:$stage/nccl/libnccl.so.2
./ask nccl where report >output
says output "^env +$stage/nccl/libnccl.so.2"
says output "^env +$stage/libnccl-net-ofi.so: a file of another library$"

mkdir mixed
cp cuda/libnvrtc.so.12 mixed/libnccl.so.2
cp cuda/libnvrtc.so.12 mixed/libnvJitLink.so.12
LAZYNCCL_LIBPATH=$stage/mixed
./ask nccl where report nvjitlink where report >output
equal "$(grep -c '^absent$' output)" 2
says output "^env +$stage/mixed/libnccl.so.2: is libnvrtc.so.12, expected libnccl.so.2$"
says output "^env +$stage/mixed/libnvJitLink.so.12: is libnvrtc.so.12, expected libnvJitLink.so.13 or older$"

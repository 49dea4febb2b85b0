# A second copy in one process is reported, whether LAZYNCCL_LIBPATH asks for it or two were loaded
# before.
for patch in 1 2 3; do
    fake_library nccl 2.28.$patch $patch
done

./ask open="$stage/1/libnccl.so.2" open="$stage/2/libnccl.so.2" where report >output
says output "^loaded 22801 $stage/1/libnccl.so.2$"
says output "^loaded +warning: $stage/2/libnccl.so.2 is also loaded: there are now two copies$"

export LAZYNCCL_LIBPATH="$stage/3"
shows "^env 22803 $stage/3/libnccl.so.2$" ./ask open="$stage/1/libnccl.so.2" where report
says output "^env +warning: $stage/1/libnccl.so.2 is also loaded: there are now two copies$"

# the same file through another path is not a second copy
mkdir link
ln -s ../3/libnccl.so.2 link/libnccl.so.2
shows "^env 22803 $stage/link/libnccl.so.2$" ./ask open="$stage/link/libnccl.so.2" where report
says_not output 'warning'

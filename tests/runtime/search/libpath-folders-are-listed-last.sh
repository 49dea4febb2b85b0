# Of 100 folders in LAZYNCCL_LIBPATH, the one with the SONAME is found with two metadata operations for each. If no
# entry has it, or its file is not the library, the folders are listed in their order.
need strace
fake_library nccl 2.28.1 nccl
fake_library nccl 2.28.2 hashed
mv hashed/libnccl.so.2 hashed/libnccl-0a1b2c3d.so.2
export LAZYNCCL_LIBPATH LAZYNCCL_SEARCH=env
LAZYNCCL_LIBPATH=$stage/hashed
for i in $(seq 99); do
    mkdir empty$i
    LAZYNCCL_LIBPATH=$LAZYNCCL_LIBPATH:$stage/empty$i
done
folders=$LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=$folders:$stage/nccl
shows "^env 22801 $stage/nccl/libnccl.so.2\$" strace -o log ./ask where report
says output "^env +$stage/empty99: no libnccl.so.2\$"
count=$(grep -cE "\"$stage/(empty|hashed)" log)
[ "$count" = 200 ] || fail "$count operations"

LAZYNCCL_LIBPATH=$folders
equal "$(./ask where)" "env 22802 $stage/hashed/libnccl-0a1b2c3d.so.2"
library nccl/libnccl.so.2 'int other;'
LAZYNCCL_LIBPATH=$folders:$stage/nccl
equal "$(./ask where)" "env 22802 $stage/hashed/libnccl-0a1b2c3d.so.2"

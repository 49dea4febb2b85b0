# lazynccl_require skips older files, which stay in memory, unused, with a line in the report.
fake_library nccl 2.18.3 old
fake_library nccl 2.7.8 older
fake_library nccl 2.27.3 new

export LAZYNCCL_LIBPATH="$stage/older:$stage/old:$stage/new"
./ask require=22703 where mapped=libnccl report >output
equal "$(sed 2q output)" "require 0
env 22703 $stage/new/libnccl.so.2"
says output "^mapped $stage/older/libnccl.so.2$"
says output "^mapped $stage/new/libnccl.so.2$"
says output "^env +$stage/older/libnccl.so.2: stays in memory, unused$"
says output "^env +$stage/older/libnccl.so.2: is 2.7.8, at least 2.27.3 is required$"
says output "^env +$stage/old/libnccl.so.2: is 2.18.3, at least 2.27.3 is required$"
equal "$(./ask require=21803 where)" "require 0
env 21803 $stage/old/libnccl.so.2"
equal "$(./ask require=20708 where)" "require 0
env 20708 $stage/older/libnccl.so.2"

shows '^call 2 0' ./ask require=22704 call string=2 mapped=libnccl
says output "^NCCL cannot be used: .*/libnccl.so.2: is 2.7.8, at least 2.27.4 is required \(env\);"
has_wheels=$(echo LAZYNCCL_HAS_WHEELS | $CC -E -P -I"$SOURCE/src" \
    -include runtime/library/description.h -x c - | tail -n 1)
[ "$has_wheels" = 0 ] || says output "; pip install 'nvidia-nccl-cu13>=2.27.4'"

# also as a handle
shows '^call 2 0' ./ask open="$stage/old/libnccl.so.2" require=22703 handle call

# also through ld.so
export LAZYNCCL_SEARCH=system LD_LIBRARY_PATH="$stage/old:$stage/new"
equal "$(./ask require=22703 where mapped=libnccl)" "require 0
system 22703 $stage/new/libnccl.so.2
mapped $stage/new/libnccl.so.2
mapped $stage/old/libnccl.so.2"

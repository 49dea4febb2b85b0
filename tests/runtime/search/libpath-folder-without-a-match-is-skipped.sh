# A folder in LAZYNCCL_LIBPATH that is missing, or has no library, is skipped with a line in the report. If no entry
# exists, or a missing file has the library's name, the library is absent and the reason names the variable.
fake_library nccl 2.28.1 lib
fake_library nvrtc 12.9 nvrtc
fake_library nccl 2.28.2 nvidia/nccl/lib
mkdir empty
ln -s nowhere link

export LAZYNCCL_LIBPATH="$stage/missing:$stage/empty:$stage/nvrtc:$stage/lib"
equal "$(./ask where nvrtc where)" "env 22801 $stage/lib/libnccl.so.2
env 120900 $stage/nvrtc/libnvrtc.so.12"

LAZYNCCL_LIBPATH=$stage/empty:$stage/missing:$stage/link:$stage/missing/libother.so.9:$stage/nvrtc/
shows "^wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2$" ./ask where report
for row in "$stage/empty: no libnccl.so.2" "LAZYNCCL_LIBPATH: $stage/missing does not exist" \
    "LAZYNCCL_LIBPATH: $stage/link does not exist" "$stage/nvrtc/: no libnccl.so.2" \
    "$stage/missing/libother.so.9: a file of another library"; do
    says output "^env +$row$"
done

# One entry that exists, or is for another library, is enough for the search to continue.
for entry in "$stage/empty" "$stage/missing/libother.so.9" "other=$stage/missing/file"; do
    LAZYNCCL_LIBPATH=$stage/missing:$entry
    equal "$(./ask where)" "wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2"
done

for entries in "$stage/missing" "$stage/missing:$stage/link:" ":$stage/lib/libnccl.so.2/x"; do
    LAZYNCCL_LIBPATH=$entries
    shows '^absent$' ./ask where error report
    says output "^NCCL cannot be used: LAZYNCCL_LIBPATH=$entries: no entry exists; correct or unset the variable; LAZYNCCL_DEBUG"
    says_not output 'pip install'
done

for entry in "$stage/missing/libnccl.so.2" "nccl=$stage/missing/any"; do
    for entries in "$entry" "$stage/empty:$entry:$stage/lib"; do
        LAZYNCCL_LIBPATH=$entries
        shows '^absent$' ./ask where error
        says output "^NCCL cannot be used: ${entry#nccl=}: No such file or directory \(env\); correct or unset LAZYNCCL_LIBPATH"
    done
done
equal "$(env -u LAZYNCCL_LIBPATH ./ask where)" "wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2"

# If nothing is found elsewhere either, the reason names the setting first.
rm -r nvidia
LAZYNCCL_LIBPATH=$stage/empty
./ask where report >output
says output "NCCL cannot be used: LAZYNCCL_LIBPATH=$stage/empty has none: no libnccl\.so\.2 in any search location; "

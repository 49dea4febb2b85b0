# A missing folder in LAZYNCCL_LIBPATH is skipped with a line in the report. If no entry exists, or a
# missing file has the library's name, the library is absent and the reason names the variable.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 nvidia/nccl/lib
mkdir empty
ln -s nowhere link

export LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=$stage/missing:$stage/link:$stage/missing/libother.so.9:$stage/lib
./ask where report >output
says output "^env 22801 $stage/lib/libnccl.so.2$"
says output "^env +LAZYNCCL_LIBPATH: $stage/missing does not exist$"
says output "^env +LAZYNCCL_LIBPATH: $stage/link does not exist$"
says output "^env +$stage/missing/libother.so.9: a file of another library$"

# One entry that exists, or is for another library, is enough for the search to continue.
for entry in "$stage/empty" "$stage/missing/libother.so.9" "other=$stage/missing/file"; do
    LAZYNCCL_LIBPATH=$stage/missing:$entry
    equal "$(./ask where)" "wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2"
done

for entries in "$stage/missing" "$stage/missing:$stage/link:" ":$stage/lib/libnccl.so.2/x"; do
    LAZYNCCL_LIBPATH=$entries
    ./ask where error report >output
    says output '^absent$'
    says output "^NCCL cannot be used: LAZYNCCL_LIBPATH=$entries: no entry exists; correct or unset the variable; LAZYNCCL_DEBUG"
    says_not output 'pip install'
done

for entry in "$stage/missing/libnccl.so.2" "nccl=$stage/missing/any"; do
    for entries in "$entry" "$stage/empty:$entry:$stage/lib"; do
        LAZYNCCL_LIBPATH=$entries
        ./ask where error >output
        says output '^absent$'
        says output "^NCCL cannot be used: ${entry#nccl=}: No such file or directory \(env\); correct or unset LAZYNCCL_LIBPATH"
    done
done

# Following the advice removes the message.
unset LAZYNCCL_LIBPATH
equal "$(./ask where)" "wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2"

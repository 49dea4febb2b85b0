# lazynccl_set_path takes a folder, or a file of any name, and nothing else is searched.
fake_library nccl 2.28.1 folder
fake_library nccl 2.28.2 other
mv other/libnccl.so.2 other/nccl.bin
fake_library nccl 2.28.3 env
mkdir empty

export LAZYNCCL_LIBPATH="$stage/env"
equal "$(./ask where)" "env 22803 $stage/env/libnccl.so.2"
equal "$(./ask path="$stage/folder" where)" "set_path 0
api 22801 $stage/folder/libnccl.so.2"
equal "$(./ask path="$stage/other/nccl.bin" where)" "set_path 0
api 22802 $stage/other/nccl.bin"
equal "$(./ask path="$stage/empty" where)" "set_path 0
absent"
equal "$(./ask path="$stage/empty" path where)" "set_path 0
set_path 0
env 22803 $stage/env/libnccl.so.2"

# The reason says that the program set the path, and gives no advice that would not help.
shows='; LAZYNCCL_DEBUG=1 shows every location tried$'
./ask path="$stage/missing" where error report >output
says output "^NCCL cannot be used: $stage/missing: No such file or directory \(set by the program\)$shows"
says_not output '^env '
./ask path="$stage/empty" where error report >output
says output "^NCCL cannot be used: $stage/empty: no libnccl.so.2 \(set by the program\)$shows"
says output "^api +$stage/empty: no libnccl.so.2$"
LAZYNCCL_SEARCH=api,wheel ./ask path="$stage/empty" load error >output
says output "\(set by the program\)$shows"
echo 'int module;' | $CC -shared -fPIC -x c - -o module.so
./ask open="$stage/module.so" handle load error >output
says output "^NCCL cannot be used: the handle: exports none of its functions \(set by the program\)$shows"
LAZYNCCL_SEARCH=api ./ask load error >output
says output '^NCCL cannot be used: no libnccl.so.2 in any search location; correct or unset LAZYNCCL_SEARCH'

equal "$(./ask path= where)" "set_path -1
env 22803 $stage/env/libnccl.so.2"

# A relative path is resolved when it is set, also if its file appears later or elsewhere.
equal "$(./ask path=./folder where)" "set_path 0
api 22801 $stage/./folder/libnccl.so.2"
equal "$(./ask path=other/nccl.bin where)" "set_path 0
api 22802 $stage/other/nccl.bin"

# A name without a slash goes to the dynamic linker: neither a file nor a folder here has it.
equal "$(LD_LIBRARY_PATH=$stage/folder ./ask path=libnccl.so.2 where)" "set_path 0
api 22801 $stage/folder/libnccl.so.2"
cp other/nccl.bin libnccl.so.7
./ask path=libnccl.so.7 where error >output
says output '^NCCL cannot be used: libnccl.so.7: cannot open shared object file: .* \(set by the program\)'
./ask path=folder where error >output
says output '^NCCL cannot be used: folder: cannot open shared object file: .* \(set by the program\)'

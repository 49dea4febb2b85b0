# If a file in LAZYNCCL_LIBPATH has the library's name and is refused, the search ends.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 good
fake_library nccl 2.28.2 nvidia/nccl/lib # location "wheel": next to the program

export LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=$stage/good/libnccl.so.2
equal "$(./ask where)" "env 22801 $stage/good/libnccl.so.2"
LAZYNCCL_LIBPATH=$stage/nvidia/nccl/lib/libnccl.so.2:$stage/good # entries are tried in order
equal "$(./ask where)" "env 22802 $stage/nvidia/nccl/lib/libnccl.so.2"
LAZYNCCL_LIBPATH=$stage/good:$stage/nvidia/nccl/lib/libnccl.so.2
equal "$(./ask where)" "env 22801 $stage/good/libnccl.so.2"

for file in bad/libnccl.so.2 missing/libnccl.so.2 bad/libnccl.so.2.28.9 bad/libnccl.so; do
    mkdir -p bad
    echo text >"bad/${file#bad/}" 2>/dev/null || true
    LAZYNCCL_LIBPATH=$stage/$file:$stage/good
    ./ask where call error report >output
    says output '^absent$'
    says output '^call 2 0'
    says output "^NCCL cannot be used: $stage/$file: .* \(env\); correct or unset LAZYNCCL_LIBPATH; "
    says_not output 'pip install'
    says_not output '^(loaded|wheel) '
done

# The same file after a folder with the library is not reached.
LAZYNCCL_LIBPATH=$stage/good:$stage/bad/libnccl.so.2
equal "$(./ask where)" "env 22801 $stage/good/libnccl.so.2"

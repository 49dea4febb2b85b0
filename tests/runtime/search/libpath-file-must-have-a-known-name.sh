# A file in LAZYNCCL_LIBPATH with an unknown name is reported.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib

export LAZYNCCL_LIBPATH
for name in nccl.so libnccl.so.2.backup libnccl.so.2-old libnccl.dylib mylibnccl.so.2 \
    libnccl2.so.2 libnccl-0a1b.so.2 libnccl_static.a; do
    mv lib/* "lib/$name"
    LAZYNCCL_LIBPATH=$stage/lib/$name
    ./ask where error report >output
    says output '^absent$'
    wrong="LAZYNCCL_LIBPATH: $stage/lib/$name is neither a folder nor a file named like"
    says output "^env +$wrong libnccl.so.2$"
    says output "^NCCL cannot be used: $wrong"
done

# in a folder, such a file is not a candidate
LAZYNCCL_LIBPATH=$stage/lib
equal "$(./ask where)" absent

# The search looks once at who can write to each folder on the way to a file, also if the file is a
# link to one next to it.
need strace
fake_library nccl 2.28.9 app/nvidia/nccl/lib
mv app/nvidia/nccl/lib/libnccl.so.2 app/nvidia/nccl/lib/libnccl.so.2.28.9
ln -s libnccl.so.2.28.9 app/nvidia/nccl/lib/libnccl.so.2
consumer "$SOURCE/tests/fake/ask.c" app/ask
LAZYNCCL_SEARCH=wheel strace -o trace app/ask where >output || skip 'strace cannot trace here'
says output '^wheel 22809 '
# 32-bit programs call statx()
sed -En 's/^(newfstatat|statx)\(AT_FDCWD, "([^"]*)".*AT_SYMLINK_NOFOLLOW.*/\2/p' trace >looked
says looked "^$stage/app/nvidia/nccl/lib/libnccl.so.2$"
says looked "^$stage/app/nvidia/nccl/lib/libnccl.so.2.28.9$"
equal "$(sort looked | uniq -d)" ''

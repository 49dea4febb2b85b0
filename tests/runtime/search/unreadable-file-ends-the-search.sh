# A file that cannot be read ends the search if LAZYNCCL_LIBPATH names its folder, and so does a folder on a broken
# disk. A folder that can only be entered still gives the library by its SONAME.
fake_library nccl 2.28.1 closed
fake_library nccl 2.28.2 unlisted
fake_library nccl 2.28.3 file
fake_library nccl 2.28.4 good
fake_library nccl 2.28.5 nvidia/nccl/lib
chmod 755 .
chmod 000 closed file/libnccl.so.2
chmod 711 unlisted
trap 'chmod 755 closed; rm -rf "$stage"' EXIT
[ "$(id -u)" != 0 ] || need setpriv

export LAZYNCCL_LIBPATH
"$SOURCE/dev" vendor nccl nvrtc nvjitlink -o copy 2>said || fail "$(cat said)"
$CC -w "$SOURCE/tests/fake/ask.c" -o small -I"$BUILD/include" copy/lazynccl.c -pthread -ldl
for folder in closed closed/below file; do
    LAZYNCCL_LIBPATH=$stage/$folder:$stage/good
    shows '^absent$' as_nobody ./ask where error
    says output "^NCCL cannot be used: $stage/$folder/libnccl.so.2: Permission denied \\(env\\)"
    shows '^absent$' as_nobody ./small where error
    says output "^NCCL cannot be used: $stage/$folder/libnccl.so.2: cannot open .*: Permission denied$"
done
equal "$(LAZYNCCL_LIBPATH=$stage/unlisted:$stage/good as_nobody ./ask where)" "env 22802 $stage/unlisted/libnccl.so.2"
rm unlisted/libnccl.so.2
$CC -shared -fPIC "$SOURCE/tests/runtime/faults/profiler.c" -o profiler.so # which leaves an error
LAZYNCCL_LIBPATH=$stage/unlisted LD_PRELOAD=$stage/profiler.so as_nobody ./ask where error >output
says_not output 'the next call searches again'

# A wheel that cannot be entered may contain the library, so that it is reported.
unset LAZYNCCL_LIBPATH
chmod 000 nvidia/nccl
shows '^absent$' as_nobody ./ask where error
says output "^NCCL cannot be used: $stage/nvidia/nccl/lib/libnccl.so.2: Permission denied \(wheel\)"
chmod 755 nvidia/nccl

# Nobody knows what a folder contains whose reading fails, whatever closing it says.
compile disk.o -c <<'C'
struct dirent *readdir64(void *folder)
{
    (void)folder;
    errno = EIO;
    return 0;
}
int scandir64(const char *path, void *list, void *filter, void *compare)
{
    (void)path, (void)list, (void)filter, (void)compare;
    return readdir64(list) ? 1 : -1;
}
int closedir(void *folder)
{
    (void)folder;
    errno = ENOENT;
    return 0;
}
C
consumer "$SOURCE/tests/fake/ask.c" on-disk disk.o
mkdir -p empty venv/lib
rm -r nvidia
LAZYNCCL_LIBPATH=$stage/empty shows '^absent$' ./on-disk where error
says output "^NCCL cannot be used: $stage/empty: Input/output error \\(env\\); the next call searches again"
VIRTUAL_ENV=$stage/venv shows '^absent$' ./on-disk where error
says output "^NCCL cannot be used: $stage/venv/lib: Input/output error \\(wheel\\); the next call"

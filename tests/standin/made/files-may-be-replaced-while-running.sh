# Files may be replaced while a program runs, as in an upgrade: the first call opens the file that
# exists then, or fails with the reason. The stand-in's own file may be removed, as it is loaded.
fake_library nccl 2.27.3 real
fake_library nccl 2.28.1 newer
mkdir own
direct program real/libnccl.so.2
export LD_LIBRARY_PATH="$stage/own" LAZYNCCL_LIBPATH="$stage/real"

reset_files()
{
    cp "$STANDINS/libnccl.so.2" own
    cp real/libnccl.so.2 real/libnccl.so.2.kept
    cp newer/libnccl.so.2 own/newer
}
reset_files
equal "$(./program rename="own/newer:real/libnccl.so.2" nccl)" "nccl 0 22801"
mv real/libnccl.so.2.kept real/libnccl.so.2

reset_files
./program remove=real/libnccl.so.2 nccl reason=2 >output
says output '^nccl 2 0$'
says output '^reason NCCL cannot be used: LAZYNCCL_LIBPATH=.* has none: no libnccl.so.2 in any search location'
mv real/libnccl.so.2.kept real/libnccl.so.2

reset_files
head -c 5000 newer/libnccl.so.2 >own/newer
./program rename="own/newer:real/libnccl.so.2" nccl reason=2 >output
says output '^nccl 2 0$'
says output "^reason NCCL cannot be used: $stage/real/libnccl.so.2: truncated: 5000 bytes long"
mv real/libnccl.so.2.kept real/libnccl.so.2

# the stand-in is replaced by the real library, or removed
for step in rename=own/newer:own/libnccl.so.2 remove=own/libnccl.so.2; do
    reset_files
    equal "$(./program $step nccl)" "nccl 0 22703"
done

# once open, the library does not change
reset_files
equal "$(./program nccl rename="own/newer:real/libnccl.so.2" nccl)" "nccl 0 22703
nccl 0 22703"

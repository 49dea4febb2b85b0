# If ld.so hangs, crashes or stops at a bad file, the search skips the file and finds the next one.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
export LAZYNCCL_SEARCH=system
fake_library nccl 2.28.1 good
fake_library nvrtc 12.9 other
mkdir fifo truncated text empty folder link
mkfifo fifo/libnccl.so.2
head -c 9000 good/libnccl.so.2 >truncated/libnccl.so.2
echo text >text/libnccl.so.2
: >empty/libnccl.so.2
mkdir folder/libnccl.so.2
ln -s nothing link/libnccl.so.2
mv other/libnvrtc.so.12 other/libnccl.so.2
echo 'int missing(void) { return 0; }' >missing.c
$CC -shared -fPIC missing.c -o libmissing.so -Wl,-soname,libmissing.so
fake_library nccl 2.28.2 needy -Wl,--no-as-needed libmissing.so

for kind in fifo:'not a regular file' truncated:'truncated: 9000 bytes long, should be at least' \
    text:'not an ELF file' empty:'not an ELF file' folder:'cannot be read: Is a directory' \
    link:'a dangling link' other:'is libnvrtc.so.12, expected libnccl.so.2' \
    needy:'libmissing.so: cannot open shared object file'; do
    folder=$stage/${kind%%:*}
    LD_LIBRARY_PATH=$folder:$stage/good timeout 10 ./ask where report >output ||
        fail "$folder: status $?"
    says output "^system 22801 $stage/good/libnccl.so.2$"
    says output "^system +$folder/libnccl.so.2: ${kind#*:}"
done

# all of them at once
LD_LIBRARY_PATH=$stage/text:$stage/truncated:$stage/fifo:$stage/needy:$stage/good
export LD_LIBRARY_PATH
equal "$(timeout 10 ./ask where)" "system 22801 $stage/good/libnccl.so.2"

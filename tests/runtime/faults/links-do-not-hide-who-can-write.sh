# A superuser process refuses a file that all users can replace because of any folder on the path or behind its
# links. The report of every process names the folder. Files that only a group can write to are used and reported.
need setpriv
[ "$(id -u)" = 0 ] || skip 'only the superuser refuses files'
chmod 755 "$stage"
mkdir -p app/nvidia/nccl open/lib private/lib between
consumer "$SOURCE/tests/fake/ask.c" app/ask
export LAZYNCCL_SEARCH=wheel
lib=$stage/app/nvidia/nccl/lib

refused() # FOLDER: because all users can write there
{
    shows '^absent$' app/ask where report
    says output "^wheel +$lib/libnccl.so.2: refused: others can write to $1$"
    shows "^wheel 22801 " as_nobody app/ask where report
    says output "^wheel +$lib/libnccl.so.2: others can write to $1$"
}

# taken, silently: links through folders of the superuser
fake_library nccl 2.28.1 private/lib
ln -s "$stage/private/lib" "$lib"
shows '^wheel 22801 ' app/ask where report
says_not output 'can write|belongs'

# a link to a folder that is open itself, or whose parent is
fake_library nccl 2.28.1 open/lib
rm "$lib"
ln -s "$stage/open/lib" "$lib"
chmod 777 open/lib
refused "$stage/open/lib"
chmod 755 open/lib
chmod 777 open
refused "$stage/open"

# the file is a link, and a relative one, with ".."
rm "$lib"
mkdir "$lib"
ln -s ../../../../open/lib/libnccl.so.2 "$lib/libnccl.so.2"
refused "$stage/open"

# A link in an open folder leads to a private one, and could be changed to lead elsewhere.
rm "$lib/libnccl.so.2"
ln -s "$stage/private/lib/libnccl.so.2" open/link
ln -s "$stage/open/link" "$lib/libnccl.so.2"
refused "$stage/open"

# The link itself is in an open folder.
rm "$lib/libnccl.so.2"
ln -s "$stage/private/lib/libnccl.so.2" "$lib/libnccl.so.2"
chmod 777 "$lib"
refused "$lib"
chmod 755 "$lib"

# A group is reported, except the group of root, and except in a sticky folder.
chmod 775 private
app/ask where report >output
says_not output 'can write'
chgrp 27 private
shows '^wheel 22801 ' app/ask where report
says output "^wheel +$lib/libnccl.so.2: group 27 can write to $stage/private$"
chmod 1777 private
shows '^wheel 22801 ' app/ask where report
says_not output 'can write'

# a loop ends where the kernel's does
rm "$lib/libnccl.so.2"
ln -s libnccl.so.2 "$lib/libnccl.so.2"
shows '^absent$' app/ask where report
says output "^wheel +$lib/libnccl.so.2: Too many levels of symbolic links$"

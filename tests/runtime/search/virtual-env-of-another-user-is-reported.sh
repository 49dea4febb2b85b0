# If a superuser process takes a library from a VIRTUAL_ENV that another user owns or can write to,
# one line of the report says so. A process of that user, or of another, says nothing.
need setpriv
[ "$(id -u)" = 0 ] || skip 'only the superuser can make folders of another user'
chmod 755 "$stage"
mkdir program
consumer "$SOURCE/tests/fake/ask.c" program/ask
site=$stage/venv/lib/python3.13/site-packages
copy=$site/nvidia/nccl/lib/libnccl.so.2
fake_library nccl 2.28.1 "$site/nvidia/nccl/lib"
export VIRTUAL_ENV="$stage/venv"

reported() # [LINE]: the only line about the file but "taken"
{
    shows "^wheel 22801 $copy$" program/ask where report
    equal "$(grep "^wheel  *$copy: " output)" "${1:+wheel     $copy: $1
}wheel     $copy: taken"
}

reported
chown -R 1000:1000 venv
reported 'belongs to user 1000'
setpriv --reuid=1000 --regid=1000 --clear-groups program/ask where report >output
says output "^wheel 22801 $copy$"
says_not output 'belongs'
chown -R 0:0 venv
chmod 777 venv/lib
reported "others can write to $stage/venv/lib"
chmod 775 venv/lib
chgrp 27 venv/lib
reported "group 27 can write to $stage/venv/lib"
chmod 755 venv/lib
reported
# a setting is obeyed
chmod -R 777 venv
equal "$(program/ask where)" "wheel 22801 $copy"

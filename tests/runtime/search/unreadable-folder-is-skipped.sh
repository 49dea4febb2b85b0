# An unreadable folder or file is reported and skipped; a folder that can only be entered still
# gives the library by its soname.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
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
LAZYNCCL_LIBPATH=$stage/closed:$stage/file:$stage/good
as_nobody ./ask where report >output
says output "^env 22804 $stage/good/libnccl.so.2$"
says output "^env +$stage/closed/libnccl.so.2: Permission denied$"
says output "^env +$stage/file/libnccl.so.2: Permission denied$"

LAZYNCCL_LIBPATH=$stage/unlisted:$stage/good
equal "$(as_nobody ./ask where)" "env 22802 $stage/unlisted/libnccl.so.2"

# A wheel that cannot be entered may contain the library, so that it is reported.
unset LAZYNCCL_LIBPATH
chmod 000 nvidia/nccl
as_nobody ./ask where error >output
says output '^absent$'
says output "^NCCL cannot be used: $stage/nvidia/nccl/lib/libnccl.so.2: Permission denied \(wheel\)"
chmod 755 nvidia/nccl

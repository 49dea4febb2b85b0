# lazynccl_path() is an absolute path, also for a library that the program loaded with a relative
# name.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
status=0
is() # WHAT ACTUAL EXPECTED
{
    [ "$2" = "$3" ] || { echo "$1: '$2' instead of '$3'" && status=1; }
}
cd lib
is loaded "$(LAZYNCCL_SEARCH=loaded ../ask open=./libnccl.so.2 where | tail -n 1)" \
    "loaded 22801 $stage/lib/libnccl.so.2"
exit $status

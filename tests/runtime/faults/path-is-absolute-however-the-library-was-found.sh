# lazynccl_path() is an absolute path, also for a library found by an empty or relative element of
# LD_LIBRARY_PATH, or loaded by the program with a relative name.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
right="system 22801 $stage/lib/libnccl.so.2"
status=0
is() # WHAT ACTUAL EXPECTED
{
    [ "$2" = "$3" ] || { echo "$1: '$2' instead of '$3'" && status=1; }
}
export LAZYNCCL_SEARCH=system
is relative "$(LD_LIBRARY_PATH=lib:/nowhere ./ask where)" "$right"
cd lib
is empty "$(LD_LIBRARY_PATH=:/nowhere ../ask where)" "$right"
is "empty, last" "$(LD_LIBRARY_PATH=/nowhere: ../ask where)" "$right"
is loaded "$(LAZYNCCL_SEARCH=loaded ../ask open=./libnccl.so.2 where | tail -n 1)" \
    "loaded 22801 $stage/lib/libnccl.so.2"
exit $status

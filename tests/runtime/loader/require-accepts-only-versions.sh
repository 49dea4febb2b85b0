# lazynccl_require refuses a number that is not a version, such as old NCCL's 2708, which any NCCL
# would satisfy.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib
export LAZYNCCL_LIBPATH="$stage/lib"

for number in 0 -1 2 2708 9999 -22801; do
    equal "$(./ask require=$number call)" "require -1
call 0 22801.0"
done
# of two versions the higher one applies
equal "$(./ask require=22900 require=20000 call)" "require 0
require 0
call 2 0.0"

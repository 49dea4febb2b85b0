# 64 threads make their first call at once without the library: each gets the error code and the
# same error text, which stays valid. Also under ThreadSanitizer.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"

race()
{
    for run in 1 2 3 4 5; do
        equal "$("$@" 2>&1)" "0 right, 64 the same: NCCL cannot be used: n"
    done
}

consumer "$SOURCE/tests/fake/race.c" race
race ./race
with_thread_sanitizer "$SOURCE/tests/fake/race.c" race

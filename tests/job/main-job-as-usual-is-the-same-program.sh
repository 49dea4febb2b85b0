#!/bin/sh
# The same source, linked with the libraries themselves, gives the same LTO-IR and cubin: nothing in
# it knows of lazynccl, and lazynccl changes nothing that it computes.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/job/main-job.sh"

main_job as-usual "$nvrtc" "$nvjitlink" "$nccl"
main_job lazy "$ARCHIVE"
for program in as-usual lazy; do
    LD_LIBRARY_PATH=$SITE/nvidia/cu13/lib:$SITE/nvidia/nccl/lib LAZYNCCL_SEARCH=system \
        ./$program | grep -v 'mapped\|, ........\.\.\.' >$program.output
done
says lazy.output '^    [1-9][0-9]+ bytes'
equal "$(cat lazy.output)" "$(cat as-usual.output)"

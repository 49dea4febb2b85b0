# What people pasted into public threads is explained rightly; what is healthy, or others' business,
# gets no wrong answer. Cases: only lines that a program printed, with the thread's address.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

cases=$SOURCE/tests/tool/explain/cases
"$JUDGE" 'public threads' "$cases"/loaders.txt "$cases"/cuda.txt "$cases"/nccl.txt \
    "$cases"/stack.txt "$cases"/elsewhere.txt "$cases"/healthy.txt "$cases"/later.txt
"$JUDGE" 'wording of the sources' "$cases"/wording.txt
# Whoever writes rows and grammar never reads these: the third whose address has a SHA-256 that 3 divides.
"$JUDGE" 'kept aside' "$cases"/heldout.txt

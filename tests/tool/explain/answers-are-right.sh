# Messages from public threads get the right explanation. Healthy output, and messages of other
# software, get no wrong one. Cases contain only lines that a program printed, and the thread's
# address.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

cases=$SOURCE/tests/tool/explain/cases
"$JUDGE" 'public threads' "$cases"/loaders.txt "$cases"/cuda.txt "$cases"/nccl.txt \
    "$cases"/stack.txt "$cases"/elsewhere.txt "$cases"/healthy.txt "$cases"/later.txt
"$JUDGE" 'wording of the sources' "$cases"/wording.txt
# The cases whose address has a SHA-256 divisible by 3 are held out: nobody reads them to write rows
# or grammar.
"$JUDGE" 'kept aside' "$cases"/heldout.txt

# Messages from public threads get the right explanation if they are in scope, and none if they are
# not: judge.c says what is. Cases contain only lines that a program printed, and the thread's
# address. The numbers are the lowest percentages of right answers and of quiet ones that pass: the
# goal is 95 and 98, but the rules still answer what is out of scope.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

cases=$SOURCE/tests/tool/explain/cases
"$JUDGE" 'public threads' 90 55 "$cases"/loaders.txt "$cases"/cuda.txt "$cases"/nccl.txt \
    "$cases"/stack.txt "$cases"/elsewhere.txt "$cases"/healthy.txt "$cases"/later.txt
"$JUDGE" 'wording of the sources' 90 0 "$cases"/wording.txt
# The cases whose address has a SHA-256 divisible by 3 are held out: nobody reads them to write rows
# or grammar.
"$JUDGE" 'kept aside' 90 55 "$cases"/heldout.txt

# Messages from public threads get the right explanation if they are in scope, and none if they are
# not: judge.c says what is. Cases contain only lines that a program printed, and the thread's
# address. The numbers are the lowest percentages of right answers and of quiet ones that pass.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

cases=$SOURCE/tests/tool/explain/cases
for corpus in loaders cuda nccl stack elsewhere healthy later wording; do
    "$JUDGE" $corpus 95 98 "$cases/$corpus.txt"
done
# The cases whose address has a SHA-256 divisible by 3 are held out: nobody reads them to write rows
# or grammar.
"$JUDGE" 'kept aside' 95 98 "$cases/heldout.txt"

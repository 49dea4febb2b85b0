# Messages from public threads get the right explanation if they are in scope, and none if they are
# not: judge.c says what is. Cases contain only lines that a program printed, and the thread's
# address.

cases=$SOURCE/tests/tool/explain/cases
# Lines: the file, and the percentages of right answers and of quiet ones, as they are. One more
# mistake fails.
while read -r corpus right quiet; do
    "$JUDGE" "$corpus" "$right" "$quiet" "$cases/$corpus.txt"
done <<'END'
loaders 100 100
cuda 100 100
nccl 100 100
stack 90 100
elsewhere 100 100
healthy 100 98
later 84 100
wording 100 100
END
# The cases whose address has a SHA-256 divisible by 3 are held out: nobody reads them to write rows
# or grammar.
"$JUDGE" 'kept aside' 95 98 "$cases/heldout.txt"

# One call of a function that the library lacks, its result ignored, and much later a real error:
# its own text is told. The reason of the absent function may follow it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.26.2 lib
export LAZYNCCL_LIBPATH="$stage/lib"
status=0
for question in string=2 last; do
    own="the fake library's own error"
    [ $question != last ] || own="the fake library's last error"
    ./ask shrink call call $question | tail -n 1 >said
    echo "much later, $question: $(cat said)"
    grep -q "$own" said || status=1
    ./ask shrink $question | tail -n 1 >said
    echo "at once, $question: $(cat said)"
    grep -q 'ncclCommShrink is not in' said || status=1
done
exit $status

# A program calls a function that the library lacks, ignores the result, and much later gets a real
# error. The error string has the text of the real error. The reason of the absent function may
# follow it, and is the only text if the library lacks the function that returns texts.
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
fake_library nccl 2.26.2 without -DncclGetErrorString=someOtherName
LAZYNCCL_LIBPATH=$stage/without ./ask shrink string=2 | tail -n 1 >said
echo "without a text of its own: $(cat said)"
grep -q '^ncclCommShrink is not in' said || status=1
exit $status

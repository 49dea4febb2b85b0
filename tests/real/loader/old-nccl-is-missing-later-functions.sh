# With an old NCCL a newer function is absent: lazynccl_has() says no, the call returns
# ncclSystemError, and the error string names symbol, file, version and the first release that has
# it.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
old=nvidia-nccl-cu12-2.18.1 new=nvidia-nccl-cu13-2.32.3
need_release $old $new

lazy old-nccl.c old-nccl $new
LAZYNCCL_LIBPATH=$(lib $old) run ./old-nccl >said

says said '^ncclCommSplit: 1$'
says said '^ncclCommShrink: 0$'
says said '^pncclCommShrink: 0$'
says said '^ncclCommNothing: 0$'
says said '^call: 2, out value NULL$'
text=$(sed -n 's/^text: //p' said)
for part in ncclCommShrink "$(lib $old)/libnccl.so.2" 2.18.1 2.27.3; do
    case $text in
    *"$part"*) ;;
    *) fail "no $part in: $text" ;;
    esac
done
says said '^text again: unhandled system error'
case $text in # the library's own text, then the reason
'unhandled system error'*"; $(sed -n 's/^error: //p' said)") ;;
*) fail "the reason does not follow NCCL's own text: $text" ;;
esac
says said '^split: 4 invalid argument'

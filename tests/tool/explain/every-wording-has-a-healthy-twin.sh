# Each pattern in the table of wordings is ignored in a similar line of NCCL's log that reports no
# failure.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

"$JUDGE" twins

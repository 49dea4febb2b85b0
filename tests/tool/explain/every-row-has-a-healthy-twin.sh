# Each row in the table of messages ignores a similar line that reports no failure: information in
# NCCL's log, and messages about libraries that are not NVIDIA's.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

"$JUDGE" twins

# Each row of the table of messages is quiet about a line like its own that reports no failure: as NCCL's
# information in a log, and about libraries that are not NVIDIA's.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

"$JUDGE" twins

# Each row of the table of messages is missed by a case if it is taken away.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

"$JUDGE" without "$SOURCE"/tests/tool/explain/cases/*.txt

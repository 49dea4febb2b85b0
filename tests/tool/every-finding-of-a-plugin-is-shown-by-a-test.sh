# Each finding of `lazynccl plugin` has a file in findings/ as well, which makes a plugin misbehave.
# SPDX-License-Identifier: Apache-2.0 OR MIT
files=$(grep -l misbehaves.sh "$SOURCE"/tests/tool/findings/*.sh)
. "$SOURCE/tests/tool/every-finding-is-shown-by-a-test.sh"

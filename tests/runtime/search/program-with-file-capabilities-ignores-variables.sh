# A program with file capabilities ignores variables and folders above the program.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/runtime/search/raised-privileges.sh"
need setcap
ignores_variables setcap cap_net_raw+ep

# In a program with file capabilities, whose user is the real one, no variable and no folder above
# the program changes what is loaded, printed or aborted.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/search/raised-privileges.sh"
need setcap
raised setcap cap_net_raw+ep

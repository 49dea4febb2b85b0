# In a setuid program, run by another user, no variable and no folder above the program changes what
# is loaded, printed or aborted.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/search/raised-privileges.sh"
raised chmod u+s

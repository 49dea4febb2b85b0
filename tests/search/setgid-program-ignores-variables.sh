# In a setgid program, run by a user of another group, no variable and no folder above the program
# changes what is loaded, printed or aborted.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/search/raised-privileges.sh"
raised chmod g+s

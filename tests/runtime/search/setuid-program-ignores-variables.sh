# In a setuid program run by another user, variables and folders above the program have no effect.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/runtime/search/raised-privileges.sh"
ignores_variables chmod u+s

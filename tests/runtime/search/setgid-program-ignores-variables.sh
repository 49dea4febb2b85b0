# A setgid program that another group runs ignores variables and folders above the program.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/runtime/search/raised-privileges.sh"
ignores_variables chmod g+s

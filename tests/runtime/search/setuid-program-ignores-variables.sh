# A setuid program that another user runs ignores variables and folders above the program.
. "$SOURCE/tests/runtime/search/raised-privileges.sh"
ignores_variables chmod u+s

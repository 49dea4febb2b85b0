# A setgid program that another group runs ignores variables and folders above the program.
. "$SOURCE/tests/runtime/search/raised-privileges.sh"
ignores_variables chmod g+s

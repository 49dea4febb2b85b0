# A program with file capabilities ignores variables and folders above the program.
. "$SOURCE/tests/runtime/search/raised-privileges.sh"
need setcap
ignores_variables setcap cap_net_raw+ep

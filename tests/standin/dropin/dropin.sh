# Shared by the tests of drop-ins; each begins with: . "$SOURCE/tests/standin/dropin/dropin.sh"
# SPDX-License-Identifier: Apache-2.0 OR MIT
# DROPIN is the folder of the drop-ins, with the layout of an installation.

. "$SOURCE/tests/stage.sh"

# Place "system" reads the machine's loader cache, which may list real libraries; a test that
# includes it puts a fake library before them.
with_system=api,env,loaded,partner,wheel,conda,system

# direct PROGRAM FILE... [COMPILER-OPTION...]: links a program with these libraries directly.
direct()
{
    program=$1
    shift
    $CC -Wall -Werror -o "$program" "$SOURCE/tests/fake/direct.c" -Wl,--no-as-needed "$@" -ldl
}

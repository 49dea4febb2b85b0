# What the tests of the drop-ins share; each begins with: . "$SOURCE/tests/dropin/dropin.sh"
# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# DROPIN is the folder of the drop-ins, as it is installed.

. "$SOURCE/tests/stage.sh"

# Place "system" reads the machine's loader cache, which may know the real libraries: a test that
# leaves it in puts a fake library before it.
with_system=api,env,loaded,partner,wheel,conda,system

# direct PROGRAM FILE... [COMPILER-OPTION...]: a program linked with these libraries themselves.
direct()
{
    program=$1
    shift
    $CC -Wall -Werror -o "$program" "$SOURCE/tests/fake/direct.c" -Wl,--no-as-needed "$@" -ldl
}

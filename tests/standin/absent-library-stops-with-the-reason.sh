# If the library of a stand-in is absent or lacks a function, a call ends the program with SIGABRT
# and one line that says what is wrong, why, and what to do, because a guessed value is worse than
# none.
# Nothing is printed before a call.
one='int one(void) { return 1; }'
library new/libgone.so.3 "$one int two(void) { return 2; }"
library old/libgone.so.3 "$one"
"$TOOL" stand-in new/libgone.so.3 -o lazy >/dev/null
with_libc >call.c <<'END'
int one(void), two(void);
int main(int argc, char **argv)
{
    if (argc > 2)
        pthread_cancel(pthread_self()); /* in its next cancellation point, as in write() */
    return argc == 1 ? 0 : strcmp(argv[1], "one") ? two() != 2 : one() != 1;
}
END
$CC call.c -o call lazy/libgone.so.3 -pthread
# called STATUS [FUNCTION [cancelled]]
called()
{
    expected=$1
    shift
    exits "$expected" env LD_LIBRARY_PATH="$PWD/lazy" ./call "$@" >out 2>&1
}
called 0
equal "$(cat out)" ''
called 134 one
says out '^lazynccl: one: libgone.so.3 cannot be used: no libgone.so.3 in any search location; name the file in LAZYNCCL_LIBPATH; LAZYNCCL_DEBUG=1 shows every location tried, LAZYNCCL_SEARCH=[a-z,]* allows no others; stand-in made from libgone.so.3$'
equal "$(grep -c '^lazynccl' out)" 1
called 134 one cancelled
says out '^lazynccl: one: libgone.so.3 cannot be used'
export LAZYNCCL_LIBPATH=$PWD/libother.so.1:$PWD/libgone-plugin.so # files of other libraries
called 134 one
says out ': no libgone.so.3 in any search location; name the file in LAZYNCCL_LIBPATH'
export LAZYNCCL_LIBPATH=$PWD/lazy # itself
called 134 one
says out 'a lazynccl build, not the real library'
export LAZYNCCL_LIBPATH=$PWD/old
called 0 one
called 134 two
says out '^lazynccl: two: two is not in /.*/old/libgone.so.3; name the file in LAZYNCCL_LIBPATH; stand-in made from libgone.so.3$'
export LAZYNCCL_LIBPATH=$PWD/new
called 0 two
export LAZYNCCL_STRICT=1 LAZYNCCL_LIBPATH=$PWD
called 134 one
says out '^lazynccl: LAZYNCCL_STRICT: libgone.so.3 cannot be used'
says out '^env  .*: no libgone.so.3$' # the whole report

# A file that has the function in another version lacks it.
unset LAZYNCCL_STRICT
for row in new:KEEPS_2 old:KEEPS_1; do
    echo "${row#*:} { global: versioned; local: *; };" >library.map
    library ${row%:*}/libkeeps.so.3 'int versioned(void) { return 0; }' -Wl,--version-script=library.map
done
"$TOOL" stand-in new/libkeeps.so.3 -o lazy >/dev/null
echo 'int versioned(void); int main(void) { return versioned(); }' >keeps.c
$CC keeps.c -o call lazy/libkeeps.so.3
export LAZYNCCL_LIBPATH=$PWD/new
called 0
export LAZYNCCL_LIBPATH=$PWD/old
called 134
says out 'old/libkeeps\.so\.3: has no KEEPS_2 of versioned'

# In a wheel's folder the line names the package.
library site-packages/nvidia/cufft/lib/libcufft.so.11 'int cufftPlan(void) { return 0; }'
"$TOOL" stand-in site-packages/nvidia/cufft/lib/libcufft.so.11 -o lazy >/dev/null
echo 'int cufftPlan(void); int main(void) { return cufftPlan(); }' >call.c
$CC call.c -o call lazy/libcufft.so.11
unset LAZYNCCL_LIBPATH
called 134
says out '; pip install nvidia-cufft-cu12 into an active virtual environment, or name the file in LAZYNCCL_LIBPATH'

# The library is found in the wheels of another environment.
mkdir -p venv/lib/python3.11
mv site-packages venv/lib/python3.11
VIRTUAL_ENV=$PWD/venv called 0

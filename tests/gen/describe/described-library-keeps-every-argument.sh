# A library whose stub comes from `describe` keeps every kind of argument and result, in first and later
# calls. Without the library each call stops with the reason, and so does a function that the file lacks.
. "$SOURCE/tests/variants/abi/shared.sh"
# Types of the compiler's own header, and a function for some processors
cat >more.h <<'END'
#ifdef __x86_64__
#include <immintrin.h>
#else
typedef double __m128d __attribute__((vector_size(16)));
#endif
typedef double more_wide __attribute__((vector_size(32)));
__m128d more_add(__m128d a, __m128d b);
more_wide more_scale(more_wide a, double by) __attribute__((target("avx")));
END
echo 'void more_add(void) {} void more_scale(void) {}' >more.c
abi_library $CC more.c
describe 0 "$abi/abi.h" more.h lib/libabi.so.1 -o abi.toml
full abi.toml
says said '^abi.toml: 28 functions: 1 return fallback values, 27 stop'
"$PYTHON" "$SOURCE/gen" vendor abi.toml --search full -o copy
for options in -O0 -O2; do
    $CC -Wall -Wextra -Werror $options -c copy/lazynccl.c -o lazynccl.o
    $CC -w $options -DNO_STUB "$abi/program.c" lazynccl.o -o program -ldl
    abi_passes ./program
done

# stops FOLDER FIRST REASON: the program ends at a call, and says why.
stops()
{
    exits 134 env LAZYNCCL_LIBPATH="$stage/$1" ./program "$2" >said 2>&1
    says_not said 'is wrong'
    says said "$3"
}
for number in $(seq 0 $((first - 1))); do
    stops none "$number" 'libabi cannot be used: LAZYNCCL_LIBPATH=.*: no entry exists; '
done
mkdir other
$CC -O2 -w -fPIC -shared -fexceptions -Dabi_wide=abi_other "$abi/library.c" more.c -o other/libabi.so.1 -Wl,-soname,libabi.so.1
stops other 0 "abi_wide is not in $stage/other/libabi.so.1; name the file in LAZYNCCL_LIBPATH"

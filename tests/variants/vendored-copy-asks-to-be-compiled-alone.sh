# If a vendored copy is compiled after other headers, because of a unity build, a precompiled header
# or -include, it builds, or stops with one error that says what to do, and the advice works.
"$SOURCE/dev" vendor nccl -o "$stage/vendored" >/dev/null || fail 'dev vendor'
library libother.so.1 'int other(void) { return 0; }'
"$SOURCE/dev" vendor ./libother.so.1 -o "$stage/small" >/dev/null || fail 'dev vendor small'

one_error() # FILE
{
    equal "$(grep -c ' error: \|error:  *#error' "$1")" 1
    says "$1" 'error.*compile this file alone: .*SKIP_UNITY_BUILD_INCLUSION'
    says "$1" '(SKIP_PRECOMPILE_HEADERS).*-D_GNU_SOURCE'
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for copy in vendored small; do
        compile="$compiler -std=gnu11 -Wall -Wextra -Wundef -Werror -I$copy -c"
        $compile $copy/lazynccl.c -o alone.o
        for header in stdio.h stdint.h dlfcn.h; do
            ! $compile -include $header $copy/lazynccl.c -o no.o 2>errors || fail "$header"
            one_error errors
            $compile -D_GNU_SOURCE -include $header $copy/lazynccl.c -o with.o ||
                fail "$compiler -D_GNU_SOURCE -include $header"
        done
        printf '#define _GNU_SOURCE\n#include <stdio.h>\n#include "lazynccl.c"\n' >unity.c
        ! $compile unity.c -o no.o 2>errors || fail 'unity.c'
        one_error errors
    done
done

need cmake
echo 'int ncclGetVersion(int *version);
int main(void) { int version; return ncclGetVersion(&version) == 0; }' | with_libc >a.c
cat >CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.16)
project(app C)
add_executable(app a.c vendored/lazynccl.c)
target_include_directories(app PRIVATE vendored)
target_link_libraries(app PRIVATE ${CMAKE_DL_LIBS})
if(HEADERS)
  target_precompile_headers(app PRIVATE <stdio.h>)
endif()
if(EXCLUDE)
  set_source_files_properties(vendored/lazynccl.c PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                              SKIP_PRECOMPILE_HEADERS ON)
endif()
C
for option in CMAKE_UNITY_BUILD HEADERS; do
    cmake -S . -B build-$option -D$option=ON >said 2>&1 || fail "$(cat said)"
    ! cmake --build build-$option >said 2>&1 || fail "$option: was built"
    one_error said
    cmake -S . -B good-$option -D$option=ON -DEXCLUDE=ON >said 2>&1 || fail "$(cat said)"
    cmake --build good-$option >said 2>&1 || fail "$(cat said)"
    good-$option/app
done

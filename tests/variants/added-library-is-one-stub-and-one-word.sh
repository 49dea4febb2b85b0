# A stub in stubs/ and its name in stubs/meson.build add a library to the archive, the shared
# library, the header, the stand-ins, -l names, the command, its completions and the CMake build.
need meson cmake
options=
if is_brief; then # the command and its stand-ins take most of the time
    unset TOOL
    options=-Dtool=disabled
fi

mkdir tree
for part in NEWS.md meson.build meson.options gen stubs include src packaging LICENSE LICENSES; do
    cp -R "$SOURCE/$part" tree/
done
cp "$SOURCE/docs/examples/stub-outside/cufft.toml" tree/stubs/
echo '[symbols.versions]
FFT_2 = ["cufftPlan1d"]
FFT_1 = ["cufftPlan1d", "cufftDestroy"]' >>tree/stubs/cufft.toml
# In place of ours, with one of the other libraries, and for this machine, because the rest is built alike.
cat >tree/stubs/gone.toml <<'END'
name = "gone"
title = "Gone"
headers = { "gone.h" = "always" }
sonames = ["libgone.so.99"]

[absent.returns]
int = "-1"

[absent.answers]
gone_is_on = "0"

[functions]
always = """
int gone_is_on(void);
int gone_get(void);
"""
END
sed -i "s/^libraries = \[/&'cufft', 'gone', /
    /^more_libraries = \[/,/^\]/c more_libraries = ['nvvm']" tree/stubs/meson.build
sed -i 's/-linux-gnu-gcc/-of-no-other-machine/' tree/src/standin/template/meson.build
chmod -R a-w tree # the build does not write there
trap 'chmod -R u+w "$stage/tree"; rm -rf "$stage"' EXIT

{ CC=$CC meson setup build tree --buildtype=plain $options --prefix=/usr -Dlibdir=lib &&
    meson compile -C build && meson install -C build --no-rebuild --destdir "$stage/away"; } \
    >build.log 2>&1 || fail "$(tail -n 30 build.log)"
lib=away/usr/lib

says away/usr/include/lazynccl.h '^lazynccl_library \*lazynccl_cufft\(void\);$'
[ -z "${TOOL-}" ] || away/usr/bin/lazynccl stand-in cufft gone -o stand-ins >/dev/null
for file in $lib/liblazynccl.a "-D $lib/liblazynccl.so.0" \
    ${TOOL:+"-D stand-ins/libcufft.so.11" "-D stand-ins/libcufft.so.12"}; do
    nm $file >names 2>/dev/null
    says names ' T cufftPlan1d'
done
[ -L $lib/lazynccl/link/libcufft.a ] || fail "-lcufft does not link the archive"

with_libc >version.c <<'END'
#include <lazynccl.h>
int main(void)
{
    lazynccl_load(lazynccl_cufft());
    printf("%d\n", lazynccl_version(lazynccl_cufft()));
}
END
echo 'int cufftGetVersion(int *version) { *version = 12001; return 0; }' >cufft.c
$CC -shared -fPIC cufft.c -Wl,-soname,libcufft.so.12 -o libcufft.so.12
$CC -Wall -Werror version.c -Iaway/usr/include $lib/liblazynccl.a -ldl -o version
equal "$(LAZYNCCL_LIBPATH=$stage ./version)" 120001

# A stand-in exports each version in the stub, and leads to the same version in the real file. A
# program that is linked with the archive gets the first version that the file has.
cat >cufft.c <<'END'
int cufftGetVersion(int *version) { *version = 12001; return 0; }
int cufftDestroy(int plan) { return 3; }
int plan_1(void) { return 1; }
int plan_2(void) { return 2; }
__asm__(".symver plan_1,cufftPlan1d@FFT_1\n.symver plan_2,cufftPlan1d@@FFT_2");
END
echo 'FFT_1 { global: cufftPlan1d; cufftDestroy; local: plan*; };
FFT_2 { global: cufftPlan1d; };' >map
mkdir real
$CC -w -shared -fPIC cufft.c -Wl,-soname,libcufft.so.12 -Wl,--version-script=map -o real/libcufft.so.12
if [ -n "${TOOL-}" ]; then
    readelf --dyn-syms -W stand-ins/libcufft.so.12 | awk '{ print $8 }' >names
    says names '^cufftPlan1d@@FFT_2$'
    says names '^cufftPlan1d@FFT_1$'
    says names '^cufftDestroy@@FFT_1$'
    says names '^cufftGetVersion$'
fi
with_libc >plan.c <<'END'
int cufftPlan1d(void), cufftDestroy(int), cufftGetVersion(int *);
#ifdef OLD
__asm__(".symver cufftPlan1d,cufftPlan1d@FFT_1");
#endif
int main(void)
{
    int version = 0;
    printf("%d %d %d", cufftPlan1d(), cufftDestroy(0), cufftGetVersion(&version));
    printf(" %d\n", version);
}
END
for old in '' -DOLD; do
    [ -n "${TOOL-}" ] || continue
    $CC -w $old plan.c real/libcufft.so.12 -o linked
    LD_LIBRARY_PATH=$stage/real ./linked >expected
    LD_LIBRARY_PATH=$stage/stand-ins LAZYNCCL_LIBPATH=$stage/real ./linked >got
    diff expected got || fail "the stand-in prints something else with '$old'"
done
[ -z "${TOOL-}" ] || equal "$(cat got)" '1 3 0 12001'
$CC -w plan.c $lib/liblazynccl.a -ldl -o plan
equal "$(LAZYNCCL_LIBPATH=$stage/real ./plan)" '2 3 0 12001'

# An answer stands only for a library that is not installed, in the archive, in the shared library and in
# the stand-in.
with_libc >gone.c <<'END'
int gone_is_on(void), gone_get(void);
int main(int count, char **words)
{
    printf("%d ", gone_get());
    fflush(stdout);
    printf("%d\n", count > 1 ? 5 : gone_is_on());
}
END
$CC gone.c $lib/liblazynccl.a -ldl -o gone-archive
$CC gone.c -L$lib -l:liblazynccl.so.0 -Wl,-rpath,"$stage/$lib" -o gone-shared
[ -z "${TOOL-}" ] || $CC gone.c stand-ins/libgone.so.99 -Wl,-rpath,"$stage/stand-ins" -o gone-stand-in
mkdir broken
: >broken/libgone.so.99
search=$LAZYNCCL_SEARCH
unset LAZYNCCL_SEARCH # which leaves ld.so out
ulimit -c 0
for program in gone-archive gone-shared ${TOOL:+gone-stand-in}; do
    equal "$program: $(./$program)" "$program: -1 0"
    for way in "LD_LIBRARY_PATH=$stage/broken" "LAZYNCCL_LIBPATH=$stage/broken" \
        "LAZYNCCL_LIBPATH=gone=$stage/none.so" LAZYNCCL_SEARCH=env; do
        # ld.so would take the broken file in place of the stand-in
        case $program$way in gone-stand-inLD_*) continue ;; esac
        status=0
        env "$way" ./$program >out 2>err || status=$?
        equal "$program $way: $status $(cat out)" "$program $way: 134 -1 "
        says err '^lazynccl: gone_is_on: Gone cannot be used: '
        equal "$(env "$way" ./$program errors)" '-1 5'
    done
done
export LAZYNCCL_SEARCH="$search"
cmake -S tree/packaging -B cmake -DCMAKE_C_COMPILER="${CC%% *}" >cmake.log 2>&1 &&
    cmake --build cmake >>cmake.log 2>&1 || fail "$(cat cmake.log)"
for name in cufft nccl nvrtc nvjitlink; do
    says "$(find cmake -name lazynccl.h)" "lazynccl_$name\(void\)"
done

[ -n "${TOOL-}" ] || exit 0
LAZYNCCL_LIBPATH=$stage away/usr/bin/lazynccl find >found || [ $? = 1 ]
says found '^cufft +'
says found "^ +lazynccl +. +env +$stage"
says "$(find away -path '*bash-completion*/lazynccl')" 'nvrtc nvjitlink.*cufft|cufft gone nccl nvrtc'
tr -d ' \n' <"$(find away -name lazynccl.schema.json)" >schema
says schema '"cufft","gone","nccl"'

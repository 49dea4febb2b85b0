# On Windows, an answer stands only if no location has a DLL of that name. For a DLL that is broken, that
# needs another one, or that lacks the function, the call prints the reason and aborts. An error stands
# for each of these.

stub_of toy '[absent.returns]' 'int = "-1"' \
    '[absent.answers]' 'toy_is_on = "0"' 'toy_may = "-5"' <<'END'
int toy_is_on(void);
int toy_may(void);
int toy_get(void);
END
sed -i 's/^sonames/windows = { "toy.dll" = 0 }\noptional = ["toy_may"]\n&/' toy.toml
cat >main.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int toy_is_on(void), toy_may(void), toy_get(void);
int main(int count, char **words)
{
    printf("%d ", toy_get());
    fflush(stdout);
    printf("%d ", toy_may());
    fflush(stdout);
    printf("%d\n", count > 1 && words[1][0] == 'e' ? -1 : toy_is_on());
    return 0;
}
C
vendored "$stage/toy.toml"
links gcc main.c program.exe -O2 -Wall
echo '__declspec(dllexport) int toy_is_on(void) { return 1; }' >on.c
echo '__declspec(dllexport) int toy_may(void) { return 2; }
__declspec(dllexport) int toy_get(void) { return 3; }' >others.c
echo '__declspec(dllexport) int needed(void) { return 0; }' >needed.c
dll() { $mingw-gcc -shared -static-libgcc "$@"; }
mkdir good lacking needing broken
dll on.c others.c -o good/toy.dll
dll on.c -Dtoy_is_on=toy_get -o lacking/toy.dll
dll needed.c -o needed.dll -Wl,--out-implib,libneeded.a
echo 'int needed(void); __declspec(dllexport) int toy_other(void) { return needed(); }' >needs.c
dll on.c others.c needs.c -L. -lneeded -o needing/toy.dll
rm needed.dll
echo broken >broken/toy.dll

answers '-1 -5 0' program.exe
answers '-1 -5 0' LAZYTOY_LIBPATH="$(windows "$stage/good")\\none" program.exe
answers '3 2 1' LAZYTOY_LIBPATH="$(windows "$stage/good")" program.exe
# fails FOLDER PRINTED REASON: the program prints this, and ends with the reason.
fails()
{
    in_wine LAZYTOY_LIBPATH="$(windows "$stage/$1")" program.exe >said
    says said "^$2"
    says said "lazytoy: $3"
    says said '^status [1-9]'
}
for folder in broken needing; do
    fails $folder '-1 lazytoy: toy_may' 'toy_may: Lib\.toy cannot be used: Z:.*toy\.dll: '
done
fails lacking '1 -5 ' 'toy_is_on: .*toy\.dll: it lacks this function'

# Beside the program, where Windows looks itself
for folder in broken needing; do
    cp $folder/toy.dll .
    in_wine program.exe >said
    says said '^-1 lazytoy: toy_may: Lib\.toy cannot be used: toy\.dll: '
    rm toy.dll
done
cp good/toy.dll .
answers '3 2 1' program.exe

# A file's exported and undefined symbols, with version nodes, agree with nm: for libraries with and
# without versions, programs, and files without section headers.
need nm

# agrees FILE [NAMED]: with nm's output for FILE, or for NAMED.
agrees()
{
    nm -D "${2-$1}" | awk '$(NF - 1) != "A" {
        print (NF == 3 ? "exports " : "demands ") $NF }' | sed 's/@@/@/' | LC_ALL=C sort >expected
    "$TOOL" symbols --json "$1" >said
    in_json said 'for key, word in {"symbols": "exports", "demands": "demands"}.items():
    names = [symbol["name"] for symbol in said[key]]
    assert names == sorted(names), names
    for symbol in said[key]:
        print(word, "@".join(filter(None, (symbol["name"], symbol["version"]))))' |
        LC_ALL=C sort >got
    equal "$(cat got)" "$(cat expected)"
}

cat >a.c <<'END'
#include <stdio.h>
int plain(void) { return puts("plain"); }
__attribute__((weak)) int weak(void) { return 2; }
__attribute__((visibility("hidden"))) int hidden(void) { return 3; }
__attribute__((visibility("protected"))) int protected(void) { return 4; }
static int local(void) { return 5; }
static int (*choose(void))(void) { return local; }
int chosen(void) __attribute__((ifunc("choose")));
int data = 6, empty[9];
__thread int thread = 7;
extern int missing(void), maybe(void) __attribute__((weak));
int call(void) { return missing() + (maybe ? maybe() : fprintf(stderr, "no")); }
int old_both(void) { return 8; }
int new_both(void) { return 9; }
#ifdef VERSIONED
__asm__(".symver old_both, both@V_1");
__asm__(".symver new_both, both@@V_2");
#endif
END
echo 'V_1 { global: both; plain; local: old_both; new_both; }; V_2 { global: both; weak; } V_1;' >map
echo 'int main(void) { return 0; }' >main.c

$CC -fPIC -shared -o plain.so a.c
$CC -fPIC -shared -DVERSIONED -Wl,--version-script=map -Wl,--hash-style=sysv -o versioned.so a.c
$CC -o program main.c
$CC -rdynamic -o exporting main.c
for file in plain.so versioned.so program exporting; do
    agrees ./$file
    [ "$(wc -l <got)" -gt 1 ] || fail "no symbols in $file"
    cp $file bare
    # e_shoff, e_shnum, e_shstrndx
    dd if=/dev/zero of=bare bs=1 seek=40 count=8 conv=notrunc status=none
    dd if=/dev/zero of=bare bs=1 seek=60 count=4 conv=notrunc status=none
    agrees ./bare ./$file
done
agrees ./versioned.so
says got '^exports both@V_1$'
says got '^exports both@V_2$'
says_not got 'hidden'
"$TOOL" symbols ./versioned.so >said
says said '^  global  both@V_1$'
says said '^  global  both@@V_2$'
says said '^  weak    weak@@V_2$'
says said '^exports  '"$(grep -c '^exports' got)"'$'

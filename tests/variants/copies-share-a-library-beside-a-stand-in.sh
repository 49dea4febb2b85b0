# In one process, a small copy, a full copy, and a program that is linked with a stand-in reach the
# same library, in any order. load() and freeze() of one copy do not concern the others.
. "$SOURCE/tests/variants/toy.sh"
need_tool

library real/libtoy.so.1 'static int calls;
int toy_count(void) { return ++calls; }'
"$TOOL" stand-in real/libtoy.so.1 -o lazy >said || fail "$(cat said)"
for search in small full; do
    toy_copy $search 'int toy_count(void);'
    cat >module.c <<C
#include "$search/lazynccl.h"
int toy_count(void);
int use(void) { return toy_count(); }
int load(void) { return ${search}_load(${search}_toy()); }
int freeze(void) { ${search}_freeze(); return 0; }
C
    $CC -shared -fPIC module.c $search/lazynccl.c -o $search.so -ldl -lpthread
done
library standin.so 'int toy_count(void); int use(void) { return toy_count(); }' real/libtoy.so.1
compile host -ldl <<'C'
int main(int count, char **words)
{
    for (int i = 1; i + 1 < count; i += 2) {
        void *module = dlopen(words[i], RTLD_NOW | RTLD_LOCAL);
        int (*function)(void) = module ? (int (*)(void))dlsym(module, words[i + 1]) : NULL;
        printf("%d ", function ? function() : -100);
    }
    puts("");
}
C

# calls RESULTS WORDS...: checks what `MODULE FUNCTION...` return.
calls()
{
    expected=$1
    shift
    equal "$(LD_LIBRARY_PATH=$stage/lazy LAZYNCCL_LIBPATH=$stage/real FULL_LIBPATH=$stage/real \
        FULL_SEARCH=loaded,env timeout 60 ./host "$@")" "$expected"
}
s=./small.so f=./full.so t=./standin.so
for order in "$s $f $t" "$s $t $f" "$f $s $t" "$f $t $s" "$t $s $f" "$t $f $s"; do
    set -- $order
    calls '1 2 3 4 ' $1 use $2 use $3 use $1 use
done
for one in $s $f; do
    for other in $s $f; do
        [ $one != $other ] || continue
        calls '0 0 1 -7 2 ' $one load $other freeze $one use $other use $t use
        calls '0 -1 -7 1 2 ' $one freeze $one load $one use $other use $t use
        calls '0 0 1 2 0 3 ' $one load $one freeze $one use $other use $other load $t use
    done
done

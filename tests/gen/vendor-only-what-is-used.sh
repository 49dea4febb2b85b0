# --only takes functions by name, or those that objects and archives need. If the library lacks a
# name, or an object needs a variable, `vendor` fails with a line for each.
need nm

for i in 1 2 3 4 5; do echo "int toy$i(void) { return $i; }"; done >toy.c
echo 'int toy_data = 7; __thread int toy_thread;' >>toy.c
$CC -shared -fPIC -Wl,-soname,libtoy.so.1 toy.c -o libtoy.so.1
echo 'int toy1(void), b(void), puts(const char *);' >a.c
echo 'int main(void) { puts(""); return toy1() + b() - 6; }' >>a.c
echo 'int toy2(void); int toy3(void) { return 3; } int b(void) { return toy2() + toy3(); }' >b.c
echo 'int toy5(void); extern int toy_data; int c(void) { return toy5() + toy_data; }' >c.c
$CC -fPIC -c a.c b.c c.c
ar rcs libb.a b.o

# vendor LIST: prints the functions that are written for this list
vendor()
{
    rm -rf made
    "$PYTHON" "$SOURCE/gen" vendor libtoy.so.1 --only "$1" -o made >said 2>&1 || return
    sed -En 's/^ *".*what toy, [0-9]+, ([a-z0-9]+).*/\1/p' made/lazynccl.c | tr '\n' ' '
}
equal "$(vendor toy4,toy2)" 'toy2 toy4 '
vendor a.o,libb.a >names
equal "$(cat names)" 'toy1 toy2 '
says made/lazynccl.c 'vendor libtoy.so.1 --only a.o --only libb.a`\. Do not edit'
$CC a.o libb.a made/lazynccl.c -o program -ldl
LD_LIBRARY_PATH=$PWD ./program || fail "$?"
equal "$(vendor toy4,./b.o)" 'toy2 toy4 '

# refuses LIST PATTERN
refuses()
{
    ! vendor "$1" || fail "$1 was taken"
    equal "$(wc -l <said)" 1
    says said "$2"
    [ ! -e made ] || fail "there is $(ls made)"
}
refuses toy1,toy22 '^--only: toy22 is not a function of libtoy: toy2\?$'
refuses a.o,c.o '^c.o: toy_data is a variable of libtoy.so.1, which is lazy only with the headers: lazynccl describe '
refuses toy1,toy_thread '^--only: toy_thread is a thread-local variable of libtoy.so.1, which cannot be lazy: link the library$'
if can_link "$CXX" -xc++; then
    echo 'struct Base { virtual ~Base(); }; Base::~Base() {}' | $CXX -shared -fPIC -xc++ - -o libraise.so
    echo 'struct Base { virtual ~Base(); }; int main() { Base own; }' | $CXX -xc++ -c - -o vtable.o
    ! "$PYTHON" "$SOURCE/gen" vendor libraise.so --only vtable.o -o made 2>said || fail "a vtable was taken"
    says said '^vtable.o: _ZTV4Base is a variable of libraise.so, which cannot be lazy: link the library$'
fi
refuses none.o '^nm: .*none.o.*'
refuses toy.c '^nm: .*toy.c'
echo 'int d;' | $CC -xc -c - -o d.o
refuses d.o '^--only: no function of libtoy is used: do not vendor libtoy$'
NM=none
export NM
refuses a.o '^none: No such file or directory: --only needs it to read objects; install binutils or set NM$'

# With a stub, the functions that the search needs are added; aliases only if one is asked for.
"$PYTHON" "$SOURCE/gen" vendor nccl nvjitlink --only ncclAllReduce,__nvJitLinkCreate_12_4 -o both
$CC -Wall -Wextra -Werror -c both/lazynccl.c -o both.o
nm -g --defined-only both.o | sed -En 's/^.* T _*([a-zA-Z]+)(_.*)?/\1/p' | grep -v lazynccl | sort -u >names
equal "$(tr '\n' ' ' <names)" "ncclAllReduce ncclGetVersion nvJitLinkAddData nvJitLinkCreate \
nvJitLinkVersion "
"$PYTHON" "$SOURCE/gen" vendor nccl --only pncclAllReduce -o alias
grep -q 'nccl, 1, pncclAllReduce' alias/lazynccl.c || fail "lacks an alias that is asked for"

# 8,193 functions
"$PYTHON" -c 'for i in range(8193): print(f"int many_{i}(void) {{ return {i}; }}")' >many.c
$CC -shared -fPIC many.c -o libmany.so
"$PYTHON" "$SOURCE/gen" vendor libmany.so -o many >said
echo 'int main(void) { int many_0(void), many_4096(void), many_8192(void);
    return many_8192() != 8192 || many_4096() - many_0() != 4096; }' >all.c
$CC all.c many/lazynccl.c -o all -ldl
LD_LIBRARY_PATH=$PWD ./all

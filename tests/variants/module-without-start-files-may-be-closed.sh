# A module that is linked with -nostartfiles can contain a copy. A fork after dlclose() of the module
# calls no function of the copy.
library libother.so.1 'int other(void) { return 41; }'
"$PYTHON" "$SOURCE/gen" vendor ./libother.so.1 -o small
echo 'int other(void);' | stub_of other
"$PYTHON" "$SOURCE/gen" vendor other.toml --search full -o full
echo 'int other(void); int more(void) { return other() + 1; }' >module.c
compile program -ldl <<'C'
int main(void)
{
    int status = 1;
    void *module = dlopen("./module.so", RTLD_NOW);
    int (*more)(void) = module ? (int (*)(void))dlsym(module, "more") : NULL;
    if (!more || more() != 42 || dlclose(module) != 0)
        return puts(dlerror()), 2;
    if (dlopen("./module.so", RTLD_NOW | RTLD_NOLOAD))
        return puts("the module is still there"), 3;
    if (fork() == 0)
        _exit(0);
    return wait(&status) < 0 || status != 0;
}
C
for copy in $(each_of small full); do
    for option in '' -nostartfiles; do
        $CC -shared -fPIC $option -w module.c $copy/lazynccl.c -o module.so -ldl
        LD_LIBRARY_PATH=$stage LAZYOTHER_LIBPATH=$stage ./program || fail "$copy $option: status $?"
    done
done

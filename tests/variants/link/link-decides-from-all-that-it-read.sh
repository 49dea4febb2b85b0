# A decision in the cache is used only for a file of which the wrapper would ask the same: other copies of
# variables, or a file that was not there, make another decision. What it says names no other program.
export LAZY_LIBS=toy LAZY_VERBOSE=1

toy toy 'int level = 7; int toy(void) { return level; }'
with_libc >main.c <<'END'
#ifdef OWN
int level = 3;
#else
extern int level;
#endif
int toy(void);
int main(void)
{
#ifdef MOVE
    if (chdir("/"))
        return 77;
#endif
    return toy() - level;
}
END
refuses 'uses its variable level: ' $CC -fno-pie -no-pie main.c -Llib -ltoy
lazily $CC -fno-pie -no-pie -DOWN main.c -Llib -ltoy -o first
refuses 'uses its variable level: ' $CC -fno-pie -no-pie main.c -Llib -ltoy
for name in first second; do
    lazily $CC -DOWN -DMOVE main.c -Llib -ltoy -o $name 2>said
    equal "$(cat said)" "lazynccl link: $name: libtoy.so.1 opens at the start: the program imports chdir"
done

# A file that was not there
toy toy 'int toy(void) { return 0; }'
toy inner 'int inner(void) { return 0; }'
echo 'int inner(void); int outer(void) { return inner(); }' >outer.c
toy outer -Llib -linner -Wl,-rpath,'$ORIGIN/new:$ORIGIN'
echo 'int toy(void), outer(void); int main(void) { return toy() + outer(); }' >both.c
link_both()
{
    lazily $CC both.c -Llib -ltoy -louter -Wl,--allow-shlib-undefined -o program 2>said
}
link_both
says said 'opens at the first call: '
library lib/new/libinner.so.1 'int chdir(); int inner(void) { return chdir("/"); }'
link_both
says said 'opens at the start: libinner.so.1 imports chdir'

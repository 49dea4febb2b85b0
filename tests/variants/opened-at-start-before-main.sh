# With open = "start", one constructor of priority 101 opens the libraries of a copy in the order in which they are
# given. An earlier constructor may call one, which then opens earlier. Settings in main() are too late.
. "$SOURCE/tests/variants/toy.sh"

for name in toy duck; do
    with_libc >$name.c <<C
__attribute__((constructor)) static void start(void) { if (write(1, "$name ", ${#name} + 1)) return; }
int ${name}_where(void) { return 1; }
C
    mkdir -p $name
    $CC -shared -fPIC -Wl,-soname,lib$name.so.1 $name.c -o $name/lib$name.so.1
done
mkdir other
cp toy/libtoy.so.1 other
export FULL_LIBPATH="$stage/toy:$stage/duck"

with_libc >main.c <<'C'
#include "lazynccl.h"
int toy_where(void), DUCK(void);
static void say(const char *text) { if (write(1, text, strlen(text)) < 0) _exit(1); }
#ifdef EARLIER
__attribute__((constructor(101))) static void earlier(void) { EARLIER; say("earlier "); }
#endif
__attribute__((constructor)) static void construct(void) { say("constructor "); }
int main(void)
{
    int settings = 0;
    say("main ");
    errno = 77;
#ifdef SETTINGS
    settings = PREFIX(set_path)(PREFIX(toy)(), "/") + PREFIX(set_handle)(PREFIX(toy)(), NULL) +
               PREFIX(require)(PREFIX(toy)(), 10000);
#endif
#ifndef THAWED
    PREFIX(freeze)();
#endif
    printf("%d %d %d %d\n", toy_where(), DUCK(), settings, errno);
}
C
duck=duck_where
# built OPTION...: makes the program from main.c and the copy of $search.
built()
{
    $CC "-DPREFIX(name)=${search}_##name" -DDUCK=$duck -Iearly main.c "$@" -o program -ldl -lpthread
}
(
    export LD_LIBRARY_PATH="$FULL_LIBPATH" FULL_SEARCH=loaded,env
    for search in small full; do
        toy_copy $search 'int toy_where(void);'
        sed 's/toy/duck/g' $search.toml >duck.toml
        "$PYTHON" "$SOURCE/gen" vendor duck.toml $search.toml --search $(toy_search $search) --open start -o early
        $CC -c early/lazynccl.c -o copy.o
        built copy.o -Wl,--gc-sections
        equal "$(./program)" 'duck toy constructor main 1 1 0 77'
        built copy.o '-DEARLIER=toy_where()'
        equal "$(./program)" 'toy earlier duck constructor main 1 1 0 77'
        readelf -p .note.dlopen program >note
        says note 'libtoy.so.1.*opened at startup.*"priority":"recommended"'
        if can_link $CC -static; then # glibc opens a library only with the glibc of the link
            built copy.o -static 2>messages
            (unset LD_LIBRARY_PATH && FULL_LIBPATH=/nowhere ./program) >said
            equal "$(cat said)" 'constructor main -7 -7 0 77'
        fi
        if [ $search = small ]; then
            built -O2 -flto early/lazynccl.c # has its own order of constructors
            equal "$(./program)" 'duck toy constructor main 1 1 0 77'
        fi
    done

    # The key is that of one library.
    sed 's/toy/duck/g; s/^sonames/open = "start"\n&/' small.toml >duck.toml
    "$PYTHON" "$SOURCE/gen" vendor small.toml duck.toml --search soname -o early
    says early/lazynccl.h 'at the first call or before main\(\)'
    search=small
    built -DTHAWED early/lazynccl.c
    equal "$(./program)" 'duck constructor main toy 1 1 0 77'
)

# Settings
export FULL_SEARCH=api,loaded,env
for kind in api,env,loaded,soname full; do
    "$PYTHON" "$SOURCE/gen" vendor full.toml --search $kind --open start -o early
    search=full duck=toy_where
    $CC -c early/lazynccl.c -o copy.o
    built -DSETTINGS copy.o
    equal "$(./program)" 'toy constructor main 1 1 -3 77'
    built copy.o "-DEARLIER=full_set_path(full_toy(), \"$stage/other/libtoy.so.1\")"
    FULL_DEBUG=1 ./program >said 2>messages
    equal "$(cat said)" 'earlier toy constructor main 1 1 0 77'
    says messages "full: toy: api  .*$stage/other/libtoy.so.1: taken"
    FULL_DEBUG=1 ./program 2>&1 | tr '\n' ' ' >said
    says said 'taken constructor main'
done

# A stub that is built into the archive.
fake_library nccl 2.28.9 lib
sed 's/^title/open = "start"\n&/' "$SOURCE/stubs/nccl.toml" >nccl.toml
"$PYTHON" "$SOURCE/gen" render nccl.toml -o made
compile nccl "-DSTAGE=\"$stage\"" -I"$SOURCE/src" -I"$BUILD/include" made/nccl.c made/nccl.S \
    "$ARCHIVE" -ldl <<'C'
int ncclGetVersion(int *);
int main(void)
{
    int version = -1;
    return chdir("/") != 0 || rename(STAGE "/lib", STAGE "/gone") != 0 || ncclGetVersion(&version) != 0 ||
           version != 22809;
}
C
LAZYNCCL_LIBPATH=$stage/lib ./nccl || fail "the archive opened the library in main()"

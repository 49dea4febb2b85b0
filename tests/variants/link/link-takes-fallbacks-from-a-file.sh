# NAME.toml in a folder of LAZY_FALLBACKS has the fallback values of the library -lNAME, by name, by pattern or by
# a function of the program, and says which are answers. A stub that `describe` wrote works as well.

toy toy - <<'END'
struct toy { int number; };
int is_toy(void) { return 1; }
int toy_get(void) { return 2; }
void *toy_open(void) { return 0; }
struct toy *toy_version(void) { static struct toy it = {3}; return &it; }
double toy_half(double x) { return x / 2; }
END
with_libc >main.c <<'END'
struct toy { int number; };
int is_toy(void), toy_get(void);
void *toy_open(void);
struct toy *toy_version(void);
double toy_half(double x);
struct toy *own_version(void) { static struct toy own = {30}; return &own; }
int main(void)
{
    errno = 0;
    printf("%d ", is_toy());
    printf("%d ", toy_get());
    printf("%s ", errno == ENOTSUP ? "ENOTSUP" : "no errno");
    printf("%s %d\n", toy_open() ? "open" : "NULL", toy_version()->number);
    fflush(stdout);
    toy_half(1);
}
END
mkdir site own
cat >site/toy.toml <<'END'
priority = "suggested"

[absent.names]
"?s_*" = "0"
"toy_g*" = "-1, ENOTSUP"

[absent.functions]
toy_open = "NULL"
toy_version = "call own_version"
END
export LAZY_LIBS=toy LAZY_FALLBACKS="$PWD/own:$PWD/site"
for time in first cached; do
    lazily $CC -Wall -Werror main.c -Llib -ltoy -o program 2>said
    # A file of 0.2, which knows no answers
    equal "$(cat said)" "lazynccl link: program: $PWD/site/toy.toml: 0 of is_toy counts as an answer, which stands only for a \
library that is not installed: write it to [absent.answers], or add an empty table if it is an error"
done
LD_LIBRARY_PATH=$stage/lib ./program
exits 134 ./program >out 2>err
equal "$(cat out)" '0 -1 ENOTSUP NULL 30'
says err '^lazylink: toy_half: libtoy.so.1: cannot open shared object file'
shows '"priority":"suggested"' readelf -p .note.dlopen program

# With the table, the file decides; patterns are tried after [absent.functions].
for table in '[absent.answers]' '[absent.answers]
"is_*" = "0"' '[absent.answers]
is_toy = "-7, EIO"
toy_get = "4"'; do
    printf '%s\n' "$table" >own/toy.toml
    sed 1,2d site/toy.toml | sed 's/^toy_open.*/&\ntoy_get = "-1, ENOTSUP"/' >>own/toy.toml
    LAZY_VERBOSE=1 lazily $CC main.c -Llib -ltoy -o program 2>said
    says_not said 'counts as an answer'
    case $table in
    *is_toy* | *is_\**) says said 'opens at the start: the fallback value of is_toy is an answer$' ;;
    *) says said 'opens at the first call: the program calls nothing' ;;
    esac
    value=0
    case $table in *EIO*) value=-7 ;; esac
    ./program >out 2>err || :
    equal "$(cat out)" "$value -1 ENOTSUP NULL 30"
done

# What is wrong in a file ends the link.
bad()
{
    printf '%b' "$2" >own/toy.toml
    refuses "own/toy.toml$1" $CC main.c -Llib -ltoy
}
bad ':2: is_toy must be an integer, as "-1" or "-1, ENOSYS", or "NULL"$' '[absent.answers]\nis_toy = "stop"\n'
bad ':2: is_toy must be an integer' '[absent.answers]\nis_toy = "reason"\n'
bad ':2: is_toy must be an integer' '[absent.answers]\nis_toy = "call own_version"\n'
bad ':2: is_toy must be an integer' '[absent.answers]\nis_toy = 0\n'
bad ': \[absent.answers\]: is_toi is not a function of libtoy.so.1$' '[absent.answers]\nis_toi = "0"\n'
bad ':1: absent_secure must be answer or stop$' 'absent_secure = "go"\n'
bad ':1: absent.answer needs \[functions\]: without them there are .*absent_secure.*\[absent.answers\]$' \
    '[absent.answer]\nis_toy = "0"\n'

# A stub, which has types. The first folder with the file applies.
cd own
stub_of toy '[absent.returns]' 'int = "-3, EIO"' 'double = "-5"' \
    '[absent.names]' '"toy_[ov]*" = "NULL"' '[absent.answers]' 'is_toy = "-3"' <<'END'
int is_toy(void);
int toy_get(void);
int toy_unused(void);
void *toy_open(void);
double toy_half(double);
toy_version;
END
cd ..
sed -i 's/toy_version()->number/toy_version() == NULL/; s/^    toy_half(1);/    printf("%g\\n", toy_half(1));/' main.c
LAZY_VERBOSE=1 lazily $CC -Wall -Werror main.c -Llib -ltoy -o program 2>said
says said 'opens at the start: the fallback value of is_toy is an answer$'
equal "$(./program)" '-3 -3 no errno NULL 1
-5'
mkdir broken
: >broken/libtoy.so.1
exits 127 env LD_LIBRARY_PATH=broken ./program >out 2>err
equal "$(cat out)" ''
says err '^lazylink: is_toy: .*libtoy.so.1: file too short$'
sed -i 's/-3, EIO/-3, ENOTSUP/' own/toy.toml
lazily $CC -Wall -Werror main.c -Llib -ltoy -o program
equal "$(./program)" '-3 -3 ENOTSUP NULL 1
-5'

# Two stubs with the same type, which is defined once
for name in red blue; do
    toy $name "int ${name}_get(void) { return 0; }"
    echo "colorResult ${name}_get(void);" |
        stub_of $name '[types.enums]' 'colorResult = { COLOR_OK = 0, COLOR_FAILED = 5 }' \
            '[absent.returns]' 'colorResult = "COLOR_FAILED"'
    mv $name.toml own
done
echo 'int red_get(void), blue_get(void); int main(void) { return red_get() + blue_get() != 10; }' >colors.c
LAZY_LIBS=red,blue lazily $CC colors.c -Llib -lred -lblue -o program
./program

# The same values in a copy that `vendor` writes.
"$PYTHON" "$SOURCE/gen" vendor own/toy.toml -o copy
printf '#include <errno.h>\nint toy_get(void); int main(void) { return toy_get() != -3 || errno != ENOTSUP; }\n' >few.c
$CC -Wall -Wextra -Werror few.c copy/lazynccl.c -o few -ldl
./few

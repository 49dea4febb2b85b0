# `link --check PROGRAM...` lists programs that need a library of LAZY_LIBS, which the wrapper would
# have made lazy, and names in LAZY_LIBS that no program uses. Both end with 1.
export LAZY_LIBS=one,two

for name in one two; do
    toy $name "int $name(void) { return 0; }"
done
echo 'int one(void), two(void); int main(void) { return one() + two(); }' >main.c
lazily $CC main.c -Llib -lone -ltwo -o lazy
$CC main.c -Llib -lone -ltwo -o direct

# checks STATUS PROGRAM...
checks()
{
    expected=$1
    shift
    exits "$expected" "$PYTHON" "$SOURCE/gen" link --check "$@" >said 2>&1
}
checks 0 lazy
equal "$(cat said)" ''
checks 1 lazy direct
why="it was not linked through lazynccl's linker"
equal "$(cat said)" "lazynccl link: direct: needs libone.so.1: $why
lazynccl link: direct: needs libtwo.so.1: $why"
LAZY_LIBS=one,three checks 1 lazy
equal "$(cat said)" 'lazynccl link: LAZY_LIBS: no program uses three'
checks 1 lazy main.c
equal "$(cat said)" 'lazynccl link: main.c: not a program or shared library'
checks 1 lazy nowhere
equal "$(cat said)" 'lazynccl link: nowhere: No such file or directory'
LAZY_LIBS='' checks 1 lazy
says said 'LAZY_LIBS is empty: set it as in the build$'
# Compilers that do not run the wrapper: what the document says for them makes the libraries lazy.
if can_link clang -fuse-ld=lld; then
    clang -B"$wrapper" --ld-path="$(command -v ld.lld)" main.c -Llib -lone -ltwo -o program
    checks 1 program
    lazily clang -fuse-ld=lld main.c -Llib -lone -ltwo -o program
    checks 0 program
fi

echo '#[link(name = "one")] extern "C" { fn one() -> i32; }
fn main() { std::process::exit(unsafe { one() }) }' >main.rs
LAZY_LIBS=one
if rustc -C link-arg=-Llib main.rs -o program 2>/dev/null; then
    checks 1 program
    for option in link-arg=-fuse-ld=bfd linker-features=-lld; do
        COMPILER_PATH=$wrapper rustc -C link-arg=-Llib -C $option main.rs -o program 2>said ||
            { says said 'linker-features|unstable' && continue; } # Rust before 1.90 has no linker of its own
        checks 0 program
        LD_LIBRARY_PATH=$PWD/lib ./program
    done
fi

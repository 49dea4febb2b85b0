# vendor --rust writes a crate, which docs/examples/generated-rust uses without a network: calls reach
# the library, also with structs by value and callbacks, and without it return its error codes.
# Functions with types of unknown size are named. The generator's --check knows the crate.
. "$SOURCE/tests/variants/generated.sh"
need cargo
export CARGO_NET_OFFLINE=true CARGO_TARGET_DIR="$stage/target"
example=examples/generated-rust
"$PYTHON" "$pyz" vendor nccl --rust -o $example/lazynccl
equal "$(ls $example/lazynccl | tr '\n' ' ')" "Cargo.toml build.rs lazynccl.c lazynccl.h lib.rs "
"$PYTHON" "$pyz" vendor --check $example/lazynccl >said || fail "$(cat said)"

# builds FOLDER
builds()
{
    (cd "$1" && RUSTFLAGS=-Dwarnings cargo build --quiet) >cargo.log 2>&1 || fail "$(cat cargo.log)"
}
builds $example
app=target/debug/app
readelf -d $app >needed
says_not needed 'libnccl'
equal "$(LAZYNCCL_LIBPATH=$FAKE $app)" "NCCL 22809, ncclCommShrink true"
if [ -e "$SITE/nvidia/nccl" ]; then
    equal "$(LAZYNCCL_LIBPATH=$SITE/nvidia/nccl/lib $app)" "NCCL 22809, ncclCommShrink true"
fi
! $app >said || fail "$(cat said)"
says said '^without NCCL: NCCL cannot be used: no libnccl\.so\.2 in any search location'
says said '^NCCL cannot be used: no libnccl\.so\.2 in any search location'
first=$(stat -c %y target/debug/build/lazynccl-*/out/lazynccl.o)
builds $example
equal "$(stat -c %y target/debug/build/lazynccl-*/out/lazynccl.o)" "$first"

# Every kind of type, with a library of our own
cp "$SOURCE/tests/gen/golden-crate/kinds.toml" .
cat >kinds.c <<'END'
#include <stdarg.h>
#include <stdlib.h>
typedef struct { int first; char name[3]; double last; } kinds_pair;
int kinds_open(void **to, int (*call)(int)) { *to = malloc(1); return call(5) == 6 ? 0 : 7; }
kinds_pair kinds_swap(kinds_pair p, unsigned long long n) { p.first = (int)n; p.last = -p.last; p.name[1]++; return p; }
int kinds_run(int (*call)(void *, const char *const *), void *at) { const char *t[] = {"text", 0}; return call(at, t); }
int kinds_sum(int n, ...) { va_list v; int s = 0; va_start(v, n); while (n--) s += va_arg(v, int); va_end(v); return s; }
unsigned kinds_most(void) { return 4294967295u; }
void kinds_file(int x) { (void)x; }
_Bool kinds_true(const unsigned char *t, float f, void *other) { return *t == 9 && f == 1.5f && !other; }
END
library libkinds.so.1 - <kinds.c
"$PYTHON" "$pyz" vendor kinds.toml --rust -o kinds/lazykinds >said 2>&1 || fail "$(cat said)"
says said '^not declared in lib\.rs \(2\): '
says said '^    kinds_array kinds_file$'
mkdir kinds/src
cat >kinds/Cargo.toml <<'END'
[package]
name = "kinds"
version = "0.1.0"
edition = "2021"
[dependencies]
lazykinds = { path = "lazykinds" }
END
cat >kinds/src/main.rs <<'END'
use lazykinds::*;
use std::os::raw::*;
unsafe extern "C" fn next(n: c_int) -> c_int {
    n + 1
}
unsafe extern "C" fn text(at: *mut c_void, texts: *const *const c_char) -> c_int {
    *(at as *mut c_int) = **texts as c_int;
    42
}
use std::ffi::c_void;
fn main() {
    let mut handle: kinds_t = std::ptr::null_mut();
    let mut letter: c_int = 0;
    unsafe {
        let code = kinds_open(&mut handle, Some(next));
        if code != KINDS_OK {
            println!("code {code} {} {}", code == KINDS_BAD, kinds().available());
            return;
        }
        let pair = kinds_swap(kinds_pair { first: 1, name: [1, 2, 3], last: 2.5 }, 77);
        let ran = kinds_run(Some(text), &mut letter as *mut c_int as *mut c_void);
        println!("{} {:?} {} {ran} {letter} {} {} {}", pair.first, pair.name, pair.last,
                 kinds_sum(3, 1 as c_int, 2 as c_int, 3 as c_int), kinds_most() == KINDS_LARGE,
                 kinds_true(&9, 1.5, std::ptr::null_mut()));
        println!("{} {}", kinds().symbol("kinds_file").is_null(), KINDS_NEXT);
    }
}
END
builds kinds
equal "$(LD_LIBRARY_PATH=$stage target/debug/kinds)" "77 [1, 3, 3] -2.5 42 116 6 true true
false 6"
equal "$(target/debug/kinds)" "code 7 true false"

# What it cannot do is one line.
refuses()
{
    pattern=$1
    shift
    ! "$PYTHON" "$pyz" vendor "$@" --rust -o none >said 2>&1 || fail "accepts $*"
    says said "$pattern"
    [ ! -e none ] || fail "leaves files"
}
refuses 'only the names of the functions are known' "$stage/libkinds.so.1"
mkdir empty
! (cd $example && touch lazynccl/lazynccl.c && CC=$stage/empty/cc cargo build --quiet) >said 2>&1 ||
    fail "without a compiler"
says said "$stage/empty/cc: .*install it, or name another one in CC or AR"
(export CC= AR=' ' && builds $example) # the same as unset

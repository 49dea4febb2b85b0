# vendor --prefix WORD names the files, the API and the variables, so that copies fit in one folder and
# in one program. vendor --check compares each of them.
mkdir lib
cp "$FAKE/libnccl.so.2" lib
fake_library nvrtc 13.4 lib
library lib/libtoy.so.1 'int toy_number = 7; int toy(void) { return 5; }'
echo 'int toy(void);' | stub_of toy
sed -i 's/^sonames/data = ["toy_number"]\n&/' toy.toml
"$PYTHON" "$SOURCE/gen" vendor nccl --prefix mynccl --declare -o copies
"$PYTHON" "$SOURCE/gen" vendor nvrtc --prefix mynvrtc --search full -o copies
"$PYTHON" "$SOURCE/gen" vendor toy.toml --prefix lazytoy -o copies
equal "$(echo copies/*)" "copies/lazytoy.c copies/lazytoy.h copies/lazytoy_data.h copies/mynccl.c \
copies/mynccl.h copies/mynccl_declare.h copies/mynvrtc.c copies/mynvrtc.h"
with_libc >main.c <<'END2'
#include "mynccl_declare.h"
#include "mynccl.h"
#include "mynvrtc.h"
#include "lazytoy.h"
#include "lazytoy_data.h"
int toy(void), nvrtcVersion(int *, int *);
extern int toy_number;
int main(void)
{
    int number = 0, major = 0, minor = 0;
    ncclGetVersion(&number);
    nvrtcVersion(&major, &minor);
    printf("%d %d.%d %d %d %d%d%d\n", number, major, minor, toy(), toy_number,
           mynccl_available(mynccl_nccl()), mynvrtc_available(mynvrtc_nvrtc()),
           lazytoy_available(lazytoy_toy()));
}
END2
for each in mynccl mynvrtc lazytoy; do
    $CC -std=c11 -Wall -Wextra -Werror -c copies/$each.c
    says_not copies/$each.h 'lazynccl\.[ch]'
    says_not copies/$each.c '"lazynccl[._]'
done
$CC -Wall -Wextra -Werror -Icopies main.c mynccl.o mynvrtc.o lazytoy.o -o program -ldl
equal "$(LD_LIBRARY_PATH=$PWD/lib ./program)" '22809 13.4 5 7 111'
MYNCCL_LIBPATH=$PWD/lib MYNCCL_DEBUG=1 LD_LIBRARY_PATH=$PWD/lib ./program 2>said >&2
says said '^mynccl: nccl: env '

check()
{
    "$PYTHON" "$SOURCE/gen" vendor --check copies toy.toml >said 2>&1
}
check || fail "$(cat said)"
echo >>copies/mynvrtc.h
rm copies/lazytoy_data.h
! check || fail "two differences were not seen"
equal "$(sed 's/:[0-9]*:/:/' said)" 'copies/lazytoy_data.h: missing
copies/mynvrtc.h: differs from the generated file'

exits 3 "$PYTHON" "$SOURCE/gen" vendor nccl --prefix My-nccl -o none >said 2>&1
equal "$(cat said)" 'lazynccl vendor: --prefix: My-nccl must be a-z and 0-9, and begin with a letter'

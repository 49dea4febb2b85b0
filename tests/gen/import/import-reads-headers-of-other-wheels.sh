# Headers that the library's headers include are found in the wheels beside it. They are read with
# the stub's passes. A macro that is an expression gives the release. A header may declare a
# function before the library has it, or after it was removed.
mkdir -p wheels/nvidia/toy wheels/nvidia/base/include
mv toy/* wheels/nvidia/toy
rmdir toy
mv wheels toy
echo 'typedef unsigned baseFlags_t;' >toy/nvidia/base/include/base.h
cat >>toy/nvidia/toy/include/toy.h <<'END'
#include <base.h>
#define TOY_MAJOR 1
#define TOY_VERSION (TOY_MAJOR * 100 + 2 * 10 + 5)
#ifdef TOY_ALL
int toyExtra(int);
#endif
END
sed -i 's/^wheels = .*/wheels = ["nvidia\/toy\/lib"]\npasses = ["", "TOY_ALL=1"]/; /^text = /d
    s/^\[absent.returns\]/[absent]\notherwise = "stop"\n\n&/' toy.toml
echo 'int toyExtra() { return 0; }' >>toy.c
build()
{
    $CC -w -fPIC -shared -Wl,-soname,libtoy.so.1 -DVERSION='""' -o toy/nvidia/toy/lib/libtoy.so.1 toy.c
}
build
import 0
says toy.toml '^described = "1\.2\.5"$'
says toy.toml '^"1\.2\.5" = """$'
says toy.toml '^int toyExtra\(int\);$'
import 0 --check

# Another release also declares the function, but does not have it yet.
sed -i '/toyExtra/d' toy.c
sed -i 's/2 \* 10 + 5/2 * 10 + 4/' toy/nvidia/toy/include/toy.h
build
import 0 --check

# This release should have the function, but does not.
sed -i 's/2 \* 10 + 4/2 * 10 + 5/' toy/nvidia/toy/include/toy.h
import 1 --check
says said 'toyExtra: not exported'

rm toy/nvidia/base/include/base.h
import 1 --check
says said "'base.h' file not found"

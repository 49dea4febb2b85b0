# Functions that are declared only with certain macros are found by reading the headers again with
# these macros, which the stub lists, or as C++. A -D applies each time.
cat >toy.h <<'END'
#include "part.h"
#ifdef TOY_THREADS
int toyStart_t(void);
#else
int toyStart(void);
#endif
#if _FILE_OFFSET_BITS == 64
int toySeek64(void);
#endif
#ifdef __cplusplus
extern "C" int toyHalve(const bool &);
#endif
END
mkdir parts
echo 'TOY_API(toyPart);' >parts/part.h
for name in toyStart toyStart_t toySeek64 toyPart toyHalve; do
    echo "int $name(void) { return 0; }"
done >toy.c
library toy.c libtoy.so.1
describe 0 toy.h libtoy.so.1 -o toy.toml -I parts '-DTOY_API(name)=int name(void)' \
    --pass TOY_THREADS
row 'passes = ["", "TOY_THREADS", "_FILE_OFFSET_BITS=64"]'
row 'int toyStart_t(void);'
row 'int toySeek64(void);'
row 'int toyPart(void);'
row 'toyHalve;'
says said '^toy.toml: 5 functions: '
describe 0 toy.h libtoy.so.1 -o toy.toml -I parts '-DTOY_API(name)=int name(void)' -DTOY_THREADS
says said '^    toyStart$'

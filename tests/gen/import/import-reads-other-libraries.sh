# Headers of other vendors are read correctly: variadic functions, const typedefs, structs by value
# after a pointer to them, members of enums, callbacks by name, pointers to numbers, headers that
# only include others, versions that only a macro contains.
mv toy/include/toy.h toy/include/toyapi.h
cat >>toy/include/toyapi.h <<'END'
#define TOY_VERSION 130
typedef unsigned char toyByte;
typedef double toyReal;
typedef void (*toyCallback)(int, toyResult_t);
enum toyKind { toyBig };
typedef struct { int depth; enum toyKind kind; toyByte name[4]; } toyFormat;
toyResult_t toyPrint(const char *form, ...);
toyResult_t toySum(const toyByte *bytes, const toyReal *weights);
toyResult_t toyFormatRead(const toyFormat *format);
toyResult_t toyFormatUse(toyFormat format);
toyResult_t toyWatch(toyCallback call);
END
echo '#include "toyapi.h"' >toy/include/toy.h
for name in Print Sum FormatRead FormatUse Watch; do
    echo "int toy$name() { return 0; }"
done >>toy.c
release 1.3.0
sed -i 's/^text = .*/value = "number \/ 100 * 10000 + number % 100 * 10"/' toy.toml
cp toy.toml before.toml
import 0
changed '< described = "1.2.0"
> described = "1.3.0"
> [types.numbers]
> toyByte = "unsigned char"
> toyReal = "double"
> toyFormat = ["int m1", "unsigned int m2", "unsigned char m3[4]"]
> "1.3.0" = """
> toyResult_t toyFormatRead(const toyFormat *);
> toyResult_t toyFormatUse(toyFormat);
> toyResult_t toyPrint(const char *, ...);
> toyResult_t toySum(const toyByte *, const toyReal *);
> toyResult_t toyWatch(void (*)(int, toyResult_t));'
import 0 --check
sed -i 's/toyPrint(const char \*, ...)/toyPrint(const char *)/' toy.toml
import 1 --check
says said "toyPrint is 'toyResult_t toyPrint\(const char \*, \.\.\.\);' at .*/toyapi.h:"

: >toy/include/toy.h
import 1
says said 'libtoy.so.1 exports 8 functions, and toy.h declare none of them: give the stub the headers'

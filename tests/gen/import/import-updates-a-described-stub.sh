# A stub that `describe` wrote, without releases, gets the functions of a later release.
"$PYTHON" "$SOURCE/gen" describe toy/include/toy.h toy/lib/libtoy.so.1 -o toy.toml
cp toy.toml before.toml
import 0
cmp before.toml toy.toml

sed -i 's/^toyResult_t toyClose/int toyAdd(const char *form, ...);\n&/' toy/include/toy.h
echo 'int toyAdd() { return 0; } int toyInternal() { return 0; }' >>toy.c
release 1.3.0
import 0
changed '> int toyAdd(const char *, ...);'

sed -i 's/const char \*form, ...)/const char *const form, ...)/' toy/include/toy.h
import 0 --check
sed -i 's/const char \*const form, ...)/const int *form, ...)/' toy/include/toy.h
import 1 --check
says said "toyAdd is 'int toyAdd\(const int \*, \.\.\.\);' at .*/toy.h:"

sed -i 's/const int \*form/const char *form/' toy/include/toy.h
sed -i '/toyAdd/d' toy.c
release 1.3.0
import 1
says said 'toyAdd: not exported'

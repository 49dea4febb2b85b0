# If a release exports a function with none of the symbol versions in the stub, it needs review,
# because the function would be absent. It is enough if the release still has an old version.
echo 'TOY_1 { global: *; };' >toy.map
release 1.2.0 -Wl,--version-script=toy.map
"$PYTHON" "$SOURCE/gen" describe toy/include/toy.h toy/lib/libtoy.so.1 -o toy.toml
grep -qxF 'TOY_1 = ["*"]' toy.toml || fail "$(cat toy.toml)"
import 0

# toyAdd is new, and toyClose has a new version beside the old one.
sed -i 's/^toyResult_t toyClose/int toyAdd(int);\n&/' toy/include/toy.h
sed -i '/toyClose/d' toy.c
cat >>toy.c <<'END'
int toyAdd() { return 0; }
int close_1() { return 0; }
int close_2() { return 0; }
__asm__(".symver close_1,toyClose@TOY_1\n.symver close_2,toyClose@@TOY_2");
END
echo 'TOY_1 { global: toyOpen; toyGetVersion; toyClose; local: close*; };' >toy.map
echo 'TOY_2 { global: toyAdd; toyClose; };' >>toy.map
release 1.3.0 -Wl,--version-script=toy.map
import 1
says said 'toy.toml:[0-9]+: .*toyAdd has the version TOY_2: needs a row in \[symbols.versions\]$'
says said 'changed, 1 needs review$'
sed -i 's/^TOY_1 = .*/&\nTOY_2 = ["toyAdd"]/' toy.toml
import 0

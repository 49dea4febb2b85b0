# The stub contains the default symbol version of each function, with "*" if all have the same. It
# omits functions without a version, and the SONAME, which some linkers write as a version.

# versions: prints the table of the stub.
versions()
{
    sed -n '/^\[symbols.versions\]$/,/^$/p' toy.toml | sed '1d; /^$/d'
}

printf 'int %s(int);\n' toyBoth toyEnd toyOpen toyPlain toyStart >toy.h
cat >toy.c <<'END'
int toyEnd(int a) { return a; }
int toyOpen(int a) { return a; }
int toyStart(int a) { return a; }
int toyPlain(int a) { return a; }
int old(int a) { return 1; }
int new(int a) { return 2; }
__asm__(".symver old,toyBoth@TOY_1\n.symver new,toyBoth@@TOY_1.2");
END
cat >toy.map <<'END'
TOY_1 { global: toyOpen; toyEnd; toyBoth; };
TOY_1.2 { global: toyStart; toyBoth; } TOY_1;
END
library toy.c libtoy.so.1 -Wl,--version-script=toy.map
describe 0 toy.h libtoy.so.1 -o toy.toml
equal "$(versions)" 'TOY_1 = ["toyEnd", "toyOpen"]
"TOY_1.2" = ["toyBoth", "toyStart"]'
"$PYTHON" "$SOURCE/gen" vendor toy.toml -o copy
equal "$(sed -n '/"toyStart.0"$/,/;$/p' copy/lazynccl.c | sed '1,2d; s/^ *//')" '"\1\2\2\0\1"
"\0\16\0\6\0\17"
"TOY_1.2\0" "\0" "TOY_1\0" "\0";'

cat >toy.map <<'END'
TOY_1 { global: toyOpen; toyEnd; toyStart; toyPlain; };
END
sed -i '/^int new\|^int old\|^__asm/d' toy.c
sed -i '/toyBoth/d' toy.h
library toy.c libtoy.so.1 -Wl,--version-script=toy.map
describe 0 toy.h libtoy.so.1 -o toy.toml
equal "$(versions)" 'TOY_1 = ["*"]'

for option in -Wl,--default-symver -Wl,--as-needed; do
    library toy.c libtoy.so.1 $option
    describe 0 toy.h libtoy.so.1 -o toy.toml
    says_not toy.toml versions
done

# A row that is longer than a line is folded, and read again.
for i in $(seq 30); do
    echo "int toyFunctionOfALongName$i(int);" >>toy.h
    echo "int toyFunctionOfALongName$i(int a) { return a; }" >>toy.c
done
echo 'TOY_1 { global: toyF*; }; TOY_2 { global: toyOpen; };' >toy.map
library toy.c libtoy.so.1 -Wl,--version-script=toy.map
describe 0 toy.h libtoy.so.1 -o toy.toml
equal "$(versions | awk 'length > 100')" ''
"$PYTHON" "$SOURCE/gen" vendor toy.toml -o copy

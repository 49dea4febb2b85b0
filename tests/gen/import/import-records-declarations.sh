# In a stub with [declare.types], `import` records the types of the functions and the macros that
# rename them. The newest release decides; an older one adds only the types that newer ones lack.
# Constants that differ between two releases are left out, also of later ones. --check reports what differs. In other stubs nothing is recorded.

# Without the table, the stub stays as it is.
sed -i 's/toySystemError = 2/&, toyLate = 7/' toy/include/toy.h
import 0
changed ''

cat >table <<'END_OF_TOML'
[declare.types]
toyBox_t = "struct toyBox *"
toyOld_t = "unsigned int"
toyResult_t = "enum { toySuccess }"

END_OF_TOML
awk '/^\[functions\]/ { while ((getline line <"table") > 0) print line } { print }' before.toml >toy.toml
cp toy.toml before.toml
sed -i 's/^toyResult_t toyClose/#define toyShut toyClose\n&/' toy/include/toy.h
import 1 --check
line=$(grep -n '^\[declare.types\]' toy.toml | cut -d: -f1)
says said "^\./toy.toml:$line: \./toy: \[declare.types\] differs: toyResult_t$"
says said 'declare.macros\] differs: toyShut$'
import 0
changed '< toyResult_t = "enum { toySuccess }"
> toyResult_t = "enum { toySuccess, toySystemError = 2, toyLate = 7 }"
> [declare.macros]
> toyShut = "toyClose"'
cp toy.toml before.toml
import 0
changed ''

# An older release neither takes back the constant nor the macro, but adds a type.
sed -i 's/toyLate = 7/toyLate = 6/; /toyShut/d; s/typedef struct toyBox/typedef long toyAge_t;\n&/
    s/toyClose(toyBox_t box)/toyClose(toyAge_t box)/' toy/include/toy.h
sed -i 's/toyClose(toyBox_t)/toyClose(toyAge_t)/' toy.toml
sed -i '/^\[types.enums\]/i [types.numbers]\ntoyAge_t = "long"\n' toy.toml
cp toy.toml before.toml
release 1.1.2
import 0
changed '> [declare]
> varying = ["toyLate"]
> toyAge_t = "long"
< toyResult_t = "enum { toySuccess, toySystemError = 2, toyLate = 7 }"
> toyResult_t = "enum { toySuccess, toySystemError = 2 }"'
cp toy.toml before.toml
sed -i 's/toyLate = 6/toyLate = 7/; s/^toyResult_t toyClose/#define toyShut toyClose\n&/' toy/include/toy.h
release 1.2.0
import 0
changed ''

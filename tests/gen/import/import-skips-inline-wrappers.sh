# Inline functions are skipped; the suffixed functions that they call replace them.
sed -i '/^\[functions\]/i\
[symbols]\
suffixed = "__{name}_{major}_{minor}"\
families = { 1 = 5 }\
unsuffixed_since = "1.1.0"\
never_suffixed = ["toyClose", "toyGetVersion"]\
' toy.toml
# the first function must be in every family
sed -i '/^toyResult_t toyGetVersion/d' toy.toml
sed -i '/^toyResult_t toyClose/a toyResult_t toyGetVersion(int *);' toy.toml
cp toy.toml before.toml
cat >>toy/include/toy.h <<'END'
#ifdef __cplusplus
extern "C" {
#endif
#define toyOpen toyOpenPlain
toyResult_t __toyOpen_1_2(toyBox_t *box, const char *const name, toySize_t size);
static inline toyResult_t toyInline(toyBox_t *box) { return toyClose(*box); }
inline static toyResult_t toyInlineToo(toyBox_t *box) { return toyClose(*box); }
#ifdef __cplusplus
}
#endif
END
for minor in 0 1 2; do
    echo "int __toyOpen_1_$minor() { return 0; }"
done >>toy.c
release 1.2.0
import 0
cmp before.toml toy.toml

# A new function has all suffixes and no plain name; families stay ahead of the library.
sed -i 's/^static inline/toyResult_t __toyWait_1_3(int);\nstatic inline toyResult_t toyWait(int t) { return __toyWait_1_3(t); }\n&/
    s/__toyOpen_1_2/__toyOpen_1_3/' toy/include/toy.h
for name in Open_1_3 Wait_1_0 Wait_1_1 Wait_1_2 Wait_1_3; do
    echo "int __toy$name() { return 0; }"
done >>toy.c
echo 'int toyWait() { return 0; }' >>toy.c
release 1.3.0
import 0
changed '< described = "1.2.0"
> described = "1.3.0"
< families = { 1 = 5 }
> families = { 1 = 6 }
> "1.3.0" = """
> toyResult_t toyWait(int);'

# A library with a missing or extra suffix disagrees.
sed -i '/__toyOpen_1_1/d' toy.c
release 1.3.0
import 1 --check
says said '__toyOpen_1_1: not exported'
echo 'int __toyOpen_1_1() { return 0; } int __toyOpen_1_4() { return 0; }' >>toy.c
release 1.3.0
import 1 --check
says said '__toyOpen_1_4: exported, which contradicts \[symbols\]'

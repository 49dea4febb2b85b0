# lazynccl_has() agrees with the exports of the release, for every symbol in the stub or the file.
# Symbols that the stub excludes are absent.
need_release "$1"
need nm

# exports FILE: prints its functions, except those of the linker.
exports()
{
    nm -D --defined-only "$1" | awk '$2 ~ /^[TWi]$/ && $3 !~ /^_(init|fini)/ {
        sub("@.*", "", $3); print $3 }' | LC_ALL=C sort -u
}

named "$1"
exports "$(echo "$(lib "$1")"/$file)" >exported
exports "$SHARED" | grep -v '^lazynccl_' | grep -i "^[_p]*${name%[0-9]}" >known
"$PYTHON" - "$SOURCE/stubs/$name.toml" >excluded <<'P'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    print(*sorted(tomllib.load(file).get("excluded", {})), sep="\n")
P

# nvJitLink's names differ only in their suffixes. A name is present if an older suffix of its major
# or the plain name is; a plain name, or one of the other major, is present if any suffix is. The
# suffixes give the version.
"$PYTHON" - $name "$(minor "$1")" >expected <<'P'
import re, sys
name, major = sys.argv[1], sys.argv[2].split(".")[0]
exported = set(open("exported").read().split())
excluded = set(open("excluded").read().split())
def there(symbol):
    if symbol in exported or name != "nvjitlink":
        return symbol in exported
    suffixed = re.fullmatch(r"__(\w+?)_(\d+)_(\d+)", symbol)
    if not suffixed:
        return symbol == "nvJitLinkVersion" or any(
            f"__{symbol}_{major}_{minor}" in exported for minor in range(99))
    plain, family, minor = suffixed.groups()
    newest = int(minor) if family == major else 99
    return plain in exported or any(
        f"__{plain}_{major}_{m}" in exported for m in range(newest))
asked = exported | set(open("known").read().split())
print(*sorted(s for s in asked if there(s) and s not in excluded), sep="\n")
P
[ "$(wc -l <expected)" -gt 10 ] || fail "too few symbols: $(cat expected)"

# A program has the suffix families that it links: here both.
echo 'void __nvJitLinkCreate_12_0(void), __nvJitLinkCreate_13_0(void);
void (*const linked[])(void) = {__nvJitLinkCreate_12_0, __nvJitLinkCreate_13_0};' >families.c
consumer "$SOURCE/tests/fake/ask.c" ask families.c
LC_ALL=C sort -u exported known >asked
LAZYNCCL_LIBPATH=$(lib "$1") run ./ask $name $(sed 's/^/has=/' asked) >answers
paste answers asked | sed -n 's/^has 1\t//p' >got
diff expected got || fail "lazynccl_has() (>) disagrees with the exports (<)"

# Shared by the tests of stand-ins for a Python's wheels; each begins with: . "$SOURCE/tests/standin/site.sh"
"$PYTHON" -m venv --without-pip venv
site=$(echo "$stage"/venv/lib/python3*/site-packages)
export XDG_CACHE_HOME=$stage/cache

wheel() # SONAME NUMBER [DEFINITION]
{
    library "new/$1" "int number(void) { return $2; } ${3-}"
    mkdir -p "$site/nvidia/fake/lib"
    mv "new/$1" "$site/nvidia/fake/lib"
}

# ask.py SONAME...: prints the wheels' libraries that are mapped, before and after a call of each of these.
cat >ask.py <<'END'
import ctypes
import sys

def mapped():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        names = {line.split("/")[-1].strip() for line in maps if "/site-packages/nvidia/" in line}
    return " ".join(sorted(names)) or "nothing"

print(mapped())
for name in sys.argv[1:]:
    print(name, ctypes.CDLL(name).number(), mapped())
END

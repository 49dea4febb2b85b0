# Shared by the tests of `lazynccl run` on real software; each begins with:
# . "$SOURCE/tests/real/support/standin.sh"
need_tool

# Like run() without the loader cache, with stand-ins on the library path, which are made
# from the wheels of `python` if it is set. Stand-ins read the cache themselves, after all other
# search locations; a test without a library sets LAZYNCCL_SEARCH.
export LAZYNCCL_SEARCH=api,env,loaded,partner,wheel,conda,system XDG_CACHE_HOME="$stage/cache"
lazily()
{
    PATH=${python:+$(dirname "$python"):}$PATH "$TOOL" run ${lazy:+--lazy "$lazy"} -- \
        $ldso --inhibit-cache "$@"
}

# in_cache SONAME: prints the path of the stand-in that `run` made. fresh_cache: forces new ones.
in_cache()
{
    find "$stage/cache" -name "$1" -type f
}
fresh_cache()
{
    rm -rf "$stage/cache"
}

# in_order PATH...: prints the paths sorted by file name, as maps.py does.
in_order()
{
    printf '%s\n' "$@" | sed 's,.*/,& ,' | sort -k2,2 -k1,1 | tr -d ' ' | paste -sd' ' -
}
cat >maps.py <<'PY'
import os

def mapped():
    """The paths of the three libraries that are mapped, in the order of their names."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(None, 5)[5].strip() for line in maps if "/lib" in line}
    return sorted((p for p in paths if os.path.basename(p).startswith(
        ("libnccl.", "libnvrtc.", "libnvJitLink."))), key=lambda p: (os.path.basename(p), p))
PY

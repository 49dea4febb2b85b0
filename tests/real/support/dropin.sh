# Shared by the tests of drop-ins on real software; each begins with: .
# "$SOURCE/tests/real/support/dropin.sh"
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/real/support/real.sh"
. "$SOURCE/tests/real/support/environment.sh"
. "$SOURCE/tests/standin/dropin/installed.sh"

# Without the loader cache, as run() in real.sh, and with the drop-ins on the library path. Drop-ins
# read this cache themselves, after all other places; a test without a library sets LAZYNCCL_SEARCH.
export LAZYNCCL_SEARCH=api,env,loaded,partner,wheel,conda,system
lazily()
{
    "$lazynccl" run -- $ldso --inhibit-cache "$@"
}

# mapped FILE PATTERN...: FILE lists these libraries as mapped, by path.
cat >maps.py <<'PY'
def mapped():
    """The three libraries that are mapped, in the order of their names."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        paths = {line.split(None, 5)[5].strip() for line in maps if "/lib" in line}
    return sorted(p for p in paths
                  if p.rpartition("/")[2].startswith(("libnccl.", "libnvrtc.", "libnvJitLink.")))
PY

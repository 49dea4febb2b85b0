# `audit --opens` prints the names of libraries in the strings of files that import dlopen, with what
# ld.so finds for each, and writes them in the form of a .note.dlopen.

# library NAME [OPTION...]: builds it from closed.c.
library()
{
    name=$1
    shift
    $CC -shared -fPIC -O0 -Wl,-soname,"$name" closed.c -o "$name" "$@"
}

# opens STATUS ARGUMENT...: what audit --opens says, in `said`.
opens()
{
    wanted=$1
    shift
    exits "$wanted" env -i "$TOOL" audit --opens "$@" >said 2>&1
}

echo 'int needed;' >needed.c
$CC -shared -fPIC -Wl,-soname,libneeded.so.1 needed.c -o libneeded.so.1
$CC -shared -fPIC needed.c -o libplain.so.3
cat >closed.c <<'C'
#include <dlfcn.h>
extern int needed;
const char *const names[] = {
    "libplain.so.3", "libplain.so", "/opt/vendor/libpath.so.2", "libmade_%s.so.%d", "libmade.so.",
    "libnvidia-ml.so.1", "libneeded.so.1", "libclosed.so.5", "libneeded.so.1 is missing",
    "cannot open libtext.so.1", "notlib.so.1", "libodd.so.x", "lib.so.1", "libodd.so.1x",
};
const char far[(1 << 20) + (1 << 16)] = {[0] = 1};
C
echo 'void *opens(int i) { return needed ? dlopen(names[i], RTLD_LAZY) : (void *)far; }' >>closed.c
library libclosed.so.5 -Wl,-rpath,'$ORIGIN' libneeded.so.1
opens 0 libclosed.so.5
equal "$(grep 'may open' said)" "    may open libmade.so.         completed at run time
    may open libmade_%s.so.%d    completed at run time
    may open libnvidia-ml.so.1   the driver's, not here
    may open libpath.so.2        not found
    may open libplain.so         not found
    may open libplain.so.3       $PWD"

# Every position, so that a border of two reads cuts no name.
"$PYTHON" - libclosed.so.5 <<'END'
import subprocess, sys, os
data = open(sys.argv[1], "rb").read()
for at in range(-20, 4):
    copy = bytearray(data)
    name = b"\0libborder.so.7\0"
    start = (1 << 20) + at
    for offset in range(0, 1 << 14, 4096): # where the part may begin in the file
        copy[start + offset:start + offset + len(name)] = name
    open("border.so", "wb").write(copy)
    said = subprocess.run([os.environ["TOOL"], "audit", "--opens", "border.so"],
                          stdout=subprocess.PIPE).stdout
    assert b"libborder.so.7" in said, at
END

# A file that does not import dlopen opens nothing, whatever its strings.
sed 's/dlopen(names\[i\], RTLD_LAZY)/(void *)names[i]/' closed.c >other.c
mv other.c closed.c
library libquiet.so.1 -Wl,-rpath,'$ORIGIN' libneeded.so.1
opens 0 libquiet.so.1
says said '^    opens nothing: it does not import dlopen$'
says_not said 'may open'

# The side file is a note: compiled into a file, audit reads it as one.
opens 0 libclosed.so.5 -o side.json
in_json side.json 'assert [e["soname"] for e in said] == [
    ["libnvidia-ml.so.1"], ["libpath.so.2"], ["libplain.so.3", "libplain.so"]], said
assert said[2] == {"soname": ["libplain.so.3", "libplain.so"], "feature": "plain",
                   "description": "a name in the strings of libclosed.so.5",
                   "priority": "suggested"}, said[2]'
notes "$(tr -d '\n' <side.json)" >noted.c
$CC -shared -fPIC noted.c -o noted.so
"$TOOL" audit noted.so >said || true
says said '^    notes libplain.so.3 libplain.so \(plain, suggested\)'

# In a wheel and a folder, and as JSON.
mkdir folder
cp libclosed.so.5 folder/
opens 0 folder --json
in_json said 'opens = said["audited"][0]["opens"]
assert [row["soname"] for row in opens] == [
    "libmade.so.", "libmade_%s.so.%d", "libnvidia-ml.so.1", "libpath.so.2", "libplain.so", "libplain.so.3"], opens
assert opens[1]["file"] == "libclosed.so.5" and opens[1]["path"] is None'

# -o
opens 2 libclosed.so.5 -o /nowhere/side.json
says said '/nowhere/side.json: No such file or directory$'
opens 3 libclosed.so.5 libquiet.so.1 -o side.json
exits 3 "$TOOL" audit libclosed.so.5 -o side.json >said 2>&1
equal "$(cat said)" 'lazynccl audit: -o takes one path, with --opens; try: lazynccl audit --help'

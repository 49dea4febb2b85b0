# With gcc and Python alone, lazynccl.pyz makes programs that work with and without zlib and NCCL, in
# less than a minute. It, the wheel, the source tree and the installation of the command write the same
# bytes as here, in any folder, locale and umask.
# usage: RELEASE
. "$SOURCE/tests/variants/generated.sh"
. "$SOURCE/tests/variants/installed/shared.sh"
old=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/old
[ -e "$old/$1/complete" ] && [ -e "$old/$1/usr/bin/gcc" ] ||
    skip "Debian $1 with gcc is not there: ./dev test old fetches it"
[ "$(id -u)" = 0 ] || skip "chroot needs root"
cp -r "$old/$1" root
mkdir -p root/t/tree/src "root/t/a folder" root/t/wheel
cp "$pyz" root/t
cp "$FAKE/libnccl.so.2" root/t
for name in gen stubs include meson.build; do
    cp -r "$SOURCE/$name" root/t/tree
done
cp -r "$SOURCE/src/runtime" root/t/tree/src
cp -r "$prefix/share/lazynccl" root/t/installed
"$PYTHON" -m zipfile -e made/*.whl root/t/wheel
cp "$SOURCE/tests/gen/one.toml" root/t/one.toml
(cd root/t && "$PYTHON" "$pyz" vendor nccl --declare -o "$stage/wanted/nccl" >/dev/null &&
    "$PYTHON" "$pyz" vendor ./one.toml -o "$stage/wanted/one" >/dev/null)

# there SCRIPT: runs it in the root, where it is a bare system.
there()
{
    chroot root /usr/bin/env -i PATH=/usr/bin:/bin HOME=/t PYTHONDONTWRITEBYTECODE=1 \
        sh -euc "cd /t && $1" >said 2>&1 || fail "$1: $(cat said)"
}

# writes FOLDER COMMAND
writes()
{
    there "$2 vendor nccl --declare -o '$1/nccl' && $2 vendor ./one.toml -o '$1/one'"
    diff -r wanted "root/t/$1" >said || fail "$2: other bytes: $(head -n 3 said)"
}
there 'python3 -V'
python=$(sed 's/Python 3\.//; s/\..*//' said)
writes "a folder/one file" 'python3 /t/lazynccl.pyz'
writes private 'umask 077; LC_ALL=C PYTHONUTF8=0 python3 lazynccl.pyz'
writes utf8 'LC_ALL=C.UTF-8 python3 lazynccl.pyz'
writes wheels 'PYTHONPATH=wheel python3 -m lazynccl_generator'
if [ "$python" -ge 11 ]; then # the stubs of these are TOML
    writes trees 'python3 tree/gen'
    writes installations 'python3 installed/gen'
fi

# From the one file to a program
start=$(date +%s)
cat >root/t/z.c <<'END'
#include <stdio.h>
unsigned long crc32(unsigned long, const void *, unsigned);
int main(void) { return printf("crc %lx\n", crc32(0, "text", 4)) < 0; }
END
there 'gcc -c z.c && python3 lazynccl.pyz vendor libz.so.1 --only z.o -o z && gcc z.o z/lazynccl.c -o zlib -ldl'
there './zlib'
equal "$(cat said)" 'crc 3b8ba7c7'
there 'mkdir damaged && : >damaged/libz.so.1 && ! LD_LIBRARY_PATH=/t/damaged ./zlib'
says said 'file too short'
cat >root/t/n.c <<'END'
#include "nccl/lazynccl.h"
#include "nccl/lazynccl_declare.h"
#include <stdio.h>
int main(void)
{
    int version = 0;
    ncclResult_t result = ncclGetVersion(&version);
    return printf("%d %s\n", version, result ? ncclGetErrorString(result) : "works") < 0;
}
END
there 'python3 lazynccl.pyz vendor nccl --declare -o nccl && gcc n.c nccl/lazynccl.c -o n -ldl'
there './n'
says said '^0 NCCL cannot be used: no libnccl\.so\.2 in any search location; '
there 'LAZYNCCL_LIBPATH=/t ./n'
equal "$(cat said)" '22809 works'
took=$(($(date +%s) - start))
echo "Debian $1, Python 3.$python: $took s"
[ "$took" -lt 60 ] || fail "it took $took s"

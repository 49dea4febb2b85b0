# If a wheel's library is truncated, no ELF file, for another machine, gone, or on a file system mounted with noexec, doctor says
# what helps: for the environment, the file, programs that need it, and the reason of one.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/common/healthy.sh"
need_tool

root=$stage site=$stage/venv/lib/python3.11/site-packages environment=
healthy
touch venv/pyvenv.cfg empty
cp "$site/nvidia/nccl/lib/libnccl.so.2" good
echo 'int ncclGetVersion(int *); int main(void) { return ncclGetVersion(0); }' >app.c
$CC app.c -o direct good -Wl,--allow-shlib-undefined
$CC app.c -o lazy "$ARCHIVE" -ldl
# ld.so's cache and toolkits are hidden, because this machine's own libraries would help.
cat >inside.sh <<'END'
set -u
file=$1 VIRTUAL_ENV=$PWD/venv PATH=$PWD/venv/bin:$PATH
export VIRTUAL_ENV PATH
mount --bind empty /etc/ld.so.cache || exit 77
for toolkit in /usr/local/cuda*/; do
    [ ! -e "$toolkit" ] || mount -t tmpfs none "$toolkit" || exit 77
done
# named HELP WORD...: doctor of each word has this remedy
named()
{
    help=$1
    shift
    for word; do
        "$TOOL" doctor "$word" >said 2>&1
        tr -s '\n ' ' ' <said | grep -qF "help: $help" && continue
        echo "$word: no '$help':" && cat said
    done
}
again='pip install --force-reinstall --no-deps nvidia-nccl'
for fault in 'head -c 4096 good >"$file"' 'echo version https://git-lfs.github.com/spec/v1 >"$file"' 'ln -sf gone "$file"' \
    'rm "$file"; cp good "$file"; printf "\025" | dd of="$file" bs=1 seek=18 conv=notrunc 2>/dev/null'; do # PowerPC's
    eval "$fault"
    reason=$({ LAZYNCCL_STRICT=1 ./lazy; } 2>&1 | sed -n 's/.*\(NCCL cannot[^;]*\);.*/\1/p') # without remedies
    named "$again" venv ./direct ./lazy "${reason:?}"
    [ ! -e "$file" ] || named "$again" "$file"
done
rm "$file"
named "$again" venv ./direct ./lazy
cp good "$file"
mount --bind venv venv && mount -o remount,bind,noexec venv || exit 77
named 'mount it without noexec' venv "$file" ./direct ./lazy
{ LAZYNCCL_STRICT=1 ./lazy; } 2>&1 | grep -q '; mount its file system without noexec' || echo './lazy: no reason'
END
export TOOL
unshare -Urm true 2>/dev/null || unshare -m true 2>/dev/null || skip 'no mount namespace'
user=$([ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || echo -Ur)
unshare $user -m sh inside.sh "$site/nvidia/nccl/lib/libnccl.so.2" >out 2>&1 || {
    [ $? != 77 ] || skip 'nothing can be mounted'
    fail "$(cat out)"
}
equal "$(cat out)" ''

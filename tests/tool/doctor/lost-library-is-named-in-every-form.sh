# If a wheel's library is truncated, no ELF file, for another machine, gone, or on a file system mounted with noexec, doctor says
# what helps: for the environment, the file, programs that need it, and the reason of one.
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
    named "$again" venv "$file" ./direct ./lazy "${reason:?}"
done
mount --bind venv venv && mount -o remount,bind,ro venv || exit 77
named 'in a copy of ' venv "$file" ./direct ./lazy # pip writes nothing here
umount venv
rm "$file"
named "$again" venv "$file" ./direct ./lazy
# followed: the remedy is carried out, and no form has a finding
followed()
{
    for word in venv "$file" ./direct ./lazy; do
        "$TOOL" doctor "$word" >said 2>&1 && ! grep -E 'LN1(15|17|20|25|40)' said && continue
        echo "$word: followed:" && cat said
    done
}
mount --bind venv venv && mount -o remount,bind,ro venv || exit 77
named 'pip install --target "$HOME"/nvidia-nccl' venv "$file" ./direct ./lazy \
    './direct: error while loading shared libraries: libnccl.so.2: cannot open shared object file: No such file or directory'
mkdir -p home/nvidia-nccl-cu12/nvidia/nccl/lib
cp good home/nvidia-nccl-cu12/nvidia/nccl/lib/libnccl.so.2
(unset LAZYNCCL_SEARCH; HOME=$PWD/home && eval "$("$TOOL" doctor venv | tr -s '\n ' ' ' | sed 's/.*; \(export [^ ]*\).*/\1/')" && followed)
umount venv
cp good "$file"
mount --bind venv venv && mount -o remount,bind,noexec venv || exit 77
named 'mount -o remount,bind,exec' venv "$file" ./direct ./lazy
{ LAZYNCCL_STRICT=1 ./lazy; } 2>&1 | grep -q '; mount its file system without noexec' || echo './lazy: no reason'
eval "$("$TOOL" doctor venv | tr -s '\n ' ' ' | sed 's/.*help: \(mount.*\) (as root.*/\1/')" && "$TOOL" doctor venv >said || cat said
END
export TOOL
unshare -Urm true 2>/dev/null || unshare -m true 2>/dev/null || skip 'no mount namespace'
user=$([ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || echo -Ur)
unshare $user -m sh inside.sh "$site/nvidia/nccl/lib/libnccl.so.2" >out 2>&1 || {
    [ $? != 77 ] || skip 'nothing can be mounted'
    fail "$(cat out)"
}
equal "$(cat out)" ''

# A file that this user may not read is there: no package would help.
cp "$TOOL" tool
chmod -R a+rX "$stage"
chmod 0 "$site/nvidia/nccl/lib/libnccl.so.2"
for words in doctor 'doctor /venv/lib/python3.11/site-packages/train/kernels.so' 'find nccl'; do
    as_nobody env -i PATH=/venv/bin HOME=/home/user "$stage/tool" $words --root "$stage" >found 2>&1 || :
    tr -s '\n ' ' ' <found >said
    says said 'help: chmod a\+rX /venv/[^ ]*/libnccl\.so\.2 \(as its owner\)'
    says_not said 'pip install'
done

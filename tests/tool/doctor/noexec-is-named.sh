# A library on a file system that is mounted with noexec does not load: doctor and audit say why.
# doctor also says that pip cannot write to one that is read-only.
mkdir folder
fake_library nccl 2.28.9 folder
echo 'int ncclGetVersion(int *); int main(void) { return ncclGetVersion(0); }' >app.c
$CC app.c -o app "$PWD/folder/libnccl.so.2" -Wl,--allow-shlib-undefined
cat >inside.sh <<'END'
mount -t tmpfs -o noexec none "$1/mnt" || exit 77
cp "$1/folder/libnccl.so.2" "$1/mnt"
LD_LIBRARY_PATH=$1/mnt "$2" doctor "$1/app" || status=$?
mount -t tmpfs -o noexec none "$own/train" || exit 77
cp "$1/kernels.so" "$own/train/kernels.abi3.so"
"$2" doctor --python "$1/v" && echo "environment: it loads"
for verb in doctor audit; do
    "$2" "$verb" "$1/mnt/libnccl.so.2" && echo "$verb: it loads"
done
mount --bind "$1/root" "$1/root" && mount -o remount,bind,ro "$1/root" || exit 77
env -i PATH=/venv/bin "$2" doctor --root "$1/root" LN125
exit "$status"
END
mkdir mnt
"$PYTHON" -m venv --without-pip v
export own=$(echo "$PWD"/v/lib/python3*/site-packages)
mkdir "$own/train"
module kernels.so kernels.so "$PWD/folder" folder/libnccl.so.2 ncclGetVersion
healthy
rm "$site/nvidia/nccl/lib/libnccl.so.2"
mkdir "$root/venv/conda-meta"
echo '{"name": "libcufft", "version": "11.0", "files": ["lib/libcufft.so.11"]}' \
    >"$root/venv/conda-meta/libcufft-11.0-0.json"
unshare -Urm true 2>/dev/null || unshare -m true 2>/dev/null || skip 'no mount namespace'
user=$([ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || echo -Ur)
status=0
unshare $user -m sh inside.sh "$PWD" "$TOOL" >said 2>err || status=$?
[ $status != 77 ] || skip 'tmpfs cannot be mounted'
equal "$status" 1
says said 'mounted with noexec'
says said 'LN117. libnccl.so.2, which app needs, cannot be loaded'
says said 'LN117. libnccl.so.2 cannot be loaded: its file system'
says said 'LN117. kernels.abi3.so cannot be loaded: its file system'
says_not said 'it loads'
says said 'site-packages cannot be written here: install as its owner'
says_not said '^ *cannot be written here' # conda's
says said 'pip install --target "[$]HOME"/nvidia-nccl-cu12 --no-deps nvidia-nccl-cu12==2'

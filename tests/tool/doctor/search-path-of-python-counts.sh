# A module without a search path finds what the RPATH of its Python leads to, as conda's does: doctor
# says the same of the environment, of its folder and of the module.
site=$stage/conda/lib/python3.11/site-packages
mkdir -p conda/bin conda/conda-meta "$site/train"
echo 'int main(void) { return 0; }' >python.c
$CC python.c -o conda/bin/python3 -Wl,--disable-new-dtags,-rpath,'$ORIGIN/../lib'
fake_library nccl 2.28.9 conda/lib
echo 'int ncclGetVersion(int *); int use(void) { return ncclGetVersion(0); }' >module.c
$CC -shared -fPIC module.c -o "$site/train/module.abi3.so" conda/lib/libnccl.so.2 -Wl,--allow-shlib-undefined
echo '{"name": "nccl", "version": "2.28.9", "files": ["lib/libnccl.so.2"]}' >conda/conda-meta/nccl-2.28.9-0.json

# doctors: examines the environment in three ways
doctors()
{
    PATH=$stage/conda/bin:$PATH "$TOOL" doctor || true
    "$TOOL" doctor "$site/train/module.abi3.so" || true
    "$TOOL" doctor conda || true
}
doctors >said
says_not said '^error'
says_not said 'audit'
head -c 3000 conda/lib/libnccl.so.2 >short
mv short conda/lib/libnccl.so.2
doctors >said
equal "$(grep -c '^error.LN117. libnccl.so.2, which module.abi3.so needs' said)" 3
equal "$(grep -c 'help: conda install -p .* --force-reinstall nccl=2.28.9' said)" 3

# Without the real library, cudnnGetVersion() of a stand-in returns the version of the wheel that it
# was made from, so that programs do not refuse it as another cuDNN; other functions return an error.
library libcudnn.so.9 'long cudnnGetVersion(void) { return 1; } int cudnnCreate(void **h) { return 0; }'
mkdir wheels
"$PYTHON" -B "$SOURCE/tests/standin/wheel.py" make wheels nvidia-cudnn-cu13 9.26.0.51 \
    nvidia/cudnn/lib/libcudnn.so.9=libcudnn.so.9
"$TOOL" stand-in wheels/*.whl -o lazy >said || fail "$(cat said)"
"$PYTHON" -m zipfile -e lazy/*.whl site
"$TOOL" stand-in libcudnn.so.9 -o plain >said || fail "$(cat said)" # of no known version
rm libcudnn.so.9
compile program site/nvidia/cudnn/lib/libcudnn.so.9 <<'C'
long cudnnGetVersion(void);
int cudnnCreate(void **handle);
int main(void)
{
    void *handle = NULL;
    long version = cudnnGetVersion();
    printf("%ld %d\n", version, cudnnCreate(&handle));
    return 0;
}
C
equal "$(LD_LIBRARY_PATH=site/nvidia/cudnn/lib ./program)" '92600 1001'
equal "$(LD_LIBRARY_PATH=plain ./program)" '0 1001'

# A loaded object without a SONAME is not taken for a loaded copy, even if its names begin with the
# library's SONAME.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.2 nvidia/nccl/lib # in the location "wheel"
cat >first.c <<'C'
int first(void) __asm__("libnccl.so.2"); /* the object's first name */
int first(void)
{
    return 1;
}
C
$CC -w -O1 -fPIC -shared -nostdlib -Wl,-z,undefs first.c "$SOURCE/tests/fake/nccl.c" -o unnamed.so \
    -DMAJOR=2 -DMINOR=28 -DPATCH=1 -lc
readelf -p .dynstr unnamed.so | grep -Eq '\[ +1\]  libnccl\.so\.2$' || skip "the linker puts another name first"
equal "$(./ask open="$stage/unnamed.so" where)" "wheel 22802 $stage/nvidia/nccl/lib/libnccl.so.2"

# On aarch64, the property notes of the assembly and of C compiled with the same options have the
# same bits, because a linker drops a bit from the whole program if one file lacks it.
need aarch64-linux-gnu-gcc aarch64-linux-gnu-readelf
echo 'int one(int (*f)(void)) { return f() + 1; }' >one.c
features() # FILE
{
    aarch64-linux-gnu-readelf -n "$1" | grep -o 'AArch64 feature: .*' || echo none
}
for option in none bti pac-ret standard pac-ret+leaf gcs bti+pac-ret; do
    aarch64-linux-gnu-gcc -mbranch-protection=$option -c one.c -o c.o 2>/dev/null || continue
    aarch64-linux-gnu-gcc -mbranch-protection=$option -I"$SOURCE/src" \
        -c "$SOURCE/src/runtime/jump/first.S" -o s.o
    echo "$option: $(features c.o)"
    equal "$(features s.o)" "$(features c.o)"
done
# As a compiler with Guarded Control Stacks writes it.
aarch64-linux-gnu-gcc -mbranch-protection=standard -D__ARM_FEATURE_GCS_DEFAULT=1 -I"$SOURCE/src" \
    -c "$SOURCE/src/runtime/jump/first.S" -o s.o
aarch64-linux-gnu-objcopy -O binary --only-section=.note.gnu.property \
    --set-section-flags .note.gnu.property=alloc s.o note
equal "$(od -An -tx4 -j24 -N4 note | tr -d ' ')" 00000007

# A page of aarch64 may have 64 KiB. The slots of a copy, of a full one those of each library, are on pages of that
# size, to be made read-only. The zeros in the file compress to less than 1 KiB with the slots.
cc=aarch64-linux-gnu-gcc
need $cc aarch64-linux-gnu-objcopy aarch64-linux-gnu-readelf gzip
printf 'int ncclGetVersion(int *);\nint main(void) { int n; return ncclGetVersion(&n); }\n' >program.c

# copy LIBRARY...: links a program with a copy; prints the section of the slots (address, size and
# alignment) and the address of each library's slots.
copy()
{
    "$PYTHON" "$SOURCE/gen" vendor "$@" $search --machine aarch64 -o "copy$#" >/dev/null
    $cc -Os -I"copy$#" program.c "copy$#/lazynccl.c" -o "program$#" -ldl
    aarch64-linux-gnu-readelf -SW "program$#" |
        sed -n 's/.*\.lazynccl\.slots *PROGBITS *\([^ ]*\) [^ ]* \([^ ]*\) .* \([0-9]*\)$/\1 \2 \3/p'
    aarch64-linux-gnu-readelf -sW "program$#" |
        sed -n 's/.*: \([^ ]*\) .* lazynccl_slots_[a-z0-9_]*$/\1/p' | sort
}

search=
copy nccl nvrtc >together
search="--search full"
copy nccl >one
copy nccl nvrtc >two
cat together one two
read -r start size alignment <one
equal "$((0x$start % 65536)) $size $alignment" '0 010000 65536'
read -r start size alignment <together
equal "$((0x$start % 65536)) $size $alignment" '0 010000 65536'
read -r start size alignment <two
equal "$((0x$start % 65536)) $size $alignment" '0 020000 65536'
equal "$(sed 1d two)" "$start
$(printf %016x $((0x$start + 65536)))"
for copies in 1 2; do
    aarch64-linux-gnu-objcopy -O binary --only-section=.lazynccl.slots "program$copies" slots
    small=$(gzip -9 <slots | wc -c)
    echo "$copies: $(wc -c <slots) bytes, $small compressed"
    [ "$small" -lt $((1024 * copies)) ] || fail "the padding is not zero"
done

# Links through the wrapper, beside the direct link: CPU time of links with the same copy and with a new
# one, bytes that programs grow by, and bytes of a vendored copy of the same functions.
. "$SOURCE/tests/variants/link/shared.sh"
need size strip

library=$($CC -print-file-name=libz.so.1)
[ "$library" != libz.so.1 ] || skip "libz.so.1 is not installed"
cp "$library" libz.so
zlib='compress zlibVersion crc32 deflateInit_ deflateEnd zlibCompileFlags'

# CPU seconds of a link: direct, through the wrapper with nothing lazy, and with a library that is lazy: the
# copy is in the cache; only the core is there, as after the link of another program; there is no cache.
program six $zlib
program another zlibVersion zlibCompileFlags # whose core is the same: one has a version, one returns the reason
$CC -O2 -w -c six.c another.c
cpu()
{
    echo "$times" | awk -v n="$1" '{ printf "%.3f", $n / 1e9 }'
}
link="$CC six.o -L. -lz -o"
through="$CC -B$wrapper six.o -L. -lz -o"
env LAZY_LIBS=z $CC -B"$wrapper" another.o -L. -lz -o another
find "$LAZY_CACHE/private" -maxdepth 1 -type f >before
env LAZY_LIBS=z $through cached
printf '#!/bin/sh\nrm -f %s\nLAZY_LIBS=z exec %s new\n' \
    "$(find "$LAZY_CACHE/private" -maxdepth 1 -type f | grep -vxFf before | xargs)" "$through" >make-new
chmod +x make-new
times=$(QUIET=1 ./runs 41 "env LAZY_LIBS=z $link direct" "env LAZY_LIBS= $through unset" \
    "env LAZY_LIBS=lzma $through none" "env LAZY_LIBS=z $through cached" \
    ./make-new "env LAZY_LIBS=z HOME= LAZY_CACHE= XDG_CACHE_HOME= $through first" | awk '{ print $NF }' | xargs)
direct=$(cpu 1)
# more BASE VALUE LIMIT: the value is at most so much above the base.
more()
{
    below "$(echo "$1 $2" | awk '{ print $2 - $1 }')" "$3"
}
row 'link, CPU time' "direct $direct s"
row '  LAZY_LIBS is empty' "$(cpu 2) s" '<= direct + 0.010 s' more "$direct" "$(cpu 2)" 0.010
row '  nothing becomes lazy' "$(cpu 3) s" '<= direct + 0.010 s' more "$direct" "$(cpu 3)" 0.010
twice=$(echo "$direct" | awk '{ print $1 * 2 }')
row '  six functions of zlib, copy in the cache' "$(cpu 4) s" '<= 2 x direct + 0.100 s' \
    more "$twice" "$(cpu 4)" 0.100
row '  a new copy' "$(cpu 5) s" '<= 2 x direct + 0.100 s' more "$twice" "$(cpu 5)" 0.100
row '  without a cache' "$(cpu 6) s"
all=$(echo "$times" | awk '{ printf "%.1f", $4 / 5e6 }')
new=$(echo "$times" | awk '{ printf "%.1f", ($5 * 199 + $6) / 1e9 }')
row '200 links, copies in the cache' "$all s, direct $(echo "$times" | awk '{ printf "%.1f", $1 / 5e6 }') s" \
    '<= 12 s' below "$all" 12
row '200 links, each with a new copy' "$new s" '<= 28 s' below "$new" 28

program one crc32
grows one z -lz
row 'a program grows by: one function of zlib' "$more bytes, direct $bytes" '<= 12288' below $more 12288
for i in $(seq 20); do
    toy t$i "int t${i}_0(void) { return $i; } int t${i}_1(void) { return $i; }"
done
program twenty $(seq -f t%g_0 20) $(seq -f t%g_1 20)
grows twenty "$(seq -f t%g 20 | xargs | tr ' ' ,)" "$(seq -f -lt%g 20 | xargs)"
row '  two functions each of 20 libraries' "$more bytes, direct $bytes" '<= 36864' below $more 36864
seq -f 'int big_%02g(void) { return 1; }' 0 49 >big.c
toy big
program few $(seq -f big_%02g 0 9)
program many $(seq -f big_%02g 0 49)
grows few big -lbig
grows many big -lbig
each=$(size lazy-few lazy-many direct-few direct-many | awk 'NR > 1 { n[NR] = $4 } END {
    print (n[3] - n[2]) / 40 - 7, (n[5] - n[4]) / 40 - 7 }')
row '  each further function, besides its name' "${each% *} bytes, direct ${each#* }" '<= 64' below "${each% *}" 64

# The same functions vendored: what is loaded of the object, without the tables for unwinding.
"$PYTHON" "$SOURCE/gen" vendor "$library" --only six.o --search soname -o six >/dev/null
$CC -Os -c six/lazynccl.c -o vendored.o
bytes=$(size -A vendored.o | awk '/^\.(text|rodata|data|bss)|^\.note\.(lazynccl|dlopen)/ { n += $2 } END { print n }')
row 'six functions of zlib, vendored, --search soname' "$bytes bytes" '<= 3072' below "$bytes" 3072

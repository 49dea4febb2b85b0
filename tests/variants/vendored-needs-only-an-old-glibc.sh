# A vendored copy needs nothing newer than glibc 2.17, except the loader's functions, which moved to libc.so.6 in
# 2.34, nothing that newer headers rename, and of libpthread only what libc.so.6 always had.

vendor copy nccl nvrtc nvjitlink
vendor full nccl nvrtc nvjitlink --search full
for options in "-O2 copy" "-O2 -D_FORTIFY_SOURCE=2 copy" "-O0 -D_FILE_OFFSET_BITS=64 copy" "-O2 full" \
    "-O2 -D_FORTIFY_SOURCE=2 full" "-O0 -D_FILE_OFFSET_BITS=64 full"; do
    $CC ${options% *} -shared -fPIC "${options##* }/lazynccl.c" -o copy.so
    nm -D --undefined-only copy.so | awk 'NF == 2 { print $2 }' |
        grep -Ev '^pthread_(self|setcancelstate)@GLIBC_2\.(2\.5|17)$' >needed
    says needed '^dlopen(@|$)'
    says_not needed '^(__isoc|_?_?[lf]?x?stat(64|@|$)|v?[fs]?scanf|strto|ato[il]|pthread_|arc4random)'
    sed -n 's/@GLIBC_2\./ /p' needed | awk '$2 >= 18 && $1 !~ /^dl(open|v?sym|error|close|info|addr1?)$/' \
        >newer
    [ ! -s newer ] || fail "$(cat newer)"
done

readelf -d copy.so | grep NEEDED >needed
says_not needed '\[lib[^c]|\[libc[^.]'

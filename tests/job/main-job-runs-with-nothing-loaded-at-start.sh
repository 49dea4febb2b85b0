# Linked with the archive, the main job starts without the three libraries and then uses those of a
# virtual environment. NVRTC 13.0 has no search path, so it finds its builtins only because lazynccl
# has opened them.

main_job job -DWITH_LAZYNCCL -I"$BUILD/include" "$ARCHIVE"
readelf -d job >needed
says_not needed 'NEEDED.*(nccl|nvrtc|nvJitLink)'

VIRTUAL_ENV=${SITE%/lib/python*} "$ld_so" --inhibit-cache "$stage/job" >output ||
    fail "the job ended with $?: $(cat output)"

equal "$(sed -n 1,2p output)" "At start
    nothing of NVIDIA's is mapped"
equal "$(sed -n 's/^    mapped //p' output)" "$(dirname "$nvrtc")/libnvrtc-builtins.so.13.0
$nvrtc
$nvjitlink
$nccl"
equal "$(sed -n 's/^    version //p' output)" '13.0, found via wheel
13.0, found via partner
2.28.9, found via wheel'

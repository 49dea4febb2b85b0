# For every pair of an NVRTC and an nvJitLink, LTO-IR links if and only if the report has no
# warning.

releases=$(awk '!/^#/ && !/-cu11/ && /nvrtc|nvjitlink/ { print $1 "-" $2 }' \
    "$SOURCE/tests/real/support/releases")
newest=nvidia-nvjitlink-13.5.37
need_release $releases $newest
consumer "$SOURCE/tests/real/loader/pair.c" pair $(headers nvidia-cuda-nvrtc-13.0.88 $newest) \
    -DNVJITLINK_NO_INLINE

fit=0 unfit=0
for nvrtc in $(echo "$releases" | grep nvrtc); do
    for nvjitlink in $(echo "$releases" | grep nvjitlink); do
        LAZYNCCL_LIBPATH="$(lib "$nvrtc"):$(lib "$nvjitlink")" \
            run ./pair compile link report >said 2>&1
        says said '^compile: 0$'
        says said "^took: nvrtc $(number "$nvrtc") env "
        says said "^took: nvjitlink $(number "$nvjitlink") env "
        if grep -q '^link: 0$' said; then
            fit=$((fit + 1))
            says_not said '^warning'
        else
            unfit=$((unfit + 1))
            says said "^warning: NVRTC $(minor "$nvrtc") is newer than nvJitLink"
        fi
    done
done
[ $fit -gt 20 ] && [ $unfit -gt 20 ] || fail "expected more pairs: $fit fit, $unfit do not"

# LAZYNCCL_DEBUG prints each line of the report to stderr as it is written; unset or 0, nothing is
# printed.
fake_library nccl 2.28.1 lib
fake_library nccl 1.3.5 broken
mv broken/libnccl.so.1 broken/libnccl.so.2
export LAZYNCCL_LIBPATH="$stage/missing:$stage/broken:$stage/lib"

LAZYNCCL_DEBUG=1 ./ask call >output 2>errors
equal "$(cat output)" 'call 0 22801.0'
./ask load report | sed '1,2d; s/^/lazynccl: nccl: /' >report
equal "$(cat errors)" "$(cat report)"
says errors "^lazynccl: nccl: env +$stage/lib/libnccl.so.2: taken$"
says errors "^lazynccl: nccl: env +$stage/broken/libnccl.so.2: is libnccl.so.1, expected libnccl.so.2$"

for value in 0 ''; do
    for path in "$LAZYNCCL_LIBPATH" "$stage/broken" ''; do
        LAZYNCCL_LIBPATH=$path LAZYNCCL_DEBUG=$value LAZYNCCL_STRICT=$value \
            ./ask call shrink load available error report nvrtc call nvjitlink call \
            >/dev/null 2>errors
        equal "$(cat errors)" ''
    done
done

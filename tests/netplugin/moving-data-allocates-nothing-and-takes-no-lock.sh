# From isend or irecv to test, no memory is allocated and no lock is taken, even if sizes and arrays
# must be converted.
idle idle.so '-DIN_PROPERTIES=of->maxRecvs = 8'
for version in 4 9 12; do # the versions between allocate memory in the caller
    caller moving "$version" "moving-v$version" -rdynamic
    LAZYNCCL_NET_PLUGIN=$PWD/idle.so "./moving-v$version" "$lazy" || fail "v$version"
done

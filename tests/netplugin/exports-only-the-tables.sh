# libnccl-net-lazy.so exports only NCCL's tables, in every version, and stays loaded after NCCL
# closes it, because init must not run twice in a process.
nm -D --defined-only "$lazy" | awk '{ print $3 }' | sort >exported
for version in $versions; do
    says exported "^ncclNetPlugin_v$version\$"
done
says_not exported '^ncclNetPlugin_v([0-3]|[0-9]*[^0-9]|1[3-9]|[2-9][0-9])$'
for version in 2 3 4 5 6; do
    says exported "^ncclTunerPlugin_v$version\$"
done
for version in 1 2 3 4 5 6 7; do
    says exported "^ncclProfiler_v$version\$"
done
passed='EnvPlugin_v1 EnvPlugin_v2 GinPlugin_v11 GinPlugin_v12 GinPlugin_v13 GinPlugin_v14
    RmaPlugin_v13 RmaPlugin_v14 RmaPlugin_v15 RmaPlugin_v16'
equal "$(grep -E '(Env|Gin|Rma)' exported)" "$(printf 'nccl%s\n' $passed)"
equal "$(grep -v -E -e '(Env|Gin|Rma)' -e '^ncclNetPlugin_v[0-9]*$' -e '^ncclTunerPlugin_v[2-6]$' \
    -e '^ncclProfiler_v[1-7]$' exported || true)" ''
readelf -dW "$lazy" >dynamic
says dynamic 'NODELETE'

# The SONAME of each stand-in is its file name. It exports exactly the functions that any release
# with this SONAME has, with their version nodes, and those of nvJitLink's next three minors.
need nm readelf

all='libnccl.so.2 libnvJitLink.so.12 libnvJitLink.so.13 libnvrtc.so.11.2 libnvrtc.so.12 libnvrtc.so.13'
equal "$(cd "$STANDINS" && echo lib*.so.*[0-9])" "$all"
for soname in $all; do
    file=$STANDINS/$soname
    readelf -dW "$file" >dynamic
    says dynamic "SONAME.*\[$soname\]\$"
    says_not dynamic 'NEEDED.*(nccl|nvrtc|nvJitLink|lazynccl)'
    says_not dynamic 'RPATH|RUNPATH'
    readelf -nW "$file" >notes || true # fails at unknown note types
    says notes '^ +lazynccl '
    says notes '^ +FDO .*(0x407c0c0a|FDO_DLOPEN_METADATA)' # as new binutils name it
    # It opens only its own library, with the right major.
    grep -aoE '"soname":\[[^]]*\]' "$file" | sort -u >opens
    equal "$(cat opens)" "\"soname\":[\"$soname\"]"

    readelf -VW "$file" | sed -n '/^Version def/,/^$/s/.*Flags: none .*Name: //p' >nodes
    equal "$(cat nodes)" "$([ $soname = libnccl.so.2 ] || echo $soname)"
    nm -D --defined-only "$file" | awk '$2 != "A" { print $2, $3 }' >symbols
    says_not symbols '^[^T]'
    says_not symbols 'lazynccl'
    case $soname in
    libnccl.so.2) says_not symbols '@' ;;
    *) equal "$(grep -v "@@$soname\$" symbols)" '' ;;
    esac
    sed 's/^T //; s/@.*//' symbols >"names-$soname"
done

names=names-libnccl.so.2
for name in ncclGetVersion pncclGetVersion ncclCommResume pncclCommResume ncclSetEncryption \
    ncclTeamWorld ncclLsaBarrierCreateRequirement pncclAllReduceConfig; do
    says $names "^$name\$"
done
says_not names-libnvrtc.so.12 TileIR
says names-libnvrtc.so.12 '^__nvrtcCPEx$'
says names-libnvrtc.so.13 '^__nvrtcCPEx$'
says names-libnvrtc.so.12 '^nvrtcGetNVVM$'
says names-libnvrtc.so.13 '^nvrtcGetTileIR$'
says_not names-libnvrtc.so.13 NVVM
for names in 'names-libnvJitLink.so.12 12_12 13_0 12_13' \
    'names-libnvJitLink.so.13 13_8 12_0 13_9'; do
    set -- $names
    says "$1" '^nvJitLinkCreate$'
    says "$1" '^nvJitLinkVersion$'
    says "$1" "^__nvJitLinkComplete_${2%_*}_0\$"
    says "$1" "^__nvJitLinkComplete_$2\$"
    says_not "$1" "_$3\$"
    says_not "$1" "_$4\$"
done
says names-libnvJitLink.so.13 '^__nvJitLinkGetLinkedLTOIR_13_2$'
says_not names-libnvJitLink.so.12 LinkedLTOIR

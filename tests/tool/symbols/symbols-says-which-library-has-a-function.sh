# `symbols FUNCTION` names the library that has a function, the release that added it, and the one
# that removed it (FlagCX#563 set a wrong minimum for want of this).

# about FUNCTION TEXT
about()
{
    "$TOOL" symbols "$1" >said || fail "$1: $(cat said)"
    equal "$(cat said)" "$1: $2"
}
about ncclCommSuspend 'NCCL since 2.29.7'
about ncclGetVersion 'NCCL since 2.3.5 or earlier'
about __nvJitLinkCreate_12_9 'nvJitLink since 12.9'
about nvrtcGetNVVM 'NVRTC since 11.4, removed in 13.0'
about cuCtxCreate_v2 'CUDA driver since 12.0.0 or earlier; newer headers call cuCtxCreate_v4'
about cudaGetDeviceProperties 'CUDA runtime since 11.8 or earlier'
about cudaGetDeviceProperties_v2 \
    'CUDA runtime since 12.0, removed in 13.0; newer headers call cudaGetDeviceProperties'
about nvvmLLVMVersion 'NVVM since 13.1.0'

# a file of that name is read, and a name that no stub has is an error
fake_library nccl 2.20.3 .
mv libnccl.so.2 ncclCommSuspend
"$TOOL" symbols ncclCommSuspend >said
says said '^soname +libnccl.so.2$'
exits 3 "$TOOL" symbols ncclCommSuspended 2>said
equal "$(cat said)" 'lazynccl symbols: no such file, library or function: ncclCommSuspended; did you mean ncclCommSuspend?'

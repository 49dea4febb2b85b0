# lazynccl_error returns one line with the problem, its cause and its remedy, or NULL if there is
# none. A report ends with a newline.
fake_library nccl 2.28.1 lib

equal "$(./ask error mapped=libnccl)" "NCCL has not been searched for yet: no call has needed it"
./ask nccl load error nvrtc load error nvjitlink load error >output
equal "$(grep -v ^load output | grep -c .)" 3
for row in 'NCCL:libnccl.so.2:nvidia-nccl-cu13' 'NVRTC:libnvrtc.so.13 or older:nvidia-cuda-nvrtc' \
    'nvJitLink:libnvJitLink.so.13 or older:nvidia-nvjitlink'; do
    title=${row%%:*} row=${row#*:}
    none="$title cannot be used: no ${row%:*} in any search location"
    says output "^$none; pip install ${row#*:} .*LAZYNCCL_DEBUG=1"
done

export LAZYNCCL_LIBPATH="$stage/lib"
equal "$(./ask load error error=ncclGetVersion)" 'load 0
(null)
(null)'
./ask error=ncclGetVersions load error=ncclGetVersions >output
equal "$(grep -c '^ncclGetVersions is not a function of NCCL that this build' output)" 2
equal "$(./ask has=ncclGetVersions has= has has=ncclGetVersion)" 'has 0
has 0
has 0
has 1'
./ask load report | tail -c 1 | od -An -c | grep -q '\\n' || fail 'no newline at its end'

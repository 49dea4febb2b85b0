# A message of each kind gets the right finding first, alone and as the last line from a pipe. A
# message of another kind exits with 2, and one line says which kinds there are.

mkdir root # it is empty, so a library that was not found is missing there
# Lines: what the answer is, the exit status, the message.
while read -r wanted here message; do
    status=0
    "$TOOL" explain "$message" --root "$stage/root" --no-python --json >out 2>err || status=$?
    equal "$(cat err)" ""
    equal "$("$PYTHON" -c 'import json
said = json.load(open("out"))
assert said["means"] and said["why"] and said["help"], said
print(said["answer"] or said["looked_for"][0], said["schema_version"], len(said["findings"]))')" \
        "$wanted 2 $here"
    equal "$status" "$here"
    printf 'Traceback (most recent call last):\n  File "x.py", line 1\n%s\n' "$message" |
        "$TOOL" explain --root "$stage/root" --no-python >piped || [ $? = "$here" ]
    tr -s ' \n' ' ' <piped >line
    case $wanted in
    # LN119 is of a kernel with the driver: here ld.so just does not find it
    LN119) grep -q 'error\[LN115\] .*lazynccl run --lazy cuda' line || fail "no LN115 in $(cat line)" ;;
    LN*) grep -q "\[$wanted\]" line || fail "no $wanted in $(cat line)" ;;
    *) grep -q " Do: " line || fail "no advice in $(cat line)" ;;
    esac
done <<'END'
LN115 1 ImportError: libnccl.so.2: cannot open shared object file: No such file or directory
LN115 1 Could not load dynamic library 'libcudart.so.11.0'; dlerror: libcudart.so.11.0: cannot open shared object file
LN110 0 OSError: libnvrtc.so: cannot open shared object file: No such file or directory
LN119 1 libcuda.so.1: cannot open shared object file: No such file or directory
LN103 0 ImportError: /a/libtorch_cuda.so: undefined symbol: ncclCommRegister
LN107 0 libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version libnvJitLink.so.12
LN704 0 ImportError: /a/libtorch.so.1: undefined symbol: nvrtcGetProgramLogSize
LN808 0 ImportError: /a/b.so: undefined symbol: _ZN3c105ErrorC2ENS_14SourceLocationE
LN817 0 ./a: /lib/libc.so.6: version `GLIBC_2.38' not found (required by ./a)
LN117 0 OSError: /opt/libnccl.so.2: file too short
LN105 0 ./a: libnvrtc.so.13: no version information available (required by ./a)
LN706 0 /usr/bin/ld: cannot find -lnvrtc
LN706 0 main.c:(.text+0x1f): undefined reference to `ncclGetVersion'
LN123 0 NCCL cannot be used: /a/libnccl.so.2: No such file or directory (env); correct or unset LAZYNCCL_LIBPATH
LN106 0 CUDA error 35
LN106 0 CUDA driver version is insufficient for CUDA runtime version
LN202 0 a:1:2 [0] net.cc:1 NCCL WARN Error: network not found
LN301 0 a:1:2 [0] NCCL INFO NET/Plugin: Could not find: foo libnccl-net-foo.so
LN805 0 NET/Socket : message truncated : receiving 8 bytes instead of 4
LN709 0 cuda_fp16.hpp(408): error: identifier "NV_IS_DEVICE" is undefined
LN710 0 RuntimeError: cuDNN version incompatibility: PyTorch was compiled against 9.1
LN805 0 Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7)
code 0 CUBLAS_STATUS_ALLOC_FAILED
code 0 RuntimeError: NCCL error: unhandled system error
code 0 nvrtc error 6
other 0 ImportError: libGL.so.1: cannot open shared object file: No such file or directory
other 0 /usr/bin/ld: cannot find -lfoo
END

for text in 'Segmentation fault' 'node1:1:1 [0] misc.cc:1 NCCL WARN something that is new'; do
    exits 2 "$TOOL" explain "$text" >out 2>err
    equal "$(cat out) $(wc -l <err)" " 1"
    says err '^lazynccl explain: no known message: explain reads errors of loaders and linkers'
    says err 'lazynccl doctor examines the machine$'
done
"$TOOL" explain 'Segmentation fault' --json >json 2>err || [ $? = 2 ]
"$PYTHON" -c 'import json
said = json.load(open("json"))
assert said["means"] is None and said["not_examined"], said'
status=0
"$TOOL" explain LN999 >out 2>err </dev/null || status=$?
equal "$status $(cat out) $(cat err)" \
    '3  lazynccl explain: no such finding: LN999; try: lazynccl explain --help'

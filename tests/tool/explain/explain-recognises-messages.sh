# Pasted messages, in complete lines with context, give the right finding first. An unrecognized
# message exits with 2 and one line.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
need_tool

mkdir root
recognised=0
while IFS='|' read -r id message; do
    status=0
    "$TOOL" explain "$message" --root "$stage/root" --no-python --json >out 2>err || status=$?
    equal "$(cat err)" ""
    case $id$message in # the root is empty, so a library that was not found is missing
    LN115*lib*.so.[0-9]*) here=1 found="['LN115']" ;;
    *) here=0 found='[]' ;;
    esac
    equal "$("$PYTHON" -c 'import json
said = json.load(open("out"))
print(said["looked_for"][0], said["schema_version"], bool(said["means"]),
      [one["id"] for one in said["findings"]])')" "$id 1 True $found"
    equal "$status" $here
    # also from a pipe, as the last of many lines
    printf 'Traceback (most recent call last):\n  File "x.py", line 1\n%s\n' "$message" |
        "$TOOL" explain --root "$stage/root" --no-python >piped || [ $? = $here ]
    says piped "^(  |[a-z]*\\[)$id[] ]"
    recognised=$((recognised + 1))
done <<'END'
LN107|ImportError: /opt/v/nvidia/cusparse/lib/libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version libnvJitLink.so.12
LN107|ImportError: /opt/v/libcusparse.so.12: undefined symbol: __nvJitLinkAddData_12_1, version libnvJitLink.so.12
LN107|cccl.so: undefined symbol: nvJitLinkVersion
LN107|RuntimeError: Failed to find dynamic symbol __nvJitLinkCreate_12_1
LN103|OSError: /usr/lib/libtorch_cuda.so: undefined symbol: ncclCommRegister
LN103|./all_reduce_perf: symbol lookup error: ./all_reduce_perf: undefined symbol: pncclCommRevoke
LN103|libx.so: undefined symbol: nvrtcGetTileIR
LN302|NCCL INFO NET/Plugin: fabric: /usr/lib/libfabric.so.1: version `FABRIC_1.9' not found
LN107|libcusolver.so.11: version `libnvJitLink.so.12' not found (required by libx.so)
LN105|Inconsistency detected by ld.so: dl-lookup.c: 107: check_match: Assertion `version->filename == NULL' failed!
LN105|./a: libnvrtc.so.13: no version information available (required by ./a)
LN108|nvrtc: error: failed to open libnvrtc-builtins.so.13.0.
LN108|NVRTC_ERROR_BUILTIN_OPERATION_FAILURE (7)
LN108|OSError: libnvrtc-builtins.so.12.6: cannot open shared object file: No such file or directory
LN110|Error: libnccl.so: cannot open shared object file: No such file or directory
LN110|libnvrtc.so: cannot open shared object file
LN115|./train: error while loading shared libraries: libnccl.so.2: cannot open shared object file: No such file or directory
LN115|ImportError: libnvrtc.so.12: cannot open shared object file: No such file or directory
LN115|ImportError: libnvJitLink.so.13: cannot open shared object file: No such file or directory
LN119|OSError: libcuda.so.1: cannot open shared object file: No such file or directory
LN201|libibverbs.so.1: cannot open shared object file: No such file or directory
LN117|OSError: /opt/libnccl.so.2: file too short
LN117|OSError: /opt/libnvrtc.so.12: invalid ELF header
LN117|./a: error while loading shared libraries: /opt/libnccl.so.2: cannot read file data
LN105|CUDA driver is a stub library
LN106|CUDA driver version is insufficient for CUDA runtime version
LN119|no CUDA-capable device is detected
LN111|ERROR 4 in nvvmAddNVVMContainerToProgram, may need newer version of nvJitLink library
LN111|ptxas application ptx input, line 9; fatal : Unsupported .version 8.8; current version is '8.7'
LN201|NCCL WARN Failed to open libibverbs.so[.1]
LN202|net.cc:300 NCCL WARN Failed to initialize any NET plugin
LN201|NCCL WARN Error: network IB not found.
LN202|NCCL WARN Error: network FastSocket not found.
LN203|NCCL INFO NET/IB : No device found.
LN211|bootstrap.cc:114 NCCL WARN Bootstrap : no socket interface found
LN211|NCCL WARN NET/IB : No IP interface found.
LN215|NCCL WARN NET/Socket : No usable listening interface found
LN215|NCCL WARN Invalid NCCL_COMM_ID, please use format: <ipv4>:<port>
LN303|NCCL INFO External network plugin /opt/libnccl-net.so is unsupported
LN303|NCCL INFO NET/Plugin: Failed to find ncclNetPlugin symbol (>= v5). ncclNetPlugin symbols v4 and lower are not supported.
LN301|NCCL INFO NET/Plugin: Could not find: nosuch libnccl-net-nosuch.so
LN301|NCCL INFO NET/Plugin : No plugin found (libnccl-net.so), using internal implementation
LN302|NCCL INFO NET/Plugin : Plugin load (libnccl-net.so) returned 2 : libfabric.so.1: no
LN302|NCCL INFO NET/Plugin: libnccl-net-ofi.so: libfabric.so.1: cannot open shared object file
LN306|NCCL WARN NET/OFI Finalizing already finalized plugin
LN101|corrupted comm object detected
LN601|posix_fallocate failed : No space left on device
LN602|NCCL WARN Call to ibv_reg_mr failed
LN604|NCCL WARN Duplicate GPU detected : rank 0 and rank 1 both on CUDA device 7000
LN605|NCCL WARN Could not open XML graph file /etc/graph.xml : No such file or directory
LN606|NCCL WARN Could not open XML topology file /etc/topo.xml : No such file or directory
LN106|ncclUnhandledCudaError: unhandled cuda error (run with NCCL_DEBUG=INFO for details)
LN601|unhandled system error (run with NCCL_DEBUG=INFO for details)
LN202|invalid usage (run with NCCL_DEBUG=WARN for details)
LN101|ncclInvalidArgument: invalid argument
LN212|Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1)
LN115|Unable to load NCCL library. Multi-GPU collectives will not work.
LN115|ERROR pynccl.py:1 Failed to load NCCL library from libnccl.so.2
LN115|Failure finding "libnccl.so.3": No such file
LN103|FunctionNotFoundError: function ncclCommShrink is not found
LN114|LAZYNCCL_SEARCH=whel: no place is called 'whel'
LN115|NCCL cannot be used: no libnccl.so.2 in any place looked at
END
equal "$recognised" 62

refuses()
{
    expected=$1 line=$2 status=0
    shift 2
    "$TOOL" explain "$@" >out 2>err </dev/null || status=$?
    equal "$status $(cat out) $(cat err)" "$expected  lazynccl explain: $line"
}
refuses 2 'unrecognized message; lazynccl doctor looks for everything' 'Segmentation fault'
refuses 2 'unrecognized message; lazynccl doctor looks for everything'
refuses 3 'no such finding: LN999; try: lazynccl explain --help' LN999

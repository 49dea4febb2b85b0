# A copy for Windows finds the DLL in each search location, prefers a CUDA major, returns fallback
# values and reasons, and searches again after a setting. NCCL, which is not for Windows, is absent.
vendored nvrtc nccl
links gcc "$SOURCE/tests/windows/program.c" program.exe -O2 -Wall

# fake MAJOR MINOR FOLDER: makes an NVRTC, with builtins.
fake()
{
    mkdir -p "$3"
    $mingw-gcc -shared -DMAJOR="$1" -DMINOR="$2" -DBUILTINS="\"nvrtc-builtins64_$1$2.dll\"" \
        "$SOURCE/tests/windows/nvrtc.c" -o "$3/nvrtc64_${1}0_0.dll"
    echo 'int builtins;' | $mingw-gcc -shared -x c - -o "$3/nvrtc-builtins64_$1$2.dll"
}
fake 12 9 twelve
fake 13 0 thirteen
twelve=$(windows "$stage/twelve") thirteen=$(windows "$stage/thirteen")

absent='NVRTC cannot be used: no nvrtc64_130_0.dll in any search location'
answers "mapped: 0
call: absent
text: $absent
why: $absent
error: $absent
where: NULL 0
available: 0
has: 0
symbol: 0" program.exe mapped call text why error=nvrtcVersion where available has=nvrtcVersion \
    symbol=nvrtcVersion
answers 'error: the library has not been searched for yet: no function of it was called
nccl: status 2, 0, NCCL cannot be used: no DLL of NCCL is known' program.exe error nccl

export LAZYNCCL_LIBPATH="$twelve"
answers "mapped: 0
call: 12.9
text: an error
where: env 120900
builtins: 1, status 0
path: $twelve\\nvrtc64_120_0.dll
why: NULL
has: 1
has: 0
symbol: 1
error: nvrtcGetPTX: $twelve\\nvrtc64_120_0.dll: it lacks this function" program.exe mapped call text where \
    builtins path why has=nvrtcVersion has=nvrtcGetPTX symbol=nvrtcVersion error=nvrtcGetPTX
answers 'threads: 0 wrong' program.exe threads
answers 'call: 13.0' LAZYNCCL_LIBPATH="nvrtc=$thirteen\\nvrtc64_130_0.dll" program.exe call
answers 'call: 13.0' LAZYNCCL_LIBPATH="nccl=$twelve;$thirteen;$twelve" program.exe call
answers 'call: 12.9' LAZYNCCL_CUDA=12 LAZYNCCL_LIBPATH="$thirteen;$twelve" program.exe call
answers 'why: NVRTC cannot be used: twelve: not an absolute path' LAZYNCCL_LIBPATH=twelve program.exe why

# the first DLL of a folder is of the major that the builder prefers, or the only one
cp twelve/* thirteen/
answers 'call: 13.0' LAZYNCCL_LIBPATH=$thirteen program.exe call
$mingw-gcc -O2 -DLAZYNCCL_CUDA_MAJOR=12 -c copy/lazynccl.c -o copy.o
links gcc "$SOURCE/tests/windows/program.c" prefers.exe
answers 'call: 12.9' LAZYNCCL_LIBPATH=$thirteen prefers.exe call
$mingw-gcc -O2 -DLAZYNCCL_CUDA_ONLY=13 -c copy/lazynccl.c -o copy.o
links gcc "$SOURCE/tests/windows/program.c" only.exe
answers 'call: absent' only.exe call
answers 'call: 13.0' LAZYNCCL_LIBPATH=$thirteen only.exe call

# settings of the program, before and after a failure
unset LAZYNCCL_LIBPATH
answers "call: absent
set_path: 0
call: 12.9
where: api 120900
set_path: -1" program.exe call "set_path=$twelve" call where "set_path=$thirteen"
answers 'set_path: -1
set_path: 0
call: absent
why: NVRTC cannot be used: Z:\none.dll: not found
set_path: 0
call: 12.9' program.exe set_path= 'set_path=Z:\none.dll' call why 'set_path=.\twelve' call
answers 'set_path: 0
call: absent
why: NVRTC cannot be used: nvrtc64_99.dll: it, or a DLL that it needs, was not found' \
    program.exe set_path=nvrtc64_99.dll call why
answers 'set_handle: 0
call: 12.9
where: api 120900' program.exe "set_handle=$twelve\\nvrtc64_120_0.dll" call where
answers "require: 0
call: absent
why: NVRTC cannot be used: $twelve\\nvrtc64_120_0.dll: older than what the program requires" \
    LAZYNCCL_LIBPATH="$twelve" program.exe require=130000 call why
answers "call: absent
set_path: 0
call: absent" program.exe freeze call "set_path=$twelve" call

# complete or not
answers 'missing: NULL
call: 12.9
missing: nvrtcAddNameExpression' LAZYNCCL_LIBPATH="$twelve" program.exe missing call missing
only=nvrtcGetPTX,nvrtcVersion,nvrtcGetErrorString,nvrtcGetNumSupportedArchs,ncclGetVersion,ncclGetErrorString
vendored nvrtc nccl --complete --only $only
links gcc "$SOURCE/tests/windows/program.c" complete.exe -O2
answers "missing: NULL
why: NVRTC cannot be used: $twelve\\nvrtc64_120_0.dll: lacks nvrtcGetPTX, and this program needs all functions" \
    LAZYNCCL_LIBPATH="$twelve" complete.exe missing why
vendored nvrtc nccl --complete --optional nvrtcGetPTX --only $only
links gcc "$SOURCE/tests/windows/program.c" complete.exe -O2
answers "call: 12.9
missing: NULL" LAZYNCCL_LIBPATH="$twelve" complete.exe call missing

# other search locations
mkdir -p py/Lib/site-packages/pkg py/Lib/site-packages/nvidia/cu13/bin
cp program.exe py/Lib/site-packages/pkg/
cp -r twelve py/Lib/site-packages/nvidia/cu13/bin/x86_64
answers 'call: 12.9
where: wheel 120900' py/Lib/site-packages/pkg/program.exe call where
mkdir -p cuda/bin
cp -r thirteen cuda/bin/x64
answers 'call: 13.0
where: toolkit 130000' CUDA_PATH="$(windows "$stage/cuda")" program.exe call where
cp thirteen/nvrtc64_130_0.dll .
answers 'call: 13.0
where: system 130000' program.exe call where

# never from the working folder, which is not the program's
mkdir elsewhere
mv nvrtc64_130_0.dll elsewhere/
equal "$(cd elsewhere && in_wine ../program.exe call)" 'call: absent'

# files that are no DLL, and a DLL that lacks another
mkdir broken
echo text >broken/nvrtc64_120_0.dll
broken=$(windows "$stage/broken")
answers "why: NVRTC cannot be used: $broken\\nvrtc64_120_0.dll: not a DLL of 64-bit Windows" \
    LAZYNCCL_LIBPATH="$broken" program.exe why

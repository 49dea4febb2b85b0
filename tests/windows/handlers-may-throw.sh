# A C++ exception of the program's handler passes the fallback functions and the linker's thunk.
vendored nvrtc nccl
links g++ "$SOURCE/tests/windows/throws.cc" throws.exe -O2 -Wall
absent='NVRTC cannot be used: no nvrtc64_130_0.dll in any search location'
answers "caught nvrtcVersion: $absent
caught nvrtcVersion: $absent
caught ncclGetVersion: NCCL cannot be used: no DLL of NCCL is known
text: $absent
told: nvrtcVersion
status 11
status 11
$absent" throws.exe

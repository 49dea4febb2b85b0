# NVRTC and nvJitLink are partners even if each has its own stand-in: the second is searched where
# the first was loaded from, and a mismatch is reported.
fake_library nvrtc 12.9 one
fake_library nvjitlink 12.9 one
fake_library nvrtc 12.4 two
fake_library nvjitlink 12.8 two
direct program one/libnvrtc.so.12 one/libnvJitLink.so.12
export LD_LIBRARY_PATH="$STANDINS" LAZYNCCL_DEBUG=1
one=$stage/one two=$stage/two

LAZYNCCL_LIBPATH=$two/libnvrtc.so.12 ./program nvrtc nvjitlink >output 2>&1
says output '^nvrtc 0 12\.4$'
says output '^nvjitlink 0 12\.8$'
says output "^lazynccl: nvjitlink: partner +$two/libnvJitLink.so.12: taken$"
says_not output warning
LAZYNCCL_LIBPATH=$one/libnvJitLink.so.12 ./program nvjitlink nvrtc >output 2>&1
says output "^lazynccl: nvrtc: partner +$one/libnvrtc.so.12: taken$"

# loaded by other code
./program open="$two/libnvrtc.so.12" nvjitlink >output 2>&1
says output "^lazynccl: nvjitlink: partner +$two/libnvJitLink.so.12: taken$"

# the second one reports the mismatch
warning='warning: NVRTC 12\.9 is newer than nvJitLink 12\.8: LTO-IR'
export LAZYNCCL_LIBPATH="$one/libnvrtc.so.12:$two/libnvJitLink.so.12"
./program nvrtc nvjitlink >output 2>&1
says output "^lazynccl: nvjitlink: $warning"
says_not output "^lazynccl: nvrtc: warning"
./program nvjitlink nvrtc >output 2>&1
says output "^lazynccl: nvrtc: $warning"
says_not output "^lazynccl: nvjitlink: warning"

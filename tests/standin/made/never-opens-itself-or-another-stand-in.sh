# A stand-in that finds only itself, another stand-in or links to them reports the library as absent.
# Two stand-ins in two searched folders both find the real library after them.
fake_library nccl 2.28.1 nccl
fake_library nvrtc 12.9 real
fake_library nvjitlink 12.9 real
direct program nccl/libnccl.so.2 real/libnvrtc.so.12 real/libnvJitLink.so.12
mkdir one two loop conda
cp "$STANDINS"/lib*.so.*[0-9] one
cp "$STANDINS"/lib*.so.*[0-9] two
ln -s "$stage/loop" loop/loop
ln -s libnccl.so.2 loop/libnccl.so.2
ln -s "$stage/two" conda/lib

absent() # FOLDER... REASON: a program prints REASON with these folders in LAZYNCCL_LIBPATH
{
    LAZYNCCL_LIBPATH=$1 timeout 60 ./program nccl reason=2 nvrtc nvrtc-reason=11 nvjitlink suffix \
        mapped=lib >output || fail "status $?"
    says output '^nccl 2 0$'
    says output "^reason NCCL cannot be used: $2"
    says output '^nvrtc 11 0\.0$'
    says output '^nvrtc-reason NVRTC cannot be used: '
    says output '^nvjitlink 6 0\.0$'
    says output '^suffix 6 0$'
    says_not output '^mapped .*/two/'
    says_not output '^mapped .*(nccl|real)/lib'
}
export LD_LIBRARY_PATH="$stage/one"
absent '' 'no libnccl.so.2 in any search location; pip install '
absent "$stage/one" "$stage/one/libnccl.so.2: a lazynccl build, not the real library \(env\)"
absent "$stage/two" "$stage/two/libnccl.so.2: a lazynccl build, not the real library \(env\)"
absent "$stage/loop/loop" "$stage/loop/.*: Too many levels of symbolic links"
CONDA_PREFIX=$stage/conda absent '' "$stage/conda/lib/libnccl.so.2: a lazynccl build"

# both in LD_LIBRARY_PATH, followed by the real ones
LD_LIBRARY_PATH=$stage/one:$stage/two:$stage/nccl:$stage/real
LAZYNCCL_SEARCH=$with_system LAZYNCCL_LIBPATH=$stage/two:$stage/one \
    ./program open-global="$stage/two/libnccl.so.2" nccl call=ncclGetVersion nvrtc nvjitlink \
    suffix mapped=libnccl >output
equal "$(cat output)" "nccl 0 22801
ncclGetVersion 0 22801.-1
nvrtc 0 12.9
nvjitlink 0 12.9
suffix 0 9
mapped $stage/nccl/libnccl.so.2
mapped $stage/one/libnccl.so.2
mapped $stage/two/libnccl.so.2"

# finding itself there is not an error
LAZYNCCL_SEARCH=$with_system LAZYNCCL_DEBUG=1 ./program nccl 2>output
says output "^lazynccl: nccl: system +$stage/one/libnccl.so.2: this stand-in itself$"
says output "^lazynccl: nccl: system +$stage/two/libnccl.so.2: a lazynccl build"

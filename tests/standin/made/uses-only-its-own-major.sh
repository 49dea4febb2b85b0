# libnvrtc.so.12 stands for CUDA 12: it never takes libnvrtc.so.13, and its error names what it
# accepts.
fake_library nvrtc 12.9 twelve
fake_library nvrtc 13.0 thirteen
fake_library nvjitlink 12.9 twelve
fake_library nvjitlink 13.0 thirteen
direct program twelve/libnvrtc.so.12 twelve/libnvJitLink.so.12
direct newer thirteen/libnvrtc.so.13 thirteen/libnvJitLink.so.13
ln -s libnvrtc.so.13 thirteen/libnvrtc.so
ln -s libnvJitLink.so.13 thirteen/libnvJitLink.so
export LD_LIBRARY_PATH="$STANDINS"

equal "$(LAZYNCCL_LIBPATH=$stage/thirteen:$stage/twelve ./program nvrtc nvjitlink suffix)" \
    "nvrtc 0 12.9
nvjitlink 0 12.9
suffix 0 9"
equal "$(LAZYNCCL_LIBPATH=$stage/twelve:$stage/thirteen ./newer nvrtc nvjitlink)" "nvrtc 0 13.0
nvjitlink 0 13.0"

for libpath in "$stage/thirteen" "$stage/thirteen/libnvrtc.so:$stage/thirteen/libnvJitLink.so" \
    "$stage/thirteen/libnvrtc.so.13:$stage/thirteen/libnvJitLink.so.13"; do
    LAZYNCCL_LIBPATH=$libpath ./program open="$stage/thirteen/libnvrtc.so.13" nvrtc \
        nvrtc-reason=11 nvjitlink suffix >output
    says output '^nvrtc 11 0\.0$'
    says output '^nvrtc-reason NVRTC cannot be used: .*libnvrtc.so.12'
    says_not output 'libnvrtc.so.13 or|or older'
    says output '^nvjitlink 6 0\.0$'
    says output '^suffix 6 0$'
done

# LAZYNCCL_CUDA=13 excludes it
LAZYNCCL_CUDA=13 LAZYNCCL_LIBPATH=$stage/twelve ./program nvrtc nvrtc-reason=11 >output
says output '^nvrtc 11 0\.0$'
says output '^nvrtc-reason .*: LAZYNCCL_CUDA=13: no NVRTC of that major version is acceptable here'
equal "$(LAZYNCCL_CUDA=12 LAZYNCCL_LIBPATH=$stage/twelve ./program nvrtc)" "nvrtc 0 12.9"

# Shared by the tests of the main job: where NVIDIA's wheels are, and how to compile the job.
nvrtc=$SITE/nvidia/cu13/lib/libnvrtc.so.13
nvjitlink=$SITE/nvidia/cu13/lib/libnvJitLink.so.13
nccl=$SITE/nvidia/nccl/lib/libnccl.so.2
for file in "$nvrtc" "$nvjitlink" "$nccl"; do
    [ -e "$file" ] || skip "no $file: run ./dev setup"
done
ld_so=$(readelf -l /bin/sh | sed -n 's/.*program interpreter: \(.*\)]/\1/p')

# main_job PROGRAM [COMPILER-OPTION...]: compiles and links the example with these options.
main_job()
{
    program=$1
    shift
    job=$SOURCE/docs/examples/main-job
    $CC -Wall -Wextra -Werror -o "$program" "$job/job.c" "$job/main.c" "$job/mapped.c" \
        -I"$SITE/nvidia/nccl/include" -I"$SITE/nvidia/cu13/include" -I"$SOURCE/gen/update/include" "$@"
}

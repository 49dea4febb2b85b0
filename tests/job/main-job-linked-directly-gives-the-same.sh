# Linked directly with the libraries, the main job gets LTO-IR and a cubin of the same sizes, and
# the same NCCL version.

main_job as-usual "$nvrtc" "$nvjitlink" "$nccl"
main_job lazy "$ARCHIVE"
for program in as-usual lazy; do
    LD_LIBRARY_PATH=$SITE/nvidia/cu13/lib:$SITE/nvidia/nccl/lib LAZYNCCL_SEARCH=system \
        ./$program | sed '/ mapped/d; s/, [0-9a-f]*\.\.\.$//' >$program.output
done
equal "$(grep -c '^    [1-9][0-9]* bytes' lazy.output)" 2
equal "$(cat lazy.output)" "$(cat as-usual.output)"

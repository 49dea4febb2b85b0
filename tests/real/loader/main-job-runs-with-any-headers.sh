# The main job runs with libraries older than its headers, and with newer ones.

# job HEADERS LIBRARIES: versions of NCCL, NVRTC and nvJitLink each.
job()
{
    compiled='' found='' path=''
    for version in $1; do
        compiled="$compiled $(release_of "$version" "$compiled")"
    done
    for version in $2; do
        found="$found $(release_of "$version" "$found")"
    done
    need_release $compiled $found
    for release in $found; do
        path=$path:$(lib "$release")
    done
    main_job job $compiled
    LAZYNCCL_LIBPATH=${path#:} run ./job >said || fail "$compiled with $found: $(cat said)"
    check_job said env $found
}

# release_of VERSION EARLIER: prints the release with this version, NCCL's if it is the first.
release_of()
{
    awk -v version="$1" -v which="$(echo "$2" | wc -w)" \
        '$2 == version && $1 ~ (which == 0 ? "nccl" : which == 1 ? "nvrtc" : "nvjitlink") {
            print $1 "-" $2 }' "$SOURCE/tests/real/support/releases"
}

job '2.13.4 12.0.140 12.0.140' '2.13.4 12.0.140 12.0.140'
job '2.13.4 12.0.140 12.0.140' '2.32.3 12.8.93 12.9.86'
job '2.18.1 12.8.93 12.9.86' '2.13.4 12.0.140 12.0.140'
job '2.28.9 13.0.88 13.0.88' '2.18.1 13.0.88 13.5.37'
job '2.28.9 13.0.88 13.0.88' '2.32.3 13.5.37 13.5.37'
job '2.32.3 13.5.37 13.5.37' '2.13.4 13.0.88 13.0.88'
job '2.32.3 13.5.37 13.5.37' '2.28.9 12.8.93 13.0.88'
# across CUDA's majors
job '2.13.4 12.0.140 12.0.140' '2.32.3 13.5.37 13.5.37'
job '2.32.3 13.5.37 13.5.37' '2.13.4 12.0.140 12.0.140'
job '2.28.9 13.0.88 13.0.88' '2.18.1 12.8.93 12.9.86'

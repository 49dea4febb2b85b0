# A relative entry of LAZYNCCL_LIBPATH makes every library absent, wherever it is in the list; an empty
# entry is skipped with a line in the report.
fake_library nccl 2.28.1 lib
fake_library nccl 2.28.2 . # the current folder
fake_library nccl 2.28.3 nvidia/nccl/lib

export LAZYNCCL_LIBPATH
for entry in lib ./lib ../${stage##*/}/lib lib/libnccl.so.2 libnccl.so.2 . .. '~' '$ORIGIN/lib' nccl=lib; do
    for entries in "$entry" "$entry:$stage/lib" "$stage/lib:$entry" "$stage/lib/libnccl.so.2::$entry"; do
        LAZYNCCL_LIBPATH=$entries
        shows '^absent$' ./ask where error report
        grep -qF "LAZYNCCL_LIBPATH: $entry refused: not an absolute path" output || fail "$entries"
        # the error names it too
        sed -n 2p output | grep -qF "LAZYNCCL_LIBPATH: $entry refused" || fail "$(sed -n 2p output)"
    done
done

for entries in : :: "$stage/lib:" ":$stage/lib" "::$stage/lib"; do
    LAZYNCCL_LIBPATH=$entries
    LAZYNCCL_SEARCH=conda,env,wheel ./ask load report >output
    case $entries in
    *lib) says output '^env +LAZYNCCL_LIBPATH: empty entry skipped$' && says output '^NCCL 2.28.1 ' ;;
    *lib:) says output '^NCCL 2.28.1 ' ;; # found before
    *) says output '^env +LAZYNCCL_LIBPATH: empty entry skipped$' && says output '^NCCL 2.28.3 ' ;;
    esac
done

for entry in "$stage/lib/../lib" "$stage/missing/../lib" "$stage//lib/" "$stage/lib/.././lib"; do
    LAZYNCCL_LIBPATH=:$entry
    case $entry in
    */missing/*) equal "$(./ask where)" absent ;;
    *) ./ask where | grep -q "^env 22801 $stage" || fail "$entry: $(./ask report load report)" ;;
    esac
done

# an empty variable counts as unset
LAZYNCCL_LIBPATH=
shows '^env +LAZYNCCL_LIBPATH is not set$' ./ask where report

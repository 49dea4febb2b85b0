# `lazynccl symbols FILE` and `find --from FILE` read from the marker notes which libraries a lazynccl
# build contains, whether it exports their names, and whether it searches by SONAME only; a note that
# is malformed is not a marker note.

# build FILE [NOTE...]: a library with these marker notes, each "KIND SIZE-OF-TEXT TEXT".
build()
{
    file=$1
    shift
    echo '.section .note.lazynccl, "a", %note' >notes.S
    for note in "$@"; do
        set -- $note
        printf '.p2align 2\n.long 9, %s, %s\n.asciz "lazynccl"\n.p2align 2\n.ascii "%s"\n' "$2" "$1" "$3" >>notes.S
    done
    echo '.p2align 2' >>notes.S
    $CC -shared -nostdlib -Wl,-soname,"${file##*/}" notes.S -o "$file"
}

# contains FILE [TEXT]: both verbs say so.
contains()
{
    "$TOOL" symbols "$1" >said
    equal "$(sed -n 's/^lazynccl *//p' said)" "${2-}"
    "$TOOL" symbols "$1" --json >json
    in_json json 'assert said["lazynccl"] == (sys.argv[1] or None), said' "${2-}"
    "$TOOL" find --from "$1" nccl >said || true
    equal "$(sed -n 's/^contains lazynccl: *//p' said)" "${2-}"
}

build one.so '0 5 nccl\0'
contains one.so nccl
build two.so '0 5 nccl\0' '0 6 nvrtc\0' '0 5 nccl\0'
contains two.so 'nccl, nvrtc'
build shared.so '1 5 nccl\0'
contains shared.so 'nccl, exported'
build small.so '2 5 nccl\0'
contains small.so 'nccl, searched for by SONAME'
build both.so '3 5 nccl\0' '0 6 nvrtc\0'
contains both.so 'nccl, nvrtc, exported, searched for by SONAME'
build old.so '0 5 nccl\0' "$((20304 << 8 | 1)) 6 nvrtc\0"
contains old.so 'nccl, nvrtc, exported, by lazynccl 2.3.4'
build none.so
contains none.so
build open.so '0 4 nccl'
contains open.so
build long.so '0 65536 nccl\0'
contains long.so
build after.so '0 5 nccl\0' '0 4294967295 nvrtc\0'
contains after.so nccl
contains "$SHARED" "nccl, nvrtc, nvjitlink, exported, by $("$TOOL" --version)"

# A program of each library of gen/link/fallbacks works with the library, as linked directly, and fails without
# it by its own check of a result. No call of it would stop, so that the library is recommended.
. /lazynccl/tests/real/linked/uses/common.sh
source=/lazynccl/tests/real/linked/fallbacks.c
touch source target
for name in acl archive attr audit bpf bz2 cap-ng crypto curl elf idn2 kmod lz4 lzma mnl pam popt selinux ssl udev xxhash z zstd; do
    use=-DUSE_$(echo $name | tr - _)
    cc -w $use $source -o direct-$name -l$name
    LAZY_STRICT=1 LAZY_LIBS=$name cc -B/lazynccl/gen/link/wrapper -w $use $source -o lazy-$name -l$name
    needed=$(readelf -d lazy-$name)
    case $needed in
    *"[lib$name.so"*) fail "$name is not lazy" ;;
    esac
    passes ./direct-$name
    passes ./lazy-$name
    run_saying without $name ./lazy-$name
    [ $status = 1 ] || fail "lazy-$name without its library: $status: $(cat said)"
    echo "$name without its library: $(cat said)"
done

# Both builds write the same file with each set of options, and unpack it. Without libbz2, pbzip2 prints its
# version, reports an error when it compresses, and stops when it unpacks.
. /lazynccl/tests/real/linked/uses/common.sh
{ yes text | head -c 3000000; head -c 300000 /dev/urandom; } >from
for options in -1 -9 '-b5 -p3' '-p1 -9' '-r -m20' '-S256'; do
    for build in direct lazy; do
        passes $build/pbzip2 -kqc $options from
        cp said $build.bz2
    done
    cmp direct.bz2 lazy.bz2 || fail "pbzip2 $options writes something else"
    passes lazy/pbzip2 -dqc lazy.bz2
    cmp from said || fail "pbzip2 $options: another file is unpacked"
done
passes without bz2 lazy/pbzip2 -V
reports 'ERROR' without bz2 lazy/pbzip2 -kqc from
reports '^lazylink: BZ2_bzReadOpen: libbz2' without bz2 lazy/pbzip2 -dqc lazy.bz2

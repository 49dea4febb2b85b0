# An image of each compression is the same from both builds, and is unpacked. Without the library, both
# programs report it, and other compressions work.
. /lazynccl/tests/real/linked/uses/common.sh
mkdir from
head -c 300000 /dev/urandom >from/random
yes text | head -c 300000 >from/text
make_image="-all-root -all-time 0 -mkfs-time 0 -noappend -quiet -no-progress"
for pair in gzip:z lzma:lzma xz:lzma lzo:lzo2 lz4:lz4 zstd:zstd; do
    name=${pair%:*} library=${pair#*:}
    for build in direct lazy; do
        passes $build/squashfs-tools/mksquashfs from $build.$name -comp $name $make_image
    done
    cmp direct.$name lazy.$name || fail "the images of $name differ"
    rm -rf to
    passes lazy/squashfs-tools/unsquashfs -d to lazy.$name
    diff -r from to || fail "$name is unpacked to something else"
    reports FATAL without $library lazy/squashfs-tools/unsquashfs -d to2 lazy.$name
    reports 'FATAL|^lazylink: LZ4_compress' without $library lazy/squashfs-tools/mksquashfs from none -comp $name $make_image
    rm -rf to to2
    [ $name = gzip ] || passes without $library lazy/squashfs-tools/unsquashfs -d to lazy.gzip
done

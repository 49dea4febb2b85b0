# A real package, squashfs-tools, is built without a change, directly and with a lazy zlib. Images are the same
# and are unpacked. Without zlib, the programs start, and report an error of their own when they need it.
. "$SOURCE/tests/variants/link/shared.sh"
. "$SOURCE/tests/real/consumers/shared.sh"
need make
debian_source squashfs-tools

cp -r "$source" tree
export CFLAGS='-O0 -w'

# builds BUILD [SETTING...]: makes the package, and copies its programs to BUILD.
builds()
{
    build=$1
    shift
    env "$@" make -C tree/squashfs-tools CC="$CC" >log 2>&1 || fail "$(tail -n 20 log)"
    mkdir "$build"
    mv tree/squashfs-tools/mksquashfs tree/squashfs-tools/unsquashfs "$build"
}
builds lazy COMPILER_PATH="$wrapper" LAZY_LIBS=z LAZY_VERBOSE=1
equal "$(grep -c '^lazynccl link: .* libz.so.1 opens at the first call: ' log)" 2
builds direct
for program in mksquashfs unsquashfs; do
    equal "$(loads direct/$program)" libz.so.1
    equal "$(loads lazy/$program)" ''
done

mkdir from absent
head -c 100000 /dev/urandom >from/random
yes text | head -c 300000 >from/text
for build in direct lazy; do
    $build/mksquashfs from $build.image -all-root -all-time 0 -mkfs-time 0 -noappend -no-progress >said 2>&1 ||
        fail "$(cat said)"
done
cmp direct.image lazy.image
lazy/unsquashfs -d to lazy.image >said 2>&1 || fail "$(cat said)"
diff -r from to

# without_zlib PATTERN COMMAND...: the command ends with 1 and a line that matches.
: >absent/libz.so.1 # which ld.so does not open
without_zlib()
{
    pattern=$1
    shift
    exits 1 env LD_LIBRARY_PATH="$stage/absent" "$@" >said 2>&1
    says said "$pattern"
}
without_zlib '^unsquashfs version ' lazy/unsquashfs -version # with status 1, too
without_zlib '^FATAL ERROR: ' lazy/unsquashfs -d without lazy.image
without_zlib '^FATAL ERROR: .*compressor_init failed' lazy/mksquashfs from without.image -no-progress

# A broken candidate is reported. It ends the search if LAZYNCCL_LIBPATH names its folder; otherwise it is skipped, also
# in the location "system" at files at which ld.so hangs, crashes or stops.
fake_library nccl 2.28.1 good
real=$stage/good/libnccl.so.2

patched() # OFFSET BYTES: writes the bytes at this offset of a good library
{
    cp "$real" libnccl.so.2
    printf "$2" | dd of=libnccl.so.2 bs=1 seek="$1" conv=notrunc status=none
}

broken() # NAME REASON COMMANDS: the commands make the file, the report gives the reason
{
    mkdir "$stage/$1"
    cd "$stage/$1"
    eval "$3"
    cd "$stage"
    printf '%s:%s\n' "$1" "$2" >>"$stage/kinds"
}

broken text 'not an ELF file' 'echo some text >libnccl.so.2'
broken script 'not an ELF file' 'printf "#!/bin/sh\n" >libnccl.so.2'
broken empty 'not an ELF file' ': >libnccl.so.2'
broken stump 'not an ELF file' 'head -c 40 "$real" >libnccl.so.2'
broken fifo 'not a regular file' 'mkfifo libnccl.so.2'
broken folder 'cannot be read: Is a directory' 'mkdir libnccl.so.2'
broken dangling 'a dangling link' 'ln -s gone libnccl.so.2'
broken loop 'Too many levels of symbolic links' 'ln -s libnccl.so.2 libnccl.so.2'
broken device 'not an ELF file' 'ln -s /dev/zero libnccl.so.2'
broken below-a-file 'Not a directory' 'ln -s "$stage/kinds/x" libnccl.so.2'
case $(uname -m) in
x86_64) machine=183 own=62 bytes='\267\000' ;; # aarch64
aarch64) machine=62 own=183 bytes='\076\000' ;; # x86-64
*) machine=62 own=[0-9]+ bytes='\076\000' ;;
esac
broken machine "made for another machine \(64-bit, ELF machine $machine; needed: 64-bit, $own\)" 'patched 18 "$bytes"'
broken i386 "made for another machine \(32-bit, ELF machine 3; needed: 64-bit, $own\)" \
    'patched 18 "\003\000"; printf "\001" | dd of=libnccl.so.2 bs=1 seek=4 conv=notrunc status=none'
broken big-endian 'made for another machine' 'patched 5 "\002"'
broken executable 'cannot dynamically load executable' 'patched 16 "\002\000"'
broken far-headers 'truncated: ' 'patched 32 "\377\377\377\377\377\377\377\177"'
broken wild-headers 'truncated: ' 'patched 32 "\377\377\377\377\377\377\377\377"'
broken many-headers '.' 'patched 56 "\377\377"'
broken no-headers '.' 'patched 56 "\000\000"'
broken half 'truncated: 5000 bytes long, should be at least' 'head -c 5000 "$real" >libnccl.so.2'
broken head 'truncated: its program headers are cut off' 'head -c 100 "$real" >libnccl.so.2'
broken zeros '.' 'head -c 4096 "$real" >libnccl.so.2; truncate -s "$(stat -c %s "$real")" libnccl.so.2' # as after a lost write
broken older-major 'is libnccl.so.1, expected libnccl.so.2' \
    'fake_library nccl 1.3.5 .; mv libnccl.so.1 libnccl.so.2'
broken other-library 'is libnvrtc.so.12, expected libnccl.so.2' \
    'fake_library nvrtc 12.9 .; mv libnvrtc.so.12 libnccl.so.2; rm *builtins*'
broken hollow 'exports none of its functions' \
    'echo "int nothing;" >n.c; $CC -shared -fPIC n.c -o libnccl.so.2 -Wl,-soname,libnccl.so.2'
broken needy '.*/libgone.so: cannot open shared object file' \
    'echo "int gone(void) { return 0; }" >g.c; $CC -shared -fPIC g.c -o libgone.so
    fake_library nccl 2.28.2 . -Wl,--no-as-needed "$PWD/libgone.so" && rm libgone.so'
broken unresolved 'undefined symbol: lost' \
    'echo "int lost(void); int (*pointer)(void) = lost;" >l.c; fake_library nccl 2.28.2 . l.c'

while IFS=: read -r kind reason; do
    file=$stage/$kind/libnccl.so.2
    case $kind in
    older-major | other-library | hollow) found="env 22801 $real" ;; # not there, or not the library
    *) found=absent ;;
    esac
    LAZYNCCL_LIBPATH=$stage/$kind:$stage/good timeout 20 ./ask where report >output </dev/null ||
        fail "$kind: status $?"
    says output "^$found$"
    says output "^env +$file: $reason"
    CONDA_PREFIX=$stage/prefix-$kind
    mkdir "$CONDA_PREFIX"
    ln -s "$stage/$kind" "$CONDA_PREFIX/lib"
    export CONDA_PREFIX
    LAZYNCCL_SEARCH=conda,system LD_LIBRARY_PATH=$stage/good timeout 20 ./ask where report >output \
        </dev/null || fail "conda, $kind: status $?"
    unset CONDA_PREFIX
    says output "^system 22801 $real$"
    says output "^conda +$stage/prefix-$kind/lib/libnccl.so.2: $reason"
    LAZYNCCL_SEARCH=system LD_LIBRARY_PATH=$stage/$kind:$stage/good timeout 20 ./ask where report \
        >output </dev/null || fail "system, $kind: status $?"
    says output "^system 22801 $real$"
    says output "^system +$file: $reason"
    LAZYNCCL_LIBPATH=$stage/$kind timeout 20 ./ask call string=2 >output </dev/null
    says output '^call 2 0\.0$'
    case $kind in
    needy) remedy='install the missing file' ;;
    older-major | other-library | hollow) remedy='pip install nvidia-nccl-cu13' ;;
    *) remedy='correct or unset LAZYNCCL_LIBPATH' ;;
    esac
    says output "^NCCL cannot be used: $file: .*$reason.* \(env\); $remedy"
done <kinds
# all of them at once
all=$(sed "s,^\([^:]*\):.*,$stage/\1," kinds | paste -sd:)
LAZYNCCL_SEARCH=system LD_LIBRARY_PATH=$all:$stage/good timeout 60 ./ask where >output
says output "^system 22801 $real$"
[ "$(wc -l <kinds)" -ge 25 ] || fail "kinds are missing"

# A copy passes arguments and results of every kind however it is compiled, in each kind of search, in an archive
# and in a static program, if the same program linked directly does. A first call can be unwound.

for search in soname default full; do
    set -- --search $search
    [ $search != default ] || set --
    "$PYTHON" "$SOURCE/gen" vendor "$abi/abi.toml" "$@" -o $search >messages 2>&1 || fail "$(cat messages)"
done

# passes COMPILER OPTION...: the program is right with each kind of copy that is compiled so.
built=0 wrong=
passes()
{
    case $* in
    clang*-fsplit-stack) return 0 ;; # compiles no variadic function
    esac
    abi_library "${CC%% *}" $abi_wide
    if ! { "$@" $abi_wide -w -DNO_STUB "$abi/program.c" lib/libabi.so.1 -o program &&
        without_aslr ./program; } >messages 2>&1; then
        echo "left out: $*: $(head -n 1 messages)"
        return 0
    fi
    case $* in
    *" -O2" | *address* | *thread*) kinds='soname default full' ;;
    *) kinds='soname default' ;; # the full one takes longer to compile than all else
    esac
    "$@" $abi_wide -w -c "$abi/program.c" -o program.o
    for search in $kinds; do
        rm -f ./*.gcda # the counts of another program
        "$@" $abi_wide -w program.o $search/lazynccl.c -o program -ldl
        (abi_passes without_aslr ./program) 2>messages || wrong="$wrong
$* ($search): $(cat messages)"
        built=$((built + 1))
    done
}

# A line for each build. Those that a compiler or machine does not have are left out.
options="-O2
-O0
-Os -fno-pie -no-pie
-Ofast -fno-unsafe-math-optimizations
-O3 -march=native
-O1 -fPIE -pie -Wl,-z,now
-O2 -flto
-O2 -flto=thin -fuse-ld=lld
-O2 -flto=thin -fuse-ld=lld -fvisibility=hidden -fsanitize=cfi
-O2 -mcmodel=medium
-O2 -mcmodel=large -fno-pie -no-pie
-O2 -fno-plt
-O2 -fcf-protection=full -mshstk
-O2 -mno-red-zone -fomit-frame-pointer
-O1 -fsanitize=address -fno-omit-frame-pointer
-O1 -fsanitize=undefined -fno-sanitize-recover=all
-O1 -fsanitize=thread
-O2 -fsanitize=safe-stack
-O2 -fsplit-stack
-O2 -fuse-ld=gold -ffunction-sections -Wl,--gc-sections,--icf=all
-O2 -fuse-ld=lld -ffunction-sections -Wl,--gc-sections,--icf=all
-O2 -Wl,-z,pack-relative-relocs
-O2 -pg -finstrument-functions
-O2 -fstack-protector-all -fstack-clash-protection -D_FORTIFY_SOURCE=2
-O2 -ftrapv --coverage
-O2 -ffixed-r15
-O3 -fPIC
-O2 -flto -flto-partition=none
-O2 -flto -flto-partition=one
-O2 -flto -flto-partition=1to1
-O2 -flto -flto-partition=balanced
-O2 -flto -flto-partition=max"
! is_brief || options=-O2
echo "$options" >options
unset LAZYNCCL_SEARCH # which leaves out ld.so
export LD_LIBRARY_PATH=$stage/lib
for compiler in $(each_of gcc clang); do
    command -v "$compiler" >/dev/null || continue
    while IFS= read -r line; do
        passes "$compiler" $line
    done <options
done
echo "$built builds"
[ $built -gt 0 ] || fail "no build"
equal "$wrong" ""
! is_brief || exit 0

# An archive of a copy: for link-time optimization, gcc's index of an object lacks names that are defined in
# assembly.
abi_library gcc
gcc -O2 -fno-lto -c default/lazynccl.c -o lazynccl.o
ar rcs liblazynccl.a lazynccl.o
gcc -w -O2 -flto "$abi/program.c" liblazynccl.a -o program
abi_passes ./program

for option in -static -static-pie; do
    $CC -w $option "$abi/program.c" default/lazynccl.c -o program 2>messages || continue
    # glibc's dlopen works there only with the glibc that it was linked with. The library has a
    # separate errno and unwinder.
    LAZYNCCL_LIBPATH=$stage/lib timeout 60 ./program >said 2>&1 || true
    grep -vE '^(errno_kept|unwinding) is wrong$' said >others || true
    [ ! -s others ] || says others '^lazynccl: abi_return_address: ABI cannot be used: '
done

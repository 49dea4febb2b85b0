# The size that the archive adds to a small stripped program: loaded code and data, and file size.
need size strip

cat >program.c <<'C'
#ifdef NCCL
int ncclGetVersion(int *version);
#endif
#ifdef ALL
int nvrtcVersion(int *major, int *minor);
int nvJitLinkVersion(unsigned *major, unsigned *minor);
int __nvJitLinkDestroy_12_0(void **linker);
int __nvJitLinkDestroy_13_0(void **linker);
#endif
int main(int count, char **words)
{
    int a, b, code = count < 0 && words;
    unsigned c, d;
    void *nothing = 0;
    (void)a, (void)b, (void)c, (void)d, (void)nothing;
#ifdef NCCL
    code += ncclGetVersion(&a);
#endif
#ifdef ALL
    code += nvrtcVersion(&a, &b) + nvJitLinkVersion(&c, &d);
    code += __nvJitLinkDestroy_12_0(&nothing) + __nvJitLinkDestroy_13_0(&nothing);
#endif
    return code;
}
C

# built NAME OPTION...: the loaded bytes of a stripped program, and the bytes of its file.
built()
{
    name=$1
    shift
    $CC -O2 program.c -o "$name" "$@"
    strip "$name"
    size "$name" | awk -v "file=$(wc -c <"$name")" 'NR == 2 { print $1 + $2 + $3, file }'
}

# measure TITLE LIMIT OPTION...: the options add at most LIMIT KiB.
measure()
{
    title=$1 limit=$2
    shift 2
    added=$(echo "$(built none) $(built some "$@")" | awk '{ print $3 - $1, $4 - $2 }')
    row "linked in, $title" "$(echo "$added" | awk '{ printf "%.1f KiB, its file %.1f", $1 / 1024, $2 / 1024 }')" \
        "<= $limit KiB" below "${added% *}" $((limit * 1024))
}

# The code of a library's trampolines and of their first calls.
for member in $(ar t "$ARCHIVE" | grep '_nccl\.S\.o$'); do
    ar p "$ARCHIVE" "$member" >trampolines.o
    code=$(size -A trampolines.o | awk '$1 == ".text" { print $2 }')
    count=$(nm trampolines.o | grep -c ' T ')
    row "code of a function of NCCL" "$((code / count)) bytes" "<= 64" below $((code / count)) 64
done

# The limits are for code without the checks that some distributions' compilers, such as Ubuntu's,
# add by default.
like_the_archive='-Os -fno-exceptions -fno-asynchronous-unwind-tables -fno-unwind-tables'
unchecked='-fcf-protection=none -fno-stack-protector'
if $CC -dM -E -x c /dev/null | grep -qE '__(CET|SSP)'; then
    rebuild_archive unchecked.a "$CC" $like_the_archive $unchecked
    ARCHIVE=$PWD/unchecked.a
fi

# A copy for one function of a library that is in no wheel or toolkit, without the page of its
# slots.
sed 's/^title.*/&\nprefix = "lazyone"/' "$SOURCE/tests/gen/one.toml" >one.toml
"$PYTHON" "$SOURCE/gen" vendor one.toml -o copy
$CC $like_the_archive $unchecked -c copy/lazynccl.c -o one.o
bytes=$(($(size one.o | awk 'NR == 2 { print $1 + $2 + $3 }') - 4096))
row "runtime without CUDA's places" "$(echo $bytes | awk '{ printf "%.1f KiB", $1 / 1024 }')" "<= 30 KiB" \
    below $bytes $((30 * 1024))
for row in "all three:-DALL" "NCCL only:"; do
    limit=$("$PYTHON" "$SOURCE/tests/ceilings.py" "archive linked in, ${row%:*}: KiB")
    measure "${row%:*}" "$limit" -DNCCL ${row#*:} "$ARCHIVE"
done

# Each function of the archive is one jump through its own slot (after endbr64 if enabled), except
# those that return an error's text.
need objdump
[ "$(uname -m)" = x86_64 ] || skip "x86-64 only"

# the expected functions: all that the stubs name
sed -n 's/^    \([a-zA-Z_0-9]*\);$/\1/p' "$BUILD/src/runtime/lazynccl.map" | grep -v '^lazynccl_' |
    grep -Ev '^(p?ncclGetErrorString|p?ncclGetLastError|nvrtcGetErrorString)$' | sort >functions
[ "$(wc -l <functions)" -gt 500 ] || fail "only $(wc -l <functions) functions in the map"

# jumps ARCHIVE: prints a line for each function: its instructions up to the padding, their
# relocations, and its member of the archive.
jumps()
{
    objdump -dr --no-show-raw-insn "$1" | awk '
        function out() { if (name) print name text, "in", member; name = "" }
        / file format / { sub(/:$/, "", $1); member = $1 }
        /^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3); text = "" }
        /^$/ { out() }
        $2 ~ /^R_/ { text = text " " $3 }
        /^ +[0-9a-f]+:/ && $2 !~ /^(nop|cs|xchg|data16)/ {
            sub(/^ +[0-9a-f]+:[ \t]*/, ""); sub(/ *#.*/, ""); gsub(/[ \t]+/, " "); text = text " " $0
        }
        END { out() }' | sort
}

# expect ARCHIVE PATTERN: each function's instructions match this.
expect()
{
    jumps "$1" | join functions - >found
    equal "$(cut -d' ' -f1 found)" "$(cat functions)"
    grep -Ev "^[^ ]+ $2 in " found >others || true
    [ ! -s others ] || fail "$1: not one jump: $(head others)"
    equal "$(sed 's/.*rip)//' found | sort | uniq -d)" "" # each slot has one function
}

slot='lazynccl_slots_[a-z0-9_]+[+-]0x[0-9a-f]+'
one_jump="jmp \*0x0\(%rip\) $slot"
mark='endbr64 (notrack )?'
if $CC -dM -E -x c /dev/null | grep -q __CET__; then # as Ubuntu's compiler does by default
    expect "$ARCHIVE" "$mark$one_jump"
else
    expect "$ARCHIVE" "$one_jump"
fi

rebuild_archive other.a gcc -O2 -fcf-protection=none
expect other.a "$one_jump"
rebuild_archive other.a gcc -O2 -fcf-protection=full -fstack-protector-strong -D_FORTIFY_SOURCE=2
expect other.a "$mark$one_jump"
# A program keeps the protection only if every object declares it.
for file in objects/*.o; do
    readelf -n "$file" >notes 2>/dev/null || true # it does not know our notes
    says notes 'x86 feature: IBT, SHSTK'
done
if command -v clang >/dev/null; then
    rebuild_archive other.a clang -Os -fcf-protection=none
    expect other.a "$one_jump"
fi

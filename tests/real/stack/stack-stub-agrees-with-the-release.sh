# usage: LIBRARY RELEASE OTHER...: the stub of a library of the stack agrees with the headers and
# the exports of a release, and a program calls it without a GPU. OTHER: releases with headers that
# the library's headers include, or with libraries that it needs.
name=$1 own=$2
shift
need_release "$@"

for each in "$@"; do
    install_wheel "$each" site
done
options=
for folder in site/nvidia/*/include site/*/include; do
    [ ! -d "$folder" ] || options="$options -isystem $folder"
done
options="$options -isystem $SOURCE/gen/update/include"

# The header check runs with the macros of the last pass.
"$PYTHON" "$SOURCE/gen" outputs "$SOURCE/stubs/$name.toml" >rows
defines=$(awk '$1 == "check" { for (i = 5; i <= NF; i++) print "-D" $i }' rows)
"$PYTHON" "$SOURCE/gen" render "$SOURCE/stubs/$name.toml" -o made
check()
{
    $CC -std=c11 -Wall -Werror -fsyntax-only "$made" $defines $options
}
made=made/$name-check.c
# agrees: the header check compiles, and no mutant of it; and so what --declare writes.
agrees()
{
    check >said 2>&1 || fail "$(head -n 30 said)"
    awk '!n && / \([A-Za-z_0-9]+\)\(/ { n = sub(/^.* \(/, "struct mutant *(") } { print }' $made >mutant.c
    made=mutant.c
    ! check >said 2>&1 || fail "a function of another type was not noticed"
    says said 'conflicting types'
    declarations_agree $name $options
}
# NVSHMEM's headers are for C++ alone.
awk '$1 == "check" { print "#include <" $3 ">" }' rows >first.c
if $CC -fsyntax-only first.c $defines $options 2>/dev/null; then
    agrees
else
    $CXX -x c++ -fsyntax-only first.c $defines $options >said 2>&1 || fail "$(head -n 30 said)"
fi

# Every described function of this release is exported.
if [ -n "${TOOL-}" ] && $PYTHON -c 'import clang.cindex' 2>/dev/null &&
    grep -q '^packages' "$SOURCE/stubs/$name.toml"; then
    from=$PWD/site
    grep -q '^includes' "$SOURCE/stubs/$name.toml" || from=$own # whose name has the version
    $PYTHON "$SOURCE/gen" import --check "$SOURCE/stubs/$name.toml" "$from" >said 2>&1 || fail "$(cat said)"
    says said '[0-9] exports, [0-9][0-9]* declarations$'
fi

# A call finds the library as in site-packages.
grep -Eq "(FOR|WRITES)\\($name\\b" "$SOURCE/tests/real/stack/answer.c" || exit 0
mkdir -p site-packages/module
mv site/* site-packages
$CC -Wall -Werror "$SOURCE/tests/real/stack/answer.c" -o site-packages/module/answer \
    -I"$BUILD/include" "$BUILD/src/runtime/liblazynccl-all.a" -ldl
LAZYNCCL_SEARCH=wheel run site-packages/module/answer $name >said || fail "$(cat said)"
says said "^[0-9]+ $stage/site-packages/"
case $(cut -d' ' -f1 said) in
0) ! grep -q '^function = ' "$SOURCE/stubs/$name.toml" || fail "the version is unknown" ;;
*) says said "^$(echo "${own##*-}" | awk -F. '{ print $1 * 100 + $2 }').. " ;; # 2.8.1 says 2.8.0
esac

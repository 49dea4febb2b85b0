# docs/examples/vendored-bazel builds a committed copy. In docs/examples/generated-bazel,
# lazynccl_library() runs the generator once, and again if it has changed. In exported-bazel a shared
# library exports the functions. None needs a network.
. "$SOURCE/tests/variants/generated.sh"
need bazel

# Debian has Bazel 4 and rules_cc for a later one: these are those of its time.
mkdir -p rules_cc/cc
touch rules_cc/WORKSPACE rules_cc/cc/BUILD
for rule in cc_binary cc_library cc_toolchain cc_toolchain_suite; do
    echo "$rule = native.$rule"
done >rules_cc/cc/defs.bzl
rules=/usr/share/bazel/rules
options="--override_repository=rules_cc=$stage/rules_cc"
for name in java proto; do
    [ ! -d $rules/$name ] || options="$options --override_repository=rules_$name=$rules/$name"
done
root=$stage/bazel
example=$stage/examples/vendored-bazel
trap 'for each in "$stage"/examples/*-bazel; do cd "$each" && bazel --output_user_root="$root" shutdown; done 2>/dev/null
chmod -R u+w "$root"; rm -rf "$stage"' EXIT

# prepare EXAMPLE: Bazel refuses headers from outside.
prepare()
{
    example=$stage/examples/$1
    cp -r "$stage/include" "$example"
    sed -i 's|srcs = \["\(.*\).c"\]|srcs = ["\1.c", "include/nccl.h"], includes = ["include"]|' "$example/BUILD"
}

builds()
{
    (cd "$example" && bazel --output_user_root="$root" build --nosandbox_debug $options "${1-:app}") \
        >bazel.log 2>&1 || fail "$(tail -n 30 bazel.log)"
}
prepare vendored-bazel
"$PYTHON" "$pyz" vendor nccl -o "$example/lazynccl"
builds
works "$example/bazel-bin/app"

prepare generated-bazel
cp "$SOURCE/packaging/rules/lazynccl.bzl" "$pyz" "$example/third_party/lazynccl"
builds
works "$example/bazel-bin/app"
generated=$example/bazel-bin/lazy_nccl/lazynccl.c
first=$(stat -c %y "$generated")
builds
equal "$(stat -c %y "$generated")" "$first"
says_not "$generated" ncclAllReduce
chmod u+w "$example/third_party/lazynccl/lazynccl.pyz"
"$PYTHON" - "$example/third_party/lazynccl/lazynccl.pyz" <<'PY'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "a") as pyz:
    pyz.writestr("changed", "")
PY
builds
[ "$(stat -c %y "$generated")" != "$first" ] || fail "the generator does not run for a new file"

# A shared library that exports NCCL's functions.
prepare exported-bazel
cp "$SOURCE/packaging/rules/lazynccl.bzl" "$pyz" "$example/third_party/lazynccl"
builds :libop.so
nm -D --defined-only "$example/bazel-bin/libop.so" | cut -d' ' -f3 >names
says names '^ncclGetVersion$'
says_not names 'lazynccl_'
$CC "$SOURCE/docs/examples/exported-cmake/app.c" "$example/bazel-bin/libop.so" -o app
equal "$(LAZYNCCL_LIBPATH=$FAKE ./app)" "NCCL 22809"

# The commands of the conda recipe build, and install the files that the recipe lists into a prefix,
# where the command runs. If conda-build and rattler-build are missing, the test runs the recipe's
# steps with this machine's compiler and libraries.
recipe=$SOURCE/packaging/conda/recipe.yaml
if command -v rattler-build >/dev/null; then
    rattler-build build --recipe "$recipe" --output-dir made || fail "rattler-build"
    exit
fi
need meson ninja pkg-config
export PREFIX="$stage/prefix"

# steps PART: prints the shell commands of this part's script.
steps()
{
    awk -v part="$1:" '/^[a-z]/ { inside = $1 == part; script = 0 }
        inside && /script:/ { script = 1; next }
        script && /^ +- [a-z_]+:/ { script = 0 }
        script && sub(/^ +- /, "")' "$recipe"
}
mkdir tree
for entry in "$SOURCE"/*; do
    case ${entry##*/} in build | dist) ;; *) cp -r "$entry" tree ;; esac
done
steps build >build.sh
[ "$(wc -l <build.sh)" = 3 ] || fail "three commands build it, not: $(cat build.sh)"
(cd tree && sh -eux ../build.sh) >log 2>&1 || fail "$(tail -n 20 log)"
steps tests >test.sh
[ "$(wc -l <test.sh)" = 2 ] || fail "two commands test it, not: $(cat test.sh)"
PATH=$PREFIX/bin:$PATH sh -eux test.sh >log 2>&1 || fail "$(cat log)"
for file in bin/lazynccl include/lazynccl.h include/lazynccl_net.h $(sed -n \
    's/^ *files: \[\(.*\)\]/\1/p' "$recipe" | tr -d ,); do
    [ -e "$PREFIX/$file" ] || fail "no $file"
done

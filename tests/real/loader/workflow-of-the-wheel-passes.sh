# The commands of the example's CI job pass without NCCL and with NCCL for each CUDA, and its README has
# those that build it. A replaced pip installs downloaded releases instead of using an index.
. "$SOURCE/tests/real/support/wheels.sh"
cu12=nvidia-nccl-cu12-2.18.1 cu13=nvidia-nccl-cu13-2.28.9
need_release $cu12 $cu13
tools
real_pip=$(command -v pip)

cp -RL "$SOURCE/docs/examples/wheel-meson" project
"$SOURCE/dev" vendor nccl --search full -o project/lazynccl
# The few types in cuda_runtime.h that nccl.h uses.
cuda=$SOURCE/gen/update/include

mkdir bin
cat >bin/pip <<'END'
#!/bin/sh
case "$*" in
"install --target headers "*)
    mkdir -p headers/nvidia/cu13
    cp -RL "$HEADERS"/nvidia/nccl headers/nvidia/
    ln -s "$CUDA" headers/nvidia/cu13/include ;;
"wheel --no-deps "*) exec "$REAL_PIP" --quiet --disable-pip-version-check "$@" --no-build-isolation ;;
"install nccl-id"*" --find-links dist")
    python -m zipfile -e dist/nccl_id-*.whl "$ENVIRONMENT"
    case $2 in
    *cu12*) release=$CU12 ;;
    *cu13*) release=$HEADERS ;;
    nccl-id) exit ;;
    *) exit 1 ;;
    esac
    cp -RL "$release"/nvidia "$ENVIRONMENT"
    name=${release##*/}
    info=$ENVIRONMENT/$(echo "${name%-*}" | tr - _)-${name##*-}.dist-info
    mkdir "$info"
    printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "${name%-*}" "${name##*-}" >"$info/METADATA" ;;
*) echo "pip $*: not known here" >&2; exit 1 ;;
esac
END
chmod +x bin/pip
sed -n 's/^ *- run: //p' project/.github/workflows/test.yml >commands
equal "$(wc -l <commands)" 4
equal "$(sed -n 1,2p commands)" "$(grep -E 'pip install --target|pip wheel' project/README.md)"
extras=$(sed -n 's/^ *extra: \[\(.*\)\]$/\1/p' project/.github/workflows/test.yml | tr -d ' "')
equal "$extras" ',[cu12],[cu13]'

for extra in '' '[cu12]' '[cu13]'; do
    rm -rf job env
    cp -R project job
    "$PYTHON" -m venv --without-pip env
    ENVIRONMENT=$(echo "$PWD"/env/lib/python3.*/site-packages)
    (
        cd job
        export ENVIRONMENT REAL_PIP="$real_pip" CUDA="$cuda" CU12="$wheels/$cu12" HEADERS="$wheels/$cu13"
        while IFS= read -r command; do
            command=$(printf '%s\n' "$command" | sed "s/\${{ matrix.extra }}/$extra/") || exit
            case $command in
            python\ *) PATH="$stage/env/bin:$PATH" ;;
            esac
            PATH="$stage/bin:$PATH" sh -euc "$command" </dev/null || exit
        done <"$stage/commands"
    ) >said 2>&1 || fail "extra '$extra': $(cat said)"
    case $extra in
    '') says said 'test_says_what_to_install.* ok$' ;;
    *) says said 'test_uses_the_installed_package.* ok$' ;;
    esac
    says said '^OK \(skipped=1\)$'
done

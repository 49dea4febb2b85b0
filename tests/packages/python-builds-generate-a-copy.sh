# docs/examples/generated-setuptools, generated-scikit-build and generated-meson-python: wheels whose
# loader is generated from [build-system] requires, without a network. A second build in the same
# folder compiles nothing again.
. "$SOURCE/tests/variants/generated.sh"
need cmake ninja
builders=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/builders
[ -e "$builders/names" ] || skip "no build backends: ./dev setup downloads them"
"$PYTHON" -m venv fresh || skip "this Python cannot create virtual environments"
pip="fresh/bin/python -m pip --disable-pip-version-check --quiet --no-input"
export PIP_NO_INDEX=1 PIP_FIND_LINKS="$builders $stage/made"
export PATH="$stage/fresh/bin:$PATH"
for example in $(each_of setuptools scikit-build meson-python); do
    folder=examples/generated-$example
    $pip wheel --no-deps -w $example $folder >pip.log 2>&1 || fail "$example: $(tail -n 30 pip.log)"
    $pip install --no-deps --target site-$example $example/*.whl >pip.log 2>&1 || fail "$(cat pip.log)"
    works_in()
    {
        PYTHONPATH=$stage/site-$example fresh/bin/python -c "import nccl_id; $1" 2>&1
    }
    equal "$(LAZYNCCL_LIBPATH=$FAKE works_in 'print(nccl_id.version(), nccl_id.why())')" "22809 None"
    works_in 'nccl_id.unique_id()' >said && fail "$example: without NCCL"
    says said '^RuntimeError: NCCL cannot be used: no libnccl\.so\.2'
    module=$(echo site-$example/nccl_id*.so)
    equal "$(nm -D --defined-only "$module" | awk '{ print $3 }')" PyInit_nccl_id
    ! grep -q ncclAllReduce "$module" || fail "$example: more than the named functions"
done

# By hand, in one folder
$pip install setuptools lazynccl-generator
cd examples/generated-setuptools
../../fresh/bin/python setup.py build_ext >log 2>&1 || fail "$(cat log)"
first=$(stat -c %y build/temp*/build/lazynccl/lazynccl.o)
../../fresh/bin/python setup.py build_ext >log 2>&1 || fail "$(cat log)"
equal "$(stat -c %y build/temp*/build/lazynccl/lazynccl.o)" "$first"

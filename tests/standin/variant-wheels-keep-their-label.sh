# The name of a variant wheel (PEP 825) ends with the label of its variant.json, which `stand-in` keeps,
# whether it reads the wheel or the installed distribution.
wheel()
{
    "$PYTHON" -B "$SOURCE/tests/standin/wheel.py" "$@"
}
library libcufft.so.11 'int plan(void) { return 1; }'
tags=py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64

# Makes a wheel with this variant.json, and equals the names of both results.
names_of()
{
    printf '%s' "$1" >variant.json
    rm -rf real site lazy installed
    mkdir real site
    wheel make real nvidia-cufft 11.0 nvidia/cufft/lib/libcufft.so.11=libcufft.so.11 \
        nvidia_cufft-11.0.dist-info/variant.json=variant.json
    "$PYTHON" -m zipfile -e real/*.whl site
    "$TOOL" stand-in real/*.whl -o lazy >said || fail "$(cat said)"
    "$TOOL" stand-in site -o installed >said || fail "$(cat said)"
    wheel check lazy/*.whl >list
    says list '/variant.json$'
    equal "$(ls installed)" "$(ls lazy)"
    ls lazy
}
# The label is not the name of a member elsewhere, and its order in the file is free.
equal "$(names_of '{
  "$schema": "https://example.com/v0.0.3.json",
  "default-priorities": {"namespace": ["nvidia"], "feature": {"variants": ["a"]}},
  "variants": {"cu13_sm90": {"nvidia": {"cuda_version_lower_bound": ["13.0"], "sm_arch": ["90_real"]}}}
}')" "nvidia_cufft-11.0+lazy-$tags-cu13_sm90.whl"
equal "$(names_of '{"variants": {"null": {}}, "default-priorities": {"namespace": []}}')" \
    "nvidia_cufft-11.0+lazy-$tags-null.whl"

# Without a label that PEP 825 allows, and for a file that is not JSON, there is none.
for text in '{"variants": {}}' '{"variants": {"../x": {}}}' '{"variants": {"Upper": {}}}' \
    '{"variants": {"": {}}}' '{"variants": ["cu13"]}' '{"variants": {"cu13": {}' '["variants"]' ''; do
    equal "$(names_of "$text")" "nvidia_cufft-11.0+lazy-$tags.whl"
done

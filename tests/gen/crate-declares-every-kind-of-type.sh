# `vendor --rust` declares enums, structs, handles, pointers, callbacks and arrays of golden-crate/kinds.toml
# as in golden-crate/types.rs, and names the functions that it leaves out, whose arguments have an unknown
# size. In ./dev test packages, a Rust compiler builds this crate and calls its functions.
golden=$SOURCE/tests/gen/golden-crate
"$PYTHON" "$SOURCE/gen" vendor "$golden/kinds.toml" --rust -o crate >said
equal "$(sed 2q said)" "not declared in lib.rs (2): only a header gives the size of an argument; use symbol()
    kinds_array kinds_file"
sed '1,/^pub type/{/^pub type/!d}' crate/lib.rs | diff "$golden/types.rs" - || fail "lib.rs differs, see above"
says crate/lib.rs '^pub fn kinds\(\) -> Library \{$'
says crate/Cargo.toml '^name = "lazykinds"$'
"$PYTHON" "$SOURCE/gen" vendor --check crate "$golden/kinds.toml"

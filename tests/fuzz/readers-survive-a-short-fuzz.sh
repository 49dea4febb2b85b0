# Some thousand inputs for each reader of untrusted files, with sanitizers, cause no crash, hang or
# leak. ./dev fuzz runs longer.
need_tool
need clang meson ninja
echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
    clang -fsanitize=fuzzer,address,undefined -x c - -o try 2>/dev/null ||
    skip "this clang has no libFuzzer"

# The folder is next to the build, so that a second run need not compile.
sh "$SOURCE/tests/fuzz/fuzz.sh" "$BUILD/fuzz" "${RUNS:-4000}" || fail "see above"

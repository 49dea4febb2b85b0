# usage: fuzz.sh FOLDER RUNS [NAME...]: builds the harnesses in FOLDER with clang and its sanitizers,
# and gives each, or those named, RUNS inputs that grow out of the corpus. What crashes stays in
# FOLDER as NAME-crash-* and its like; tests/fuzz/crashers/ keeps those that once did, as hex.
# SPDX-License-Identifier: Apache-2.0 OR MIT
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1 runs=$2
shift 2
[ $# -gt 0 ] || set -- cache elf metadata note settings wheel

if [ ! -e "$folder/build.ninja" ]; then
    CC=clang CXX=clang++ meson setup "$folder" "$source" -Dfuzz=true -Dtests=false -Dtool=enabled \
        -Dc_args=-fsanitize=fuzzer-no-link -Db_sanitize=address,undefined -Db_lundef=false \
        -Db_ndebug=false >"$folder.log" 2>&1 || {
        cat "$folder.log"
        exit 1
    }
fi
ninja -C "$folder" $(printf 'tests/fuzz/harness/fuzz-%s ' "$@") >"$folder.log" 2>&1 || {
    cat "$folder.log"
    exit 1
}
"${PYTHON:-python3}" "$source/tests/fuzz/corpus.py" "$folder/corpus" "$@"

export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
failed=
for name; do
    mkdir -p "$folder/found/$name"
    if "$folder/tests/fuzz/harness/fuzz-$name" -runs="$runs" -seed=1 -max_len=65536 -timeout=25 \
        -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$folder/$name-" \
        "$folder/found/$name" "$folder/corpus/$name" >"$folder/$name.log" 2>&1; then
        printf '%-9s %s inputs, coverage %s, %s a second\n' "$name" \
            "$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$name.log")" \
            "$(sed -n 's/.*cov: \([0-9]*\) .*/\1/p' "$folder/$name.log" | tail -1)" \
            "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$folder/$name.log")"
    else
        tail -40 "$folder/$name.log"
        failed="$failed $name"
    fi
done
[ -z "$failed" ] || {
    printf 'fuzz: failed:%s\n' "$failed" >&2
    exit 1
}

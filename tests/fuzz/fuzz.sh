# usage: fuzz.sh FOLDER RUNS|SECONDSs [NAME...]: builds the harnesses in FOLDER with clang and its
# sanitizers, and runs all or the named ones on RUNS inputs derived from the corpus, or all of them
# for so many seconds. A crashing input is minimized, and kept in tests/fuzz/crashers/ as hex, where
# the corpus of every later run has it. NAME "command" runs the command on mutated files.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1 runs=$2
shift 2
time=
case $runs in *s) time=yes ;; esac
[ $# -gt 0 ] || set -- cache elf log metadata note settings trace wheel ${time:+command}
limit=-runs=$runs seconds=
if [ "$time" ]; then
    seconds=$((${runs%s} / $#))
    limit=-max_total_time=$seconds
fi
crashers=${CRASHERS:-$source/tests/fuzz/crashers}
python=${PYTHON:-python3}

if [ ! -e "$folder/build.ninja" ]; then
    CC=clang CXX=clang++ meson setup "$folder" "$source" -Dfuzz=true -Dtool=enabled \
        '-Dc_args=-fsanitize=fuzzer-no-link -Werror=int-conversion' \
        -Db_sanitize=address,undefined -Db_lundef=false -Db_ndebug=false >"$folder.log" 2>&1 || {
        cat "$folder.log"
        exit 1
    }
fi
targets=
for name; do
    case $name in
    command) targets="$targets src/tool/lazynccl" ;;
    *) targets="$targets tests/fuzz/harness/fuzz-$name" ;;
    esac
done
ninja -C "$folder" $targets >"$folder.log" 2>&1 || {
    cat "$folder.log"
    exit 1
}

# fuzz NAME: runs a harness. Each line of settings costs a search, and long inputs find nothing
# more.
fuzz()
{
    "$python" "$source/tests/fuzz/corpus.py" "$folder/corpus" "$1" || return
    mkdir -p "$folder/found/$1"
    longest=65536
    [ "$1" != settings ] || longest=1024
    "$folder/tests/fuzz/harness/fuzz-$1" "$limit" -seed=1 -max_len="$longest" -timeout=25 \
        -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="$folder/$1-" \
        "$folder/found/$1" "$folder/corpus/$1" >"$folder/$1.log" 2>&1 || return
    printf '%-9s %s inputs, coverage %s, %s a second\n' "$1" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$1.log")" \
        "$(sed -n 's/.*cov: \([0-9]*\) .*/\1/p' "$folder/$1.log" | tail -1)" \
        "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$folder/$1.log")"
}

# keep NAME: adds the inputs that a harness crashed with to the corpus.
keep()
{
    for input in "$folder/$1"-crash-* "$folder/$1"-leak-* "$folder/$1"-timeout-* "$folder/$1"-oom-*; do
        [ -e "$input" ] || continue
        "$folder/tests/fuzz/harness/fuzz-$1" -minimize_crash=1 -max_total_time=30 \
            -exact_artifact_path="$input.least" "$input" >/dev/null 2>&1 || true
        [ -s "$input.least" ] || mv "$input" "$input.least"
        kept=$crashers/$1-$(sha256sum <"$input.least" | cut -c1-8).hex
        [ -e "$kept" ] || {
            printf '# found %s: say here what was wrong\n' "$(date +%Y-%m-%d)"
            od -An -v -tx1 "$input.least" | sed 's/^ //'
        } >"$kept"
        rm -f "$input" "$input.least"
        printf 'fuzz: %s: its input is kept in %s\n' "$1" "$kept" >&2
    done
}

mutate()
{
    MUTANTS=${runs%s} MUTANT_SECONDS=$seconds TOOL=$folder/src/tool/lazynccl TMPDIR=$folder \
        "$python" "$source/tests/fuzz/mutants-never-crash-the-command.py" >"$folder/command.log" 2>&1 ||
        return
    printf '%-9s %s\n' command "$(cat "$folder/command.log")"
}

# The sanitizers keep no freed memory (256 MiB by default), which no input needs, and exit with
# statuses that the command does not use.
export ASAN_OPTIONS=quarantine_size_mb=16:exitcode=99
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:exitcode=99
failed=
for name; do
    case $name in
    command) mutate ;;
    *) fuzz "$name" ;;
    esac || {
        tail -40 "$folder/$name.log"
        [ "$name" = command ] || keep "$name"
        failed="$failed $name"
    }
done
[ -z "$failed" ] || {
    printf 'fuzz: failed:%s\n' "$failed" >&2
    exit 1
}

# An input that crashes a reader is minimized and kept as hex, and the corpus of the next run has it.

# A build folder whose harness crashes with what contains "X", and a ninja that builds nothing.
mkdir -p bin fuzz/tests/fuzz/harness crashers
touch fuzz/build.ninja
printf '#!/bin/sh\n' >bin/ninja
chmod +x bin/ninja
cat >fuzz/tests/fuzz/harness/fuzz-note <<'HARNESS'
#!/bin/sh
for argument; do
    case $argument in
    -artifact_prefix=*) prefix=${argument#*=} ;;
    -exact_artifact_path=*) least=${argument#*=} ;;
    esac
done
if [ "${least-}" ]; then
    printf X >"$least"
else
    printf 'longer X' >"${prefix}crash-1234"
fi
exit 77
HARNESS
chmod +x fuzz/tests/fuzz/harness/fuzz-note

exits 1 env PATH="$PWD/bin:$PATH" CRASHERS="$PWD/crashers" sh "$SOURCE/tests/fuzz/fuzz.sh" "$PWD/fuzz" 1 note \
    >said 2>&1
says said '^fuzz: failed: note$'
says said "^fuzz: note: its input is kept in $PWD/crashers/note-[0-9a-f]+\\.hex\$"
equal "$(ls crashers | wc -l)" 1
equal "$(sed 1d crashers/*)" 58
says crashers/note-*.hex '^# found 20[0-9-]+: say here what was wrong$'

# corpus.py reads it.
mkdir -p tree/fuzz
cp "$SOURCE/tests/fuzz/corpus.py" tree/fuzz
cp -r crashers tree/fuzz
"$PYTHON" tree/fuzz/corpus.py corpus note
equal "$(cat corpus/note/note-*)" X

# The cost of calling a library that is known to be absent.

$CC -O2 "$SOURCE/tests/bench/failing.c" -o static "$ARCHIVE"
$CC -O2 "$SOURCE/tests/bench/failing.c" -o shared "$SHARED" -Wl,-rpath,"$(dirname "$SHARED")"
./runs 9 ./static ./shared >times
for form in static shared; do
    ns=$(awk -v "form=$form" '(NR == 1) == (form == "static") { printf "%.1f", $1 / 1e7 }' times)
    row "failing call after a failure, $form" "$ns ns" "< 100 ns" below "$ns" 99.9
done

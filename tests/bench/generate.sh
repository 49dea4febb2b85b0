# The time to generate the C of liblazynccl's stubs, and of all stubs.

mkdir made
stubs=$(ls "$SOURCE"/stubs/nccl.toml "$SOURCE"/stubs/nvrtc.toml "$SOURCE"/stubs/nvjitlink.toml)
./runs 15 "$PYTHON $SOURCE/gen render $(echo $stubs) -o made" "$PYTHON -c pass" >times
seconds=$(awk 'NR == 1 { printf "%.3f", $1 / 1e9 }' times)
start=$(awk 'NR == 2 { printf "%.3f", $1 / 1e9 }' times)
./runs 5 "$PYTHON $SOURCE/gen render $(ls "$SOURCE"/stubs/*.toml | grep -v /nccl_ | tr '\n' ' ') -o made" >times
all=$(awk 'NR == 1 { printf "%.3f", $1 / 1e9 }' times)
row "generating all stubs" "$all s" "<= 2 s" below "$all" 2
row "generating all three" "$seconds s, of which Python's start is $start" "<= 0.25 s" below "$seconds" 0.25

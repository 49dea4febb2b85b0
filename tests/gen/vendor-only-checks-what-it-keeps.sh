# vendor --only checks the rows of a stub, and of its functions those that it keeps.

# refused STUB LINE TEXT [OPTION...]: vendor refuses the stub for this alone.
refused()
{
    stub=$1 line=$2 text=$3
    shift 3
    ! "$PYTHON" "$SOURCE/gen" vendor "$stub" "$@" -o made 2>said || fail "$stub $* is accepted"
    equal "$(cat said)" "$stub:$line: $text"
}

sed 's/^"2.19.1" = """/&\nNoSuchType_t ncclOdd(void);/' "$SOURCE/stubs/nccl.toml" >odd.toml
line=$(grep -n ncclOdd odd.toml | cut -d: -f1)
"$PYTHON" "$SOURCE/gen" vendor odd.toml --only ncclGetVersion -o made >said 2>&1 || fail "$(cat said)"
for only in '--only ncclOdd' ''; do
    ! "$PYTHON" "$SOURCE/gen" vendor odd.toml $only -o made 2>said || fail "accepted with $only"
    says said "^odd.toml:$line: unknown type NoSuchType_t: add"
done

sed 's/^ncclUniqueId = .*/ncclUniqueId = ["x;y"]/' "$SOURCE/stubs/nccl.toml" >row.toml
refused row.toml "$(grep -n x\;y row.toml | cut -d: -f1)" \
    "ncclUniqueId: 'x;y' is not a member of a known type" --only ncclGetVersion

# Each verb's exit status: 0 no problems, 1 findings, 2 unreadable, 3 misuse; in text, in JSON, and
# with -q, which prints nothing.
healthy
fake_library nccl 2.17.1 "$root/old"
head -c 900 "$root/old/libnccl.so.2" >"$root/cut.so"
train=/venv/lib/python3.11/site-packages/train

# asks STATUS ARGUMENT...: in every format; an error is one line on stderr, otherwise stderr is
# empty.
asks()
{
    wanted=$1
    shift
    for form in "" -q --json; do
        status=0
        on_root "$@" $form >out 2>err </dev/null || status=$?
        equal "$* $form: $status $(cat err)" "$* $form: $wanted $([ "$wanted" -lt 2 ] || cat err)"
        [ "$wanted" -lt 2 ] || equal "$* $form: $(wc -l <err)" "$* $form: 1"
        case $form,$wanted in
        -q,* | *,3) equal "$* $form: $(cat out)" "$* $form: " ;;
        --json,0 | --json,1) in_json out '
assert said["schema_version"] == 2 and isinstance(said["verb"], str), said
worst = {one["severity"] for one in said.get("findings", [])} & {"error", "warning"}
assert bool(worst) == (sys.argv[1] == "1"), said' "$wanted" || fail "$* $form" ;;
        esac
    done
}

asks 0
asks 0 doctor
asks 0 doctor --list
asks 0 doctor LN107 LN202
asks 0 -v
asks 0 find
asks 0 find nvrtc --min 12.9
asks 0 audit "$train"
asks 0 explain LN107
asks 0 explain NCCL WARN Error: network not found
asks 0 symbols nccl
asks 0 symbols "$train/kernels.so"
asks 0 symbols "$train/../nvidia/nccl/lib/libnccl.so.2" --demanded-by "$train/kernels.so"
plugin "$root/opt/libnccl-net-fast.so" ncclNetPlugin_v8
plugin "$root/opt/libnccl-net-bare.so" something
asks 0 plugin inspect /opt/libnccl-net-fast.so

environment="NCCL_NET= LD_LIBRARY_PATH=/old"
asks 1 doctor
asks 1 doctor LN107 LN202
asks 0 doctor LN107
asks 1 find --min 9.9
asks 1 audit "$train"
asks 1 plugin inspect /opt/libnccl-net-bare.so
asks 1 explain Failed to initialize any NET plugin
asks 1 symbols /old/libnccl.so.2 --demanded-by "$train/kernels.so"

# an unreadable file takes precedence over findings
asks 2 audit /nothing
asks 2 audit "$train" /cut.so
asks 2 symbols /nothing
asks 2 plugin inspect /cut.so
asks 2 symbols nccl --demanded-by /cut.so
asks 2 explain what nobody ever said
for verb in "" doctor find "explain undefined symbol: ncclCommSplit"; do
    asks 2 $verb --from /nothing
    asks 2 $verb --pid 1
done
mkfifo "$root/etc/nccl.conf"
asks 2
asks 2 doctor
asks 2 -v
asks 2 explain Failed to initialize any NET plugin
rm "$root/etc/nccl.conf"

asks 3 --pid
asks 3 doctor LN999
asks 3 doctor --lists
asks 3 env
asks 3 explain LN999
asks 3 find nothing
asks 3 find --min new
asks 3 find --pid self
asks 3 audit
asks 3 symbols
asks 3 plugin
asks 3 plugin inspect
asks 3 symbols a b
asks 3 nothing

# on this machine: the status of the command that is run is passed on
exits 3 "$TOOL" run 2>err
exits 127 "$TOOL" run -- "$stage/nothing" 2>err

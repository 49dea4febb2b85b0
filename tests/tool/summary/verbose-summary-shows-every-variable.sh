# `lazynccl -v` lists every variable that lazynccl, ld.so and NCCL's loading read, with its value,
# its source and its effect here.

healthy
printf 'NCCL_NET_PLUGIN=fast\nNCCL_NET=Socket\n' >"$root/etc/nccl.conf"
environment="LD_LIBRARY_PATH=/opt/lib NCCL_NET= LAZYNCCL_CUDA= NCCL_P2P_DISABLE=1"
echo NCCL_IB_HCA=mlx5_0 >>"$root/etc/nccl.conf"
on_root -v >out
says out '^      help: unset NCCL_NET$' # of a finding in full
equal "$(grep -A1 '^ld\.so     LD_LIBRARY_PATH ' out | sed -n 2p)" "          = /opt/lib   (environment)"
equal "$(grep -A2 '^NCCL      NCCL_NET ' out | sed -n '2,3p')" "          =    (environment)
          empty is not unset"
equal "$(grep -A1 '^NCCL      NCCL_NET_PLUGIN ' out | sed -n 2p)" "          = fast   (/etc/nccl.conf:1)"
equal "$(grep -A1 '^NCCL      NCCL_RMA_PLUGIN ' out | sed -n 2p)" \
    "          NCCL reads it from 2.30.7 on: not the one here"
says out '^          empty means unset$'
equal "$(grep -A1 '^NCCL      NCCL_P2P_DISABLE ' out | sed -n 2p)" "          = 1   (environment)"
equal "$(grep -A1 '^NCCL      NCCL_IB_HCA ' out | sed -n 2p)" "          = mlx5_0   (/etc/nccl.conf:3)"

# it has those of docs/environment.md, and the JSON agrees
on_root -v --json >json
"$PYTHON" - "$SOURCE/docs/environment.md" <<'END'
import json, re, sys
rows = {row["name"]: row for row in json.load(open("json"))["variables"]}
for name in re.findall(r"^\| `(\w+)` \|", open(sys.argv[1]).read(), re.M):
    assert rows[name]["reader"] == "lazynccl", name
assert rows["NCCL_NET_PLUGIN"]["value"] == "fast", rows
assert rows["NCCL_NET_PLUGIN"]["from"] == "/etc/nccl.conf:1", rows
assert rows["NCCL_NET"]["value"] == "" and rows["LD_PRELOAD"]["value"] is None, rows
assert all(row["effect"] for row in rows.values()), rows
END

# as a process: its environment, not ours
mkdir -p "$root/proc/42"
ln -s /venv/bin/python3 "$root/proc/42/exe"
printf 'PATH=/venv/bin\0LD_PRELOAD=/x\nraw.so\0HOME=/home/user' >"$root/proc/42/environ"
: >"$root/proc/42/maps"
on_root -v --pid 42 >out
says out '^          = /x\\x0araw\.so   \(environment\)$'
says_not out '/opt/lib'

# the verb that showed it says so
exits 3 "$TOOL" env >out 2>err
equal "$(cat out err)" "lazynccl: env was removed; use: lazynccl -v"

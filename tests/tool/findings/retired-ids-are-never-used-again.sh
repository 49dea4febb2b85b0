# Every ID that was ever used is either that of a finding or retired, and explain and doctor say so
# of a retired one, by its ID and by its word.

"$TOOL" doctor --list --json >list
"$PYTHON" - "$TOOL" <<'END'
import json, subprocess, sys

# A new finding adds its ID here. Nothing is ever removed from here.
EVER = "101-132 134-141 201-207 211-216 301-333 401-407 501-514 601-606 700-717 801-820"
listed = json.load(open("list"))
ids, words = zip(*[(row["id"], row["rule"]) for row in listed["registry"] + listed["retired"]])
ever = {f"LN{number}" for part in EVER.split()
        for number in range(int(part[:3]), int(part[-3:]) + 1)}
assert set(ids) == ever, f"neither a finding nor retired: {ever - set(ids)}; new: {set(ids) - ever}"
assert len(set(ids)) == len(ids), f"twice: {[one for one in ids if ids.count(one) > 1]}"
assert len(set(words)) == len(words), f"twice: {[one for one in words if words.count(one) > 1]}"
retired = listed["retired"]
assert len(retired) >= 47 and retired == sorted(retired, key=lambda row: row["id"])

def run(*words):
    done = subprocess.run([sys.argv[1], *words], capture_output=True, text=True)
    return done.returncode, " ".join((done.stdout + done.stderr).split())

for row in retired:
    assert all(row.values()) and row["what"][-1] not in ".!" and row["instead"][-1] not in ".!", row
    text = f"{row['id']} ({row['rule']}) was retired in {row['release']}: {row['what']}"
    for asked in row["id"], row["id"].lower(), row["rule"], row["rule"].upper():
        assert run("explain", asked) == (0, f"{text} See: {row['instead']}"), asked
        status, said = run("explain", asked, "--json")
        said = json.loads(said)
        assert (status, said["means"], said["help"]) == (0, text, row["instead"]), said
        assert run("doctor", asked) == (3, f"lazynccl doctor: {text}; see: {row['instead']}"), asked
END

# `lazynccl run` starts a program with stand-ins, or those in --lazy, first on its library path; it
# prints nothing, and its exit status is the program's.
fake_library nccl 2.27.3 real
fake_library nvrtc 12.8 real
fake_library nvjitlink 12.8 real
direct program real/*.so.2 real/libnvrtc.so.12 real/libnvJitLink.so.12 \
    -Wl,--enable-new-dtags,-rpath,"$stage/real"
export LAZYNCCL_SEARCH=$with_system

"$TOOL" run -- ./program mapped=lib nccl nvrtc nvjitlink suffix >output 2>&1
equal "$(grep -vE '/lib(c|dl)\.' output)" "$(printf 'mapped %s\n' "$(in_cache libnccl.so.2)" \
    "$(in_cache libnvJitLink.so.12)" "$(in_cache libnvrtc.so.12)" | sort)
nccl 0 22703
nvrtc 0 12.8
nvjitlink 0 12.8
suffix 0 8"

# some of them: the others come from their usual places
rm -r cache
"$TOOL" run --lazy nccl,nvjitlink ./program mapped=libn >output 2>&1
equal "$(cat output)" "$(printf 'mapped %s\n' "$(in_cache libnccl.so.2)" \
    "$(in_cache libnvJitLink.so.12)" "$stage/real/libnvrtc.so.12" | sort)"
rm -r cache
"$TOOL" run --lazy=nvrtc -- ./program mapped=libn >output 2>&1
equal "$(cat output)" "$(printf 'mapped %s\n' "$stage/real/libnccl.so.2" \
    "$stage/real/libnvJitLink.so.12" "$(in_cache libnvrtc.so.12)" | sort)"

# existing folders stay, after the stand-ins; an empty variable adds no folder
cat >show.sh <<'SH'
#!/bin/sh
echo "$LD_LIBRARY_PATH"
echo "$PYTHONPATH"
echo "$0 $# $1"
cat
exit 42
SH
chmod +x show.sh
rm -r cache
"$TOOL" run --lazy nvrtc true
python=$(dirname "$(find "$stage/cache" -name manifest)")
ours=$python/lib
equal "$(ls "$ours" | sort)" "libnvrtc.so.11.2
libnvrtc.so.12
libnvrtc.so.13"
echo input | exits 42 env LD_LIBRARY_PATH=/one:/two PYTHONPATH=/three "$TOOL" run --lazy nvrtc -- ./show.sh \
    --lazy 'a b' >output 2>&1
equal "$(cat output)" "$ours:/one:/two
$python:/three
./show.sh 2 --lazy
input"
LD_LIBRARY_PATH='' PYTHONPATH='' PATH=$stage:$PATH "$TOOL" run --lazy nvrtc show.sh >output \
    </dev/null || true
equal "$(cat output)" "$ours
$python
$stage/show.sh 0 "

# the rest of the environment is unchanged, and a signal kills the program itself
env | grep -Ev '^(LD_LIBRARY_PATH|PYTHONPATH|_)=' | sort >before
"$TOOL" run -- env | grep -Ev '^(LD_LIBRARY_PATH|PYTHONPATH|_)=' | sort >after
cmp before after
exits 143 "$TOOL" run -- sh -c 'kill -TERM $$'

# LAZYNCCL_LIBPATH may have 100 kB, in one entry or many, and any bytes; reports write control characters and
# invalid UTF-8 as \xNN.
fake_library nccl 2.28.1 lib

repeat() # TEXT COUNT
{
    awk -v text="$1" -v count="$2" 'BEGIN { while (count--) printf "%s", text }'
}

export LAZYNCCL_LIBPATH="/$(repeat x 100000)"
shows '^absent$' ./ask where call report
says output '^env +LAZYNCCL_LIBPATH: /xxxx.*\[\.\.\.\]'
[ "$(wc -c <output)" -lt 8000 ] || fail "the report is $(wc -c <output) bytes long"

LAZYNCCL_LIBPATH=/$(repeat /a 50000)/libnccl.so.2
shows '^absent$' ./ask where report

LAZYNCCL_LIBPATH=$(repeat /x: 40000)$stage/lib
shows "^env 22801 $stage/lib/libnccl.so.2$" ./ask where report
equal "$(grep -c '^env .*LAZYNCCL_LIBPATH: /x does not exist$' output)" 40000

LAZYNCCL_LIBPATH=$(repeat : 100000)$stage/lib
shows "^env 22801 $stage/lib/libnccl.so.2$" ./ask where

odd=$(printf '\377\342\202 \033[1m\nlib\303\244')
fake_library nccl 2.28.1 "$odd"
fake_library nvrtc 12.9 "$odd"
fake_library nvjitlink 12.9 "$odd"

utf8()
{
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null || fail "$1 is not UTF-8"
    says_not "$1" "$(printf '\033')"
}

shown="$stage/"'\xff\xe2\x82 \x1b[1m\x0alibä/'
export LAZYNCCL_LIBPATH="$stage/$odd"
./ask where call report nvrtc call where report >output
utf8 output
grep -qxF "env 22801 ${shown}libnccl.so.2" output || fail "$(cat output)"
grep -qxF "env       ${shown}libnvrtc-builtins.so.12.9: opened with it" output ||
    fail "$(cat output)"

LAZYNCCL_LIBPATH="$stage/$odd/libnvrtc.so.12" ./ask nvrtc load nvjitlink where report >output
utf8 output
grep -qxF "partner 120900 ${shown}libnvJitLink.so.12" output || fail "$(cat output)"

export LAZYNCCL_LIBPATH="$odd:$stage/$odd/missing"
./ask call string=2 error report alias=2 >output
utf8 output
says output '^env +LAZYNCCL_LIBPATH: .xff.xe2.x82 .x1b\[1m.x0alib. refused: not an absolute path$'

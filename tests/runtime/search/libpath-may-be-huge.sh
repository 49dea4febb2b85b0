# A LAZYNCCL_LIBPATH of 100 kB works, with one long entry or many short ones.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 lib

repeat() # TEXT COUNT
{
    awk -v text="$1" -v count="$2" 'BEGIN { while (count--) printf "%s", text }'
}

export LAZYNCCL_LIBPATH
LAZYNCCL_LIBPATH=/$(repeat x 100000)
./ask where call report >output
says output '^absent$'
says output '^env +LAZYNCCL_LIBPATH: /xxxx.*\[\.\.\.\]'
[ "$(wc -c <output)" -lt 8000 ] || fail "the report is $(wc -c <output) bytes long"

LAZYNCCL_LIBPATH=/$(repeat /a 50000)/libnccl.so.2
./ask where report >output
says output '^absent$'

LAZYNCCL_LIBPATH=$(repeat /x: 40000)$stage/lib
./ask where report >output
says output "^env 22801 $stage/lib/libnccl.so.2$"
equal "$(grep -c '^env .*LAZYNCCL_LIBPATH: /x does not exist$' output)" 40000

LAZYNCCL_LIBPATH=$(repeat : 100000)$stage/lib
./ask where >output
says output "^env 22801 $stage/lib/libnccl.so.2$"

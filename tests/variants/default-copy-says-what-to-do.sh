# The reason of a default copy says what to do, and is gone afterwards. It names pip's packages only in a
# site-packages folder. A folder for linking, and a LAZYNCCL_CUDA that is no major, are refused.
site=$stage/venv/lib/python3.11/site-packages
nothing='NCCL cannot be used: no libnccl.so.2 in any search location; name the file in LAZYNCCL_LIBPATH'
left_out='; LAZYNCCL_SEARCH leaves out a location'

vendor copy nccl nvrtc nvjitlink
mkdir -p "$site/package"
$CC -w "$SOURCE/tests/fake/ask.c" copy/lazynccl.c -Icopy -pthread -ldl -o ask
cp ask "$site/package"
export LAZYNCCL_SEARCH=env,wheel

equal "$(./ask call string=2 | sed 1d)" "$nothing; not in this copy: conda, toolkit$left_out"
equal "$("$site/package/ask" call string=2 | sed 1d)" \
    "$nothing, or pip install nvidia-nccl-cu13 or nvidia-nccl-cu12; not in this copy: conda, toolkit$left_out"
fake_library nccl 2.28.9 "$site/nvidia/nccl/lib"
for program in "./ask" "$site/package/ask"; do
    equal "$(LAZYNCCL_LIBPATH=$site/nvidia/nccl/lib/libnccl.so.2 "$program" call)" 'call 0 22809.0'
done
equal "$("$site/package/ask" call)" 'call 0 22809.0'
equal "$(LAZYNCCL_SEARCH=api ./ask path="$site/nvidia/nccl/lib/libnccl.so.2" call)" 'set_path 0
call 0 22809.0'

# An older file is refused. Each line of the report is printed with LAZYNCCL_DEBUG, and an absent call ends
# the program with LAZYNCCL_STRICT.
older="$site/nvidia/nccl/lib/libnccl.so.2: older than the program requires"
export LAZYNCCL_LIBPATH="$site/nvidia/nccl/lib"
for value in '' 0 1; do
    LAZYNCCL_DEBUG=$value ./ask require=22900 call string=2 >said 2>errors
    says said '^call 2 0\.0$'
    says said "^NCCL cannot be used: $older"
    equal "$(grep -c "^lazynccl: nccl: env  *$older$" errors)" "${value:-0}"
    exits $((value == 1 ? 134 : 0)) env LAZYNCCL_STRICT="$value" ./ask require=22900 call >said 2>&1
done
unset LAZYNCCL_LIBPATH

fake_library nvrtc 12.9 stubs
for folder in stubs stubs/ stubs//; do
    LAZYNCCL_LIBPATH=$stage/$folder ./ask nvrtc call error >said
    says said '^call 11 0\.0$'
    says said 'stubs/*libnvrtc\.so\.12: for linking only'
done
mv stubs lib
export LAZYNCCL_LIBPATH="$stage/lib"
for value in 12.9 12x 1 012x ' 12' -12 twelve; do
    LAZYNCCL_CUDA=$value ./ask nvrtc call error >said
    says said '^call 11 0\.0$'
    says said "^NVRTC cannot be used: LAZYNCCL_CUDA=$value: "
done
equal "$(LAZYNCCL_CUDA=12 ./ask nvrtc call)" 'call 0 12.9'

# A copy of another library has variables of its own, and no packages.
library own/libown.so.1 'int own_first(void) { return 7; } int own_sum(void) { return 7; }'
vendor other ./own/libown.so.1
asking own/program other own
equal "$(own/program)" \
    'libown cannot be used: no libown.so.1 in any search location; name the file in LAZYOWN_LIBPATH; not in this copy: conda'
equal "$(LAZYOWN_LIBPATH=$stage/own/libown.so.1 own/program)" "$stage/own/libown.so.1"
library empty/libown.so.1 'int own_other(void) { return 7; }'
equal "$(LAZYOWN_LIBPATH=$stage/empty/libown.so.1 own/program)" "libown cannot be used: \
$stage/empty/libown.so.1: has none of the functions, or other versions of them"

# The first function of the table may be what the file lacks.
library older/libown.so.1 'int own_sum(void) { return 7; }'
echo 'int own_first(void); int main(void) { return own_first() != 7; }' >first.c
$CC first.c other/lazynccl.c -ldl -o own/first
LAZYOWN_LIBPATH=$stage/own/libown.so.1 own/first
exits 134 env LAZYOWN_LIBPATH="$stage/older/libown.so.1" own/first 2>said
says said '^lazyown: own_first: .*/older/libown.so.1 lacks it, or has another version$'

# find --from a program with a vendored copy shows only the locations that the copy searches, in their
# order, and audit takes what the copy would take. A full copy and a copy for another library show all.
for folder in conda/lib named home/targets/any/lib venv/lib/python3/dist-packages/nvidia/nccl/lib; do
    fake_library nccl 2.28.9 $folder
done
echo 'int ncclGetVersion(int *); int main(void) { int v = 0; return ncclGetVersion(&v) != 0; }' >main.c
for search in api,env,soname env,wheel,toolkit full; do
    "$PYTHON" "$SOURCE/gen" vendor nccl --search $search --only ncclGetVersion -o $search
    $CC main.c $search/lazynccl.c -o program-$search -ldl -lpthread
done
unset LAZYNCCL_SEARCH
export CONDA_PREFIX="$stage/conda" LAZYNCCL_LIBPATH="$stage/named"

LAZYNCCL_LIBPATH='' "$TOOL" find nccl --from ./program-full >said || :
says said "^ +lazynccl .* conda +$stage/conda/lib"
LAZYNCCL_LIBPATH='' "$TOOL" find nccl --from ./program-api,env,soname >said || :
says said '^contains lazynccl: nccl, searched for in api,env,soname'
says_not said 'conda |toolkit|wheel'
"$TOOL" find nccl --from ./program-api,env,soname >said
says said "^ +lazynccl .* env +$stage/named"
# Only the full search lists the folders in targets.
export NCCL_HOME="$stage/home" VIRTUAL_ENV="$stage/venv" LAZYNCCL_LIBPATH='' CONDA_PREFIX=''
"$TOOL" find nccl --from ./program-full >said
says said "toolkit .*$stage/home/targets/any/lib" && says said 'wheel .*/dist-packages/'
"$TOOL" find nccl --from ./program-env,wheel,toolkit >said || :
says said "searched for in env,wheel,toolkit"
says said 'wheel .*/dist-packages/'
says_not said 'targets/any'
! "$PYTHON" "$SOURCE/gen" vendor nccl --search api,system -o none 2>said || fail "system"
says said '^lazynccl vendor: --search: system is not one of api, env, loaded, partner, wheel, conda, soname, toolkit, full$'
! "$PYTHON" "$SOURCE/gen" vendor nccl --search full,env -o none 2>said || fail "full and another"
equal "$(cat said)" 'lazynccl vendor: --search: full cannot be combined with others'
! "$PYTHON" "$SOURCE/gen" vendor nccl --search partner,soname -o none 2>said || fail "no partner"
equal "$(cat said)" '--search: partner: none of these libraries has a partner: omit it'
"$PYTHON" "$SOURCE/gen" vendor nccl --search soname -o none

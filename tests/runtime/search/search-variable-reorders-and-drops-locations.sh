# LAZYNCCL_SEARCH lists the search locations, in order; all others are omitted. An unknown word makes the library
# absent, wherever it stands, and the error lists the known words.
fake_library nccl 2.28.1 env
fake_library nccl 2.28.2 nvidia/nccl/lib
fake_library nccl 2.28.3 conda/lib
fake_library nccl 2.28.4 api
fake_library nccl 2.28.5 system
export LAZYNCCL_LIBPATH="$stage/env" CONDA_PREFIX="$stage/conda" LD_LIBRARY_PATH="$stage/system"

for row in env:22801 wheel:22802 conda:22803 system:22805; do
    place=${row%%:*}
    for search in $place $place,env,wheel,conda,system api,loaded,partner,$place,wheel,env; do
        LAZYNCCL_SEARCH=$search shows "^$place ${row#*:} " ./ask where
    done
done
LAZYNCCL_SEARCH=loaded,partner ./ask where report path="$stage/api" load where report >output
equal "$(grep -c '^absent$' output)" 2
says_not output '^(api|env|wheel|conda|system|toolkit) '
LAZYNCCL_SEARCH='' ./ask where >output # an empty variable counts as unset
says output '^env 22801 '

# If an omitted location has the library, the error names the variable that omits it.
LAZYNCCL_LIBPATH='' LAZYNCCL_SEARCH=env ./ask load error >output
says output 'cannot be used: no libnccl\.so\.2 in any search location;.*, LAZYNCCL_SEARCH=env allows no others$'

export LAZYNCCL_SEARCH LAZYNCCL_LIBPATH="$stage/env"
for row in env,whel:whel 'env, wheel: wheel' env,,wheel: env,: ,env: ENV:ENV /usr/lib:/usr/lib; do
    LAZYNCCL_SEARCH=${row%%:*} word=${row#*:}
    ./ask call string=2 report mapped=libnccl >output
    equal "$(sed -n 1p output)" "call 2 0.0"
    sed -n 2p output >reason
    says reason "^NCCL cannot be used: LAZYNCCL_SEARCH=$LAZYNCCL_SEARCH: '$word' is not a search location; "
    says reason '; the locations are api, env, loaded, partner, wheel, conda, system, toolkit'
    says_not output '^(env|mapped) '
done

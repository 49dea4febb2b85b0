# LAZYNCCL_SEARCH lists the search locations, in order; all others are omitted.
consumer "$SOURCE/tests/fake/ask.c" ask
fake_library nccl 2.28.1 env
fake_library nccl 2.28.2 nvidia/nccl/lib
fake_library nccl 2.28.3 conda/lib
fake_library nccl 2.28.4 api
fake_library nccl 2.28.5 system
export LAZYNCCL_LIBPATH="$stage/env" CONDA_PREFIX="$stage/conda" LD_LIBRARY_PATH="$stage/system"

for row in env:22801 wheel:22802 conda:22803 system:22805; do
    place=${row%%:*}
    for search in $place $place,env,wheel,conda,system api,loaded,partner,$place,wheel,env; do
        LAZYNCCL_SEARCH=$search ./ask where >output
        says output "^$place ${row#*:} "
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

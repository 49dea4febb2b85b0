# find, find --load, find --from and the runtime agree on what a file is, for each search location,
# file name and SONAME. A file that bears the name or is assigned is judged by its
# exports, a found file also by its SONAME.
consumer "$SOURCE/tests/fake/ask.c" ask
export LAZYNCCL_SEARCH=api,env,wheel,conda PATH=/usr/bin:/bin # a Python without NVIDIA's wheels

# try FOLDER NAME SONAME VARIABLE=VALUE...: "WHERE PATH" that all four name, or "absent".
try()
{
    folder=$1 name=$2 soname=$3
    shift 3
    mkdir -p "$folder"
    cp "with-$soname" "$folder/$name"
    took=$(env "$@" ./ask nccl where)
    case $took in
    absent) want=absent ;;
    *) want=$(echo "$took" | sed 's/ [0-9]* / /') ;;
    esac
    for options in '' --load "--from $PWD/ask"; do
        env "$@" "$TOOL" find nccl --json $options >found.json 2>/dev/null || :
        found=$(in_json found.json 'for library in said["libraries"]:
    taken = library.get("lazynccl")
    print(taken["location"], taken["path"]) if taken and taken.get("path") else print("absent")')
        equal "find $options of $name, SONAME $soname, by $*: $found" \
            "find $options of $name, SONAME $soname, by $*: $want"
    done
    rm -r "$folder"
    count=$((count + 1))
    printf '%s\n' "${want%% *}" >>outcomes
}

count=0
for soname in libnccl.so.2 libnccl.so.3 libmscclpp_nccl.so.0 librccl.so.1 libfoo.so.2 none; do
    named=-Wl,-soname,$soname
    [ "$soname" != none ] || named=
    $CC -w -fPIC -shared "$SOURCE/tests/fake/nccl.c" -DMAJOR=2 -DMINOR=28 -DPATCH=1 $named \
        -o "with-$soname"
done
for kind in no-pie pie; do # which no dlopen() takes
    $CC -w -fPIC -$kind -nostartfiles -Wl,-e,0 -rdynamic "$SOURCE/tests/fake/nccl.c" -DMAJOR=2 -DMINOR=28 \
        -DPATCH=1 -Wl,-soname,libnccl.so.2 -o "with-$kind"
    try folder libnccl.so.2 $kind LAZYNCCL_LIBPATH="$stage/folder"
done
for soname in libnccl.so.2 libnccl.so.3 libmscclpp_nccl.so.0 librccl.so.1 libfoo.so.2 none; do
    for name in libnccl.so.2 librccl.so.1; do
        try named $name $soname LAZYNCCL_LIBPATH="$stage/named/$name"
        try named $name $soname LAZYNCCL_LIBPATH="nccl=$stage/named/$name"
        try folder $name $soname LAZYNCCL_LIBPATH="$stage/folder"
        try conda/lib $name $soname CONDA_PREFIX="$stage/conda"
        try ld $name $soname LAZYNCCL_SEARCH=system LD_LIBRARY_PATH="$stage/ld"
        try venv/lib/python3.11/site-packages/nvidia/nccl/lib $name $soname VIRTUAL_ENV="$stage/venv"
    done
done
equal "$count" 74
# the 12 that are assigned and the 6 that bear the name, and of those found that are called
# libnccl.so.2 the two whose SONAME is libnccl.so.2 or missing; the system may have its own
equal "$(grep -c '^env$' outcomes)" 20
equal "$(grep -c '^wheel$' outcomes)" 2
equal "$(grep -c '^conda$' outcomes)" 2

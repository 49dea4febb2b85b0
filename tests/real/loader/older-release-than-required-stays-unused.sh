# lazynccl_require() asks an open library for its version: an older release is refused, and stays in memory, unused.
need_release "$1"

named "$1"
step=100
[ $name != nccl ] || step=1
version=$(number "$1")
consumer "$SOURCE/tests/real/loader/require.c" require
export LAZYNCCL_LIBPATH="$(lib "$1")"

run ./require $name "$version" >said
says said "^took: $name $version env "
equal "$(grep -c ^mapped: said)" 1

run ./require $name $((version + step)) >said
says said '^load: -1$'
says said "^env .*: is $(minor "$1")[.0-9]*, at least .* is required"
says said '^env .*: stays in memory, unused$'
equal "$(grep -c ^mapped: said)" 1

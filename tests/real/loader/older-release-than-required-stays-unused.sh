# lazynccl_require() asks an open library for its version: an older release is refused, and stays in memory, unused.
need_release "$1"

consumer "$SOURCE/tests/fake/ask.c" ask
named "$1"
step=100
[ $name != nccl ] || step=1
version=$(number "$1")
export LAZYNCCL_LIBPATH="$(lib "$1")"

run ./ask $name require="$version" where mapped=libn >said
says said "^env $version "
equal "$(grep -cE '^mapped .*/lib(nccl|nvrtc|nvJitLink)\.so' said)" 1

run ./ask $name require=$((version + step)) load report mapped=libn >said
says said '^load -1$'
says said "^env .*: is $(minor "$1")[.0-9]*, at least .* is required"
says said '^env .*: stays in memory, unused$'
equal "$(grep -cE '^mapped .*/lib(nccl|nvrtc|nvJitLink)\.so' said)" 1

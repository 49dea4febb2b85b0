# Shared by the tests of programs with raised privileges.
[ "$(id -u)" = 0 ] || skip 'making a program that raises privileges takes root'
need setpriv
chmod 755 .

# need_raised COMMAND...: skips the test unless COMMAND raises a program's privileges.
need_raised()
{
    echo '#include <sys/auxv.h>
int main(void) { return !getauxval(AT_SECURE); }' | compile secure
    "$@" secure
    as_nobody ./secure || skip 'this file system does not raise privileges'
}

# ignores_variables COMMAND...: COMMAND raises a program's privileges, and neither variables nor
# folders above it lead it to a library, though each leads to a copy.
ignores_variables()
{
    site=$stage/lib/site-packages
    mkdir -p "$site/package"
    need_raised "$@"

    for folder in env system venv/lib/python3.11/site-packages/nvidia/nccl/lib conda/lib \
        cuda/lib64 "$site/nvidia/nccl/lib" nvidia/nccl/lib; do
        fake_library nccl 2.28.1 "$folder"
    done
    fake_library nvrtc 13.0 "$site/nvidia/cuda_nvrtc/lib"
    fake_library nvjitlink 13.0 "$site/nvidia/nvjitlink/lib"
    for program in "$site/package/ask" "$stage/ask"; do
        consumer "$SOURCE/tests/fake/ask.c" "$program" \
            -Wl,-rpath,"$site/nvidia/cuda_nvrtc/lib",--enable-new-dtags
        cp "$program" "$program-plain"
        "$@" "$program"
    done
    set -- LAZYNCCL_LIBPATH="$stage/env" LD_LIBRARY_PATH="$stage/system" NCCL_HOME="$stage/cuda" \
        VIRTUAL_ENV="$stage/venv" CONDA_PREFIX="$stage/conda" CUDA_PATH="$stage/cuda" \
        CUDA_HOME="$stage/cuda" LAZYNCCL_CUDA=99 LAZYNCCL_STRICT=1 LAZYNCCL_DEBUG=1

    for program in "$site/package/ask" "$stage/ask"; do
        for search in '' env wheel conda toolkit system env,loaded,partner,wheel,conda nonsense; do
            as_nobody env -i LAZYNCCL_SEARCH="$search" "$@" "$program" call where report \
                mapped=libnccl >output 2>errors || fail "$program: status $?"
            says_not output "(^|[ =])$stage/.*libnccl.so.2( |\$)"
            as_nobody env -i "$program" call where report mapped=libnccl >expected
            equal "$(grep -v '^settings ' output)" "$(cat expected)"
            equal "$(cat errors)" ''
        done
        for variable in LAZYNCCL_LIBPATH LAZYNCCL_SEARCH NCCL_HOME VIRTUAL_ENV CONDA_PREFIX \
            CUDA_PATH CUDA_HOME LAZYNCCL_CUDA LAZYNCCL_STRICT LAZYNCCL_DEBUG; do
            says output "^settings +$variable is ignored: raised privileges$"
        done
        for location in env partner wheel conda; do
            says output "^$location +not searched: raised privileges$"
        done
        says_not output 'is not set|refused|LD_LIBRARY_PATH'
        says_not expected 'is ignored'
        # /usr/local/cuda has no effect, because its owner may be the user who runs the program.
        if unshare -m true 2>/dev/null; then
            unshare -m sh -c 'mount -t tmpfs -o mode=755 tmpfs /usr/local &&
                cp -r "$0/cuda" /usr/local && chown -R 65534 /usr/local/cuda &&
                shift && exec setpriv --reuid=65534 --regid=65534 --clear-groups env -i "$@"' \
                "$stage" -- "$program" where report >output || fail "$program: status $?"
            says output '^absent$'
            says output '^toolkit +not searched: raised privileges$'
        fi
        # A folder above a found library has no effect either.
        as_nobody env -i "$program" nvrtc where nvjitlink where report >output
        says output "^system 130000 $site/nvidia/cuda_nvrtc/lib/libnvrtc.so.13$"
        says_not output "$stage.*libnvJitLink"

        # The same program without privileges uses each.
        equal "$(as_nobody env -i LAZYNCCL_LIBPATH="$stage/env" "$program-plain" where)" \
            "env 22801 $stage/env/libnccl.so.2"
        shows "^wheel 22801 $stage" as_nobody env -i "$program-plain" where
    done
}

# A daemon with `use chroot` serves with its lazy libraries. It never loads a library from a module. Without
# a library that a transfer does not need, it serves as well. Packages of both builds name the same packages and
# versions, besides what the copy takes from glibc 2.16 and 2.17.
. /lazynccl/tests/real/linked/uses/common.sh
. /lazynccl/tests/real/linked/uses/packages.sh
lazy_libs=acl,crypto,lz4,popt,xxhash,zstd
mkdir -p module/data from
head -c 300000 /dev/urandom >from/random
echo text >from/text
chmod 777 module module/data
printf 'use chroot = yes\nlog file = /tmp/use/log\n[module]\npath = /tmp/use/module\nread only = no\n' >conf

# sends BUILD OPTION...: a client sends files to the daemon of this build.
sends()
{
    export RSYNC_CONNECT_PROG="/tmp/use/$1/rsync --daemon --config=/tmp/use/conf"
    shift
    rm -rf module/data/*
    direct/rsync -r "$@" from/ rsync://localhost/module/data/
}

for build in direct lazy; do
    for option in -r '-z --zc=zstd' '-z --zc=lz4' '-c --cc=md5'; do
        passes sends $build $option
        cmp from/random module/data/random || fail "$build $option sends something else"
    done
done
passes without 'zstd lz4' lazy/rsync -r from/ copy/
passes without 'zstd lz4' env RSYNC_CONNECT_PROG='/tmp/use/lazy/rsync --daemon --config=/tmp/use/conf' \
    lazy/rsync -r from/ rsync://localhost/module/data/
reports 'compression init failed' without zstd lazy/rsync -rz --zc=zstd from/ rsync://localhost/module/data/
reports 'poptGetContext returned NULL' without popt lazy/rsync -r from/ copy/
reports 'shared library' without acl lazy/rsync -rA from/ copy/

for file in $(files_of zstd lz4 xxhash crypto acl popt); do
    mkdir -p "module${file%/*}"
    planted "module$file"
done
for build in direct lazy; do
    passes sends $build -z --zc=zstd
    [ ! -e module/ran ] || fail "the $build daemon ran code of the module"
done

for kind in debian_package rpm_package; do
    for build in direct lazy; do
        $kind $build rsync >$build.needs
        cut -d' ' -f2- $build.needs | grep -v '^libc.so.6(GLIBC_2\.1[67])' | sort -u >$build.names
    done
    cat lazy.needs
    cmp direct.names lazy.names || fail "$kind: $(diff direct.names lazy.names)"
    grep -q '^Recommends .*zstd' lazy.needs || fail "$kind: $(cat lazy.needs)"
done

# On every other platform in the table, under QEMU or with musl, first calls preserve arguments of
# every kind, in full and small copies. The tests of the search pass, except those in `left`, which
# move the program or need files of this machine. Tests of threads, forks, constructors and
# exceptions pass as well.
. "$SOURCE/tests/variants/abi/shared.sh"
arm=${XDG_CACHE_HOME:-$HOME/.cache}/lazynccl/debian/arm64
left='broken-candidate-is-reported never-finds-itself
wheel-in-the-modules-site-packages wheel-in-the-running-pythons-site-packages
wheel-near-the-caller-of-the-shared-library wheel-next-to-the-module-or-two-levels-up'
# The first test expects a user who may read the cache. musl has no symbol versions, LD_DEBUG or texts of glibc.
left_of_musl='unreadable-file-ends-the-search functions-are-bound-to-the-version-of-a-direct-link
api-path-is-final builtins-are-opened-beside-the-real-file'
more='racing-threads-get-one-outcome
constructor-may-call-its-own-library first-call-in-a-forked-child slots-are-read-only-once-filled
functions-are-bound-to-the-version-of-a-direct-link'
export UNKEPT=y failed= # a program's wrapper leads to the folder where it was compiled

# musl_for_arm: Debian's musl for aarch64, and a compiler for it in ./arm-musl-gcc.
musl_for_arm()
{
    if [ ! -e "$arm/lib/ld-musl-aarch64.so.1" ]; then
        apt-get download --print-uris musl musl-dev >uris
        for uri in $(sed "s/^'\([^']*\)'.*/\1/; s/_amd64/_arm64/" uris); do
            /usr/lib/apt/apt-helper download-file "$uri" package.deb >messages ||
                fail "$(cat messages)"
            dpkg-deb -x package.deb "$arm"
        done
        ln -sf ../../../lib/aarch64-linux-musl/libc.so "$arm/usr/lib/aarch64-linux-musl/libc.so"
    fi
    musl=aarch64-linux-musl
    sed "s|/usr/[a-z]*/$musl|$arm&|g" "$arm/usr/lib/$musl/musl-gcc.specs" >arm.specs
    # this compiler's atomics ask glibc for the processor
    printf '#!/bin/sh\nexec aarch64-linux-gnu-gcc -mno-outline-atomics "$@" -specs "%s"\n' \
        "$stage/arm.specs" >arm-musl-gcc
    chmod +x arm-musl-gcc
}

# platform NAME RUN COMPILER [OPTION...]: runs all tests on one platform, if it is selected.
platform()
{
    name=$1 run=$2
    shift 2
    case ${ONLY-$name} in "$name") ;; *) return 0 ;; esac
    command -v "$1" >/dev/null || { echo "$name: no $1" && return 0; }
    command -v "${run%% *}" >/dev/null || { echo "$name: no ${run%% *}" && return 0; }
    mkdir "$name"
    cp -r copy small "$name"
    cd "$name"
    abi_library "$@"
    "$@" -w -O2 "$abi/program.c" copy/lazynccl.c -o program
    (stage=$PWD && abi_passes $run ./program)
    "$@" -w -O2 -DNO_STUB "$abi/program.c" small/lazynccl.c -o small/program -ldl
    (stage=$PWD && export LD_LIBRARY_PATH="$PWD/lib" && abi_passes $run small/program)
    for file in "$SOURCE"/src/runtime/jump/first.S "$SOURCE"/src/runtime/l*/*.c \
        "$SOURCE"/src/runtime/search/*.c "$SOURCE"/src/runtime/search/*/*.c "$BUILD"/src/runtime/nccl.[cS] "$BUILD"/src/runtime/nvrtc.[cS] \
        "$BUILD"/src/runtime/nvjitlink.[cS] "$BUILD"/src/runtime/nvjitlink_1*.[cS] "$BUILD/src/runtime/libraries.c" \
        "$BUILD/src/runtime/partners.c"; do
        "$@" -D_FILE_OFFSET_BITS=64 -Os -fPIC -fvisibility=hidden -std=gnu11 -I"$SOURCE/src" -I"$BUILD/include" \
            -c "$file" -o "$(object_of "$file")"
    done
    ar rcs liblazynccl.a ./*.o
    compiler "$run" "$@" >cc
    cxx=$(echo "$1" | sed 's/gcc$/g++/') tests=$more
    if command -v "$cxx" >/dev/null; then
        shift
        compiler "$run" "$cxx" "$@" >cxx
        tests="$more exceptions-pass-through-trampolines"
    fi
    chmod +x c*
    passed=0
    for test in "$SOURCE"/tests/runtime/search/*.sh \
        $(printf "$SOURCE/tests/runtime/loader/%s.sh\n" $tests); do
        case " $(echo $left) " in *" $(basename "$test" .sh) "*) continue ;; esac
        status=0
        env -u TOOL -u SHARED CC="$PWD/cc" CXX="$PWD/cxx" ARCHIVE="$PWD/liblazynccl.a" sh \
            "$SOURCE/tests/stage.sh" "$test" >said 2>&1 \
            </dev/null || status=$?
        case $status in
        0) passed=$((passed + 1)) ;;
        77) ;;
        *) failed="$failed $name:$(basename "$test")" && cat said ;;
        esac
    done
    echo "$name: arguments of every kind, in a small copy too, and $passed tests"
    cd ..
}

# compiler RUN COMMAND...: makes a script that compiles programs which start with RUN PROGRAM.
compiler()
{
    run=$1
    shift
    cat <<END
#!/bin/sh
$* "\$@" || exit
[ "$run" != env ] || exit 0 # needs no script, into which ld.so would preload musl's libraries
out=a.out previous=
for word; do
    case \$word in -c | -shared | -E | -fsyntax-only | -print* | -dump*) exit 0 ;; esac
    [ "\$previous" != -o ] || out=\$word
    previous=\$word
done
mv "\$out" "\$out.real"
printf '#!/bin/sh\nexec $run %s "\$@"\n' "\$(realpath "\$out.real")" >"\$out"
chmod +x "\$out"
END
}

"$SOURCE/dev" vendor "$abi/abi.toml" --search full -o copy
# The small variant needs no version and searches no wheels.
sed '/^wheels/d; /^\[version\]/,/^$/d; s/^title = .*/&\nprefix = "lazyabi"/' \
    "$abi/abi.toml" >small.toml
"$SOURCE/dev" vendor small.toml --search soname -o small
platform aarch64 'qemu-aarch64 -L /usr/aarch64-linux-gnu' aarch64-linux-gnu-gcc
platform riscv64 'qemu-riscv64 -L /usr/riscv64-linux-gnu' riscv64-linux-gnu-gcc \
    -fasynchronous-unwind-tables
platform s390x 'qemu-s390x -L /usr/s390x-linux-gnu' s390x-linux-gnu-gcc
platform ppc64le 'qemu-ppc64le -L /usr/powerpc64le-linux-gnu' powerpc64le-linux-gnu-gcc
platform armhf 'qemu-arm -L /usr/arm-linux-gnueabihf' arm-linux-gnueabihf-gcc -funwind-tables
all=$more
# QEMU 7.2 hangs in any i386 program that forks or has two threads; natively these tests pass.
more=$(echo "$more" | sed 's/racing-[a-z-]*//g; s/first-call-in-a-forked-child//')
platform i386 'qemu-i386 -L /usr/i686-linux-gnu' i686-linux-gnu-gcc
more=$all
left="$left $left_of_musl"
platform x86_64-musl env musl-gcc -DCANNOT_UNWIND
left="$left virtual-env-of-another-user-is-reported" # that user cannot read the cache
musl_for_arm
platform aarch64-musl "qemu-aarch64 -L $arm" "$stage/arm-musl-gcc" -DCANNOT_UNWIND
[ -z "$failed" ] || fail "$failed"

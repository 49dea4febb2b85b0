# With open = "start", a program that changes its root directory uses the library of the old root, or
# counts it as absent if there was none, and runs no library of the new root, unless it asks for it by
# load(). By default, its first call takes the library of the new root (CVE-2019-14271).
. "$SOURCE/tests/variants/toy.sh"

hostile_root
mkdir "new$stage/none"
cp "new$stage/lib/libtoy.so.1" "new$stage/none/libtoy.so.1"
with_libc >main.c <<'C'
#include "lazynccl.h"
int toy_where(void);
static struct rlimit before;

/* Runs before that of the copy, which is after this file in the link. */
__attribute__((constructor(101))) static void use_up_descriptors(void)
{
    struct rlimit none = {3, 3};
    if (!getenv("NO_DESCRIPTORS"))
        return;
    getrlimit(RLIMIT_NOFILE, &before);
    none.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_NOFILE, &none);
    if (strcmp(getenv("NO_DESCRIPTORS"), "call") == 0)
        toy_where();
}

int main(int count, char **words)
{
    const char *why;
    if (getenv("NO_DESCRIPTORS"))
        setrlimit(RLIMIT_NOFILE, &before);
    if ((getuid() != 0 && unshare(CLONE_NEWUSER) != 0) || chroot("new") != 0)
        return 77;
    if (count > 1 && strcmp(words[1], "load") == 0)
        PREFIX(load)(PREFIX(toy)());
    if (count > 1 && strcmp(words[1], "freeze") == 0)
        PREFIX(freeze)();
    why = PREFIX(why)(PREFIX(toy)());
    printf("%d %s\n", toy_where(), why ? why : "open");
}
C
for search in small full; do
    toy_copy $search 'int toy_where(void);'
    "$PYTHON" "$SOURCE/gen" vendor $search.toml --search $(toy_search $search) --open start -o early
    for when in $search early; do
        $CC -DPREFIX\(name\)=${search}_\#\#name -I$search main.c $when/lazynccl.c -o at-$when -ldl -lpthread
    done

    # ran WHEN STATUS PATTERN FOLDER WORD...: checks `program WORD...`.
    ran()
    {
        when=$1 expected=$2 pattern=$3 folder=$4
        shift 4
        status=0
        LD_LIBRARY_PATH=$folder FULL_LIBPATH=$folder FULL_SEARCH=loaded,env \
            ./at-$when "$@" >said || status=$?
        [ "$status" != 77 ] || skip "not allowed to change the root directory"
        equal "$status" "$expected"
        says said "$pattern"
    }
    ran $search 99 '' "$stage/lib"
    ran early 0 '^1 open$' "$stage/lib"
    ran early 0 '^1 open$' "$stage/lib" freeze
    ran early 0 '^1 open$' "$stage/lib" load
    mkdir -p none
    ran $search 99 '' "$stage/none"
    ran early 0 '^-7 .*libtoy.so.1' "$stage/none"
    ran early 0 '^-7 .*libtoy.so.1' "$stage/none" freeze
    ran early 99 '' "$stage/none" load
done

# A resource that had run out, as a user can arrange for a setuid program, is no reason to search again.
export NO_DESCRIPTORS=call
ran full 99 '' "$stage/lib"
NO_DESCRIPTORS=start
ran early 0 '^-7 .*[Tt]oo many open files' "$stage/lib"

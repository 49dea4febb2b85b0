# A lazily linked program takes the library of a direct link, also if the C library changes its folder or
# its limits: daemon(), fts, nftw() and setrlimit().
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
. "$SOURCE/tests/variants/link.sh"
export LAZY_LIBS=toy

mkdir tree
echo 'int toy(void) { return 666; }' >toy.c
toy toy
mv lib/libtoy.so.1 tree
echo 'int toy(void) { return 1; }' >toy.c
toy toy
cat >moves.c <<'END'
#define _GNU_SOURCE
#include <fts.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
int toy(void);
static int ask(const char *name, const struct stat *status, int type, struct FTW *walk)
{
    return strstr(name, "libtoy") && printf("%d\n", toy()) < 0;
}
int main(int count, char **words)
{
#if defined DAEMON
    return daemon(0, 1) || ask("libtoy", 0, 0, 0);
#elif defined LIMIT
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_NOFILE, &none) || ask("libtoy", 0, 0, 0);
#elif defined NFTW
    return nftw(words[1], ask, 10, FTW_CHDIR | FTW_PHYS);
#else
    FTS *walk = fts_open((char *[]){words[1], NULL}, FTS_PHYSICAL, NULL);
    for (FTSENT *entry; (entry = fts_read(walk));)
        ask(entry->fts_name, 0, 0, 0);
    return 0;
#endif
}
END
for kind in DAEMON LIMIT NFTW TREE; do
    lazily $CC -w -D$kind moves.c -Llib -ltoy -o program
    for list in "$stage/lib" /nowhere:; do
        (cd lib && LD_LIBRARY_PATH=$list ../program ../tree | cat) >said || fail "$kind, $list"
        equal "$kind $(cat said)" "$kind 1"
    done
done

# A mount over the folder of the library
cat >mounts.c <<'END'
#include <stdio.h>
#include <sys/mount.h>
int toy(void);
int main(int count, char **words)
{
    return mount(words[1], words[2], 0, MS_BIND, 0) ? 77 : printf("%d\n", toy()) < 0;
}
END
lazily $CC mounts.c -Llib -ltoy -o program
status=0
LD_LIBRARY_PATH=$stage/lib unshare -m ./program "$stage/tree" "$stage/lib" >said 2>/dev/null || status=$?
[ $status != 0 ] || equal "$(cat said)" 1

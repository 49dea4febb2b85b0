# The search's own walk finds the file that ld.so opens, for RPATH, LD_LIBRARY_PATH, RUNPATH, the
# cache and the default folders.
# SPDX-License-Identifier: Apache-2.0 OR MIT
. "$SOURCE/tests/stage.sh"
cat >walk.c <<'C'
#define _GNU_SOURCE
#include "runtime/search/ldso.h"
#include "runtime/loader/process.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *variable(const struct lazynccl_view *view, const char *name)
{
    (void)view;
    return getenv(name);
}

/* Prints the walk's first file, and the one that ld.so opens if it differs. */
void compare(const char *soname)
{
    struct lazynccl_objects loaded;
    char walked[4096] = "nothing", opened[4096] = "nothing";
    struct lazynccl_arena arena = {0};
    struct lazynccl_walk walk;
    struct link_map *map = NULL;
    enum lazynccl_via via;
    const char *path;
    void *handle;

    lazynccl_objects_list(&loaded, NULL);
    struct lazynccl_view view = {.variable = variable,
                                 .module = lazynccl_objects_at(&loaded, (void *)compare)->path,
                                 .objects = &loaded,
                                 .folders = lazynccl_ldso_folders};
    lazynccl_walk_begin(&walk, &view, soname, &arena);
    if ((path = lazynccl_walk_next(&walk, &via)))
        snprintf(walked, sizeof walked, "%s", path);
    lazynccl_arena_free(&arena);
    handle = dlopen(soname, RTLD_LAZY);
    if (handle && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0)
        snprintf(opened, sizeof opened, "%s", map->l_name);
    printf("%s%s%s\n", walked, strcmp(walked, opened) ? " but ld.so opens " : "",
           strcmp(walked, opened) ? opened : "");
}
C
cat >main.c <<'C'
void compare(const char *soname);
int main(int count, char **words)
{
    for (int i = 1; i < count; i++)
        compare(words[i]);
    return 0;
}
C
cat >host.c <<'C'
#include <dlfcn.h>
int main(int count, char **words)
{
    void *module = dlopen(words[1], RTLD_NOW);
    void (*compare)(const char *) = (void (*)(const char *))dlsym(module, "compare");
    for (int i = 2; i < count; i++)
        compare(words[i]);
    return 0;
}
C
echo 'int nothing;' >nothing.c
for folder in rpath runpath variable 'odd name'; do
    mkdir "$folder"
    for name in one two three; do
        $CC -shared -fPIC nothing.c -o "$folder/lib$name.so.1" -Wl,-soname,lib$name.so.1
    done
done
rm rpath/libtwo.so.1 rpath/libthree.so.1 variable/libthree.so.1
mv 'odd name/libthree.so.1' 'odd name/three' # links are followed
ln -s three 'odd name/libthree.so.1'
new=-Wl,--enable-new-dtags old=-Wl,--disable-new-dtags
ln -s "$SOURCE/src" src # because the path of $SOURCE may contain a blank
internal=-Isrc
consumer walk.c plain $internal main.c
consumer walk.c new $internal main.c $new,-rpath,"$stage/runpath"
consumer walk.c old $internal main.c $old,-rpath,"$stage/rpath"
consumer walk.c origin $internal main.c $new,-rpath,'$ORIGIN/missing:$ORIGIN/./runpath/'
consumer walk.c new.so $internal -shared -fPIC $new,-rpath,"$stage/runpath"
consumer walk.c old.so $internal -shared -fPIC $old,-rpath,"$stage/rpath"
$CC host.c -o host
$CC host.c -o old-host $old,-rpath,"$stage/rpath"
$CC host.c -o new-host $new,-rpath,"$stage/runpath"

agree() # PROGRAM [MODULE]: compares both for many names
{
    "$@" libone.so.1 libtwo.so.1 libthree.so.1 libm.so.6 libz.so.1 libelf.so.1 \
        libpython3.11.so.1.0 libnccl.so.2 libnvrtc.so.12 libnvrtc.so.13 libcuda.so.1 \
        libmissing.so.1 >output
    says_not output ' but ld.so opens '
    says output '/libm.so.6$'
    says output '^nothing$'
}
system=$(dirname "$(readlink -f "$($CC -print-file-name=libc.so.6)")")
for path in '' "$stage/variable" "$stage/variable/" "$stage/missing:$stage/variable:$stage/rpath" \
    "$stage/odd name:$stage/variable:$stage/odd name" "$stage/variable::/:$stage/rpath" \
    /usr/lib/x86_64-linux-gnu /lib/x86_64-linux-gnu:/usr/lib /lib:/usr/lib:"$stage/variable" \
    "$stage/variable:/usr/lib" /lib64 /usr/lib64:/lib "$system"; do
    export LD_LIBRARY_PATH="$path"
    for program in ./plain ./new ./old ./origin "./host $stage/new.so" "./host ./new.so" \
        "./host $stage/old.so" "./old-host $stage/new.so" "./old-host $stage/old.so" \
        "./new-host $stage/new.so" "./new-host $stage/old.so"; do
        agree $program
    done
done

# which of them it is
LD_LIBRARY_PATH=$stage/variable
equal "$(./old libone.so.1 libtwo.so.1)" "$stage/rpath/libone.so.1
$stage/variable/libtwo.so.1"
equal "$(./new libone.so.1 libthree.so.1)" "$stage/variable/libone.so.1
$stage/runpath/libthree.so.1"
equal "$(./host "$stage/new.so" libthree.so.1)" "$stage/runpath/libthree.so.1"

# the walk's paths are absolute: it skips relative elements, which mean another folder at each call
LD_LIBRARY_PATH=variable:
equal "$(./new libone.so.1)" "$stage/runpath/libone.so.1 but ld.so opens variable/libone.so.1"

# The slots of all lazy libraries are where ld.so makes data read-only, or on one page. They are read-only before,
# between and after first calls of racing threads. A program grows by at most 36 KB with 20 libraries, by 12 KB
# with one, and by 64 bytes with each further function besides its name.

for i in $(seq 20); do
    toy t$i "int t${i}_0(void) { return $i; } int t${i}_1(void) { return $i; }"
done
seq -f 'int big_%02g(void) { return 1; }' 0 49 >big.c
toy big
with_libc >race.c <<'END'
#include <link.h>
#include "calls.h"
#define COUNT (int)(sizeof calls / sizeof *calls)
static pthread_barrier_t ready;
static int wrong, opened; /* how many of the libraries */

/* Replaces that of the C library, so that threads meet. */
int mprotect(void *start, size_t size, int protection)
{
    long status = syscall(SYS_mprotect, start, size, protection);
    usleep(100);
    return (int)status;
}

/* Returns the permissions of the mapping that has an address. */
static const char *permissions(const void *address)
{
    static char found[5];
    unsigned long start, end;
    char line[1000];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %4s", &start, &end, found) == 3 && start <= (unsigned long)address &&
            (unsigned long)address < end)
            break;
    fclose(maps);
    return found;
}

static int base(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    *(ElfW(Addr) *)to = info->dlpi_addr;
    return 1; /* the first is the program */
}

static void *run(void *first)
{
    pthread_barrier_wait(&ready);
    for (int i = 0; i < opened; i++) {
        int k = (i + (int)(long)first) % opened;
        if (calls[k].call() != calls[k].result)
            wrong = 1;
    }
    return NULL;
}

/* usage: race BEFORE THREADS LIBRARIES: the permissions before, and the numbers of threads and of libraries that
 * they open. */
int main(int count, char **words)
{
    pthread_t threads[16];
    ElfW(Addr) start;
    int number = atoi(words[2]);

    opened = atoi(words[3]);
    dl_iterate_phdr(base, &start);
    if (strcmp(permissions((char *)start + calls[0].slot), words[1]) != 0)
        return puts("permissions before") + 100;
    pthread_barrier_init(&ready, NULL, (unsigned)number);
    for (long i = 0; i < number; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i * opened / number));
    for (int i = 0; i < number; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < COUNT; i++) {
        void **slot = (void **)(start + calls[i].slot), *library = dlopen(calls[i].file, RTLD_LAZY | RTLD_NOLOAD);
        if (i < opened && (!library || *slot != dlsym(library, calls[i].name)))
            return printf("the slot of %s is not filled\n", calls[i].name);
        if (strcmp(permissions(slot), "r--p") != 0)
            return printf("%s: %s\n", calls[i].name, permissions(slot));
    }
    return wrong;
}
END
libraries=$(seq -f -lt%g 20 | xargs) names=$(seq -f t%g:call 20 | xargs | tr ' ' ,)
export LD_LIBRARY_PATH="$stage/lib"
echo 'int main(void) { return 0; }' >none.c

# race OPTION...: links race.c lazily, twice: the addresses of the slots are known after the first link.
race()
{
    rm -f race
    for _ in 1 2; do
        nm race 2>/dev/null | sed -n 's/ . lazylink_slots_/ /p' >slots
        {
            seq -f 'int t%g_0(void);' 20
            echo 'static const volatile struct { int (*call)(void); const char *name, *file; int result; unsigned long slot; }'
            echo 'calls[] = {'
            awk '{ slot[$2] = $1 }
                END {
                    for (i = 1; i <= 20; i++)
                        printf "{t%d_0, \"t%d_0\", \"libt%d.so.1\", %d, 0x%s},\n", i, i, i, i, ("t" i) in slot ? slot["t" i] : 1
                }' slots
            echo '};'
        } >calls.h
        LAZY_LIBS=$names lazily $CC -O2 race.c -Llib $libraries -o race -ldl -pthread "$@"
    done
}
for linker in bfd gold lld mold; do
    command -v ld.$linker >/dev/null || continue
    $CC -fuse-ld=$linker none.c -o none 2>/dev/null || continue
    for options in -Wl,-z,relro,-z,now -Wl,-z,relro,-z,lazy -Wl,-z,norelro; do
        race -fuse-ld=$linker $options
        before=r--p
        [ $options != -Wl,-z,norelro ] || before=rw-p
        readelf -SW race >sections
        if [ $before = rw-p ]; then
            says sections '\.lazynccl\.slots +PROGBITS +[0-9a-f]+ [0-9a-f]+ 001000 '
        else
            says_not sections 'lazynccl\.slots'
        fi
        for _ in $(seq 10); do
            ./race $before 16 20 || fail "$linker $options: status $?"
        done
        ./race $before 16 19 || fail "$linker $options, one library is not opened: status $?"
        ./race $before 1 20 || fail "$linker $options, one thread: status $?"
    done
done

[ "$(uname -m)" = x86_64 ] || exit 0
program twenty $(seq -f t%g_0 20) $(seq -f t%g_1 20)
grows twenty $names "$libraries"
[ $more -le 36864 ] || fail "20 libraries: $more bytes"
program one t1_0
grows one $names -lt1
[ $more -le 12288 ] || fail "one library: $more bytes"
program few $(seq -f big_%02g 0 9)
program many $(seq -f big_%02g 0 49)
grows few big:call -lbig
grows many big:call -lbig
more=$(size direct-few direct-many lazy-few lazy-many | awk 'NR > 1 { n[NR] = $4 } END { print n[5] - n[4] }')
each=$((more / 40 - 7))
echo "each further function: $each bytes and its name"
[ $each -le 64 ] || fail "too many"

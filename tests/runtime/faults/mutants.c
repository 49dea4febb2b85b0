/* usage: mutants WHAT FIRST COUNT LIBRARY CHANGED: changes the file CHANGED in one way or another,
 * opens LIBRARY in two children, through lazynccl and by plain dlopen, and puts the file back; so
 * often. Prints how the children ended, and returns 1 if one was killed or hung where plain dlopen
 * was not. WHAT: the part that is changed; "loaded ...": CHANGED is opened by dlopen before. The
 * number of a mutant, from FIRST on, is its seed. */
#include "../../libc.h"
#include <elf.h>

int ncclGetVersion(int *version);

enum { OPENED, REFUSED, KILLED, HUNG, ENDINGS };

static const char *what, *library, *changed;
static const unsigned char *whole; /* the original file */
static size_t size;
static int file;

static uint64_t state;

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit ? state % limit : 0;
}

static void put(size_t at, const void *bytes, size_t length)
{
    if (at < size && pwrite(file, bytes, length < size - at ? length : size - at, (off_t)at) < 0)
        exit(2);
}

/* A byte or a word becomes another; words get values that programs trip over. */
static void change(size_t start, size_t length)
{
    static const uint64_t odd[] = {0,
                                   1,
                                   8,
                                   0x1000,
                                   0x70000000,
                                   0x7fffffff,
                                   0xffffffff,
                                   0x8000000000000000,
                                   UINT64_MAX,
                                   0xfff,
                                   (uint64_t)-8,
                                   0x7ffffffff000};
    for (size_t n = 1 + below(3); n > 0; n--) {
        size_t at = start + below(length);

        if (below(2)) {
            unsigned char byte = (unsigned char)(whole[at] ^ (1u << below(8)));

            put(at, &byte, 1);
        } else {
            put(at & ~(size_t)7, &odd[below(sizeof odd / sizeof *odd)], below(2) ? 4 : 8);
        }
    }
}

/* Changes the contents of a program header's part, or of all of one kind. */
static void change_part(uint32_t type)
{
    const Elf64_Ehdr *head = (const void *)whole;
    const Elf64_Phdr *parts = (const void *)(whole + head->e_phoff);
    size_t n = below(head->e_phnum);

    for (int i = 0; i < head->e_phnum; i++, n++) {
        const Elf64_Phdr *part = &parts[n % head->e_phnum];

        if (part->p_type == type && part->p_filesz) {
            change(part->p_offset, part->p_filesz);
            return;
        }
    }
}

static void mutate(void)
{
    static const unsigned char zeros[65536];
    const Elf64_Ehdr *head = (const void *)whole;
    size_t at = below(size), pages = size / 4096 + 1;
    const char *part = strrchr(what, ' ') ? strrchr(what, ' ') + 1 : what;

    if (strcmp(part, "cut") == 0) {
        if (ftruncate(file, (off_t)at) != 0)
            exit(2);
    } else if (strcmp(part, "zeros") == 0) {
        at = below(pages) * 4096;
        put(at, zeros, below(2) ? 4096 : below(sizeof zeros));
    } else if (strcmp(part, "header") == 0) {
        change(0, sizeof *head);
    } else if (strcmp(part, "parts") == 0) {
        change(head->e_phoff, head->e_phnum * sizeof(Elf64_Phdr));
    } else if (strcmp(part, "dynamic") == 0) {
        change_part(PT_DYNAMIC);
    } else if (strcmp(part, "notes") == 0) {
        change_part(PT_NOTE);
    } else { /* the symbols, names, versions and relocations at the beginning */
        change(sizeof *head, size < 8192 ? size - sizeof *head : 8192 - sizeof *head);
    }
}

/* Like a hand-written loader, looks up all functions first. */
static int by_dlopen(void)
{
    static const char *const names[] = {
#include "names.h"
    };
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    int (*function)(int *), version;

    for (size_t i = 0; handle && i < sizeof names / sizeof *names; i++)
        dlsym(handle, names[i]);
    *(void **)&function = handle ? dlsym(handle, "ncclGetVersion") : NULL;
    return function && function(&version) == 0 ? OPENED : REFUSED;
}

static int by_lazynccl(void)
{
    int version;

    return ncclGetVersion(&version) == 0 ? OPENED : REFUSED;
}

static int in_child(int (*open_it)(void))
{
    static const struct rlimit seconds = {2, 3}, no_core = {0, 0};
    int status, signal;
    pid_t child = fork();

    if (child == 0) {
        setrlimit(RLIMIT_CPU, &seconds);
        setrlimit(RLIMIT_CORE, &no_core);
        alarm(20);
        if (strncmp(what, "loaded ", 7) == 0)
            dlopen(changed, RTLD_NOW | RTLD_LOCAL);
        _exit(open_it());
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        signal = WTERMSIG(status);
        return signal == SIGALRM || signal == SIGXCPU || signal == SIGKILL ? HUNG : KILLED;
    }
    status = WEXITSTATUS(status);
    return status <= REFUSED ? status : KILLED; /* 127: ld.so has ended the process */
}

int main(int count, char **words)
{
    int ours[ENDINGS] = {0}, plain[ENDINGS] = {0}, worse = 0, other = 0;
    unsigned long first, last;
    struct stat about;

    if (count != 6)
        return 2;
    what = words[1];
    first = strtoul(words[2], NULL, 10);
    last = first + strtoul(words[3], NULL, 10);
    library = words[4];
    changed = words[5];
    setenv("LAZYNCCL_LIBPATH", library, 1);
    file = open(changed, O_RDWR | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) != 0)
        return 2;
    size = (size_t)about.st_size;
    whole = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pread(file, (void *)whole, size, 0) != (ssize_t)size)
        return 2;
    for (unsigned long n = first; n < last; n++) {
        int a, b;

        state = (n + 1) * 0x9e3779b97f4a7c15;
        for (const char *letter = what; *letter; letter++)
            below(2), state += (unsigned char)*letter;
        mutate();
        b = in_child(by_dlopen);
        a = in_child(by_lazynccl);
        put(0, whole, size);
        plain[b]++;
        ours[a]++;
        if (a >= KILLED && b < KILLED) {
            if (worse++ < 3)
                fprintf(stderr, "%s: %s by lazynccl alone: mutant %lu\n", what,
                        a == HUNG ? "hung" : "killed", n);
        } else if (a != b) {
            other++;
        }
    }
    printf("%-17s %7lu", what, last - first);
    for (int i = 0; i < ENDINGS; i++)
        printf(" %7d", plain[i]);
    for (int i = 0; i < ENDINGS; i++)
        printf(" %7d", ours[i]);
    printf(" %7d %7d\n", other, worse);
    return worse != 0;
}

/* Measures the first call of a library: `first [MODULE] LIBRARY SYMBOLS [FILE...]` prints its
 * nanoseconds. LIBRARY is nccl, rtc, jitlink, or old (nvJitLink 12). With FILEs, calls dlopen for
 * each, the library last, and dlsym for every symbol in SYMBOLS; else lazynccl does it. MODULE, an
 * absolute path, is built from this file and runs it instead. */
#include "../libc.h"

int ncclGetVersion(int *version);
int nvrtcVersion(int *major, int *minor);
int nvJitLinkVersion(unsigned *major, unsigned *minor);
int __nvJitLinkDestroy_12_0(void **linker);

#define SYMBOLS 2000
static char *symbols[SYMBOLS + 1];
static void *found[SYMBOLS];

static void read_symbols(const char *path)
{
    static char text[100000];
    FILE *file = fopen(path, "r");
    char *rest = text;

    if (file)
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
    for (int i = 0; i < SYMBOLS && rest && *rest; i++)
        symbols[i] = strsep(&rest, "\n");
}

/* The measured part; callgrind recognizes it by its name. */
__attribute__((noinline)) int measured_by_hand(char **files, const char *ask)
{
    void *handle = NULL;
    int major, minor;

    for (; *files; files++)
        handle = dlopen(*files, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    for (int i = 0; handle && symbols[i]; i++)
        found[i] = dlsym(handle, symbols[i]);
    return handle ? ((int (*)(int *, int *))dlsym(handle, ask))(&major, &minor) : -1;
}

__attribute__((noinline)) int measured_as_usual(char library)
{
    int a, b;
    unsigned c, d;
    void *nothing = NULL;

    return library == 'n'   ? ncclGetVersion(&a)
           : library == 'r' ? nvrtcVersion(&a, &b)
           : library == 'o' ? __nvJitLinkDestroy_12_0(&nothing)
                            : nvJitLinkVersion(&c, &d);
}

int measure(int count, char **words);

int measure(int count, char **words)
{
    double start;
    char library = words[1][0];
    int code;

    unsetenv("LD_PRELOAD"); /* valgrind's, with which a first call looks for interposers */
    read_symbols(words[2]); /* in both ways, so that memory and stdio are warm in both */
    getppid();              /* marks this point in a trace */
    start = clock_ms(CLOCK_MONOTONIC);
    code = count > 3 ? measured_by_hand(words + 3, library == 'n'   ? "ncclGetVersion"
                                                   : library == 'r' ? "nvrtcVersion"
                                                                    : "nvJitLinkVersion")
                     : measured_as_usual(library);
    start = clock_ms(CLOCK_MONOTONIC) - start;
    getppid();
    printf("%.0f\n", start * 1e6);
    return code;
}

int main(int count, char **words)
{
    void *module = words[1][0] == '/' ? dlopen(words[1], RTLD_NOW) : NULL;

    return module ? ((int (*)(int, char **))dlsym(module, "measure"))(count - 1, words + 1)
                  : measure(count, words);
}

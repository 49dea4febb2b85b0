# If memory is too short to map a library, no other library is opened and the next call searches again, in every
# language of messages, although ld.so reports the error only as text.
consumer - program <<'C'
#include <lazynccl.h>
#include <locale.h>
int ncclGetVersion(int *version);
static int call(void)
{
    int version = 0;
    return ncclGetVersion(&version) == 0 ? version : 0;
}
int main(void)
{
    struct rlimit little = {1u << 30, RLIM_INFINITY}, all = {RLIM_INFINITY, RLIM_INFINITY};
    int version;
    if (!setlocale(LC_ALL, ""))
        return 77;
    setrlimit(RLIMIT_AS, &little);
    version = call();
    printf("%s%s\n", lazynccl_report(lazynccl_nccl()), lazynccl_error(lazynccl_nccl(), NULL));
    setrlimit(RLIMIT_AS, &all);
    printf("little: %d\nall: %d\n", version, call());
}
C
echo 'char big[3ul << 30];' >big.c
$CC -fPIC -mcmodel=large -c big.c -o big.o 2>/dev/null || $CC -fPIC -c big.c -o big.o
fake_library nccl 2.28.1 big big.o
fake_library nccl 2.27.3 small
export LAZYNCCL_LIBPATH="$stage/big:$stage/small" LAZYNCCL_SEARCH=env

ends() # LOCALE
{
    LC_ALL=$1 ./program >output || fail "$1: status $?"
    cat output
    says output '^little: 0$'
    says output '^all: 22801$'
    says output 'the next call searches again'
    says_not output "$stage/small"
}
ends C

need localedef
export LOCPATH="$stage/locales"
mkdir locales
localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8 2>/dev/null || skip 'the sources of locales are missing'
LC_ALL=de_DE.UTF-8 cat /nowhere 2>words || true
grep -q Datei words || skip "libc's messages in German are missing"
ends de_DE.UTF-8

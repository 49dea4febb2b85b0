# An absent function with "stop" in the stub, also a missing one of an open library, ends the program with SIGABRT
# after one line on stderr with its name and the reason. For copies with every search and the default one.
stub_of halt '[absent.functions]' 'haltCount = "0"' 'haltHard = "stop"' <<'T'
double haltMean(int, ...);
int haltCount(void);
void haltReset(void);
void haltHard(int);
T
with_libc >main.c <<'C'
double haltMean(int, ...);
int haltCount(void);
void haltReset(void), haltHard(int);
int main(int count, char **words)
{
    int ends[2];
    if (getenv("NO_READER") && pipe(ends) == 0) {
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
    }
    haltReset();
    printf("%d\n", haltCount());
    fflush(stdout);
    if (count == 1)
        haltHard(1);
    return haltMean(2, 1.0, 3.0) == 2;
}
C
mkdir lib

stopped() # FUNCTION REASON [WORD]: this function ends the program, for this reason
{
    exits 134 env LAZYHALT_LIBPATH="$stage/lib" ./main $3 >out 2>err
    equal "$(cat out)" "${4-0}"
    equal "$(grep -vc '^Aborted' err)" 1
    says err "^[a-z]+: $1: $2"
}
for options in '--search full' ''; do
    "$SOURCE/dev" vendor halt.toml $options -o copy
    $CC -w -Icopy main.c copy/lazynccl.c -o main
    rm -f lib/*
    stopped haltHard "Lib\.halt cannot be used: .*libhalt\.so\.1" ''
    stopped haltMean "Lib\.halt cannot be used: .*libhalt\.so\.1" word
    exits $([ "$options" ] && echo 134 || echo 141) env NO_READER=1 ./main >out # 141: SIGPIPE
    equal "$(cat out)" 0

    library lib/libhalt.so.1 'int haltCount(void) { return 3; } void haltReset(void) { }'
    stopped haltHard "(haltHard is not in $stage/lib/libhalt\.so\.1|$stage/lib/libhalt\.so\.1 lacks it, )" '' 3
done

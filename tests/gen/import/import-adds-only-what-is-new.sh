# A new function becomes a row under its release, sorted, with types but without parameter names.
# Decisions that a person must make are reported with their line.
sed -i '/toyGetVersion/i\
typedef struct toyPlan toyPlan;\
typedef struct { size_t weight; toyBox_t inside; } toyLoad;\
typedef unsigned int toyFlags;\
typedef enum { toyRed } toyColor;\
toyResult_t toyPaint(toyColor color, const toyPlan *plan, toyFlags flags);\
toyResult_t toyAsk(toyBox_t box, int *answer);\
toyResult_t toyCarry(toyLoad load, int (*progress)(void *, toyColor), void *argument);' \
    toy/include/toy.h
cat >>toy.c <<'END'
int toyPaint() { return 0; }
int toyAsk() { return 0; }
int toyCarry() { return 0; }
END
release 1.3.0
import 1
changed '< described = "1.2.0"
> described = "1.3.0"
> [types.opaque]
> toyPlan = "only through pointers"
> toyColor = {}
> [types.numbers]
> toyFlags = "unsigned int"
> toyLoad = ["size_t m1", "void *m2"]
> "1.3.0" = """
> toyResult_t toyAsk(toyBox_t, int *);
> toyResult_t toyCarry(toyLoad, int (*)(void *, toyColor), void *);
> toyResult_t toyPaint(toyColor, const toyPlan *, toyFlags);'
equal "$(sed -n '/^.types.enums/,/^$/p' toy.toml)" '[types.enums]
toyColor = {}
toyResult_t = { toySuccess = 0, toySystemError = 2 }'
line=$(grep -n toyAsk toy.toml | cut -d: -f1)
says said "^\./toy.toml:$line: toyAsk: \[absent.out\] has no value for parameter 2"
says said '1 needs review'

sed -i '/^toyGetVersion = /i toyAsk = { 2 = "-1" }' toy.toml
import 0

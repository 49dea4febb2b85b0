# Old-style declarations, macros, attributes, line breaks, const in any position, arrays and tags
# are read correctly.
sed -i '/toyGetVersion/i\
#define TOY_OLD(text) __attribute__((deprecated(text)))\
typedef enum toyKind { toyBig } toyKind_t;\
typedef void (*toyCallback_t)(int, const char *);\
toyResult_t toyStart();\
TOY_OLD("no")\
toyResult_t toyStop();\
void toyConst(char const *const *, const toyBox_t, size_t const *);\
void toyArray(const char *names[], int numbers[4]);\
void toyTag(enum toyKind, struct toyBox *);\
void\
  toyLines(unsigned,\
           unsigned long long int);\
void toyCall(toyCallback_t);' toy/include/toy.h
for name in Start Stop Const Array Tag Lines Call; do
    echo "void toy$name() {}"
done >>toy.c
release 1.3.0
import 1
changed '< described = "1.2.0"
> described = "1.3.0"
> toyKind_t = {}
> "1.3.0" = """
> toyResult_t toyStart(void);
> toyResult_t toyStop(void);
> void toyArray(const char **, int *);
> void toyCall(void (*)(int, const char *));
> void toyConst(const char *const *, const toyBox_t, const size_t *);
> void toyLines(unsigned int, unsigned long long);
> void toyTag(toyKind_t, struct toyBox *);'

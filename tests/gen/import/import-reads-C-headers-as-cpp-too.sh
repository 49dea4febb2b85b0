# A function that a C header declares for C++ only is imported too, beside those that C sees.
cat >>toy/include/toy.h <<'END'
#ifdef __cplusplus
struct __toyHalf { unsigned short bits; };
typedef __toyHalf toyHalf;
extern "C" toyResult_t toyHalve(toyBox_t, const __toyHalf *);
#endif
END
echo 'int toyHalve() { return 0; }' >>toy.c
release 1.2.0
import 0
changed '> [types.opaque]
> toyHalf = "only through pointers"
> "1.2.0" = """
> toyResult_t toyHalve(toyBox_t, const toyHalf *);'
import 0 --check

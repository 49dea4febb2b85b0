# A line of the report asks for the failure value of the type that most stopping functions
# return. The stub contains the rows for an answer as comments, and --fail TYPE=VALUE writes these
# rows. It wins over every guess from a function's name. A type that no function returns, and a value
# that does not fit the type, are refused.
cat >toy.h <<'END'
typedef int toyCode;
typedef enum { TOY_BLUE, TOY_RED } toyColor;
typedef void *toyHandle;
typedef struct { int x; } toyPoint;
toyCode toyStart(void);
toyCode toyStop(void);
toyColor toyPaint(void);
toyHandle toyNew(void);
double toySize(void);
char *toyText(void);
toyPoint toyWhere(void);
END
library_of toy
describe 0 toy.h libtoy.so.1 -o toy.toml
equal "$(grep ^stop: said)" 'stop: 2 toyCode, 1 toyHandle, 1 toyColor, 1 double, 1 char *, 1 toyPoint; what does toyCode return on failure? add --fail toyCode=VALUE'
row '# toyCode = "-1"  # 2 functions'

# With the comment marks removed, these rows are valid.
sed -i 's/^# \(.* = \|\[\)/\1/' toy.toml
"$PYTHON" "$SOURCE/gen" vendor toy.toml -o commented
$CC -Werror -c commented/lazynccl.c

# So are those of a table that has rows already.
printf 'typedef int %s; %s %s(void);\n' aCode aCode aStart bCode bCode bStart >two.h
library_of two
describe 0 two.h libtwo.so.1 -o two.toml --fail aCode=-1
sed -i 's/^# \(.* = \|\[\)/\1/' two.toml
"$PYTHON" "$SOURCE/gen" vendor two.toml -o two

describe 0 toy.h libtoy.so.1 -o toy.toml --fail toyCode=-2 --fail toyColor=1 \
    --fail toyHandle=NULL --fail double=-1 --fail 'char*=NULL'
says said '^toy.toml: 7 functions: 6 return fallback values, 1 stop the program$'
equal "$(grep ^stop: said)" 'stop: 1 toyPoint'
row 'toyCode = "int"'
row 'toyCode = "-2"'
row 'toyColor = "TOY_RED"'
"$PYTHON" "$SOURCE/gen" vendor toy.toml -o toy
cat >main.c <<'END'
#include "toy.h"
int main(void)
{
    return toyStart() == -2 && toyPaint() == TOY_RED && !toyNew() && !toyText() ? 0 : 1;
}
END
$CC main.c toy/lazynccl.c -o main
./main || fail "an absent call returns something else"

cat >car.h <<'END'
#define CAR_SUCCESS 0
#define CAR_ERR_NOT_INITIALIZED 55
int car_init(void);
int car_version(void);
int car_drive(void);
const char *car_error_text(void);
END
sed 's/;/ { return 0; }/' car.h >car.c
$CC -shared -fPIC car.c -Wl,-soname,libcar.so.1 -o libcar.so
describe 0 car.h libcar.so -o car.toml
says car.toml '^car_init = "55"'
describe 0 car.h libcar.so -o car.toml --fail int=16
says car.toml '^int = "16"'
says_not car.toml '^car_(init|version) ='
says car.toml '^car_error_text = "reason"'

# A code of a type that is a typedef needs the type's row, which is written with it.
sed 's/^int car_\(init\|drive\)/car_status car_\1/; 1i typedef int car_status;' car.h >bus.h
describe 0 bus.h libcar.so -o bus.toml
says bus.toml '^car_status = "int"'
says bus.toml '^car_init = "55"'
says bus.toml '^# car_status = "-1"  # 1 function'
"$PYTHON" "$SOURCE/gen" vendor bus.toml -o bus
printf '#include "bus.h"\nint main(void) { return car_init() != 55; }\n' >main.c
$CC main.c bus/lazynccl.c -o main
./main || fail "a call of an absent car_init() returns something else"

refuses()
{
    rm -f toy.toml
    describe 1 toy.h libtoy.so.1 -o toy.toml --fail "$1"
    says said "^describe: --fail $2"
    [ ! -e toy.toml ] || fail "--fail $1 wrote a stub"
}
refuses int=-1 'int=-1: no function returns int; these types are returned: char \*, double, toyCode, '
refuses void=1 'void=1: no function returns void; '
refuses toyCode=less 'toyCode=less: less is not a value of type toyCode'
refuses toyColor=7 'toyColor=7: toyColor has no constant 7'
refuses 'char *=1' 'char \*=1: 1 is not a value of type char \*'
refuses toyPoint=1 'toyPoint=1: toyPoint is a struct: describe it in the stub'
describe 3 toy.h libtoy.so.1 -o toy.toml --fail toyCode
says said '^lazynccl describe: --fail toyCode: give TYPE=VALUE, such as int=-1$'

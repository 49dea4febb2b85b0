# A stand-in does not export instances of std:: templates or the operators new and delete. Other
# libraries in the process have the same names and would call the stand-in, which would open the
# real library, or stop the program, without need. Other names of a C++ library are exported.
cat >real.cc <<'END'
#include <string>
#include <vector>
template <class T> T twice(T x) { return x + x; }
template int twice(int);
void operator delete(void *at) noexcept { __builtin_free(at); } // as if linked with libstdc++.a
extern "C" void own_type(void) __asm__("_ZZNSt4list3runEvEN5GuardC1Ev"); // as newer compilers have
extern "C" void own_type(void) {}
extern "C" __attribute__((visibility("default"))) unsigned long real_size(int count)
{
    std::vector<std::string> all;
    for (int i = 0; i < count; i++)
        all.push_back(std::string(40, 'r'));
    return all.size() + twice(count);
}
END
cat >other.cc <<'END'
#include <string>
#include <vector>
extern "C" unsigned long other_size(int count)
{
    std::vector<std::string> all;
    for (int i = 0; i < count; i++)
        all.push_back(std::string(40, 'o'));
    return all.size();
}
END
mkdir real
$CXX -O0 -fPIC -shared real.cc -o real/libreal.so.1 -Wl,-soname,libreal.so.1
$CXX -O0 -fPIC -shared other.cc -o libother.so
"$TOOL" stand-in real/libreal.so.1 -o lazy >said || fail "$(cat said)"
nm -D --defined-only real/libreal.so.1 >usual
nm -D --defined-only lazy/libreal.so.1 >lazily
says usual ' W _ZNSt6vector'
says usual ' W _ZNK?9__gnu_cxx'
says usual ' T _ZdlPv$'
says usual ' T _ZZNSt4list'
says_not lazily ' _Z(Z*N?K?(St|9__gnu_cxx)|dl)'
says lazily ' W _Z5twiceIiET_S0_$'
says lazily ' T real_size$'

# The stand-in is first in the search order, but only its own users call it.
compile main lazy/libreal.so.1 ./libother.so -Wl,-rpath,"$stage/lazy" <<'END'
unsigned long real_size(int), other_size(int);
int main(int count, char **arguments)
{
    (void)arguments;
    if (count > 1)
        printf("%lu\n", real_size(3));
    return other_size(5) != 5;
}
END
LAZYNCCL_SEARCH=env ./main || fail "another library's call reached the stand-in: $?"
equal "$(LAZYNCCL_LIBPATH=$stage/real ./main call)" 9

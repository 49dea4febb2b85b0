# From a C++ header only functions with C linkage are read: no overloads, templates, inline
# functions or methods. An unreadable header is reported with its line, and the others are read.
mkdir toy/include/toy_more
cat >toy/include/toy_more.h <<'END'
#include "toy_more/core.h"
END
cat >toy/include/toy_more/core.h <<'END'
#include <type_traits>
#define TOY_C extern "C"
template <typename T> struct toyVector {
    decltype(auto) get() const { return T(); }
};
struct toyTeam { int ranks, rank, stride; };
typedef toyTeam toyTeam_t;
TOY_C toyTeam_t toyTeamWorld(toyBox_t);
TOY_C int toyTeamRank(toyTeam, int);
TOY_C inline int toyTeamSize(toyTeam_t team);
toyTeam_t toyTeamWorld(toyVector<int> const &box);
constexpr int toyRound(int a) { return a; }
inline int toyTeamSize(toyTeam_t team) { return team.ranks; }
END
echo 'struct { int a, b, c; } toyTeamWorld() {} int toyTeamRank() { return 0; }' >>toy.c
release 1.2.0
import 1
changed '> toyTeam_t = ["int m1", "int m2", "int m3"]
> "1.2.0" = """
> int toyTeamRank(toyTeam_t, int);
> toyTeam_t toyTeamWorld(toyBox_t);'
says said "\[absent.returns\] has no value for toyTeam_t"

sed -i 's/^toyResult_t = "toySystemError"/&\ntoyTeam_t = "{0, 0, 0}"\nint = "-1"/' toy.toml
import 0
echo 'toyNowhere x;' >>toy/include/toy_more/core.h
import 0 --check
says said 'not readable: .*/toy_more/core.h:[0-9]+: .*toyNowhere'
says said 'header not readable: toyTeamRank, toyTeamWorld'

# XGBoost's loader of NCCL, from its released sources, fills 16 pointers by dlsym(). A copy made with
# --complete replaces it: the same version with NCCL and with LD_PRELOAD, and an exception with XGBoost's
# own help that says why, if the file is missing or lacks a function.
need_toolkit
[ -e "$SITE/nvidia/nccl/lib/libnccl.so.2" ] || skip "no NCCL in build/venv: run ./dev setup"
part_of_sdist xgboost 3.2.0 cpp_src

cp -r "$source/src/collective" before
cp -r "$source/src/collective" after
"$PYTHON" - after <<'END'
import re, sys
from pathlib import Path
file = Path(sys.argv[1], "nccl_stub.cc")
text = file.read_text()
begin, filled = text.index("  auto safe_load = "), text.index("#else\n", text.index("safe_load(get_version_"))
names = re.findall(r'safe_load\(\w+, "(\w+)"\)', text)
text = text[:begin] + """\
  lazynccl_set_path(lazynccl_nccl(), path_.c_str());
  if (char const *why = lazynccl_why(lazynccl_nccl())) {
    LOG(FATAL) << msg << why << help;
  }
#endif
""" + text[filled + len("#else\n"):].replace("#endif\n", "", 1)
text = re.sub(r"(~NcclStub\(\) \{).*?\n\}", r"\1\n}", text, count=1, flags=re.DOTALL)
file.write_text(text.replace("#include <dlfcn.h>  // for dlclose, dlsym, dlopen\n", '#include "lazynccl.h"\n'))
header = Path(sys.argv[1], "nccl_stub.h")
header.write_text(header.read_text().replace("  void* handle_{nullptr};\n", ""))

END
functions=$(sed -n 's/.*safe_load(\w*, "\(\w*\)").*/\1/p' before/nccl_stub.cc | paste -sd,)
equal "$(echo "$functions" | tr ',' '\n' | wc -l)" 16
"$PYTHON" "$SOURCE/gen" vendor nccl --only "$functions" --complete -o copy >/dev/null
$CC -std=c11 -Wall -Wextra -Werror -O2 -c copy/lazynccl.c -o lazynccl.o

# Four functions of XGBoost that lead to the rest of it
cat >main.cc <<'END'
#include <iostream>
#include <string>
#include "nccl_stub.h"
#include "xgboost/collective/result.h"
namespace xgboost::collective {
void Print(std::string const &text) { std::cerr << text; }
std::int32_t GetRank() { return 0; }
}
namespace xgboost::curt {
std::int32_t CurrentDevice(bool) { return 0; }
void SetDevice(std::int32_t) {}
}
int main(int, char **argv)
{
    using namespace xgboost::collective;
    try {
        NcclStub stub{xgboost::StringView{argv[1]}};
        std::int32_t major = 0, minor = 0, patch = 0;
        ncclUniqueId id;
        SafeColl(stub.GetVersion(&major, &minor, &patch));
        std::cout << major << "." << minor << "." << patch << " " << stub.GetUniqueId(&id).OK() << std::endl;
    } catch (std::exception const &error) {
        std::cout << error.what() << std::endl;
    }
}
END
options="-std=c++17 -w -O0 -DXGBOOST_USE_NCCL -DXGBOOST_USE_DLOPEN_NCCL -DXGBOOST_USE_CUDA -DDMLC_LOG_CUSTOMIZE=1
-Icopy -I$source/include -I$source/dmlc-core/include -isystem $toolkit/include -isystem $toolkit/include/cccl
-isystem $SITE/nvidia/nccl/include"
for name in collective/result common/error_msg common/timer logging global_config; do
    $CXX $options -c "$source/src/$name.cc"
done
for when in before after; do
    mkdir -p src && rm -rf src/collective src/common && cp -r $when src/collective && ln -s "$source/src/common" src/common
    $CXX $options -Isrc/collective main.cc src/collective/nccl_stub.cc ./*.o -o $when/program -ldl -pthread \
        -L"$toolkit/lib64" -lcudart
done

nccl=$SITE/nvidia/nccl/lib/libnccl.so.2
export LD_LIBRARY_PATH=$toolkit/lib64
before/program "$nccl" >before.said
says before.said '^2\.[0-9]*\.[0-9]* 1$'
for preload in '' libm.so.6; do
    LD_PRELOAD=$preload after/program "$nccl" >after.said
    cmp before.said after.said
done
library libnccl.so.2 'int ncclGetVersion(int *version) { return *version = 22809, 0; }'
for when in before after; do
    $when/program "$stage/nowhere.so" >$when.said
    says $when.said 'Failed to load NCCL from path: .*/nowhere\.so'
    says $when.said 'pip install nvidia-nccl-cu'
    says $when.said 'No such file or directory|no such file'
    $when/program "$stage/libnccl.so.2" >$when.said
    says $when.said 'pip install nvidia-nccl-cu'
done
says before.said 'ncclAllReduce'
says after.said 'libnccl\.so\.2: lacks nccl[A-Z]\w*, and this program needs all functions'
